internal import ArgumentParser
internal import Diagnostics
internal import Geometry
internal import Kiln
internal import TimelineModel
internal import TimelineRendering

/// What `convert` and `batch` do with an animation, and what they do about findings and existing files.
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
  @OptionGroup(title: "Timeline") var timeline: TimelineOptions

  @Flag(name: .customLong("allow-empty"), help: "Write an animation in which nothing is ever seen.")
  var allowsEmpty = false

  @OptionGroup(title: "Findings") var findings: FindingOptions

  @Flag(help: "Replace existing files.")
  var overwrite = false

  @Flag(name: .customLong("dry-run"), help: "Do everything but write.")
  var dryRun = false

  func validate() throws {
    if let scale, !(scale > 0 && scale <= 100) {
      throw ValidationError("--scale takes a number above 0 and at most 100.")
    }
  }

  /// The options of every format.
  var formatOptions: FormatOptions {
    FormatOptions(common: common, webp: webp, svga: svga, gif: gif, atlas: atlas, timeline: timeline)
  }

  /// The settings of a conversion of a source.
  ///
  /// - Throws: `usage.invalid` if a frame or marker is not in the source.
  func options(
    for info: AnimationInfo, stillFrame: Double?, threads: Int
  ) throws(Diagnostic) -> Conversion.Options {
    var options = Conversion.Options()
    try time.apply(to: &options, info)
    options.stillFrame = try stillFrame.map { frame throws(Diagnostic) in try FrameList.checked(frame, info) }
    options.width = size.width
    options.height = size.height
    options.fit = fit
    options.scale = scale ?? 1
    options.background = background?.color
    options.budget = common.budget
    // What was asked for stays.
    options.bounds = common.bounds
    options.bounds.keepsSize = scale != nil || size.width != nil || size.height != nil
    options.bounds.keepsFrameRate = time.fps != nil
    options.bounds.keepsQuality = webp.quality != nil
    options.bounds.keepsResolution = common.bitmapScale != nil
    try common.preset?.apply(to: &options, info)
    options.allowsEmpty = allowsEmpty
    options.threads = threads
    return options
  }
}
