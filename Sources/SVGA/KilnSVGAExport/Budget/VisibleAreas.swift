internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Share of the visible content that each sprite of a lowered timeline covers.
///
/// Losses of parts are weighted by these shares, so that their sum is about the loss of the mean frame.
struct VisibleAreas: Sendable {
  /// Number of frames in which it is measured what hides what.
  private static let samples = 6
  /// Pixels of the pictures in which that is measured.
  private static let pixels = 40_000.0
  /// Visible share assumed for content that is hidden in all sampled frames: it may be visible in others.
  static let leastShare = 0.02

  private let canvas: Rect
  /// Covered pixels by frame, at least 1.
  private var content: [Double]
  /// Part of its bounds that is seen of each top-level sprite: not transparent, and not hidden.
  private let seen: [Double]
  /// Parts of bitmaps that are hidden; none of bitmaps that are in no sampled frame.
  let hiddenParts: [ImageID: HiddenParts]

  /// - Parameter renderer: Renderer of the timeline.
  init(_ timeline: Timeline, _ renderer: TimelineRenderer) {
    let canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    let (seen, hiddenParts) = Self.visibleParts(timeline, renderer, canvas)
    var content = [Double](repeating: 0, count: timeline.frameCount)
    timeline.forEachPart { place, sprite in
      if case .matte = place.part { return }
      for frame in sprite.frames.indices where sprite.frames[frame].isVisible {
        let state = sprite.frames[frame]
        content[frame] += Self.area(of: sprite, in: frame, of: timeline, canvas) * state.opacity * seen[place.index]
      }
    }
    self.canvas = canvas
    self.seen = seen
    self.hiddenParts = hiddenParts
    // The visible part of a sprite is a mean, which may be too large in a frame: the sum of all shares is 1 at most.
    self.content = content.map { max(1, $0) }
  }

  /// Part of what is seen in all frames that a sprite covers in one.
  func share(of sprite: Sprite, at place: SpritePosition, in frame: Int, of timeline: Timeline) -> Double {
    let state = sprite.frames[frame]
    guard state.isVisible else { return 0 }
    let area = area(of: sprite, in: frame, of: timeline) * state.opacity * seen[place.index]
    return area / content[frame] / Double(content.count)
  }

  /// Pixels that a sprite covers in a frame.
  func area(of sprite: Sprite, in frame: Int, of timeline: Timeline) -> Double {
    Self.area(of: sprite, in: frame, of: timeline, canvas)
  }

  private static func area(of sprite: Sprite, in frame: Int, of timeline: Timeline, _ canvas: Rect) -> Double {
    let bounds = timeline.visibleBounds(of: sprite, frame: frame).intersection(canvas)
    return bounds.isEmpty ? 0 : bounds.width * bounds.height
  }

  /// The seen part of each sprite, from small pictures of some frames; of one that is in none of them, the mean part. And the
  /// hidden parts of each bitmap.
  private static func visibleParts(
    _ timeline: Timeline, _ renderer: TimelineRenderer, _ canvas: Rect
  ) -> ([Double], [ImageID: HiddenParts]) {
    let scale = min(1, (pixels / max(1, canvas.width * canvas.height)).squareRoot())
    func side(_ length: Double) -> Int { Int(clamping: (length * scale).rounded(.up), to: 1...2000) }
    var picture = Pixmap(width: side(canvas.width), height: side(canvas.height))
    var renderer = renderer
    var hidden: [ImageID: HiddenParts] = [:]
    var sums = [(seen: Double, area: Double)](repeating: (0, 0), count: timeline.sprites.count)
    for frame in Set((0..<samples).map { ($0 * 2 + 1) * timeline.frameCount / (2 * samples) }).sorted() {
      let (width, height) = (picture.width, picture.height)
      let coverage = renderer.visibleCoverage(frame: frame, transform: .scale(scale, scale), on: &picture) {
        index, open in
        timeline.sprites[index].forEachPart { _, part in
          guard case .image(let id) = part.content, part.frames[frame].isVisible else { return }
          let image = timeline[id]
          hidden[id, default: HiddenParts()].add(part.frames[frame], image.width, image.height) { point in
            let (x, y) = (point.x * scale, point.y * scale)
            guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return 0 }
            return open[Int(y) * width + Int(x)]
          }
        }
      }
      for (index, sprite) in timeline.sprites.enumerated() where sprite.frames[frame].isVisible {
        sums[index].seen += coverage[index] / (scale * scale)
        sums[index].area += area(of: sprite, in: frame, of: timeline, canvas) * sprite.frames[frame].opacity
      }
    }
    let total = sums.reduce((0.0, 0.0)) { ($0.0 + $1.seen, $0.1 + $1.area) }
    let mean = total.1 > 0 ? total.0 / total.1 : 1
    return (sums.map { $0.area > 0 ? max(leastShare, min(1, $0.seen / $0.area)) : mean }, hidden)
  }
}
