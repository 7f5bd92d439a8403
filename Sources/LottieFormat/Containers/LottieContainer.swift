internal import Compression
public import Diagnostics

/// The container of a Lottie document: none, gzip (Telegram's `.tgs`), or a ZIP archive with images beside
/// the JSON (dotLottie 1 and 2, or any archive with a Lottie inside).
public struct LottieContainer: Sendable {
  /// The document's JSON.
  public internal(set) var document: [UInt8]
  /// The theme to apply; nil for the document's own values.
  public let theme: LottieTheme?
  /// IDs of the animations in a dotLottie, or the names of several JSON files of another archive.
  public let animations: [String]
  /// Which of them this is; nil if there are none.
  public let animation: String?
  /// IDs of the themes in a dotLottie.
  public let themes: [String]
  private let archive: ZipArchive?
  /// The archive's entries by their names.
  private let index: ArchiveIndex?

  /// Opens a file of any container.
  ///
  /// - Parameters:
  ///   - animation: ID of one of a dotLottie's animations; nil for the one that it starts with.
  ///   - theme: ID of one of a dotLottie's themes; nil for the one that the animation starts with.
  /// - Throws: When the file is damaged, holds no animation, or not the one or the theme that was asked for.
  public init(
    bytes: [UInt8], animation: String? = nil, theme: String? = nil, limits: Limits = Limits()
  ) throws(Diagnostic) {
    if ZipArchive.isZip(bytes) {
      let archive = try ZipArchive(bytes: bytes, limits: limits)
      let manifest = try DotLottieManifest(archive, limits: limits)
      let entry = archive.entries[try manifest.position(of: animation, in: archive)]
      self.archive = archive
      index = manifest.index
      document = try archive.data(of: entry)
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
    if let theme {
      throw Diagnostic(.lottieNoSuchTheme, "there is no theme “\(theme)”: only a dotLottie has themes")
    }
    (archive, index) = (nil, nil)
    document = Gzip.isGzip(bytes) ? try Gzip.inflate(bytes, limit: limits.inflatedBytes) : bytes
    self.theme = nil
    animations = []
    self.animation = nil
    themes = []
  }

  /// The bytes of an image that the document names; nil if the archive has none of that name.
  ///
  /// As in players only the file's name counts, not its folder.
  ///
  /// - Throws: When the entry is damaged or above the limits.
  public func image(file: String) throws(Diagnostic) -> [UInt8]? {
    guard let archive, let index, let name = file.split(separator: "/").last,
      let entry = index.entry([String(name)], where: { !$0.name.hasSuffix(".json") })
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
  /// A ZIP archive without a Lottie inside.
  public static let lottieEmptyArchive = Rule(
    "lottie.archive.empty", .error, .rejected,
    "The ZIP archive holds no Lottie animation.",
    why: "There is nothing to convert.",
    remedy: "Export the dotLottie again, or name the JSON file itself.")
}
