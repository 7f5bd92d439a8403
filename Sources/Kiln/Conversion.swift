internal import AtlasExport
public import Diagnostics
internal import Geometry
public import ImageCodecs
internal import SVGAExport
public import SVGAFormat
internal import TimelineLowering
public import TimelineModel
public import TimelineRendering
internal import WebPExport

/// A kind of file that Kiln writes.
public enum OutputFormat: String, Sendable, CaseIterable {
  /// SVGA 2.x.
  case svga
  /// Animated WebP.
  case webp
  /// A PNG atlas with a JSON descriptor.
  case png

  /// The format that a file name's extension asks for.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    self.init(rawValue: fileName[fileName.index(after: dot)...].lowercased())
  }
}

/// From a source to files.
public struct Conversion: Sendable {
  /// What can be chosen.
  public struct Options: Sendable {
    /// Part of the source, in its frames; nil for all of it.
    public var range: Range<Double>?
    /// Frames per second; nil for the source's own, or the nearest that the format allows.
    public var frameRate: Double?
    /// How much faster than the source the result plays.
    public var speed = 1.0
    /// Whether the last frame comes first.
    public var isReversed = false
    /// Columns of the result; nil keeps the aspect.
    public var width: Int?
    /// Rows of the result; nil keeps the aspect.
    public var height: Int?
    /// What happens when width and height have another aspect than the source.
    public var fit = CanvasFit.Mode.contain
    /// Factor on the source's size.
    public var scale = 1.0
    /// Colour behind everything.
    public var background: StraightColor?
    /// How WebP frames are encoded.
    public var encoding = WebPEncoderOptions()
    /// How often a WebP plays, 0 for ever.
    public var loopCount = 0
    /// Players that must draw an SVGA file right.
    public var profile = SVGAProfile.portable
    /// Factor on the resolution of bitmaps that an SVGA file shows in place of what SVGA cannot say.
    public var bitmapScale = 1.0
    /// Frames that are worked on at the same time.
    public var threads = 1

    /// Everything as in the source.
    public init() {}
  }

  /// One file of the result.
  public struct File: Sendable {
    /// Extension, without the dot.
    public var fileExtension: String
    /// Content.
    public var bytes: [UInt8]
  }

  /// The files, the main one first, and the timeline that they show.
  public struct Result: Sendable {
    /// What to write.
    public var files: [File]
    /// What they show.
    public var timeline: Timeline
  }

  private let format: OutputFormat
  private let options: Options
  private let limits: Limits

  /// A conversion to a format.
  public init(to format: OutputFormat, options: Options = Options(), limits: Limits = Limits()) {
    self.format = format
    self.options = options
    self.limits = limits
  }

  /// Converts a source. Nothing is written.
  ///
  /// - Parameter name: What files and frames inside the result are called, without an extension.
  public func run(
    _ source: any AnimationSource, name: String, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    let timeline = try timeline(of: source, log: &log)
    switch format {
    case .svga:
      var loweringOptions = SVGALowering.Options()
      loweringOptions.target = LoweringTarget(options.profile)
      loweringOptions.bitmapScale = options.bitmapScale
      loweringOptions.threads = options.threads
      let lowered = try SVGALowering(timeline, options: loweringOptions, limits: limits)
        .lowered(log: &log)
      var exportOptions = SVGAExporter.Options()
      exportOptions.profile = options.profile
      let bytes = try SVGAExporter(options: exportOptions).encode(lowered, log: &log)
      return Result(files: [File(fileExtension: "svga", bytes: bytes)], timeline: lowered)
    case .webp:
      var exportOptions = WebPExporter.Options()
      exportOptions.encoding = options.encoding
      exportOptions.loopCount = options.loopCount
      exportOptions.threads = options.threads
      let bytes = try WebPExporter(options: exportOptions, limits: limits).encode(timeline, log: &log)
      return Result(files: [File(fileExtension: "webp", bytes: bytes)], timeline: timeline)
    case .png:
      var exportOptions = AtlasExporter.Options()
      exportOptions.name = name
      exportOptions.imageFile = name + ".png"
      exportOptions.threads = options.threads
      let atlas = try AtlasExporter(options: exportOptions, limits: limits).encode(timeline, log: &log)
      return Result(
        files: [File(fileExtension: "png", bytes: atlas.page), File(fileExtension: "json", bytes: atlas.descriptor)],
        timeline: timeline)
    }
  }

  private func timeline(of source: any AnimationSource, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    let info = source.info
    var rate = options.frameRate
    if format == .svga {
      let wanted = options.frameRate ?? info.frameRate
      let legal = Double(SVGAExporter.legalFrameRate(for: wanted))
      if let asked = options.frameRate, asked != legal {
        throw Diagnostic(
          .usageInvalid, "SVGA players cannot play \(asked) frames per second",
          advice: "choose one of \(SVGAExporter.legalFrameRates.map(String.init).joined(separator: ", "))")
      }
      rate = legal
    }
    let sampling = info.sampling(
      of: options.range, frameRate: rate, speed: options.speed, isReversed: options.isReversed)
    var timeline = try source.timeline(sampling, log: &log)
    let canvas = Size(info.canvas.width * options.scale, info.canvas.height * options.scale)
    if options.width != nil || options.height != nil || options.scale != 1 {
      let fit = CanvasFit(canvas: canvas, width: options.width, height: options.height, mode: options.fit)
      try limits.check(width: fit.width, height: fit.height, "the canvas")
      timeline = timeline.mapped(
        by: fit.transform * .scale(options.scale, options.scale),
        canvas: Size(Double(fit.width), Double(fit.height)))
    }
    if let background = options.background { timeline = timeline.over(background: background) }
    return timeline
  }
}
