public import KilnDiagnostics
public import KilnExporting
internal import KilnGeometry
internal import KilnImages
internal import KilnPixels
public import KilnTimeline
internal import KilnRendering

/// Writes a timeline as animated WebP.
///
/// Each frame stores the rectangle that changed since the one before; frames without change lengthen it. The sum of
/// all durations is the animation's length, rounded to a millisecond once and not at every frame.
public struct WebPExporter: AnimationExporter {
  /// `WebP`.
  public static let formatName = "WebP"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Any frame rate that viewers keep, no sound.
  public var capabilities: ExportCapabilities {
    ExportCapabilities(frameRates: options.compatibility.frameRates, isAnimated: !options.isStill)
  }

  /// In each thread the canvas, its copy in the viewer, subframes, and what an encoder holds of the one that it works
  /// on.
  static let memory = MemoryPerPixel(shared: 4, perThread: 44)

  /// An animated WebP file or, of a still, a plain one of the first frame.
  ///
  /// - Throws: `limit.exceeded`, also for a canvas with more than WebP's 16383 pixels a side; `budget.exceeded`;
  ///   `work.cancelled`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let source = try FrameSource(timeline, in: context, memory: Self.memory, log: &log)
    try context.budget.check(memory: source.fit.decodedBytes)
    let encoding = WebPEncoding(options: options, source: source)
    let bytes = try options.isStill ? encoding.still() : encoding.animation()
    let file = NamedFile(
      name: context.fileName ?? context.name + ".webp", mediaType: "image/webp", bytes: bytes)
    return ExportedAnimation(files: [file], decodedBytes: source.fit.decodedBytes)
  }
}

/// Encodes one timeline as a WebP file.
struct WebPEncoding {
  let options: WebPExporter.Options
  let source: FrameSource

  private var timeline: Timeline { source.timeline }
  var context: ExportContext { source.context }
  private var fit: CanvasFit { source.fit }

  /// The animated file.
  ///
  /// - Throws: `limit.exceeded`, `budget.exceeded`, `work.cancelled`.
  func animation() throws(Diagnostic) -> [UInt8] {
    let counter = try counter("encoding frames")
    var assembly = try WebPAssembly(width: fit.width, height: fit.height, loopCount: options.loopCount)
    // Ends before the file is joined, when its parts and the whole are in memory.
    try WebPFrameEncoder.keepingMemory(pixelCount: fit.width * fit.height) { () throws(Diagnostic) in
      try encodeFrames(into: &assembly, counter)
    }
    let file = try assembly.finish()
    try context.budget.check(bytes: file.count)
    return file
  }

  /// Appends all frames to a file.
  private func encodeFrames(into assembly: inout WebPAssembly, _ counter: FrameCounter) throws(Diagnostic) {
    let encoder = try animationEncoder()
    var size = 0
    let runs = FrameRuns(frameCount: timeline.frameCount)
    try OrderedWork.run(
      count: runs.count, threads: context.threads, worker: runEncoder(encoder)
    ) { worker, run throws(Diagnostic) in
      try worker.encode(runs[run], counter)
    } consume: { run, subframes throws(Diagnostic) in
      for (offset, subframe) in subframes.enumerated() {
        try assembly.append(
          subframe, milliseconds: timeline.milliseconds(ofFrame: runs[run].lowerBound + offset))
        // In the file a frame takes no less than alone.
        size += subframe?.bytes.count ?? 0
        try context.budget.check(bytes: size)
      }
    }
  }

  /// The form encoder for frames of this animation.
  var formEncoder: FormEncoder { FormEncoder(effort: options.effort, colors: Unpremultiplier(of: timeline)) }

  /// All frames as they are stored, not yet encoded.
  ///
  /// - Throws: `work.cancelled`.
  func plannedFrames() throws(Diagnostic) -> PlannedFrames {
    if options.isStill {
      let picture = source.picture(of: 0)
      return PlannedFrames(still: Subframe(rect: picture.bounds, pixels: picture), planner)
    }
    return try PlannedFrames(planner, source.fit, frameCount: timeline.frameCount, in: context)
  }

  /// A counter of frames, which reports each.
  ///
  /// - Throws: `work.cancelled`.
  func counter(_ activity: String, of count: Int? = nil) throws(Diagnostic) -> FrameCounter {
    try FrameCounter(activity, of: count ?? timeline.frameCount, context.progress)
  }

  /// The file of encoded frames; nil for frames in which nothing changes.
  ///
  /// - Throws: `internal.error`.
  func file(of subframes: [EncodedSubframe?]) throws(Diagnostic) -> [UInt8] {
    if options.isStill { return subframes.first??.bytes ?? [] }
    var assembly = try WebPAssembly(width: fit.width, height: fit.height, loopCount: options.loopCount)
    for (number, subframe) in subframes.enumerated() {
      try assembly.append(subframe, milliseconds: timeline.milliseconds(ofFrame: number))
    }
    return try assembly.finish()
  }

  /// A still image of the first frame.
  ///
  /// - Throws: `limit.exceeded`, `budget.exceeded`.
  func still() throws(Diagnostic) -> [UInt8] {
    let picture = source.picture(of: 0)
    let subframe = Subframe(rect: picture.bounds, pixels: picture)
    let file = try encoder.encode([subframe])?.bytes ?? []
    try context.budget.check(bytes: file.count)
    return file
  }

  /// The encoder for all frames: for mixed files, with the codecs that a few of them show to be useful.
  private func animationEncoder() throws(Diagnostic) -> SubframeEncoder {
    var encoder = encoder
    guard options.codec == .mixed else { return encoder }
    var probe = runEncoder(encoder)
    encoder.codecs = try probe.usefulCodecs(frameCount: timeline.frameCount)
    return encoder
  }

  private var encoder: SubframeEncoder {
    var encoder = options.encoder
    encoder.colors = Unpremultiplier(of: timeline)
    return encoder
  }

  /// Draws and plans frames.
  var planner: RunEncoder { runEncoder(encoder) }

  private func runEncoder(_ encoder: SubframeEncoder) -> RunEncoder {
    RunEncoder(
      renderer: source.renderer, fit: fit, encoder: encoder, allowsBlending: options.allowsBlending,
      keyFrameInterval: options.keyFrameInterval)
  }
}
