internal import KilnExporting
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline

/// Loss by smaller sizes: mean of 1 − SSIM of frames that are scaled down and then up to the size that is asked for.
struct SizeLoss {
  private static let sampleCount = 4

  private let pictures: [Pixmap]

  /// The loss of smaller sizes than that of a timeline, from a few frames that are spread over it.
  init(_ source: FrameSource) {
    var painter = source.painter()
    let count = source.timeline.frameCount
    let frames = Set((0..<Self.sampleCount).map { ($0 * 2 + 1) * count / (2 * Self.sampleCount) })
    pictures = frames.sorted().map { painter.picture(of: $0) }
  }

  /// The loss of a factor on both sides.
  func loss(at scale: Double) -> Double {
    guard scale < 1, !pictures.isEmpty else { return 0 }
    let sum = pictures.reduce(0) { sum, picture in
      func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
      let small = picture.resized(width: side(picture.width), height: side(picture.height))
      let shown = small.resized(width: picture.width, height: picture.height)
      return sum + 1 - StructuralSimilarity.ofContent(picture, shown, step: 2)
    }
    return sum / Double(pictures.count)
  }
}
