internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Scales at which a sprite is drawn, and the tolerance of outlines that follows from them.
struct SpriteScales: Hashable {
  /// Largest scale of all frames.
  private(set) var largest = 0.0
  /// Tolerance of outlines in the sprite's space.
  private(set) var tolerance: Double
  /// Whether shapes are larger than ``largestSize``, where players divide curves too coarsely: outlines stay lines.
  private(set) var isHuge: Bool
  // Scales of the transform, among the sprite's frames, that would make strokes most uneven.
  private var unevenLargest = 1.0
  private var unevenSmallest = 1.0

  /// Size, in canvases, from which on shapes need no more precision: next to nothing of them is seen at once.
  private static let largestSize = 32.0

  /// - Parameters:
  ///   - tables: Owner of the sprite's IDs.
  ///   - side: The longer side of the canvas in pixels.
  init(of sprite: Sprite, in tables: TimelineBuilder, side: Double) {
    for state in sprite.frames where state.isVisible {
      let stretch = state.transform.stretch
      largest = max(largest, stretch.largest)
      let isMoreUneven = stretch.largest - stretch.smallest > unevenLargest - unevenSmallest
      if isMoreUneven, !SVGAStrokeTolerance.accepts(width: .infinity, stretch: stretch) {
        (unevenLargest, unevenSmallest) = stretch
      }
    }
    let size = sprite.frames.lazy.filter(\.isVisible).compactMap(\.shapes).distinct()
      .reduce(0) { max($0, tables.bounds(of: $1).width, tables.bounds(of: $1).height) }
    let largestScale = Self.largestSize * side / max(1e-6, size)
    tolerance = ShapeArea.tolerance(atScale: min(largest, largestScale))
    isHuge = largest > largestScale
  }

  /// Features of some shapes that are not drawn alike in some frame of the sprite.
  func unsupportedFeatures(of shapes: [Shape], _ capabilities: SVGACapabilities) -> SVGAUnsupportedFeatures {
    let facts = SVGAShapeFacts(shapes)
    func features(_ stretch: (largest: Double, smallest: Double)) -> SVGAUnsupportedFeatures {
      capabilities.unsupportedFeatures(of: facts, opacity: 1, stretch: stretch, isClipped: false)
    }
    return features((largest, largest)).union(features((unevenLargest, unevenSmallest)))
  }
}
