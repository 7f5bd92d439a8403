public import KilnCompression
public import KilnDiagnostics
internal import KilnPNG
public import KilnExporting
internal import KilnPixels
public import KilnTimeline
internal import KilnRendering

/// Writes every frame of a timeline as a PNG file in a folder: `NAME/0000.png`, `NAME/0001.png` and so on.
///
/// Equal frames are written, too: what plays a sequence needs every number.
public struct FrameSequenceExporter: AnimationExporter {
  /// Settings of PNG sequences.
  public struct Options: Sendable, Hashable {
    /// Compression effort. It does not change the pixels.
    public var effort = CompressionEffort.normal

    /// The default of each property.
    public init() {}
  }

  /// `PNG sequence`.
  public static let formatName = "PNG sequence"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// A sequence has no rate of its own.
  public var capabilities: ExportCapabilities { ExportCapabilities() }

  /// In each thread the canvas, the frame before, straight colours, rows and filtered rows.
  private static let memory = MemoryPerPixel(shared: 4, perThread: 36)

  /// The files, in the order of the frames.
  ///
  /// - Throws: `work.cancelled`, `limit.exceeded` if the canvas is too large, `budget.exceeded`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let source = try FrameSource(timeline, in: context, memory: Self.memory, log: &log)
    let count = timeline.frameCount
    // Players of sequences hold all frames.
    let memory = source.fit.decodedBytes * count
    try source.context.budget.check(memory: memory)
    let encoder = FrameEncoder(
      painter: source.painter(), colors: Unpremultiplier(of: timeline), effort: options.effort,
      totalPixels: source.fit.width * source.fit.height * count)
    let digits = max(4, String(count - 1).count)
    var files: [NamedFile] = []
    var size = 0
    try context.progress.report("encoding frames", 0, of: count)
    try OrderedWork.run(count: count, threads: source.context.threads, worker: encoder) {
      encoder, frame throws(Diagnostic) in
      try encoder.encode(frame)
    } consume: { frame, bytes throws(Diagnostic) in
      try context.progress.report("encoding frames", frame + 1, of: count)
      size += bytes.count
      try source.context.budget.check(bytes: size)
      let number = String(frame)
      let name = String(repeating: "0", count: digits - number.count) + number
      files.append(NamedFile(name: "\(context.name)/\(name).png", mediaType: "image/png", bytes: bytes))
    }
    return ExportedAnimation(files: files, decodedBytes: memory)
  }
}

/// Encodes frames as PNG. Each thread needs a copy.
private struct FrameEncoder: Sendable {
  var painter: FramePainter
  let colors: Unpremultiplier
  let effort: CompressionEffort
  let totalPixels: Int
  /// The frame that was encoded last.
  private var last: (picture: Pixmap, bytes: [UInt8])?

  init(painter: FramePainter, colors: Unpremultiplier, effort: CompressionEffort, totalPixels: Int) {
    self.painter = painter
    self.colors = colors
    self.effort = effort
    self.totalPixels = totalPixels
  }

  mutating func encode(_ frame: Int) throws(Diagnostic) -> [UInt8] {
    let picture = painter.picture(of: frame)
    if let last, last.picture == picture { return last.bytes }
    let bytes = try PNGEncoder.encode(frame: picture, colors: colors, effort: effort, totalPixels: totalPixels)
    last = (picture, bytes)
    return bytes
  }
}
