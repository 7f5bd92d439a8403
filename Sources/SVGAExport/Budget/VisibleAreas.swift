internal import Geometry
internal import TimelineModel
internal import TimelineRendering

/// How much of what is seen each sprite of a lowered timeline covers.
///
/// Losses of parts are weighted by these shares, so that their sum is about the loss of the mean frame.
struct VisibleAreas: Sendable {
  private let canvas: Rect
  /// Covered pixels by frame, at least 1.
  private var content: [Double]

  init(_ timeline: Timeline) {
    let canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    var content = [Double](repeating: 0, count: timeline.frameCount)
    self.canvas = canvas
    self.content = content
    timeline.forEachPart { place, sprite in
      if case .matte = place.part { return }
      for frame in sprite.frames.indices {
        content[frame] += Self.area(of: sprite, in: frame, of: timeline, canvas)
      }
    }
    // Where sprites lie over each other, each is seen in part: the sum of all shares is 1 at most.
    self.content = content.map { max(1, $0) }
  }

  /// Part of what is seen in all frames that a sprite covers in one, less if it is translucent.
  func share(of sprite: Sprite, in frame: Int, of timeline: Timeline) -> Double {
    let state = sprite.frames[frame]
    guard state.isVisible else { return 0 }
    return area(of: sprite, in: frame, of: timeline) * state.opacity / content[frame] / Double(content.count)
  }

  /// Pixels that a sprite covers in a frame.
  func area(of sprite: Sprite, in frame: Int, of timeline: Timeline) -> Double {
    Self.area(of: sprite, in: frame, of: timeline, canvas)
  }

  private static func area(of sprite: Sprite, in frame: Int, of timeline: Timeline, _ canvas: Rect) -> Double {
    let bounds = timeline.visibleBounds(of: sprite, frame: frame).intersection(canvas)
    return bounds.isEmpty ? 0 : bounds.width * bounds.height
  }
}
