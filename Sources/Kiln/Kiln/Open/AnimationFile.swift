public import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
public import KilnLottieImport
internal import KilnPictureImport
internal import KilnRecognition
public import KilnSVGAFormat
internal import KilnSVGAImport
internal import KilnTimelineJSON
public import KilnTimeline

/// A kind of file that Kiln reads.
public enum AnimationFormat: String, Sendable, CaseIterable {
  /// Lottie: JSON, dotLottie, or a Telegram sticker.
  case lottie
  /// SVGA 1.x or 2.x.
  case svga
  /// A baked timeline as JSON.
  case timeline
  /// Animated WebP, APNG, GIF, a still picture, or a video.
  case pictures

  /// The format of some bytes, by their content; nil if Kiln does not know it.
  ///
  /// A ZIP archive that is no SVGA is taken for a Lottie file: dotLottie, or JSON with images.
  public init?(_ bytes: [UInt8]) {
    switch FileKind(bytes) {
    case .svga: self = .svga
    case .timeline: self = .timeline
    case .json, .gzip, .archive: self = .lottie
    // Reading it as Lottie says what is wrong.
    case .atlas where JSONText.startsWithContainer(bytes): self = .lottie
    case .picture, .gif, .video: self = .pictures
    case .atlas, nil: return nil
    }
  }
}

/// An animation that was read, of any format: the front door of the library.
///
/// ```swift
/// let icon = try await AnimationFile(path: "icon.json")
/// let result = try await icon.convert(to: .webp)
/// ```
///
/// Reading, converting and drawing run on a `WorkPool`, and end when their task is cancelled. The synchronous ways, which
/// run on the thread of the caller, are `AnimationFile.open`, `Conversion` and `FrameRendering`.
public struct AnimationFile: Sendable {
  /// Content of the file.
  public let bytes: [UInt8]
  /// Settings with which it was read.
  public let options: Options
  /// The animation for the synchronous functions, which can be baked at any times.
  public let source: any AnimationSource
  /// Findings of reading it.
  let log: DiagnosticLog
}

extension AnimationFile {
  /// Reads an animation.
  ///
  /// - Parameters:
  ///   - format: Nil to recognize it by the content.
  ///   - animation: ID of one of a dotLottie's animations; nil for the one that it starts with.
  ///   - theme: ID of one of a dotLottie's themes; nil for the one that the animation starts with.
  ///   - fidelity: The player of Lottie files whose result is reproduced.
  ///   - player: The player of SVGA files whose drawing is reproduced, faults included; nil for what iOS and Android agree on.
  ///   - expressions: Whether the scripts in Lottie files are run.
  ///   - overrides: Changes to what the animation shows.
  ///   - assets: Finds images, data and fonts that are not in the file. By default only what is in the file.
  ///     `LocalAssets` finds them in folders and among the installed fonts.
  /// - Throws: `input.unknownFormat`; `usage.invalid` for a player of a file that is no SVGA; `limit.exceeded`; what the importer throws for a damaged file.
  public static func open(
    _ bytes: [UInt8], format: AnimationFormat? = nil, animation: String? = nil, theme: String? = nil,
    fidelity: LottieFidelity = .lottieWeb, player: SVGAPlayer? = nil, expressions: LottieExpressions = .run,
    overrides: AnimationOverrides = AnimationOverrides(), assets: any AssetLoader = EmbeddedAssets(),
    limits: Limits = Limits(), log: inout DiagnosticLog
  ) throws(Diagnostic) -> any AnimationSource {
    guard let format = format ?? AnimationFormat(bytes), !bytes.isEmpty else {
      throw .noAnimation(bytes, advice: "Kiln reads Lottie (.json, .lottie, .tgs), SVGA, GIF, APNG and WebP")
    }
    if let player, format != .svga {
      throw Diagnostic(
        .usageInvalid, "\(player) plays SVGA, which the file is not", advice: "convert it to SVGA, and look at that")
    }
    guard overrides.isEmpty else {
      return try overrides.open(
        bytes, format: format, animation: animation, theme: theme, fidelity: fidelity, player: player,
        expressions: expressions, assets: assets, limits: limits, log: &log)
    }
    switch format {
    case .lottie:
      let source = try LottieSource(
        bytes: bytes, animation: animation, theme: theme, fidelity: fidelity, expressions: expressions,
        limits: limits, assets: assets)
      if animation == nil { reportChoice(source.info, log: &log) }
      return source
    case .svga:
      return try SVGASource(
        bytes: bytes, player: player, limits: limits, checksImages: assets.checksImages,
        standIn: { key, size throws(Diagnostic) in
          try assets.placeholder(for: ImageRequest(folder: "", file: key, width: size.width, height: size.height))
        }, log: &log)
    case .timeline:
      return try TimelineJSONSource(
        bytes: bytes, limits: limits, page: { name throws(Diagnostic) in try assets.image(ImageRequest(page: name)) },
        log: &log)
    case .pictures:
      guard let pictures = try PictureFiles.open(bytes, path: nil, limits: limits) else {
        throw .noAnimation(bytes, advice: "Kiln reads GIF, APNG, WebP, PNG, JPEG, MP4 and WebM")
      }
      return try PictureSource(pictures, limits: limits)
    }
  }

  /// Whether an error says that a file is JSON of another kind, such as `package.json`, rather than a broken animation.
  public static func isNoAnimation(_ error: Diagnostic) -> Bool {
    error.rule == .lottieNotLottie && error.path.pointer.isEmpty
  }

  /// Says which of several animations was taken, when none was asked for.
  static func reportChoice(_ info: AnimationInfo, log: inout DiagnosticLog) {
    guard info.animations.count > 1, let taken = info.animation else { return }
    let names = info.animations.map { "“\($0)”" }.joined(separator: ", ")
    log.add(
      .animationChosen, "the file holds \(info.animations.count) animations, \(names); “\(taken)” is taken",
      advice: "choose with \(Choice.animation)")
  }
}

extension Rule {
  /// One of several animations was taken.
  public static let animationChosen = Rule(
    "lottie.animation.chosen", .warning, .exact,
    "The file holds several animations, and none was asked for; the one that players start with is taken.",
    why: "Another animation of the file may be the one that was meant.",
    remedy: "Choose one with --animation; `kiln inspect` lists them.")
}
