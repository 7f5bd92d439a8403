public import KilnDiagnostics
public import KilnGeometry
public import KilnSVGAFormat
public import KilnTimeline

/// An SVGA file, read and evaluated once, ready to be sampled at any times.
///
/// If players disagree, the file is interpreted as on iOS and Android, and a note in the log reports it, unless the drawing of one
/// player is asked for.
public struct SVGASource: AnimationSource {
  /// Metadata of the file.
  public let info: AnimationInfo
  /// The file that was read; its decoded bytes are those of the pictures that are drawn.
  public var file: SourceFile? {
    SourceFile(
      mediaType: SVGAContainer.mediaType, bytes: bytes,
      decodedBytes: tables.images.decodedBytes)
  }
  private let bytes: [UInt8]
  /// In the order of the file; none if the player draws nothing.
  private let tracks: [SpriteTrack]
  private let drawing: PlayerDrawing
  private let sounds: [AudioTrack]
  private let tables: MovieTables
  private let limits: Limits

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - player: The player whose drawing is reproduced, faults included; nil for what iOS and Android agree on.
  ///   - checksImages: Whether bitmaps whose pixels are damaged count as such that cannot be decoded; else that is noticed when
  ///     they are drawn.
  ///   - standIn: Replacement of a bitmap that cannot be decoded: the bytes of an image for a key and a size; by
  ///     default nothing is drawn.
  /// - Throws: Errors of `SVGAContainer.read`, and those of `TimelineBuilder` for canvas, frame rate and length.
  public init(
    bytes: [UInt8], player: SVGAPlayer? = nil, limits: Limits = Limits(), checksImages: Bool = false,
    standIn: @escaping (_ key: String, _ size: Size) throws(Diagnostic) -> [UInt8]? = { _, _ in nil },
    log: inout DiagnosticLog
  ) throws(Diagnostic) {
    try limits.check(bytes.count, atMost: .inputBytes, "the file's number of bytes")
    let bytes = try SVGAContainer.unpacked(bytes, limits: limits, log: &log)
    let movie = try SVGAContainer.read(bytes, limits: limits, log: &log)
    let isText = try SVGAContainer.isText(bytes, limits: limits)
    drawing = player.map { PlayerDrawing($0, isText: isText) } ?? .agreed
    var info = AnimationInfo(movie, log: &log)
    if drawing.truncatesCanvas {
      info.canvas = Size(max(1, info.canvas.width.rounded(.down)), max(1, info.canvas.height.rounded(.down)))
    }
    // The builder refuses a canvas, rate or length that no timeline can have.
    _ = try TimelineBuilder(
      canvas: info.canvas, frameRate: info.frameRate, frameCount: info.frameCount, limits: limits)
    var evaluator = SpriteEvaluator(
      MovieImages(movie, drawing, isText: isText, limits: limits, checksPixels: checksImages, standIn: standIn),
      drawing,
      isStream: SVGAContainer.isStream(bytes), isText: isText)
    var tracks: [SpriteTrack] = []
    for (index, sprite) in movie.sprites.enumerated() {
      tracks.append(try evaluator.track(sprite, SpriteOrigin(sprite, at: index), frameCount: info.frameCount))
    }
    self.bytes = bytes
    self.tables = evaluator.tables
    self.limits = limits
    let sounds = AudioTrack.tracks(of: movie, log: &log)
    info.hasSound = !sounds.isEmpty
    self.info = info
    self.sounds = sounds
    evaluator.findings.report(to: &log, withNotes: player == nil)
    log.add(contentsOf: evaluator.images.log)
    if let player {
      let reason = drawing.refusal(
        of: movie, isArchive: !SVGAContainer.isStream(bytes), unreadable: evaluator.images.unreadableKeys)
      self.tracks = reason == nil ? tracks : []
      log.add(failuresOf: player, tracks, frameCount: info.frameCount, refusal: reason)
    } else {
      self.tracks = tracks
      movie.reportDropped(to: &log)
    }
  }

