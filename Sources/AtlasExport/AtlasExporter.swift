public import Compression
public import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
public import TimelineModel
internal import TimelineRendering

/// Writes all frames of a timeline as one PNG page and a descriptor in TexturePacker's JSON hash format.
///
/// Frames are trimmed to what is not transparent; equal ones share a region.
public struct AtlasExporter: AnimationExporter {
  /// Settings of the page: its size, the gaps in it, and how hard it is packed.
  public struct Options: Sendable, Hashable {
    /// Transparent pixels between regions, so that neighbours do not bleed into each other when scaled.
    public var spacing = 2
    /// The longest side of the page in pixels. Graphics hardware of today loads 4096.
    public var maximumSide = 4096
    /// How much time goes into making the page small.
    public var effort = CompressionEffort.normal

    /// The default of each property.
    public init() {}
  }

  /// The longest side of a page in pixels that older graphics hardware loads.
  static let safeSide = 2048

  /// `PNG atlas`.
  public static let formatName = "PNG atlas"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Any frame rate, no sound.
  public var capabilities: ExportCapabilities { ExportCapabilities() }

  /// The page and its descriptor.
  ///
  /// - Throws: `atlas.tooLarge` when the frames do not fit on one page, `limit.exceeded`, `budget.exceeded`,
  ///   `work.cancelled`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let source = try FrameSource(timeline, in: context, log: &log)
    let side = min(options.maximumSide, context.limits.side)
    let frames = try trimmedFrames(of: source, side: side)
    let packing = try packing(of: frames.regions, side: side)
    // The spacing right of the last column and below the last row is not needed.
    let width = packing.width - options.spacing
    let height = packing.height - options.spacing
    try context.limits.check(width: width, height: height, "the page")
    let decodedBytes = width * height * 4
    try context.budget.check(memory: decodedBytes)
    if max(width, height) > Self.safeSide {
      log.add(
        .atlasLarge,
        "the page has \(width) × \(height) pixels; older phones load at most \(Self.safeSide) × \(Self.safeSide)",
        advice: "choose a smaller --scale, or fewer frames with --fps or --frames")
    }
    try context.progress.report("encoding the page")
    var page = Pixmap(width: width, height: height)
    for (region, place) in zip(frames.regions, packing.places) {
      page.copy(region, x: place.x, y: place.y)
    }
    let pageName = context.fileName ?? context.name + ".png"
    let description = AtlasDescription(
      frameName: context.name, pageName: pageName, scale: context.scale.map { $0 * source.fit.transform.a },
      timeline: timeline, frames: frames, places: packing.places, pageWidth: width, pageHeight: height)
    let png = try PNGEncoder.encode(page, colors: Unpremultiplier(of: timeline), effort: options.effort)
    let export = ExportedAnimation(
      files: [
        NamedFile(name: pageName, mediaType: "image/png", bytes: png),
        NamedFile(name: context.name + ".json", mediaType: "application/json", bytes: try description.json()),
      ], decodedBytes: decodedBytes)
    try context.budget.check(bytes: export.fileBytes)
    return export
  }

  /// The smallest page that older hardware loads, or else the smallest of those that are allowed.
  private func packing(of regions: [Pixmap], side: Int) throws(Diagnostic) -> RectanglePacker.Packing {
    let sizes = regions.map { (width: $0.width + options.spacing, height: $0.height + options.spacing) }
    for side in [min(Self.safeSide, side), side] {
      if let packing = RectanglePacker.pack(sizes, maximumSide: side + options.spacing) { return packing }
    }
    throw tooLarge("the frames do not fit on one page of \(side) × \(side) pixels")
  }

  private func tooLarge(_ message: String) -> Diagnostic {
    Diagnostic(
      .atlasTooLarge, message, advice: "choose fewer frames with --fps or --frames, or make them smaller with --scale")
  }

  /// Throws as soon as the frames so far cannot lie on one page.
  private func check(
    _ frames: TrimmedFrames, of count: Int, side: Int, _ limits: Limits
  ) throws(Diagnostic) {
    guard let region = frames.regions.last else { return }
    if max(region.width, region.height) > side {
      throw Diagnostic(
        .atlasTooLarge,
        "a frame has \(region.width) × \(region.height) pixels, more than a page of \(side) × \(side)",
        advice: "make it smaller with --scale, --width or --height")
    }
    if frames.area > min(side * side, limits.pixels) {
      throw tooLarge(
        "the first \(frames.frames.count) of \(count) frames have more pixels than a page of \(side) × \(side)")
    }
  }

  private func trimmedFrames(
    of source: FrameSource, side: Int
  ) throws(Diagnostic) -> TrimmedFrames {
    let (context, count) = (source.context, source.timeline.frameCount)
    var frames = TrimmedFrames(width: source.fit.width, height: source.fit.height)
    try OrderedWork.run(count: count, threads: context.threads, worker: source.painter()) { painter, frame in
      painter.picture(of: frame).trimmed
    } consume: { frame, trimmed throws(Diagnostic) in
      try context.progress.report("drawing frames", frame + 1, of: count)
      frames.append(trimmed.pixmap, x: trimmed.x, y: trimmed.y)
      try check(frames, of: count, side: side, context.limits)
    }
    return frames
  }
}

/// Frames cut to their content, equal ones stored once.
struct TrimmedFrames {
  /// Where a frame's pixels are, and where they lie on the canvas.
  struct Frame {
    var region: Int
    var x: Int
    var y: Int
  }

  let width: Int
  let height: Int
  private(set) var frames: [Frame] = []
  private(set) var regions: [Pixmap] = []
  private(set) var area = 0
  private var known: [Pixmap: Int] = [:]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  mutating func append(_ pixmap: Pixmap, x: Int, y: Int) {
    let region = known[pixmap] ?? regions.count
    if region == regions.count {
      known[pixmap] = region
      regions.append(pixmap)
      area += pixmap.pixels.count
    }
    frames.append(Frame(region: region, x: x, y: y))
  }
}

extension Pixmap {
  /// What is not transparent, and where it lies; one pixel if nothing is.
  fileprivate var trimmed: (pixmap: Pixmap, x: Int, y: Int) {
    var content = contentBounds
    if content.isEmpty { content = PixelRect(x: 0, y: 0, width: 1, height: 1) }
    return (cropped(to: content), content.minX, content.minY)
  }
}
