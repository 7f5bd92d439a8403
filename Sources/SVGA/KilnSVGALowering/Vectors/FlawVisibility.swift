internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer
internal import KilnTimeline
internal import KilnRendering

/// Measures whether the flaws of rewritten vectors are visible.
///
/// Some frames of a sprite and of the sprites that replace it are drawn at the size of the canvas, where they are.
struct FlawVisibility {
  /// A sprite and what replaces it.
  struct Subject {
    var sprite: Sprite
    /// Sprites of the lowered tables.
    var replacements: [Sprite]
    /// Frames of each flaw.
    var flaws: [SpriteRewriter.Flaw: [Int]] = [:]
  }

  /// Frames that are drawn for each flaw, evenly spread.
  private static let sampleCount = 2
  /// Pixels that are drawn for all sprites; the flaws of those that come later count as seen.
  private static let maximumPixels = 8_000_000
  /// Share of the sprite's pixels that may differ: single ones at edges.
  private static let invisibleShare = 1e-3

  private let canvas: Rect
  private let original: Timeline
  private let result: Timeline
  private var renderers: (original: TimelineRenderer, result: TimelineRenderer)
  private var pixels = 0

  /// - Parameters:
  ///   - timeline: The timeline of the subjects' sprites.
  ///   - tables: Owner of the IDs of what replaces them.
  init(_ subjects: [Subject], of timeline: Timeline, _ tables: TimelineBuilder) {
    var tables = tables
    var ignored = DiagnosticLog()
    let whole = [FrameState](repeating: FrameState(opacity: 1, transform: .identity), count: timeline.frameCount)
    tables.sprites = subjects.map { Sprite($0.sprite.origin, content: .group($0.replacements), frames: whole) }
    original = timeline.part(of: subjects.map(\.sprite))
    result = tables.build(log: &ignored)
    // Vectors have no images.
    func renderer(_ timeline: Timeline) -> TimelineRenderer {
      TimelineRenderer(timeline, images: DecodedImages(timeline, limits: Limits(), log: &ignored))
    }
    renderers = (renderer(original), renderer(result))
    canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
  }

  /// Whether a flaw of a subject is seen in some frames.
  mutating func isSeen(_ flaw: SpriteRewriter.Flaw, of subject: Int, in frames: [Int]) -> Bool {
    guard result.sprites.count == original.sprites.count, original.sprites.indices.contains(subject) else {
      return true
    }
    return frames.spread(Self.sampleCount).contains { isSeen(flaw, of: subject, in: $0) }
  }

  private mutating func isSeen(_ flaw: SpriteRewriter.Flaw, of subject: Int, in frame: Int) -> Bool {
    let (sprite, replacement) = (original.sprites[subject], result.sprites[subject])
    let region = PixelRect(covering: original.visibleBounds(of: sprite, frame: frame).intersection(canvas))
    if region.isEmpty { return false }
    let cost = 2 * region.width * region.height
    guard pixels + cost <= Self.maximumPixels else { return true }
    pixels += cost
    let transform = Affine.translation(Double(-region.minX), Double(-region.minY))
    var (before, after) = (
      Pixmap(width: region.width, height: region.height), Pixmap(width: region.width, height: region.height)
    )
    renderers.original.render([sprite], frame: frame, transform: transform, into: &before)
    renderers.result.render([replacement], frame: frame, transform: transform, into: &after)
    let drawn = before.pixels.count { $0 != 0 }
    return Double(before.countDifferent(from: after, tolerance: flaw.tolerance)) > Self.invisibleShare * Double(drawn)
  }
}

extension SpriteRewriter.Flaw {
  /// Levels of a premultiplied channel, 0…255, up to which nobody sees a difference: steps are seen sooner than edges.
  fileprivate var tolerance: Int {
    switch self {
    case .bands: 2
    case .seams: 8
    }
  }
}
