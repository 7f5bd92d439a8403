package import KilnPixels

/// Areas of colours and of alpha in the frames of a video.
///
/// Colours are premultiplied: players draw `colour + (1 − alpha) × background`. Alpha is stored as grey, in an area that may
/// be smaller than what is shown; players enlarge it. Areas begin at even columns and rows, because two of each share a
/// sample of colour.
package struct VideoAreas: Sendable, Hashable {
  /// Columns of a frame of the video.
  package var videoWidth: Int
  /// Rows of a frame of the video.
  package var videoHeight: Int
  /// Colours, at the size that is shown.
  package var color: PixelRect
  /// Alpha; nil for none.
  package var alpha: PixelRect?

  package init(videoWidth: Int, videoHeight: Int, color: PixelRect, alpha: PixelRect?) {
    (self.videoWidth, self.videoHeight) = (videoWidth, videoHeight)
    (self.color, self.alpha) = (color, alpha)
  }

  /// Longest side that the hardware decoders of all phones take, by Tencent's tool.
  package static let safeSide = 1504
  /// Columns or rows between the areas of VAP, against bleeding.
  private static let gap = 4
  /// Multiple of the sides of VAP's videos.
  private static let block = 16
  /// Smallest scale of VAP's alpha.
  private static let leastAlphaScale = 0.5

  /// The areas of a canvas.
  package init(width: Int, height: Int, alpha placement: AlphaPlacement) {
    let (even, evenHeight) = (Self.roundedUp(width, 2), Self.roundedUp(height, 2))
    func area(_ x: Int, _ y: Int) -> PixelRect { PixelRect(x: x, y: y, width: width, height: height) }
    switch placement {
    case .vap: self = Self.vap(width, height)
    case .none: self.init(videoWidth: even, videoHeight: evenHeight, color: area(0, 0), alpha: nil)
    case .left: self.init(videoWidth: 2 * even, videoHeight: evenHeight, color: area(even, 0), alpha: area(0, 0))
    case .right: self.init(videoWidth: 2 * even, videoHeight: evenHeight, color: area(0, 0), alpha: area(even, 0))
    case .top: self.init(videoWidth: even, videoHeight: 2 * evenHeight, color: area(0, evenHeight), alpha: area(0, 0))
    case .bottom:
      self.init(videoWidth: even, videoHeight: 2 * evenHeight, color: area(0, 0), alpha: area(0, evenHeight))
    }
  }

  /// VAP: of the two arrangements the one with the larger alpha or, with equal ones, the shorter longest side. Alpha has
  /// the full size if that fits into `safeSide`, and half of it at least.
  private static func vap(_ width: Int, _ height: Int) -> VideoAreas {
    let beside = (origin: roundedUp(width + gap, 2), length: width)
    let below = (origin: roundedUp(height + gap, 2), length: height)
    func scale(_ place: (origin: Int, length: Int)) -> Double {
      let free = Double(max(0, safeSide - place.origin)) / Double(max(1, place.length))
      return min(1, max(leastAlphaScale, free))
    }
    func areas(_ x: Int, _ y: Int, _ scale: Double) -> VideoAreas {
      // Rounded down, so that it fits.
      let (columns, rows) = (max(1, Int(Double(width) * scale)), max(1, Int(Double(height) * scale)))
      let alpha = PixelRect(x: x, y: y, width: columns, height: rows)
      return VideoAreas(
        videoWidth: roundedUp(max(width, alpha.maxX), block), videoHeight: roundedUp(max(height, alpha.maxY), block),
        color: PixelRect(x: 0, y: 0, width: width, height: height), alpha: alpha)
    }
    let candidates = [areas(beside.origin, 0, scale(beside)), areas(0, below.origin, scale(below))]
    func rank(_ areas: VideoAreas) -> (Int, Int, Int) {
      (areas.longestSide > safeSide ? 1 : 0, -(areas.alpha?.width ?? 0), areas.longestSide)
    }
    return rank(candidates[1]) < rank(candidates[0]) ? candidates[1] : candidates[0]
  }

  /// The longer side of a frame of the video.
  package var longestSide: Int { max(videoWidth, videoHeight) }

  /// Whether alpha is as large as the colours.
  package var hasFullAlpha: Bool { alpha.map { ($0.width, $0.height) == (color.width, color.height) } ?? false }

  private static func roundedUp(_ value: Int, _ multiple: Int) -> Int { (value + multiple - 1) / multiple * multiple }
}
