internal import KilnCompression
public import KilnDiagnostics
internal import KilnImages
internal import KilnJSON
internal import KilnLottieFormat

/// A dotLottie of version 2: animations, with their pictures as files, themes and state machines.
///
/// Entries are in a fixed order and without times, so that equal content is equal bytes.
package struct DotLottieArchive: Sendable {
  /// Media type of the files.
  package static let mediaType = "application/zip+dotlottie"

  struct Animation: Sendable {
    var id: String
    var document: [UInt8]
    /// Members of its object in the manifest, but the ID: initial theme, themes, background.
    var settings: LottieText
  }

  struct File: Sendable, Hashable {
    var name: String
    var bytes: [UInt8]
  }

  private(set) var animations: [Animation] = []
  private(set) var images: [File] = []
  private(set) var themes: [File] = []
  private(set) var stateMachines: [File] = []
  /// `initial` of the manifest, as it is written; nil if it says nothing.
  private var initial: [UInt8]?

  private var ids = TakenNames()
  private var imageNames = TakenNames()

  /// An archive without animations.
  package init() {}

  // MARK: - Content

  /// Adds an animation, whose pictures become files.
  ///
  /// - Parameters:
  ///   - id: ID of the animation; what no file name should have in it becomes a hyphen, and another animation's ID gets a
  ///     number.
  ///   - parts: The archive that it is from, whose themes, state machines and settings are kept; nil for none.
  /// - Throws: `dotlottie.conflict` for two themes or state machines of the same name.
  mutating func add(
    _ document: [UInt8], id: String, from parts: DotLottieParts?, limits: Limits
  ) throws(Diagnostic) {
    let id = ids.free(Self.fileName(id), separator: "-")
    let document = try extractingImages(from: JSONTree(document, limits: limits))
    animations.append(Animation(id: id, document: document, settings: LottieText()))
    guard let parts else { return }
    animations[animations.count - 1].settings = LottieText { text in
      if let theme = parts.initialTheme { text.member("initialTheme", theme) }
      guard let themes = parts.animationThemes else { return }
      text.key("themes")
      text.array { text in for theme in themes { text.string(theme) } }
    }
    for theme in parts.themes { try Self.add(File(name: theme.id, bytes: theme.bytes), to: &themes, "themes") }
    for machine in parts.stateMachines {
      try Self.add(File(name: machine.id, bytes: machine.bytes), to: &stateMachines, "state machines")
    }
    if initial == nil { initial = parts.initial }
  }

  private static func add(_ file: File, to files: inout [File], _ kind: String) throws(Diagnostic) {
    guard let old = files.first(where: { $0.name == file.name }) else { return files.append(file) }
    guard old.bytes != file.bytes else { return }
    throw Diagnostic(
      .dotLottieConflict, "two \(kind) have the name “\(file.name)”", advice: "rename one of them, or make two archives"
    )
  }

  /// Text as the name of a file.
  private static func fileName(_ text: String) -> String {
    let name = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 0x20 || "/\\:*?\"<>|.".unicodeScalars.contains($0) ? "-" : $0 }))
    return name.isEmpty ? "animation" : name
  }

  // MARK: - Pictures

  /// The document with the names of files instead of the pictures in it. Equal pictures are one file.
  private mutating func extractingImages(from tree: JSONTree) -> [UInt8] {
    var edits = JSONEdits(tree)
    for asset in tree.root["assets"].map({ Array($0.children) }) ?? [] where asset["layers"] == nil {
      guard let file = asset["p"], let text = file.string, text.hasPrefix("data:image/"),
        let bytes = DataURL.bytes(of: text), let format = StillFormat.sniff(bytes)
      else { continue }
      let name = image(bytes, asset.string("id") ?? "image", format == .jpeg ? "jpg" : format.rawValue)
      edits.replace(file, by: JSONText.quoted(name))
      if let folder = asset["u"] {
        edits.replace(folder, by: "\"/i/\"")
      } else {
        edits.addMember("u", "\"/i/\"", to: asset)
      }
      if let flag = asset["e"] { edits.replace(flag, by: "0") } else { edits.addMember("e", "0", to: asset) }
    }
    return edits.applied()
  }

  /// Name of the file of a picture.
  private mutating func image(_ bytes: [UInt8], _ id: String, _ fileExtension: String) -> String {
    if let known = images.first(where: { $0.bytes == bytes }) { return known.name }
    let name = imageNames.free(Self.fileName(id), separator: "-", suffix: ".\(fileExtension)")
    images.append(File(name: name, bytes: bytes))
    return name
  }

  // MARK: - Bytes

  /// Bytes of the ZIP archive.
  ///
  /// - Throws: `compression.zip.tooLarge`.
  package func bytes() throws(Diagnostic) -> [UInt8] {
    var writer = ZipWriter()
    try writer.add("manifest.json", manifest.bytes)
    for animation in animations { try writer.add("a/\(animation.id).json", animation.document) }
    for image in images { try writer.add("i/\(image.name)", image.bytes) }
    for theme in themes { try writer.add("t/\(theme.name).json", theme.bytes) }
    for machine in stateMachines { try writer.add("s/\(machine.name).json", machine.bytes) }
    return try writer.finish()
  }

  private var manifest: LottieText {
    LottieText { text in
      text.object { text in
        text.member("version", "2")
        text.member("generator", "kiln")
        if let initial {
          text.key("initial")
          text.append(json: initial)
        }
        text.key("animations")
        text.array { text in
          for animation in animations {
            text.object { text in
              text.member("id", animation.id)
              text.append(animation.settings)
            }
          }
        }
        for (name, files) in [("themes", themes), ("stateMachines", stateMachines)] as [(StaticString, [File])]
        where !files.isEmpty {
          text.key(name)
          text.array { text in for file in files { text.object { $0.member("id", file.name) } } }
        }
      }
    }
  }
}

extension Rule {
  /// Two files of one name in an archive of several animations.
  public static let dotLottieConflict = Rule(
    "dotlottie.conflict", .error, .rejected, fault: .usage,
    "Two of the files that are packed into one dotLottie have different themes or state machines of the same name.",
    why: "An archive has one file of each name.",
    remedy: "Rename one of them, or pack the animations into two archives.")
  /// A theme that no archive of version 2 holds.
  public static let dotLottieStyleSheet = Rule(
    "dotlottie.styleSheet", .warning, .dropped,
    "A theme of the dotLottie is a Lottie Style Sheet (.lss), which is left out of the archive that is written.",
    why: "Players of dotLottie 2 read themes in JSON only, so that apps which ask for this theme get none.",
    remedy: "Write the theme as JSON, with the values of slots, and pack the file again.")
}
