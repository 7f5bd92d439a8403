internal import KilnSVGALowering
internal import KilnTimeline

/// Savings and losses from fewer and coarser outlines of one sprite.
///
/// Outlines are its shapes, or the clips of its bitmap. One that hardly differs from that of the frame before is left as
/// it was there; and numbers are rounded to larger steps. Motion by transforms stays.
struct OutlineLadder: Sendable {
  /// A way to write the outlines: a rounding and a hold.
  struct Form: Hashable, Sendable {
    /// Index in `roundings`.
    var rounding = 0
    /// Index in `holds`.
    var hold = 0
  }

  /// Factors on the tolerance of numbers.
  static let roundings = [1.0, 2, 5, 20]
  /// Condition for writing the next outline.
  struct Hold: Sendable {
    /// Mean distance, in pixels, that an outline may be off.
    var distance: Double
    /// Frames for which an outline is shown at least, however far it is off.
    var frames = 1
  }

  static let holds: [Hold] =
    [0.0, 0.15, 0.3, 0.6, 1.2, 2.5, 5].map { Hold(distance: $0) }
    + [2, 3, 4, 6, 9, 12].map { Hold(distance: 0.6, frames: $0) }

  /// Factor on the tolerance of sprites that only move: with more, motion is seen to jump.
  private static let coarsestMotion = 5.0
  /// Size in bytes from which a sprite is considered.
  private static let leastBytes = 256

  /// Bytes of the sprite as it is, deflated alone.
  let plainBytes: Int
  private var bytes: [Form: Int] = [:]
  private var losses: [Form: Double] = [:]
  /// For each hold, the source frame of each frame's outline.
  private(set) var sources: [[Int]] = []
  /// Whether held frames keep the transform, too.
  let holdsTransforms: Bool

  /// - Parameters:
  ///   - cache: Outlines that were read before.
  ///   - tolerance: Maximum distance by which rounding moves a point, in pixels.
  ///   - bitmap: Ladder of the bitmap that the sprite draws, if it draws one.
  init(
    _ sprite: Sprite, at place: SpritePosition, bytes plainBytes: Int, of timeline: Timeline, _ areas: VisibleAreas,
    tolerance: Double, bitmap: BitmapLadder? = nil, _ cache: inout DrawnOutlineCache
  ) {
    self.plainBytes = plainBytes
    bytes[Form()] = plainBytes
    losses[Form()] = 0
    let frames = OutlineTrack.frames(of: sprite)
    guard plainBytes >= Self.leastBytes, !frames.isEmpty else {
      holdsTransforms = false
      if plainBytes >= Self.leastBytes { modelMotion(of: sprite, at: place, timeline, areas, tolerance: tolerance) }
      return
    }
    let track = OutlineTrack(sprite, at: place, frames, of: timeline, areas, bitmap: bitmap, &cache)
    holdsTransforms = track.holdsTransforms
    let costs = OutlineCosts(track, plainBytes: plainBytes, tolerance: tolerance)
    var last: [Int] = []
    for (hold, limit) in Self.holds.enumerated() {
      let held = track.held(limit)
      sources.append(Self.filled(held.map { frames[$0] }, frames, count: sprite.frames.count))
      guard held != last else { continue }
      last = held
      let stepErrors = track.stepErrors(sources: held)
      for (rounding, factor) in Self.roundings.enumerated() where hold > 0 || rounding > 0 {
        let form = Form(rounding: rounding, hold: hold)
        bytes[form] = costs.bytes(sources: held, coarser: factor)
        losses[form] = costs.loss(stepErrors: stepErrors, coarser: rounding == 0 ? nil : factor)
      }
    }
  }

