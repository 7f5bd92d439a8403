internal import KilnTimeline

/// Sprites that one vector sprite becomes, back to front. In each frame a sprite shows one batch or nothing.
struct SpriteColumns {
  /// The sprites.
  private(set) var sprites: [Sprite] = []
  /// Whether the batches of each sprite conform.
  private var conform: [Bool] = []
  private let origin: SpriteOrigin
  private let frameCount: Int

  /// Columns in place of a sprite.
  init(of sprite: Sprite) {
    origin = sprite.origin
    frameCount = sprite.frames.count
  }

  /// Adds the batches of a frame, back to front. Those that conform and others never share a sprite.
  mutating func add(_ batches: [(state: FrameState, conforms: Bool)], frame: Int) {
    var next = 0
    for batch in batches {
      let column = conform[next...].firstIndex(of: batch.conforms) ?? insert(batch.conforms, at: next)
      sprites[column].frames[frame] = batch.state
      next = column + 1
    }
  }

  private mutating func insert(_ conforms: Bool, at index: Int) -> Int {
    let hidden = Array(repeating: FrameState.hidden, count: frameCount)
    sprites.insert(Sprite(origin, content: .vector, frames: hidden), at: index)
    conform.insert(conforms, at: index)
    return index
  }
}
