internal import Geometry
internal import TimelineModel

/// How large shape lists and images are drawn, and where their pixels lie then.
struct DrawnContents {
  /// How one content is drawn in all sprites and frames.
  struct Drawing {
    /// The largest factor from its columns to those of the canvas.
    private(set) var scaleX = 0.0
    /// The largest factor from its rows to those of the canvas.
    private(set) var scaleY = 0.0
    /// Where its origin lies between pixels of the canvas, by how often that is so; where it is drawn upright.
    private var phases: [(phase: Point, count: Int)] = []
    /// Whether it is ever turned, skewed, or smaller than at its largest.
    private(set) var isResampled = false

    /// The phase that it has most often.
    var phase: Point { phases.max { $0.count < $1.count }?.phase ?? .zero }

    mutating func add(_ transform: Affine) {
      let (x, y) = (Point(transform.a, transform.b).length, Point(transform.c, transform.d).length)
      let isUpright = abs(transform.b) < 1e-6 * x && abs(transform.c) < 1e-6 * y
      let grows = x > scaleX * (1 + 1e-4) || y > scaleY * (1 + 1e-4)
      if scaleX > 0, grows || x < scaleX * (1 - 1e-4) || y < scaleY * (1 - 1e-4) { isResampled = true }
      if grows { phases = [] }
      (scaleX, scaleY) = (max(scaleX, x), max(scaleY, y))
      guard isUpright, x >= scaleX * (1 - 1e-4), y >= scaleY * (1 - 1e-4) else {
        isResampled = isResampled || !isUpright
        return
      }
      // What is mirrored lies between pixels on the other side.
      let phase = Point(
        Self.phase(transform.a < 0 ? -transform.tx : transform.tx),
        Self.phase(transform.d < 0 ? -transform.ty : transform.ty))
      if let known = phases.firstIndex(where: { $0.phase == phase }) {
        phases[known].count += 1
      } else if phases.count < Self.mostPhases {
        phases.append((phase, 1))
      }
      if phases.count > 1 { isResampled = true }
    }

    private static let mostPhases = 64

    /// The part of a place after the whole pixel, in steps of 1/256.
    private static func phase(_ place: Double) -> Double { ((place - place.rounded(.down)) * 256).rounded() / 256 }
  }

  /// By index of the shape list.
  private(set) var lists: [Drawing]
  /// By index of the image.
  private(set) var images: [Drawing]

  init(_ timeline: Timeline) {
    lists = Array(repeating: Drawing(), count: timeline.shapeLists.count)
    images = Array(repeating: Drawing(), count: timeline.images.count)
    let whole = [Affine?](repeating: .identity, count: timeline.frameCount)
    for sprite in timeline.sprites { add(sprite, in: whole) }
  }

  /// - Parameter parents: Parent space → canvas in each frame; nil where the parent is hidden.
  private mutating func add(_ sprite: Sprite, in parents: [Affine?]) {
    var own = parents
    for (frame, parent) in parents.enumerated() {
      let state = sprite.frames[frame]
      own[frame] = state.isVisible ? parent.map { $0 * state.transform } : nil
      guard let transform = own[frame] else { continue }
      switch sprite.content {
      case .image(let id): images[id.index].add(transform)
      case .vector: if let list = state.shapes { lists[list.index].add(transform) }
      case .group: break
      }
    }
    if let matte = sprite.matte { for part in matte.sprites { add(part, in: parents) } }
    if case .group(let children) = sprite.content { for child in children { add(child, in: own) } }
  }
}
