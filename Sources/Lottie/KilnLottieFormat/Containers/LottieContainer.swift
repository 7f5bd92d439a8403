internal import KilnCompression
public import KilnDiagnostics
package import KilnJSON

/// The container of a Lottie document: none, gzip (Telegram's `.tgs`), or a ZIP archive with images beside
/// the JSON (dotLottie 1 and 2, or any archive with a Lottie inside).
public struct LottieContainer: Sendable {
  /// The document's JSON as UTF-8.
  public internal(set) var document: [UInt8]
  /// Findings about what is around the document.
  package let findings: [Diagnostic]
  /// The theme to apply; nil for the document's own values.
  public let theme: LottieTheme?
  /// IDs of the animations in a dotLottie, or the names of several JSON files of another archive.
  public let animations: [String]
  /// Element of `animations` that `document` holds; nil if there are none.
  public let animation: String?
  /// IDs of the themes in a dotLottie.
  public let themes: [String]
  let archive: ZipArchive?
  /// Name of the document in the archive; nil if there is none.
  private let entryName: String?
  private let imageFiles: ArchiveIndex?

  /// Bytes of the document packed by Deflate; nil if no memory is left for it.
  package var packedBytes: Int? { (try? Gzip.deflate(document, level: 6))?.count }

  /// Opens a file of any container.
  ///
  /// - Parameters:
  ///   - animation: ID of one of a dotLottie's animations; nil for the one that it starts with.
  ///   - theme: ID of one of a dotLottie's themes, or `LottieTheme.none`; nil for the one that the animation starts with.
  /// - Throws: When the file is damaged, holds no animation, or not the one or the theme that was asked for.
  public init(
    bytes: [UInt8], animation: String? = nil, theme: String? = nil, limits: Limits = Limits()
  ) throws(Diagnostic) {
    let (bytes, nesting) = try Self.unpacked(bytes, limits: limits)
    if ZipArchive.isZip(bytes) {
      let archive = try ZipArchive(bytes: bytes, limits: limits)
      let manifest = try DotLottieManifest(archive, limits: limits)
      let entry = archive.entries[try manifest.position(of: animation, in: archive)]
      self.archive = archive
      imageFiles = ArchiveIndex(archive) { !$0.name.hasSuffix(".json") }
      entryName = entry.name
      (document, findings) = try Self.text(archive.data(of: entry, atMost: limits.inputBytes), nesting)
      self.theme = try manifest.theme(theme, for: entry, in: archive, limits: limits)
      animations = manifest.animations(in: archive)
      self.animation = animations.first { entry.isNamed($0) }
      themes = manifest.themes
      return
    }
    if let animation {
      throw Diagnostic(
        .lottieNoSuchAnimation, "there is no animation “\(animation)”: the file holds only one, without a name")
    }
    if let theme, theme != LottieTheme.none {
      throw Diagnostic(.lottieNoSuchTheme, "there is no theme “\(theme)”: only a dotLottie has themes")
    }
    (archive, imageFiles) = (nil, nil)
    entryName = nil
    (document, findings) = try Self.text(
      Gzip.isGzip(bytes) ? Self.inflated(bytes, limits: limits) : bytes, nesting)
    self.theme = nil
    animations = []
    self.animation = nil
    themes = []
  }

  /// The file inside a ZIP archive that holds nothing else but it; other files are returned as they are.
  private static func unpacked(
    _ bytes: [UInt8], limits: Limits
  ) throws(Diagnostic) -> (bytes: [UInt8], findings: [Diagnostic]) {
    guard ZipArchive.isZip(bytes) else { return (bytes, []) }
    let archive = try ZipArchive(bytes: bytes, limits: limits)
    guard !archive.hasAnimation else { return (bytes, []) }
    let nested = archive.files(withExtensions: ["lottie", "tgs", "zip"])
    guard let entry = nested.first else { return (bytes, []) }
    guard nested.count == 1 else {
      let names = nested.prefix(5).map { "“\($0.name)”" }.joined(separator: ", ")
      throw Diagnostic(
        .lottieEmptyArchive, "the archive holds \(nested.count) animations in files of their own: \(names)",
        advice: "unpack it, and name one of them")
    }
    return (try archive.data(of: entry), [ZipArchive.nestingFinding(entry)])
  }

