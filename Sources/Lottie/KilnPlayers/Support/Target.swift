public import KilnDiagnostics

/// A player, or a store, that must show an animation: `lottie-ios@4.5`.
public struct Target: Sendable, Hashable {
  /// A column of the support table, such as `lottie-ios`.
  public let name: String
  /// Numbers of the version; nil for the newest.
  public let version: [Int]?

  /// Reads a name, with a version after `@` if an old one counts.
  ///
  /// - Throws: `usage.invalid` for a name that is not in the support table, or a version that is none.
  public init(_ text: String) throws(Diagnostic) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard Self.names.contains(name) else {
      let near = Spelling.nearest(to: name, among: Self.names).map { "did you mean \($0)?" }
      throw Diagnostic(
        .usageInvalid, "there is no target “\(name)”",
        advice: near ?? "choose one of \(Self.names.joined(separator: ", "))")
    }
    self.name = name
    guard parts.count > 1 else {
      version = nil
      return
    }
    let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    let known = numbers.compactMap { $0 }
    guard known.count == numbers.count, known.allSatisfy({ $0 >= 0 }) else {
      throw Diagnostic(.usageInvalid, "“\(parts[1])” is no version", advice: "write it as in lottie-ios@4.5")
    }
    version = known
  }

  /// Names of all targets, Lottie players first.
  public static let names: [String] = SupportTable.standard.targets

  /// Whether it plays SVGA files.
  public var isSVGA: Bool { name.hasPrefix("svga") }

  /// Whether a version is at least another; a nil one is the newest.
  func isAtLeast(_ other: [Int]) -> Bool {
    guard let version else { return true }
    for index in 0..<max(version.count, other.count) {
      let (mine, others) = (
        version.indices.contains(index) ? version[index] : 0, other.indices.contains(index) ? other[index] : 0
      )
      if mine != others { return mine > others }
    }
    return true
  }
}

extension Target: CustomStringConvertible, Codable {
  /// The target as it is asked for.
  public var description: String {
    version.map { "\(name)@" + $0.map(String.init).joined(separator: ".") } ?? name
  }

  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