  /// The timeline with, for each sample time, the frame of the file that is on screen then.
  ///
  /// - Throws: `limit.exceeded`, or `work.cancelled` from `progress`.
  public func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    try progress.report("baking sprites")
    let builder = try TimelineBuilder(
      canvas: info.canvas, frameRate: sampling.frameRate, frameCount: sampling.times.count, limits: limits)
    var sampler = try TimelineSampler(
      tables, drawing, canvas: info.canvas, indices: sampling.times.map(frameIndex), builder: builder)
    sampler.builder.sourceTimes = sampling.times
    try sampler.add(tracks)
    sampler.builder.audioClips = audioClips(sampling, log: &log)
    return sampler.builder.build(log: &log)
  }

  /// The audible parts of the sounds; none if they are not wanted or the sampling changes the speed.
  private func audioClips(_ sampling: FrameSampling, log: inout DiagnosticLog) -> [AudioClip] {
    guard !sounds.isEmpty, sampling.takesSound(of: info.frameRate, log: &log) else { return [] }
    return sounds.compactMap { $0.clip(at: sampling.times, frameRate: info.frameRate) }
  }

  /// The frame on screen at a time. Times come from divisions, so one just short of a frame belongs to it.
  private func frameIndex(at time: Double) -> Int {
    let index = Int(exactly: (time + 1e-6).rounded(.down)) ?? 0
    return max(0, min(info.frameCount - 1, index))
  }
}

extension AnimationInfo {
  fileprivate init(_ movie: SVGAMovieEntity, log: inout DiagnosticLog) {
    let params = movie.params
    var frameRate = Int(params.fps)
    if frameRate <= 0 {
      frameRate = SVGAPlayers.assumedFrameRate
      log.add(.svgaFrameRateMissing, String(Rule.svgaFrameRateMissing.summary.dropLast()))
    }
    if !SVGAProfile.portable.capabilities.frameRates.contains(frameRate) {
      log.add(.svgaFrameRateUneven, String(Rule.svgaFrameRateUneven.summary.dropLast()))
    }
    self.init(
      format: "svga", canvas: Size(Double(params.viewBoxWidth), Double(params.viewBoxHeight)),
      frameRate: Double(frameRate), times: 0...Double(max(0, Int(params.frames) - 1)), frameCount: Int(params.frames))
  }
}

extension SpriteOrigin {
  /// A sprite of a movie.
  fileprivate convenience init(_ sprite: SVGASpriteEntity, at index: Int) {
    let name = sprite.name(at: index)
    self.init(DocumentPath.Layer(name: name), named: name, at: index, of: "/sprites")
  }
}

extension SVGASpriteEntity {
  /// Whether the sprite is a matte.
  var isMatte: Bool { imageKey.hasSuffix(SVGAPlayers.matteSuffix) }

  /// Name of the sprite in messages and in the timeline.
  fileprivate func name(at index: Int) -> String { imageKey.isEmpty ? "sprite \(index)" : imageKey }
}

extension SVGAMovieEntity {
  /// Reports what the timeline does not hold.
  fileprivate func reportDropped(to log: inout DiagnosticLog) {
    let mattes = Set(sprites.filter(\.isMatte).map(\.imageKey))
    let uncut = sprites.enumerated().filter { !$1.isMatte && !$1.matteKey.isEmpty && !mattes.contains($1.matteKey) }
    if !uncut.isEmpty {
      let names = Self.list(uncut.map { $1.name(at: $0) })
      log.add(.svgaMatteMissing, "drawn whole, because the matte does not exist: \(names)")
    }
    if !mattes.isEmpty { log.add(.svgaMattePlayers, Rule.svgaMattePlayers.summary) }
  }

  /// Names in quotes; of many only the first.
  private static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(5).map { "\"\($0)\"" }.joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }
}
