internal import AtlasExport
public import Compression
public import Diagnostics
public import ImageCodecs
internal import Geometry
public import SVGAFormat
public import TimelineModel
public import TimelineRendering
public import WebPExport

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
    /// How WebP is written; its number of threads counts for nothing.
    public var webp = WebPExporter.Options()
    /// How large a WebP may become; nil for any size.
    public var webpBudget: WebPBudget?
    /// WebP only: the one frame that is written, in the source's frames; nil for an animation.
    public var poster: Double?
    /// Players that must draw an SVGA file right.
    public var profile = SVGAProfile.portable
    /// Factor on the resolution of an SVGA file's bitmaps: those that stand in for what SVGA cannot say, and below 1
    /// the source's, too.
    public var bitmapScale = 1.0
    /// How an SVGA file is packed.
    public var svgaVersion = SVGAVersion.stream
    /// New names for keys by which apps replace pictures of an SVGA file.
    public var keys: [String: String] = [:]
    /// What gives bitmaps of an SVGA file fewer colours; nil to keep all.
    public var quantizer: ColorQuantizer?
    /// What an SVGA file may take; resolution, colours and frame rate are lowered to keep to it.
    public var svgaBudget = SVGABudget()
    /// What an SVGA file may take where `svgaBudget` leaves it open; nothing is lowered to keep to it.
    public var svgaLimits = SVGALimits()
    /// How much time goes into making SVGA and PNG files small.
    public var effort = CompressionEffort.normal
    /// Whether a result in which nothing is ever seen is right, and no finding.
    public var allowsEmpty = false
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
    /// Bytes of the decoded pictures that a player holds in memory: an SVGA file's bitmaps, one frame of a WebP, the page
    /// of an atlas.
    public var decodedBytes: Int
    /// What was given up for a budget.
    public var reductions: [AppliedReduction] = []
  }

  /// A setting that is lower than asked for, because of a budget.
  public struct AppliedReduction: Sendable, Hashable, Encodable {
    /// What was reduced, for example `quality`.
    public var setting: String
    /// What was asked for.
    public var asked: String
    /// What was given.
    public var given: String
  }

  let format: OutputFormat
  let options: Options
  let limits: Limits
  let progress: ProgressReporter

  /// A conversion to a format.
  public init(
    to format: OutputFormat, options: Options = Options(), limits: Limits = Limits(),
    progress: ProgressReporter = .silent
  ) {
    self.format = format
    self.options = options
    self.limits = limits
    self.progress = progress
  }

  /// Converts a source. Nothing is written.
  ///
  /// - Parameter name: What files and frames inside the result are called, without an extension.
  public func run(
    _ source: any AnimationSource, name: String, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    switch format {
    case .svga: return try affordableSVGA(source, log: &log)
    case .webp: return try webp(source, log: &log)
    case .png: return try atlas(source, name: name, log: &log)
    }
  }

  private func atlas(
    _ source: any AnimationSource, name: String, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Result {
    let timeline = try silentTimeline(of: source, log: &log)
    var exportOptions = AtlasExporter.Options()
    exportOptions.name = name
    exportOptions.imageFile = name + ".png"
    exportOptions.effort = options.effort
    exportOptions.threads = options.threads
    exportOptions.scale = placement(of: source.info).map(\.uniformScale) ?? 1
    let atlas = try AtlasExporter(options: exportOptions, limits: limits, progress: progress).encode(
      timeline, log: &log)
    return Result(
      files: [File(fileExtension: "png", bytes: atlas.page), File(fileExtension: "json", bytes: atlas.descriptor)],
      timeline: timeline, decodedBytes: atlas.width * atlas.height * 4)
  }

  /// What is shown, for formats without sound.
  func silentTimeline(
    of source: any AnimationSource, _ reduction: Reduction = Reduction(), log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let timeline = try timeline(of: source, reduction, log: &log)
    if !timeline.audioClips.isEmpty {
      log.add(.timelineAudioDropped, "sounds are left out: \(format == .webp ? "WebP has" : "PNG pictures have") none")
    }
    return timeline
  }

  /// What is shown: the part of the source that is asked for, at its size and rate.
  func timeline(
    of source: any AnimationSource, _ reduction: Reduction = Reduction(), log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let info = source.info
    var rate = options.frameRate
    if format == .svga { rate = try svgaFrameRate(info, log: &log) }
    if format == .webp {
      rate = webpFrameRate(options.frameRate ?? info.frameRate, log: &log) * reduction.frameRate
    }
    var sampling = info.sampling(
      of: options.range, frameRate: rate, speed: options.speed, isReversed: options.isReversed)
    if let poster = options.poster { sampling.times = [poster] }
    var timeline = try source.timeline(sampling, progress: progress, log: &log)
    checkVisible(timeline, log: &log)
    if let placement = placement(of: info, reduction) {
      try limits.check(width: placement.width, height: placement.height, "the canvas")
      timeline = timeline.mapped(
        by: placement.transform, canvas: Size(Double(placement.width), Double(placement.height)))
    }
    if let background = options.background { timeline = timeline.over(background: background) }
    return timeline
  }
}
