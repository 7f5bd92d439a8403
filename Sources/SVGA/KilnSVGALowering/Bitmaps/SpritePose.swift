internal import KilnGeometry
internal import KilnTimeline

/// Pose of a sprite in a frame: its content, separated from its transform.
///
/// A group whose children all move alike has equal content in all those frames.
struct SpritePose {
  /// States of the sprite and of all inside of it, in content space, without the sprite's own opacity and clip.
  let content: [FrameState]
  /// Content space → canvas.
  let transform: Affine
  /// Content space → sprite space.
  private let pivot: Affine
  private let pivotBack: Affine
  private let back: Affine

  /// The pose in a frame; nil if the transform has no inverse.
  init?(of sprite: Sprite, in frame: Int) {
    let state = sprite.frames[frame]
    let pivot = sprite.pivot(in: frame)
    let transform = state.transform * pivot
    guard let back = transform.inverse, let pivotBack = pivot.inverse else { return nil }
    self.pivot = pivot
    self.pivotBack = pivotBack
    self.transform = transform
    self.back = back
    var own = state
    own.transform = .identity
    own.opacity = 1
    own.clip = nil
    var states = [own]
    if let matte = sprite.matte { Self.add(matte.sprites, frame, back, to: &states) }
    if case .group(let children) = sprite.content { Self.add(children, frame, pivotBack, to: &states) }
    content = states
  }

  private static func add(_ sprites: [Sprite], _ frame: Int, _ transform: Affine?, to states: inout [FrameState]) {
    for sprite in sprites {
      var state = sprite.frames[frame]
      if let transform, state.isVisible { state.transform = (transform * state.transform).rounded }
      states.append(state)
      guard state.isVisible else { continue }
      if let matte = sprite.matte { add(matte.sprites, frame, transform, to: &states) }
      if case .group(let children) = sprite.content { add(children, frame, nil, to: &states) }
    }
  }

  /// The sprite with its state in a frame mapped to content space.
  func placed(_ sprite: Sprite, in frame: Int) -> Sprite {
    var sprite = sprite
    sprite.frames[frame].transform = pivotBack
    sprite.matte?.map(frame, by: back)
    return sprite
  }

  /// Sprite space → content space.
  func apply(_ bounds: Rect) -> Rect { pivotBack.apply(bounds) }

  /// A clip of the sprite in content space.
  func apply(_ clip: Path) -> Path { clip.transformed(by: pivotBack) }
}

extension Sprite {
  /// Transform of a group's first visible child, which the group's content is relative to; the identity for other
  /// sprites.
  fileprivate func pivot(in frame: Int) -> Affine {
    guard case .group(let children) = content, frames[frame].filters == nil, frames[frame].clip == nil,
      let first = children.first(where: { $0.frames[frame].isVisible })
    else { return .identity }
    let transform = first.frames[frame].transform
    return transform.isUniform() && transform.determinant != 0 ? transform : .identity
  }
}

extension Affine {
  /// The map, rounded to steps below visibility, so that equal motions compare equal.
  fileprivate var rounded: Affine {
    func rounded(_ value: Double, _ unit: Double) -> Double { (value * unit).rounded() / unit + 0 }
    return Affine(
      a: rounded(a, 65536), b: rounded(b, 65536), c: rounded(c, 65536), d: rounded(d, 65536), tx: rounded(tx, 1024),
      ty: rounded(ty, 1024))
  }
}
