internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnSVGALowering
internal import KilnTimeline

/// Savings and losses from fewer and coarser outlines of one sprite.
///
/// Outlines are its shapes, or the clips of its bitmap. One that hardly differs from that of the frame before is left as
/// it was there; and numbers are rounded to larger steps. Motion by transforms stays.
struct OutlineStudy: Sendable {
  /// One way to write the outlines.
  struct Form: Hashable, Sendable {
    /// Index in `roundings`.
    var rounding = 0
    /// Index in `holds`.
    var hold = 0
  }

  /// Factors on the tolerance of numbers.
  static let roundings = [1.0, 2, 5, 20]
  /// When the next outline is written.
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
  /// Bytes that a sprite needs before it is worth a look.
  private static let leastBytes = 256

  /// Bytes of the sprite as it is, deflated alone.
  let plainBytes: Int
  private var bytes: [Form: Int] = [:]
  private var losses: [Form: Double] = [:]
  /// For each hold, the frame whose outline each frame shows.
  private(set) var sources: [[Int]] = []
  /// Whether held frames keep the transform, too.
  let holdsTransforms: Bool

  /// - Parameters:
  ///   - cache: Outlines that were read before.
  ///   - tolerance: Maximum distance by which rounding moves a point, in pixels.
  ///   - bitmap: Study of the bitmap that the sprite draws, if it draws one.
  init(
    _ sprite: Sprite, at place: SpritePlace, bytes plainBytes: Int, of timeline: Timeline, _ areas: VisibleAreas,
    tolerance: Double, bitmap: BitmapStudy? = nil, _ cache: inout OutlineCache
  ) {
    self.plainBytes = plainBytes
    bytes[Form()] = plainBytes
    losses[Form()] = 0
    let frames = sprite.frames.indices.filter { OutlineCache.Key(sprite.frames[$0]) != nil }
    guard plainBytes >= Self.leastBytes, !frames.isEmpty else {
      holdsTransforms = false
      if plainBytes >= Self.leastBytes { studyMotion(of: sprite, at: place, timeline, areas, tolerance: tolerance) }
      return
    }
    var track = OutlineTrack(sprite, at: place, frames, of: timeline, areas, &cache)
    if let bitmap { track.setDetail(bitmap.detail, pixelSize: max(1, bitmap.subject.drawnScale)) }
    holdsTransforms = track.isStillerWithTransforms
    let scale = frames.reduce(0) { max($0, sprite.frames[$1].transform.stretch.largest) }
    let plainSize = track.size(sources: Array(frames.indices), decimals: Self.decimals(tolerance, scale), coarser: 1)
    var last: [Int] = []
    for (hold, limit) in Self.holds.enumerated() {
      let held = track.held(limit, withTransforms: holdsTransforms)
      sources.append(Self.filled(held.map { frames[$0] }, frames, count: sprite.frames.count))
      guard held != last else { continue }
      last = held
      let offs = track.offs(sources: held, withTransforms: holdsTransforms)
      for (rounding, factor) in Self.roundings.enumerated() where hold > 0 || rounding > 0 {
        let form = Form(rounding: rounding, hold: hold)
        let decimals = Self.decimals(tolerance * factor, scale)
        let share = track.size(sources: held, decimals: decimals, coarser: factor) / max(1, plainSize)
        bytes[form] = max(SVGACosts.Text.leastSprite, Int(Double(plainBytes) * min(1, share)))
        losses[form] = track.loss(offs: offs, rounding: rounding == 0 ? 0 : tolerance * factor * 0.4)
      }
    }
  }

