internal import KilnCompression
public import KilnDiagnostics
public import KilnExporting
internal import KilnGeometry
public import KilnSVGAFormat
internal import KilnSVGALowering
public import KilnTimeline

/// Encodes lowered timelines as SVGA, in the subset that all players of a profile draw the same.
///
/// A timeline is lowered if it passes `SVGAConformance`. Anything else is refused as a fault of Kiln, and so is a movie
/// that breaks `SVGAPlayerRules`, which ask the same `SVGACapabilities`.
public struct SVGAEncoder: Sendable {
  private let options: SVGAExporter.Options
  private let context: ExportContext

  /// An encoder with the options and limits of one export.
  public init(_ options: SVGAExporter.Options = SVGAExporter.Options(), in context: ExportContext = ExportContext()) {
    self.options = options
    self.context = context
  }

  /// The file for a lowered timeline. The same timeline always gives the same bytes with one version of libdeflate.
  ///
  /// - Throws: As `movie(for:log:)`, and `internal.error` if the movie cannot be serialized.
  public func encode(_ timeline: Timeline, log: inout DiagnosticLog) throws(Diagnostic) -> [UInt8] {
    try movie(for: timeline, log: &log).file(options, log: &log)
  }

  /// The movie for a lowered timeline, before it is packed.
  ///
  /// - Throws: `internal.error` if the timeline is not lowered or the movie breaks the players' rules; `work.cancelled`.
  public func movie(for timeline: Timeline, log: inout DiagnosticLog) throws(Diagnostic) -> SVGAMovieEntity {
    try draft(of: timeline, log: &log).movie
  }

  /// A movie before packing, with the timeline parts that it is made from.
  ///
  /// - Parameters:
  ///   - bitmaps: Files of bitmaps that are packed already.
  ///   - packsBitmaps: Whether all others are packed; else they stay as they are.
  ///   - tolerances: Rounding tolerances in pixels of the canvas, for sprites whose tolerance differs from the
  ///     options'.
  /// - Throws: As `movie(for:log:)`.
  func draft(
    of timeline: Timeline, bitmaps: [ImageID: [UInt8]] = [:], packsBitmaps: Bool = true,
    tolerances: [SpritePosition: Double] = [:], log: inout DiagnosticLog
  ) throws(Diagnostic) -> MovieDraft {
    try SVGAConformance(timeline, options.profile.capabilities).check()
    var movie = SVGAMovieEntity()
    movie.version = SVGAPlayers.version
    movie.params.viewBoxWidth = Float(timeline.canvas.width)
    movie.params.viewBoxHeight = Float(timeline.canvas.height)
    movie.params.fps = Int32(timeline.frameRate)
    movie.params.frames = Int32(clamping: timeline.frameCount)
    let entries = entries(of: timeline)
    var keys = SpriteKeys(entries, log: &log)
    movie.sprites = PathTexts.best { texts in
      entries.enumerated().map { index, entry in
        var options = options
        options.tolerance = tolerances[entry.place] ?? options.tolerance
        var writer = SpriteWriter(timeline, entry.sprite, options: options)
        var sprite = writer.entity(key: keys.spriteKeys[index], &texts)
        if let matte = entry.matte { sprite.matteKey = keys.spriteKeys[matte] }
        return sprite
      }
    }
    for (key, image) in keys.images { movie.setImageBytes(bitmaps[image] ?? timeline[image].bytes, forKey: key) }
    AudioWriter.add(timeline.audioClips, keys: &keys, to: &movie)
    if packsBitmaps {
      let packed = Set(keys.images.filter { bitmaps[$0.value] != nil }.keys)
      try BitmapOptimizer(options, in: context).optimize(&movie, except: packed, log: &log)
    }
    if !timeline.markers.isEmpty { log.add(.svgaMarkersDropped, "markers are left out: SVGA has none") }
    let violations = SVGAPlayerRules.violations(
      in: movie, profile: options.profile, rounding: max(options.tolerance, tolerances.values.max() ?? 0))
    guard violations.isEmpty else {
      throw Diagnostic(.internalError, "the movie breaks the players' rules: \(violations.joined(separator: "; "))")
    }
    return MovieDraft(movie: movie, places: entries.map(\.place), images: keys.images)
  }

  /// Approximate bytes of the sprites of a movie in its file, without its bitmaps and sounds.
  ///
  /// - Throws: `internal.error` if the movie cannot be serialized.
  func packedSprites(of movie: SVGAMovieEntity) throws(Diagnostic) -> Int {
    var sprites = movie
    sprites.images = [:]
    return try SVGAContainer.write(sprites, effort: .light).count
  }

  /// Names of layers by the keys that `movie` gives to their sprites and bitmaps. A bitmap that several layers show counts
  /// for the first.
  public func layersByKey(of timeline: Timeline) -> [String: [String]] {
    var log = DiagnosticLog()
    let entries = entries(of: timeline)
    let keys = SpriteKeys(entries, log: &log)
    var layers: [String: [String]] = [:]
    for (key, entry) in zip(keys.spriteKeys, entries) {
      for name in [key, String(key.dropLast(entry.isMatte ? SVGAPlayers.matteSuffix.count : 0))] {
        layers[name] = layers[name] ?? entry.sprite.layers
      }
    }
    return layers
  }

  private func entries(of timeline: Timeline) -> [MovieOrder.Entry] {
    var entries = MovieOrder(timeline).entries
    for (index, sprite) in timeline.mergingEqualImages(entries.map(\.sprite)).enumerated() {
      entries[index].sprite = sprite
    }
    return entries
  }
}

/// A movie before packing, with the timeline parts that it is made from.
struct MovieDraft {
  /// The movie, before it is packed.
  var movie: SVGAMovieEntity
  /// Position in the timeline of each sprite of the movie.
  var places: [SpritePosition]
  /// The images of the timeline by the keys of their files.
  var images: [String: ImageID]
}
