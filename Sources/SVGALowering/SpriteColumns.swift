internal import TimelineModel

/// Sprites that one vector sprite becomes, back to front; each shows in a frame one of its runs or nothing.
struct SpriteColumns {
  /// The sprites.
  private(set) var sprites: [Sprite] = []
  private var kinds: [Bool] = []
  private let origin: SpriteOrigin
  private let frameCount: Int

  /// Columns in place of a sprite.
  init(of sprite: Sprite) {
    origin = sprite.origin
    frameCount = sprite.frames.count
  }

  /// Adds the runs of a frame, in order.
  ///
  /// - Parameters:
  ///   - runs: States, with whether players draw them as they are. A column has only one kind.
  mutating func add(_ runs: [(state: FrameState, isLowered: Bool)], frame: Int) {
    var next = 0
    for run in runs {
      let column = kinds[next...].firstIndex(of: run.isLowered) ?? insert(run.isLowered, at: next)
      sprites[column].frames[frame] = run.state
      next = column + 1
    }
  }

  private mutating func insert(_ kind: Bool, at index: Int) -> Int {
    let hidden = Array(repeating: FrameState.hidden, count: frameCount)
    sprites.insert(Sprite(origin, content: .vector, frames: hidden), at: index)
    kinds.insert(kind, at: index)
    return index
  }
}