  /// About the bytes of a sprite in its smallest form, without knowing what that loses.
  ///
  /// - Parameters:
  ///   - plainBytes: Bytes of the sprite as it is, deflated alone.
  ///   - rounds: Whether numbers may be rounded.
  static func leastBytes(
    of sprite: Sprite, at place: SpritePlace, bytes plainBytes: Int, rounds: Bool, in timeline: Timeline,
    tolerance: Double, _ cache: inout OutlineCache
  ) -> Int {
    guard plainBytes >= leastBytes else { return plainBytes }
    let frames = sprite.frames.indices.filter { OutlineCache.Key(sprite.frames[$0]) != nil }
    guard !frames.isEmpty else {
      return rounds ? Int(Double(plainBytes) * motionShare(coarser: coarsestMotion)) : plainBytes
    }
    let track = OutlineTrack(sprite, at: place, frames, of: timeline, nil, &cache)
    let scale = frames.reduce(0) { max($0, sprite.frames[$1].transform.stretch.largest) }
    let plainSize = track.size(sources: Array(frames.indices), decimals: decimals(tolerance, scale), coarser: 1)
    let factor = rounds ? roundings.last ?? 1 : 1
    let coarse = decimals(tolerance * factor, scale)
    let withTransforms = track.isStillerWithTransforms
    let sizes = longestHolds.map {
      track.size(sources: track.held($0, withTransforms: withTransforms), decimals: coarse, coarser: factor)
    }
    return max(
      SVGACosts.Text.leastSprite, Int(Double(plainBytes) * min(1, (sizes.min() ?? plainSize) / max(1, plainSize))))
  }

  /// The holds that leave the fewest outlines: by distance, and by time.
  private static var longestHolds: [Hold] {
    [holds.last { $0.frames == 1 }, holds.last { $0.frames > 1 }].compactMap(\.self)
  }

  /// A sprite that only moves: coarser numbers of its transforms.
  private mutating func studyMotion(
    of sprite: Sprite, at place: SpritePlace, _ timeline: Timeline, _ areas: VisibleAreas, tolerance: Double
  ) {
    let share = sprite.frames.indices.reduce(0) { $0 + areas.share(of: sprite, at: place, in: $1, of: timeline) }
    for (rounding, factor) in Self.roundings.enumerated() where factor > 1 && factor <= Self.coarsestMotion {
      let form = Form(rounding: rounding)
      let off = tolerance * factor * 0.4
      bytes[form] = Int(Double(plainBytes) * Self.motionShare(coarser: factor))
      losses[form] = share * 0.25 * off * off / (off * off + 3)
    }
  }