  /// Approximate bytes of a sprite in its smallest form, regardless of its loss.
  ///
  /// - Parameters:
  ///   - plainBytes: Bytes of the sprite as it is, deflated alone.
  ///   - rounds: Whether numbers may be rounded.
  static func leastBytes(
    of sprite: Sprite, at place: SpritePosition, bytes plainBytes: Int, rounds: Bool, in timeline: Timeline,
    tolerance: Double, _ cache: inout DrawnOutlineCache
  ) -> Int {
    guard plainBytes >= leastBytes else { return plainBytes }
    let frames = OutlineTrack.frames(of: sprite)
    guard !frames.isEmpty else {
      return rounds ? OutlineCosts.bytes(ofMotion: plainBytes, coarser: coarsestMotion) : plainBytes
    }
    let track = OutlineTrack(sprite, at: place, frames, of: timeline, nil, &cache)
    let costs = OutlineCosts(track, plainBytes: plainBytes, tolerance: tolerance)
    let factor = rounds ? roundings.last ?? 1 : 1
    return longestHolds.map { costs.bytes(sources: track.held($0), coarser: factor) }.min() ?? plainBytes
  }

  /// The holds that leave the fewest outlines: by distance, and by time.
  private static var longestHolds: [Hold] {
    [holds.last { $0.frames == 1 }, holds.last { $0.frames > 1 }].compactMap(\.self)
  }

  /// Models a sprite that only moves: its transforms with coarser numbers.
  private mutating func modelMotion(
    of sprite: Sprite, at place: SpritePosition, _ timeline: Timeline, _ areas: VisibleAreas, tolerance: Double
  ) {
    let share = sprite.frames.indices.reduce(0) { $0 + areas.share(of: sprite, at: place, in: $1, of: timeline) }
    for (rounding, factor) in Self.roundings.enumerated() where factor > 1 && factor <= Self.coarsestMotion {
      let form = Form(rounding: rounding)
      bytes[form] = OutlineCosts.bytes(ofMotion: plainBytes, coarser: factor)
      losses[form] = OutlineCosts.loss(ofMotion: share, tolerance: tolerance, coarser: factor)
    }
  }

  /// All forms, the plain one first.
  var forms: [Form] {
    bytes.keys.sorted { ($0.hold, $0.rounding) < ($1.hold, $1.rounding) }
  }

  /// Bytes of a form when deflated alone, about.
  func bytes(of form: Form) -> Int { bytes[form] ?? plainBytes }

  /// Numbers of frames that have outlines of their own, and of those among them that keep theirs in a form.
  func kept(_ form: Form) -> (all: Int, kept: Int) {
    guard let plain = sources.first, sources.indices.contains(form.hold) else { return (0, 0) }
    return (Set(plain).count, Set(sources[form.hold]).count)
  }

  /// Loss, as a share of the visible content.
  ///
  /// - Parameter holdLossRatio: Ratio of the measured to the estimated loss of held outlines.
  func loss(of form: Form, holdLossRatio: Double) -> Double {
    guard form.hold > 0 else { return losses[form] ?? 0 }
    let rounded = losses[Form(rounding: form.rounding)] ?? 0
    return rounded + holdLossRatio * max(0, (losses[form] ?? 0) - rounded)
  }

  /// The sprite in a form; rounding is for who writes it. Where players would not draw held shapes alike, because the
  /// transform has changed, the frame stays as it is.
  func applied(_ form: Form, to sprite: Sprite, _ conformance: SVGAConformance) -> Sprite {
    guard form.hold > 0, sources.indices.contains(form.hold) else { return sprite }
    let from = sources[form.hold]
    var result = sprite
    for frame in sprite.frames.indices where from[frame] != frame {
      let held = sprite.frames[from[frame]]
      var state = sprite.frames[frame]
      state.shapes = held.shapes
      state.clip = held.clip
      if holdsTransforms { state.transform = held.transform }
      if state.shapes == nil || conformance.unsupportedFeatures(ofVector: state).isEmpty {
        result.frames[frame] = state
      }
    }
    return result
  }

  /// For each frame of the timeline, the source frame of its outline.
  private static func filled(_ held: [Int], _ frames: [Int], count: Int) -> [Int] {
    var result = Array(0..<count)
    for (frame, source) in zip(frames, held) { result[frame] = source }
    return result
  }
}
