internal import KilnDiagnostics
internal import Kiln

/// Swift source of an enum with a case for each of several files, which are the resources of a module.
struct SwiftEnum {
  static let accesses = ["internal", "package", "public"]
  /// Properties of a case, in the order of `SwiftEnumCase.values`.
  private static let properties = [
    ("name", "String", "Name of the file without its extension."),
    ("fileName", "String", "Name of the file."),
    ("width", "Double", "Columns of the canvas."),
    ("height", "Double", "Rows of the canvas."),
    ("frameRate", "Double", "Frames per second, on average."),
    ("frameCount", "Int", "Number of frames."),
    ("duration", "Double", "Seconds that it takes to play once."),
    ("imageKeys", "[String]", "Keys of its images, by which apps replace them."),
    ("slots", "[String]", "IDs of its slots, of Lottie."),
    ("markers", "[String]", "Names of its markers, of Lottie."),
  ]

  private let name: String
  /// With a space behind it; empty for `internal`.
  private let access: String

  /// An enum of a name, such as `Gifts` or `public Gifts`; nil if it is none.
  init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.last, words.count <= 2, SwiftName.isIdentifier(name) else { return nil }
    let access = words.count == 2 ? words[0] : "internal"
    guard Self.accesses.contains(access) else { return nil }
    (self.name, self.access) = (name, access == "internal" ? "" : access + " ")
  }

  /// The source.
  ///
  /// - Throws: `usage.invalid` if two files would be one case, or no name can be made of a file's.
  func source(_ cases: [SwiftEnumCase]) throws(Diagnostic) -> String {
    var files: [String: String] = [:]
    for item in cases {
      guard !item.identifier.isEmpty else {
        throw Diagnostic(
          .usageInvalid, "\(item.file) has a name of which no name in Swift can be made",
          advice: "it needs a letter or digit")
      }
      guard let other = files.updateValue(item.file, forKey: item.identifier) else { continue }
      throw Diagnostic(
        .usageInvalid, "\(other) and \(item.file) would both become \(name).\(item.identifier)", advice: "rename one")
    }
    let accessors = Self.properties.map { name, type, comment in
      "  /// \(comment)\n  \(access)var \(name): \(type) { facts.\(name) }\n"
    }
    let members = Self.properties.map { name, type, _ in "  var \(name): \(type)\n" }
    return """
      // Made by `kiln inspect --swift`; changes are lost.

      import Foundation

      /// The animations among the resources of this module.
      \(access)enum \(name): CaseIterable, Sendable {
      \(cases.map { "  /// \(SwiftName.literal($0.file))\n  case \(SwiftName.declared($0.identifier))\n" }.joined())
      \(accessors.joined())
        /// Location of the file in the bundle.
        \(access)var url: URL {
      \(cases.isEmpty ? "    switch self {}" : Self.url(of: name))
        }

        private var facts: AnimationFacts {
          switch self {
      \(cases.map(Self.facts).joined())    }
        }
      }

      private struct AnimationFacts {
      \(members.joined())}

      #if !SWIFT_PACKAGE
        private final class BundleToken {}
      #endif

      """
  }

  /// The body of `url`. A bundle without resources is a mistake of the build, which no caller of the enum can mend, so it traps.
  // The trap is one of the app's code: a bundle without resources is a mistake of its build, and there is no URL to return.
  private static func url(of name: String) -> String {
    """
        #if SWIFT_PACKAGE
          let bundle = Bundle.module
        #else
          let bundle = Bundle(for: BundleToken.self)
        #endif
        guard let folder = bundle.resourceURL else { fatalError("The bundle of \(name) has no resources.") }
        return folder.appendingPathComponent(fileName, isDirectory: false)
    """
  }

  private static func facts(of item: SwiftEnumCase) -> String {
    let arguments = zip(properties, item.values).map { property, value in "        \(property.0): \(value)" }
    return "    case .\(item.identifier):\n      AnimationFacts(\n\(arguments.joined(separator: ",\n")))\n"
  }
}

/// A file as a case of an enum.
struct SwiftEnumCase {
  /// Name of the file.
  let file: String
  /// Without backticks; empty if the file's name has nothing that may stand in one.
  let identifier: String
  /// Literals of the properties.
  let values: [String]

  /// A case for an animation.
  init(_ path: String, _ facts: Inspection) {
    self.init(
      path, facts.width, facts.height, facts.frameRate, facts.frameCount, facts.durationMilliseconds,
      [facts.images.map(\.key), facts.slots, facts.markers.map(\.name)])
  }

  /// A case for a picture, which has no images, slots and markers.
  init(_ path: String, _ facts: PictureInspection) {
    self.init(
      path, Double(facts.width), Double(facts.height), facts.frameRate, facts.frameCount, facts.durationMilliseconds,
      [[], [], []])
  }

  private init(
    _ path: String, _ width: Double, _ height: Double, _ frameRate: Double, _ frameCount: Int, _ milliseconds: Double,
    _ lists: [[String]]
  ) {
    file = Files.lastComponent(of: path)
    let stem = Files.stem(of: path)
    identifier = SwiftName.lowerCamelCase(stem)
    values =
      [SwiftName.literal(stem), SwiftName.literal(file), "\(width)", "\(height)", "\(frameRate)", "\(frameCount)"]
      + ["\(milliseconds) / 1000"] + lists.map { "[\($0.map(SwiftName.literal).joined(separator: ", "))]" }
  }
}