  /// Bytes of transforms whose numbers are rounded to coarser steps, as a share.
  fileprivate static func motionShare(coarser factor: Double) -> Double {
    1 - SVGACosts.Text.savedByCoarserTransform * Scalar.logarithm(factor) / Scalar.logarithm(2)
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

  /// Share of what is seen that is lost.
  ///
  /// - Parameter holdTrust: Ratio of the measured to the estimated loss of held outlines.
  func loss(of form: Form, holdTrust: Double) -> Double {
    guard form.hold > 0 else { return losses[form] ?? 0 }
    let rounded = losses[Form(rounding: form.rounding)] ?? 0
    return rounded + holdTrust * max(0, (losses[form] ?? 0) - rounded)
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

  /// The frame that each frame of the timeline shows the outline of.
  private static func filled(_ held: [Int], _ frames: [Int], count: Int) -> [Int] {
    var result = Array(0..<count)
    for (frame, source) in zip(frames, held) { result[frame] = source }
    return result
  }

  /// Decimals with which outlines are written.
  private static func decimals(_ tolerance: Double, _ scale: Double) -> Int {
    var options = SVGAExporter.Options()
    options.tolerance = tolerance
    return SpritePrecision(extent: 1, scale: scale, options: options).decimals
  }
}

/// The outlines of one sprite in the frames that have one, numbered from 0.
private struct OutlineTrack {
  private struct Step {
    var frame: Int
    var key: OutlineCache.Key
    var outline: DrawnOutline
    var transform: Affine
    /// Part of what is seen in all frames that the sprite covers in this one.
    var share: Double
    /// Length of the outline on the canvas for each pixel that the sprite covers.
    var density: Double
  }

  /// Width of the band of pixels that SSIM compares around an edge.
  private static let band = 6.0

  private var steps: [Step] = []
  /// Loss where the bitmap inside of a clip is far off, and the length of a pixel of it on the canvas.
  private var detail = 0.0
  private var pixelSize = 1.0

  /// - Parameter areas: Nil where losses are not asked for.
  init(
    _ sprite: Sprite, at place: SpritePlace, _ frames: [Int], of timeline: Timeline, _ areas: VisibleAreas?,
    _ cache: inout OutlineCache
  ) {
    for frame in frames {
      let state = sprite.frames[frame]
      guard let key = OutlineCache.Key(state) else { continue }
      let outline = cache.outline(key, of: timeline)
      let length = outline.length * state.transform.stretch.largest
      steps.append(
        Step(
          frame: frame, key: key, outline: outline, transform: state.transform,
          share: areas?.share(of: sprite, at: place, in: frame, of: timeline) ?? 0,
          density: length / max(1, areas?.area(of: sprite, in: frame, of: timeline) ?? 1)))
    }
  }

  /// Sets how much is seen of it if the bitmap inside of a clip stands still.
  mutating func setDetail(_ detail: Double, pixelSize: Double) { (self.detail, self.pixelSize) = (detail, pixelSize) }

  /// Whether outlines on the canvas change less than in the sprite's own space: then its transform moves something else,
  /// such as a gradient inside of a clip.
  var isStillerWithTransforms: Bool {
    guard steps.contains(where: { if case .clip = $0.key { true } else { false } }) else { return false }
    var (with, without) = (0.0, 0.0)
    let stride = max(1, steps.count / 24)
    for index in Swift.stride(from: 1, to: steps.count, by: stride) {
      with += min(50, distance(index - 1, index, withTransforms: true))
      without += min(50, distance(index - 1, index, withTransforms: false))
    }
    return with < without
  }

  /// For each step the one whose outline it shows.
  func held(_ hold: OutlineStudy.Hold, withTransforms: Bool) -> [Int] {
    var source = 0
    return steps.indices.map { index in
      if index > 0, steps[index].frame - steps[source].frame < hold.frames { return source }
      if index > 0 {
        let off = off(source, index, withTransforms: withTransforms)
        if off.outline + detail * off.bitmap <= hold.distance { return source }
      }
      source = index
      return index
    }
  }

  /// Bytes of the text, before what all forms have in common is packed away.
  ///
  /// - Parameter factor: By which the steps of transforms are coarser.
  func size(sources: [Int], decimals: Int, coarser factor: Double) -> Double {
    var sum = 0.0
    var last: OutlineCache.Key?
    let motion = SVGACosts.Text.transform * OutlineStudy.motionShare(coarser: factor)
    for source in sources {
      let step = steps[source]
      let text = Double(step.outline.points.count) * (SVGACosts.Text.point + Double(decimals))
      sum += motion
      if step.key != last {
        sum += text
      } else if case .clip = step.key {
        sum += text / SVGACosts.Text.repeatedClip
      }
      last = step.key
    }
    return sum
  }

  /// Error of a step that shows the outline of another one, in pixels.
  struct Off {
    var outline = 0.0
    /// Error of the bitmap inside of a clip.
    var bitmap = 0.0
  }

  /// Error of each step.
  func offs(sources: [Int], withTransforms: Bool) -> [Off] {
    sources.enumerated().map { $0 == $1 ? Off() : off($1, $0, withTransforms: withTransforms) }
  }

  private func off(_ source: Int, _ index: Int, withTransforms: Bool) -> Off {
    var off = Off(outline: distance(source, index, withTransforms: withTransforms))
    let step = steps[index]
    if withTransforms, detail > 0, case .clip = step.key {
      off.bitmap = step.outline.distance(to: step.outline, steps[source].transform, step.transform) / pixelSize
    }
    return off
  }

  /// Share of what is seen that is lost when the outlines of steps are off, and rounded.
  ///
  /// - Parameter rounding: Mean distance in pixels by which rounding moves points.
  func loss(offs: [Off], rounding: Double) -> Double {
    var sum = 0.0
    for (step, off) in zip(steps, offs) {
      // Huge coordinates would make it infinite.
      let square = min(1e12, off.outline * off.outline + rounding * rounding)
      let moved = min(1e12, off.bitmap * off.bitmap)
      guard square + moved > 0 else { continue }
      // Bands around edges overlap where there are many.
      let covered = 1 - Scalar.exponential(-step.density * (Self.band + min(off.outline, 30)))
      sum += step.share * min(1, covered * square / (square + 3) + detail * moved / (moved + 3))
    }
    return sum
  }

  private func distance(_ source: Int, _ index: Int, withTransforms: Bool) -> Double {
    let (a, b) = (steps[source], steps[index])
    let from = withTransforms ? a.transform : b.transform
    if a.key == b.key, from == b.transform { return 0 }
    return a.outline.distance(to: b.outline, from, b.transform) + a.outline.styleDistance(to: b.outline)
  }
}
