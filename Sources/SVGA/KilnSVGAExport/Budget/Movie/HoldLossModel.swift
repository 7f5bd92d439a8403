internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Loss of held outlines: that of a choice is measured, by drawing some frames with and without them, and corrects the
/// estimates of others.
struct HoldLossModel {
  /// Loss of all held outlines, as estimated, below which nothing is measured.
  private static let negligibleLoss = 0.004
  /// Frames that are compared.
  private static let samples = 5
  /// Longest side of the pictures that are compared, in pixels.
  private static let longestSide = 800.0

  /// Ratio of the measured to the estimated loss; 1 until it is measured.
  var trust = 1.0
  /// Reference frames for measuring losses; empty until the first measurement.
  private var pictures: [Pixmap] = []

  /// Measures what the held outlines of a choice lose, if that is expected to be much.
  mutating func measure(_ choice: MovieChoice, _ model: MovieReductionModel, _ options: SVGAExporter.Options) {
    var estimate = 0.0
    for (outline, form) in zip(model.outlines, choice.outlines) {
      estimate += outline.loss(of: OutlineLadder.Form(hold: form.hold), holdLossRatio: 1)
    }
    guard estimate > Self.negligibleLoss else { return }
    trust = max(0.1, min(2, loss(of: model.applying(choice, options), model) / estimate))
  }

  /// Mean 1 − SSIM of some frames of another timeline with the same images.
  private mutating func loss(of other: Timeline, _ model: MovieReductionModel) -> Double {
    let canvas = model.timeline.canvas
    let scale = min(1, Self.longestSide / max(1, canvas.width, canvas.height))
    func side(_ length: Double) -> Int { Int(clamping: (length * scale).rounded(), to: 1...1000) }
    let fit = CanvasFit(canvas: canvas, width: side(canvas.width), height: side(canvas.height))
    let count = model.timeline.frameCount
    // Not at regular distances, at which held outlines might all be the right ones.
    let frames = Set((0..<Self.samples).map { min(count - 1, ($0 * 2 + 1) * count / (2 * Self.samples) + $0) }).sorted()
    if pictures.isEmpty {
      var painter = FramePainter(renderer: TimelineRenderer(model.timeline, images: model.images), fit: fit)
      pictures = frames.map { painter.picture(of: $0) }
    }
    var painter = FramePainter(renderer: TimelineRenderer(other, images: model.images), fit: fit)
    let sum = zip(frames, pictures).reduce(0) { sum, pair in
      sum + 1 - StructuralSimilarity.ofContent(pair.1, painter.picture(of: pair.0), step: 2)
    }
    return sum / Double(max(1, frames.count))
  }
}
