internal import KilnGeometry
internal import KilnTimeline

/// The outlines of one sprite in the frames that have one, numbered from 0: how far each is off where another one is shown
/// in its place.
struct OutlineTrack {
  /// The outline of one frame.
  struct Step {
    var frame: Int
    var key: DrawnOutlineCache.Key
    var outline: DrawnOutline
    var transform: Affine
    /// Share of the visible content of all frames that the sprite covers in this frame.
    var share: Double
    /// Length of the outline on the canvas for each pixel that the sprite covers.
    var density: Double
  }

  private(set) var steps: [Step] = []
  /// Loss where the bitmap inside of a clip is far off, and the length of a pixel of it on the canvas.
  let detail: Double
  private let pixelSize: Double
  /// Whether a frame that shows the outline of another one takes its transform, too.
  private(set) var holdsTransforms = false

  /// The frames of a sprite that have an outline.
  static func frames(of sprite: Sprite) -> [Int] {
    sprite.frames.indices.filter { DrawnOutlineCache.Key(sprite.frames[$0]) != nil }
  }

  /// - Parameters:
  ///   - areas: Nil where losses are not asked for.
  ///   - bitmap: Ladder of the bitmap that the sprite draws, if it draws one.
  init(
    _ sprite: Sprite, at place: SpritePosition, _ frames: [Int], of timeline: Timeline, _ areas: VisibleAreas?,
    bitmap: BitmapLadder? = nil, _ cache: inout DrawnOutlineCache
  ) {
    detail = bitmap?.detail ?? 0
    pixelSize = bitmap.map { max(1, $0.subject.drawnScale) } ?? 1
    for frame in frames {
      let state = sprite.frames[frame]
      guard let key = DrawnOutlineCache.Key(state) else { continue }
      let outline = cache.outline(key, of: timeline)
      let length = outline.length * state.transform.stretch.largest
      steps.append(
        Step(
          frame: frame, key: key, outline: outline, transform: state.transform,
          share: areas?.share(of: sprite, at: place, in: frame, of: timeline) ?? 0,
          density: length / max(1, areas?.area(of: sprite, in: frame, of: timeline) ?? 1)))
    }
    holdsTransforms = isStillerWithTransforms
  }

  /// Largest scale at which an outline is drawn.
  var scale: Double { steps.reduce(0) { max($0, $1.transform.stretch.largest) } }

  /// Whether outlines on the canvas change less than in the sprite's own space: then its transform moves something else,
  /// such as a gradient inside of a clip.
  private var isStillerWithTransforms: Bool {
    guard steps.contains(where: { if case .clip = $0.key { true } else { false } }) else { return false }
    var (with, without) = (0.0, 0.0)
    let stride = max(1, steps.count / 24)
    for index in Swift.stride(from: 1, to: steps.count, by: stride) {
      with += min(50, distance(index - 1, index, withTransforms: true))
      without += min(50, distance(index - 1, index, withTransforms: false))
    }
    return with < without
  }

  /// For each step, the source step of its outline.
  func held(_ hold: OutlineLadder.Hold) -> [Int] {
    var source = 0
    return steps.indices.map { index in
      if index > 0, steps[index].frame - steps[source].frame < hold.frames { return source }
      if index > 0 {
        let stepError = stepError(source, index)
        if stepError.outline + detail * stepError.bitmap <= hold.distance { return source }
      }
      source = index
      return index
    }
  }

  /// Error of a step that shows the outline of another one, in pixels.
  struct StepError {
    var outline = 0.0
    /// Error of the bitmap inside of a clip.
    var bitmap = 0.0
  }

  /// Error of each step.
  func stepErrors(sources: [Int]) -> [StepError] {
    sources.enumerated().map { $0 == $1 ? StepError() : stepError($1, $0) }
  }

  private func stepError(_ source: Int, _ index: Int) -> StepError {
    var stepError = StepError(outline: distance(source, index, withTransforms: holdsTransforms))
    let step = steps[index]
    if holdsTransforms, detail > 0, case .clip = step.key {
      stepError.bitmap = step.outline.distance(to: step.outline, steps[source].transform, step.transform) / pixelSize
    }
    return stepError
  }

  private func distance(_ source: Int, _ index: Int, withTransforms: Bool) -> Double {
    let (a, b) = (steps[source], steps[index])
    let from = withTransforms ? a.transform : b.transform
    if a.key == b.key, from == b.transform { return 0 }
    return a.outline.distance(to: b.outline, from, b.transform) + a.outline.styleDistance(to: b.outline)
  }
}
