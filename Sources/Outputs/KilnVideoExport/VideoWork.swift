internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline
internal import KilnVideo

/// The frames of one variant of an animation, ready to be encoded at any quality.
struct VideoWork {
  /// An encoded video.
  struct Encoded {
    var bytes: [UInt8]
    /// 1 − SSIM of the samples that were decoded again.
    var loss: Double
    /// Whether a frame has pixels that are not opaque.
    var isTranslucent: Bool
  }

  let options: VideoExporter.Options
  let source: FrameSource
  let areas: VideoAreas
  private let ffmpeg: FFmpeg
  private let sound: SoundSamples
  /// nil without slots.
  private let slots: SlotPlan?

  /// The drawn picture, its samples in an area of alpha, and frames of bytes, of which each thread waits with four.
  private static let memory = MemoryPerPixel(shared: 96, perThread: 96)

  /// Prepares the frames, and mixes the sounds.
  ///
  /// - Throws: `program.missing`, `program.old`, `limit.exceeded`, `work.cancelled`.
  init(
    _ options: VideoExporter.Options, _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    ffmpeg = try FFmpeg()
    self.options = options
    slots = try options.isVAP ? SlotPlan(options.slots, timeline, context.limits, log: &log) : nil
    var memory = Self.memory
    memory.perThread += 8 * (slots?.motions.count ?? 0)
    source = try FrameSource(slots?.base ?? timeline, in: context, memory: memory, log: &log)
    let placement = options.container == .mp4 ? options.alpha : .none
    areas =
      slots?.areas.areas ?? VideoAreas(width: source.fit.width, height: source.fit.height, alpha: placement)
    try source.context.limits.check(width: areas.videoWidth, height: areas.videoHeight, "the video")
    sound =
      options.keepsSound
      ? try SoundMix(timeline, ffmpeg, source.context.limits, source.context.progress).samples(log: &log)
      : SoundSamples()
    if options.isVAP, areas.longestSide > VideoAreas.safeSide {
      log.add(
        .videoSize,
        "the video has \(areas.videoWidth) × \(areas.videoHeight) pixels, with alpha at half of its size; some phones decode no "
          + "more than \(VideoAreas.safeSide) a side")
    }
    if !options.isVAP, source.fit.width % 2 + source.fit.height % 2 > 0 {
      let (width, height) = (source.fit.width, source.fit.height)
      log.add(
        .videoPadded, "\(width) × \(height) pixels became \(width + width % 2) × \(height + height % 2)")
    }
  }

  /// Bytes of a decoded frame.
  var decodedBytes: Int { areas.videoWidth * areas.videoHeight * 4 }

  private var frameCount: Int { source.timeline.frameCount }

  private func encoding(_ rateFactor: Double) -> VideoEncoding {
    let codec: VideoEncoding.Codec =
      switch options.container {
      case .mp4: .h264(rateFactor: rateFactor)
      case .webm: .vp9(rateFactor: Int(clamping: rateFactor.rounded(), to: 0...63))
      case .mov: .prores
      }
    var encoding = VideoEncoding(
      codec: codec, width: areas.videoWidth, height: areas.videoHeight, frameRate: source.timeline.frameRate)
    encoding.sound = sound
    return encoding
  }

  /// Draws and encodes all frames, and looks at some of them.
  ///
  /// - Throws: `program.failed`, `program.stuck`, `output.diskFull`, `video.unlike`, `work.cancelled`.
  func encode(_ rateFactor: Double) throws(Diagnostic) -> Encoded {
    let encoding = encoding(rateFactor)
    let progress = source.context.progress
    let count = frameCount
    try progress.report("encoding frames", 0, of: count)
    var done = 0
    let encoder = try VideoEncoder(ffmpeg, encoding) { [progress] () throws(Diagnostic) in
      try progress.report("encoding frames", done, of: count)
    }
    var proof = VideoProof(encoding, frameCount: count)
    var isTranslucent = false
    let worker = FrameWorker(source, areas, slots, hasAlphaChannel: encoding.bytesPerPixel == 4)
    try OrderedWork.run(count: count, threads: source.context.threads, waiting: 2, worker: worker) { worker, frame in
      worker.frame(frame)
    } consume: { index, frame throws(Diagnostic) in
      try encoder.append(frame.bytes)
      proof.note(frame.bytes, at: index)
      if frame.isTranslucent { isTranslucent = true }
      done = index + 1
      try progress.report("encoding frames", done, of: count)
    }
    var bytes = try encoder.finish()
    if options.container != .webm {
      bytes = try MP4File(bytes).arranged(adding: configuration?.box ?? [])
    }
    let loss = try proof.check(bytes, options.container, ffmpeg, progress)
    return Encoded(bytes: bytes, loss: loss, isTranslucent: isTranslucent)
  }

