public import KilnDiagnostics

extension SVGAPlayer: CustomStringConvertible {
  /// Name of the player in commands and messages.
  public var description: String {
    switch self {
    case .iOS: "svga-ios"
    case .android: "svga-android"
    case .web: "svga-web"
    case .webLite: "svga-lite"
    case .flutter: "svga-flutter"
    case .svgaWeb: "svga-naeemo"
    case .harmony: "svga-harmony"
    }
  }

  /// Numbers of the version whose source was read.
  private var version: [Int] {
    switch self {
    case .iOS: [2, 5]
    case .android: [2, 6]
    case .web: [2, 3]
    case .webLite: [2, 1]
    case .flutter: [2, 2]
    case .svgaWeb: [2, 4]
    case .harmony: [0, 0]
    }
  }

  /// A player by its name, such as `svga-android` or `svga-android@2.6`.
  ///
  /// - Throws: `usage.invalid` for another name, or a version that is not the known one.
  public init(name text: String) throws(Diagnostic) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let names = Self.allCases.map(\.description)
    guard let player = Self.allCases.first(where: { $0.description == parts[0] }) else {
      let near = Spelling.nearest(to: String(parts[0]), among: names).map { "did you mean \($0)?" }
      throw Diagnostic(
        .usageInvalid, "there is no SVGA player “\(parts[0])”",
        advice: near ?? "choose one of \(names.joined(separator: ", "))")
    }
    if parts.count > 1 {
      let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard zip(numbers, player.version).allSatisfy({ $0 == $1 }) else {
        let known = "\(player)@" + player.version.map(String.init).joined(separator: ".")
        throw Diagnostic(.usageInvalid, "how “\(text)” draws is not known", advice: "choose \(known)")
      }
    }
    self = player
  }
}