  /// Inflated content of a gzip file, which must be text.
  private static func inflated(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> [UInt8] {
    // The document is JSON, whose size has a limit of its own.
    let limit: Limit = limits.inflatedBytes < limits.inputBytes ? .inflatedBytes : .inputBytes
    let inflated = try Gzip.inflate(bytes, limit: limits[limit], by: limit)
    // The two bytes at the start of zlib data are a multiple of 31 (RFC 1950, 2.2).
    let isZlib = inflated.count > 1 && inflated[0] == 0x78 && (0x7800 + Int(inflated[1])).isMultiple(of: 31)
    guard ZipArchive.isZip(inflated) || Gzip.isGzip(inflated) || isZlib else { return inflated }
    throw Diagnostic(
      .inputUnknownFormat, "the gzip file holds another packed file instead of the JSON of an animation",
      advice: "unpack it with gunzip, and name the file inside")
  }

  /// A document as UTF-8.
  private static func text(
    _ bytes: [UInt8], _ findings: [Diagnostic]
  ) -> (document: [UInt8], findings: [Diagnostic]) {
    guard JSONText.isUTF16(bytes) else { return (bytes, findings) }
    return (JSONText.utf8(bytes), findings + [Diagnostic(.lottieUTF16, "the text is UTF-16 instead of UTF-8")])
  }

  // MARK: - Reading the document

  /// The document's JSON, in which numbers may be written as text.
  ///
  /// - Throws: As `JSONTree`, with the name of the document in an archive.
  package func tree(limits: Limits) throws(Diagnostic) -> JSONTree {
    do throws(Diagnostic) {
      return try JSONTree(document, numbers: .float, readsTextNumbers: true, limits: limits)
    } catch {
      throw named(error)
    }
  }

  /// The document that a tree is, with the container's theme.
  ///
  /// - Throws: As `LottieDocument`, with the name of the document in an archive.
  package func document(_ tree: JSONTree, limits: Limits) throws(Diagnostic) -> LottieDocument {
    do throws(Diagnostic) {
      return try LottieDocument(tree: tree, theme: theme, limits: limits)
    } catch {
      throw named(error)
    }
  }

  /// An error about the document that says which of an archive it is.
  func named(_ error: Diagnostic) -> Diagnostic {
    guard let entryName else { return error }
    var error = error
    error.message = "“\(entryName)”: \(error.message)"
    return error
  }

  /// The bytes of an image that the document names; nil if the archive has none of that name.
  ///
  /// As in players only the file's name counts, not its folder.
  ///
  /// - Throws: When the entry is damaged or above the limits.
  public func image(file: String) throws(Diagnostic) -> [UInt8]? {
    guard let archive, let name = file.split(separator: "/").last, let entry = imageFiles?.entry([String(name)])
    else { return nil }
    return try archive.data(of: entry)
  }
}

extension Rule {
  /// The animation asked for is not in the file.
  public static let lottieNoSuchAnimation = Rule(
    "lottie.animation.missing", .error, .rejected, fault: .usage,
    "The file has no animation of that ID.",
    why: "There is nothing to convert under that name.",
    remedy: "Choose one of the IDs that `kiln inspect` lists.")
  /// Text in another encoding than JSON has.
  public static let lottieUTF16 = Rule(
    "lottie.utf16", .warning, .exact,
    "The JSON is UTF-16 text with a byte order mark.",
    why: "Browsers read it as text, but not as the JSON that lottie-web asks for by its address; most apps refuse it.",
    remedy: "Save the file as UTF-8.")
  /// A ZIP archive without a Lottie inside.
  public static let lottieEmptyArchive = Rule(
    "lottie.archive.empty", .error, .rejected,
    "The ZIP archive holds no Lottie animation.",
    why: "There is nothing to convert.",
    remedy: "Export the dotLottie again, or name the JSON file itself.")
}
