public import KilnDiagnostics
public import KilnExporting
internal import KilnSVGAFormat
internal import KilnSVGALowering
public import KilnTimeline

/// Writes timelines as SVGA files: lowers them to what SVGA players draw, and encodes that.
public struct SVGAExporter: AnimationExporter {
  /// `SVGA`.
  public static let formatName = "SVGA"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// Frame rates that every player keeps, and sound.
  public var capabilities: ExportCapabilities {
    // SVGA 1.x has no sound; the encoder says so, with the reason.
    ExportCapabilities(
      frameRates: .oneOf(options.profile.capabilities.frameRates), hasSound: true, isResizable: false)
  }

  /// An SVGA file.
  ///
  /// - Throws: `usage.invalid` for keys that cannot be renamed, `limit.exceeded`, `work.cancelled`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let bounds = SVGABounds(options, in: context)
    let lowered: Timeline
    do throws(Diagnostic) {
      lowered = try lower(timeline, memory: bounds.memory, context, log: &log)
    } catch {
      guard error.rule == .loweringMemory else { throw error }
      return ExportedAnimation(files: [], decodedBytes: .max, excess: bounds.memoryRefusal(error))
    }
    // A movie that is known to take too much memory need not be encoded.
    if let excess = try bounds.excess(memory: lowered.decodedBytes, costs: { LayerCosts(images: lowered) }) {
      return ExportedAnimation(files: [], decodedBytes: lowered.decodedBytes, excess: excess)
    }
    let encoder = SVGAEncoder(options, in: context)
    let movie = try encoder.movie(for: lowered, log: &log)
    let packed = PackedMovie(
      bytes: try movie.file(options, log: &log), decodedBytes: lowered.decodedBytes, origin: (lowered, encoder, movie))
    return try checked(packed, in: context, log: &log)
  }

  /// The source's file made smaller; nil if it has another format, or other bitmaps are asked for than the source's.
  ///
  /// - Throws: `usage.invalid` for keys that cannot be renamed, `limit.exceeded`, `work.cancelled`.
  public func repack(in context: ExportContext, log: inout DiagnosticLog) throws(Diagnostic) -> ExportedAnimation? {
    guard let source = context.source, source.mediaType == SVGAContainer.mediaType, options.bitmapScale == 1 else {
      return nil
    }
    let bytes = try optimize(source.bytes, in: context, log: &log)
    return try checked(PackedMovie(bytes: bytes, decodedBytes: source.decodedBytes), in: context, log: &log)
  }

  /// A finished movie, with a finding if it is too large, or a warning if it is large.
  func checked(
    _ movie: PackedMovie, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let bounds = SVGABounds(options, in: context)
    let excess = try bounds.excess(movie)
    if excess == nil { try bounds.warn(of: movie, log: &log) }
    let file = NamedFile(
      name: context.fileName ?? context.name + ".svga", mediaType: SVGAContainer.mediaType, bytes: movie.bytes)
    // A file that is too large in memory alone need not be kept.
    let isKept = excess == nil || movie.bytes.count > bounds.bytes ?? .max
    return ExportedAnimation(files: isKept ? [file] : [], decodedBytes: movie.decodedBytes, excess: excess)
  }

  /// The timeline with the keys that are asked for.
  private func renamingKeys(of timeline: Timeline) throws(Diagnostic) -> Timeline {
    guard !options.keys.isEmpty else { return timeline }
    try options.checkKeys(known: timeline.replacementKeys)
    return timeline.renamingKeys(options.keys)
  }

  /// The timeline as SVGA can draw it, with bitmaps of the resolution and the keys that are asked for.
  func lower(
    _ timeline: Timeline, memory: Int?, _ context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    let timeline = try PlayableSounds.prepared(timeline, context.limits, context.progress, log: &log)
    // Texts have keys only once they are lowered.
    let namesTexts = options.textForm == .bitmap
    let named = namesTexts ? timeline : try renamingKeys(of: timeline)
    var loweringOptions = SVGALowerer.Options()
    loweringOptions.drawsTextAsBitmaps = namesTexts
    loweringOptions.capabilities = options.profile.capabilities
    loweringOptions.bitmapScale = options.bitmapScale
    loweringOptions.bitmapMemory = memory
    loweringOptions.playingTime = options.playingTime
    loweringOptions.threads = context.threads
    let lowerer = SVGALowerer(named, options: loweringOptions, limits: context.limits, progress: context.progress)
    var lowered = try lowerer.lowered(log: &log)
    if namesTexts { lowered = try renamingKeys(of: lowered) }
    lowered = SpriteJoiner(lowered, options.profile.capabilities, limits: context.limits).joined(log: &log)
    guard options.bitmapScale < 1 else { return lowered }
    return try ImageShrinker(lowered, scale: options.bitmapScale, limits: context.limits).shrunk()
  }

  /// The same movie in a smaller file; the file itself if it cannot be smaller and all players show it alike.
  private func optimize(
    _ file: [UInt8], in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8] {
    var movie = try SVGAContainer.read(file, limits: context.limits)
    let isChanged = movie.makePortable(limits: context.limits, log: &log)
    if !options.keys.isEmpty {
      try options.checkKeys(known: movie.pictureKeys, sounds: movie.soundKeys)
      movie.renameKeys(options.keys)
    }
    let smaller = try MovieOptimizer(options, in: context).optimized(movie, log: &log).file(options, log: &log)
    guard file.count <= smaller.count else { return smaller }
    let isAsAsked =
      !isChanged && options.keys.isEmpty && options.version == .stream && SVGAContainer.isPortableStream(file)
    if isAsAsked { return file }
    guard file.count < smaller.count else { return smaller }
    log.add(
      .svgaFileGrown, "the file has \(smaller.count) bytes, more than the \(file.count) of its source",
      advice: SVGAContainer.isStream(file) || options.version == .archive
        ? nil
        : "SVGA 2.x stores a bitmap for each of its keys, SVGA 1.x once: use fewer keys, or \(Choice.archive)")
    return smaller
  }
}