  /// What a VAP file says of itself; nil for other videos.
  private var configuration: VAPConfiguration? {
    guard options.isVAP else { return nil }
    let rate = Int(clamping: source.timeline.frameRate.rounded(), to: 1...60)
    var configuration = VAPConfiguration(areas: areas, frameCount: frameCount, frameRate: rate)
    slots?.add(to: &configuration)
    return configuration
  }

  /// The files of an encoded video.
  func files(_ encoded: Encoded) -> [NamedFile] {
    let context = source.context
    let name = context.fileName ?? "\(context.name).\(options.container.rawValue)"
    var files = [NamedFile(name: name, mediaType: mediaType, bytes: encoded.bytes)]
    if let configuration {
      files.append(
        NamedFile(name: context.name + ".vapc.json", mediaType: "application/json", bytes: configuration.json))
    }
    return files
  }

  /// Type of the file, with parameters for whoever reads it back: what the file itself does not say.
  private var mediaType: String {
    switch options.container {
    case .mp4 where options.isVAP: return "video/mp4"
    case .mp4: return "video/mp4; alpha=\(options.alpha.rawValue); \(size)"
    case .webm: return "video/webm; \(size)"
    case .mov: return "video/quicktime; \(size)"
    }
  }

  /// Columns and rows of what is shown, without those that were added.
  private var size: String { "width=\(source.fit.width); height=\(source.fit.height)" }

  /// Adds the findings about an encoded video.
  func report(_ encoded: Encoded, log: inout DiagnosticLog) {
    guard options.container == .mp4, options.alpha == .none, encoded.isTranslucent else { return }
    log.add(.videoAlpha, "the animation is transparent in places, and the video has no alpha")
  }
}

/// Renderer of frames as bytes of a video. Each thread needs a copy.
private struct FrameWorker: Sendable {
  struct Frame: Sendable {
    var bytes: [UInt8]
    var isTranslucent: Bool
  }

  private var painter: FramePainter
  private var composer: FrameComposer
  /// For codecs with alpha; nil for areas.
  private let colors: Unpremultiplier?
  private let areas: VideoAreas
  private var last: Frame?
  /// nil without slots.
  private var masks: SlotMasks?

  init(_ source: FrameSource, _ areas: VideoAreas, _ slots: SlotPlan?, hasAlphaChannel: Bool) {
    masks = slots.map { SlotMasks($0, source) }
    painter = source.painter()
    composer = FrameComposer(areas)
    colors = hasAlphaChannel ? Unpremultiplier(of: source.timeline) : nil
    self.areas = areas
  }

  mutating func frame(_ index: Int) -> Frame {
    if let last, masks == nil, painter.holds(index) { return last }
    let picture = painter.picture(of: index)
    var bytes = colors.map { straightBytes(of: picture, $0) } ?? composer.frame(of: picture)
    masks?.draw(index, into: &bytes)
    let frame = Frame(bytes: bytes, isTranslucent: picture.pixels.contains { $0 >> 24 < 255 })
    last = frame
    return frame
  }

  /// Red, green, blue and alpha of each pixel, with transparent columns and rows up to the size of the video.
  private func straightBytes(of picture: Pixmap, _ colors: Unpremultiplier) -> [UInt8] {
    let straight = colors.straight(picture.pixels)
    var bytes = [UInt8](repeating: 0, count: areas.videoWidth * areas.videoHeight * 4)
    for y in 0..<picture.height {
      var place = y * areas.videoWidth * 4
      for pixel in straight[y * picture.width..<(y + 1) * picture.width] {
        bytes[place] = UInt8(truncatingIfNeeded: pixel)
        bytes[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
        bytes[place + 2] = UInt8(truncatingIfNeeded: pixel >> 16)
        bytes[place + 3] = UInt8(truncatingIfNeeded: pixel >> 24)
        place += 4
      }
    }
    return bytes
  }
}
