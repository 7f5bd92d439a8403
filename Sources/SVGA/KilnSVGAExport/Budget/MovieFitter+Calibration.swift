internal import KilnGeometry
internal import KilnPixels
internal import KilnSVGAFormat
internal import KilnSVGALowering
internal import KilnTimeline
internal import KilnRendering

// Measured loss of held outlines: some frames are drawn with and without them.
extension MovieFitter {
  /// Loss of all held outlines, as estimated, below which nothing is measured.
  private static let negligibleLoss = 0.004
  /// Frames that are compared.
  private static let samples = 5
  /// Longest side of the pictures that are compared, in pixels.
  private static let longestSide = 800.0

  /// Measures what the held outlines of a choice lose, if that is expected to be much.
  mutating func calibrate(_ choice: Choice) {
    var estimate = 0.0
    for (study, form) in zip(outlines, choice.outlines) {
      estimate += study.loss(of: OutlineStudy.Form(hold: form.hold), holdTrust: 1)
    }
    guard estimate > Self.negligibleLoss else { return }
    let conformance = SVGAConformance(timeline, options.profile.capabilities)
    let forms = Dictionary(uniqueKeysWithValues: zip(places, zip(outlines, choice.outlines)))
    let held = timeline.mappingParts { place, sprite in
      forms[place].map { study, form in study.applied(form, to: sprite, conformance) } ?? sprite
    }
    holdTrust = max(0.1, min(2, loss(of: held) / estimate))
  }

  /// Mean 1 − SSIM of some frames of another timeline with the same images.
  private mutating func loss(of other: Timeline) -> Double {
    let canvas = timeline.canvas
    let scale = min(1, Self.longestSide / max(1, canvas.width, canvas.height))
    func side(_ length: Double) -> Int { Int(clamping: (length * scale).rounded(), to: 1...1000) }
    let fit = CanvasFit(canvas: canvas, width: side(canvas.width), height: side(canvas.height))
    let count = timeline.frameCount
    // Not at regular distances, at which held outlines might all be the right ones.
    let frames = Set((0..<Self.samples).map { min(count - 1, ($0 * 2 + 1) * count / (2 * Self.samples) + $0) }).sorted()
    if comparedPictures.isEmpty {
      var painter = FramePainter(renderer: TimelineRenderer(timeline, images: images), fit: fit)
      comparedPictures = frames.map { painter.picture(of: $0) }
    }
    var painter = FramePainter(renderer: TimelineRenderer(other, images: images), fit: fit)
    let sum = zip(frames, comparedPictures).reduce(0) { sum, pair in
      sum + 1 - StructuralSimilarity.ofContent(pair.1, painter.picture(of: pair.0), step: 2)
    }
    return sum / Double(max(1, frames.count))
  }
}
