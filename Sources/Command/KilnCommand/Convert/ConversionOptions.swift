internal import ArgumentParser
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import Kiln
internal import KilnTimeline
internal import KilnRendering
internal import KilnValidation

/// Options of `convert` and `batch`: the conversion, the treatment of findings and of existing files.
struct ConversionOptions: ParsableArguments {
  @Option(help: "Format of the output, instead of what its extension says.")
  var to: OutputFormat?

  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Size") var size: PictureSizeOptions

  @Option(help: "How the source lies in a picture of another aspect.")
  var fit: CanvasFit.Mode = .contain

  @Option(help: ArgumentHelp("Factor on the source's size. (default: 1)", valueName: "factor"))
  var scale: Double?

  @Option(
    help: ArgumentHelp("Colour behind everything: #rrggbb, #rrggbbaa, rgb(), rgba() or a CSS name.", valueName: "color")
  )
  var background: ColorArgument?

  // Groups in groups cost: unoptimized, the parser checks each of them anew for every one around it.
  @OptionGroup var common: CommonFormatOptions
  @OptionGroup(title: "WebP") var webp: WebPOptions
  @OptionGroup(title: "SVGA") var svga: SVGAOptions
  @OptionGroup(title: "GIF") var gif: GIFOptions
  @OptionGroup(title: "Atlas") var atlas: AtlasOptions
  @OptionGroup(title: "Video") var video: VideoOptions
  @OptionGroup(title: "Timeline") var timeline: TimelineOptions
  @OptionGroup(title: "Lottie") var lottie: LottieOptions

  @Option(
    name: .customLong("poster-out"),
    help: ArgumentHelp(
      "Write a still, too, as .png or .webp, with --preset as the platform demands it. {dir} and {stem} are folder and "
        + "name of the result.", valueName: "picture"))
  var posterOut: String?

  @Option(
    name: .customLong("poster-frame"),
    help: ArgumentHelp(
      "The frame that it shows. (default: the middle one, or another in which something is seen)", valueName: "frame"))
  var posterFrame: Double?

  @Flag(name: .customLong("allow-empty"), help: "Write an animation in which nothing is ever seen.")
  var allowsEmpty = false

  @Option(
    help: ArgumentHelp(
      "Decode what was made, compare it with the drawn source, and write nothing if the mean similarity of the content "
        + "(SSIM) is lower, 0 to 1; --allow comparison.unlike writes it all the same.", valueName: "number"))
  var verify: Double?

  @OptionGroup(title: "Findings") var findings: FindingOptions

  @Flag(help: "Replace existing files.")
  var overwrite = false

  @Flag(name: .customLong("dry-run"), help: "Do everything but write.")
  var dryRun = false

  func validate() throws {
    if let scale, !(scale > 0 && scale <= 100) {
      throw ValidationError("--scale takes a number above 0 and at most 100.")
    }
    if let verify {
      guard (0...1).contains(verify) else { throw ValidationError("--verify takes a number from 0 to 1.") }
      guard atlas.canBeReadBack else {
        throw ValidationError(
          "--verify reads atlases with TexturePacker's and Aseprite's descriptors and straight alpha.")
      }
    }
    try webp.check(common)
    if verify != nil, !video.slots.isEmpty {
      throw ValidationError("--verify compares with the source, of which --image-slot and --text-slot leave parts out.")
    }
    try checkPoster()
  }

  /// Throws when an option was given that a format has no use for, or a player that does not play it.
  func check(for format: OutputFormat) throws {
    try formatOptions.check(for: format)
    do throws(Diagnostic) {
      _ = try targets(for: format)
    } catch {
      throw ValidationError("--target: \(error)")
    }
  }

  private func checkPoster() throws {
    if let posterFrame {
      guard posterFrame.isFinite else { throw ValidationError("--poster-frame takes the number of a frame.") }
      if posterOut == nil {
        throw ValidationError("--poster-frame is for --poster-out; for a still WebP alone there is --poster.")
      }
    }
    guard let posterOut else { return }
    guard let picture = StillPicture(fileName: posterOut) else {
      throw ValidationError("--poster-out takes a name that ends in .png or .webp.")
    }
    if let preset = common.preset, let still = preset.still, !still.extensions.contains(picture.format.rawValue) {
      let names = still.extensions.map { "." + $0 }.joined(separator: " or ")
      throw ValidationError("The \(still.name) of --preset \(preset.name) is a \(names) file.")
    }
  }

  /// The still that is written as well; nil for none.
  var still: StillPicture? {
    guard var picture = posterOut.flatMap({ StillPicture(fileName: $0) }) else { return nil }
    if let demanded = common.preset?.still {
      (picture.width, picture.height) = (demanded.width, demanded.height)
      picture.maximumBytes = demanded.bytes
    }
    return picture
  }

  /// The options of every format.
  var formatOptions: FormatOptions {
    FormatOptions(
      common: common, webp: webp, svga: svga, gif: gif, atlas: atlas, video: video, timeline: timeline, lottie: lottie,
      // Names that are none are refused before anything is converted.
      targets: (try? targets(for: .lottie)) ?? [])
  }

  /// Players that must show results of a format: those that are named, or else those of the preset.
  ///
  /// - Throws: `usage.invalid` for names that are none, and players of other formats.
  func targets(for format: OutputFormat) throws(Diagnostic) -> [Target] {
    let named = try findings.targets(for: format)
    guard named.isEmpty, let preset = common.preset, preset.takes(format) else { return named }
    var targets: [Target] = []
    for name in preset.targets { targets.append(try Target(name)) }
    return targets
  }

  /// Options that say what a budget would give up otherwise.
  private var keepingOptions: [String] {
    let all: [(String, Bool)] = [
      ("--quality", common.quality != nil), ("--colors", gif.colors != nil),
      ("--bitmap-scale", common.bitmapScale != nil), ("--fps", time.fps != nil),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// The settings of a conversion of a source, or of a state of its file.
  ///
  /// - Throws: `usage.invalid` if a frame or marker is not in the source.
  func options(
    for info: AnimationInfo, state: AnimationStateMachine.State? = nil, stillFrame: Double?, threads: Int,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> Conversion.Options {
    var options = Conversion.Options()
    try time.apply(to: &options, info)
    options.stillFrame = try stillFrame.map { frame throws(Diagnostic) in try FrameList.checked(frame, info) }
    options.width = size.width
    options.height = size.height
    options.fit = fit
    options.scale = scale ?? 1
    options.background = background?.color
    if let state { options.play(state, of: info, log: &log) }
    options.budget = common.budget
    // A budget does not lower settings that were asked for.
    options.bounds = common.bounds
    options.bounds.keepsSize = scale != nil || size.width != nil || size.height != nil
    options.bounds.keepsFrameRate = time.fps != nil
    options.bounds.keepsQuality = common.quality != nil || gif.colors != nil
    options.bounds.keepsResolution = common.bitmapScale != nil
    options.bounds.keepingOptions = keepingOptions
    try common.preset?.apply(to: &options, info)
    options.allowsEmpty = allowsEmpty
    options.threads = threads
    return options
  }
}
