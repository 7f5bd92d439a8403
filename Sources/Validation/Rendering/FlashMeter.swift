internal import Geometry
internal import Pixels

/// Looks for general flashes as WCAG 2.3.1 defines them: pairs of opposing changes of the relative luminance by a tenth or
/// more, of which the darker one is below 0.8, that happen at the same time in a quarter of ten degrees of the field of
/// view. What moves makes single pixels bright and dark, too, but not many at the same time.
///
/// The viewing assumption is that of WCAG: the canvas is shown at its own size in CSS pixels, fitted if it is larger, on a
/// screen of 1024 × 768, on which ten degrees are 341 × 256 px. Where the animation is transparent, white and black are both tried as what is behind
/// it. Red flashes are not looked for.
struct FlashMeter {
  /// Width and height of ten degrees of the field of view, in CSS pixels.
  private static let field = (width: 341.0, height: 256.0)
  /// How large a canvas is shown on a screen of 1024 × 768: 1 for its own size.
  static func shownScale(of canvas: Size) -> Double { min(1, 1024 / canvas.width, 768 / canvas.height) }

  /// Flashes within a second that are still safe.
  static let safeFlashes = 3
  /// Changes within a second that are more than that: each flash is a pair of them.
  private static let changes = 2 * safeFlashes + 1

  /// What happens on one background.
  private struct Background {
    /// What is behind the animation: 0 for black, 255 for white.
    let color: Int
    /// Luminance of each pixel at its last turning point.
    var turning: [Float] = []
    /// 1 where the luminance last rose, -1 where it fell.
    var direction: [Int8] = []
    /// Frames of the last changes of each pixel, the oldest of them at `next`.
    var history: [Int32] = []
    var next: [UInt8] = []
    /// The frame until which a pixel counts as one that flashes.
    var flashesUntil: [Int32] = []
    /// The frame of the last change of each pixel.
    var changed: [Int32] = []
    /// The largest area that flashes at a time, in pixels, and when.
    var largest = 0
    var frame = 0
  }

  private let inside: PixelRect
  private let framesOfSecond: Int32
  /// Frames within which changes count as simultaneous: a thirtieth of a second.
  private let simultaneous: Int32
  /// Ten degrees of the field of view in pixels of the pictures, and a quarter of it.
  private let window: (width: Int, height: Int)
  private let threshold: Int
  private let isLargeEnough: Bool
  private var backgrounds = [Background(color: 0), Background(color: 255)]
  private var frameCount: Int32 = 0

  /// Relative luminance of a channel's value (WCAG 2).
  private static let linear: [Float] = (0...255).map { value in
    let component = Double(value) / 255
    return Float(component <= 0.03928 ? component / 12.92 : power((component + 0.055) / 1.055))
  }

  /// x to the power of 2.4, for x in 0…1: x² times the fifth root of x², by Newton's method.
  private static func power(_ x: Double) -> Double {
    let square = x * x
    var root = max(x, 1e-6).squareRoot()
    for _ in 0..<20 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }

  /// - Parameters:
  ///   - inside: The canvas in the pictures.
  ///   - scale: Pixels of the pictures for a pixel on the screen.
  init(inside: PixelRect, frameRate: Double, scale: Double) {
    self.inside = inside
    framesOfSecond = Int32(max(1, min(1000, frameRate.rounded())))
    simultaneous = max(1, framesOfSecond / 30)
    let (width, height) = (Self.field.width * scale, Self.field.height * scale)
    window = (max(1, min(inside.width, Int(width.rounded()))), max(1, min(inside.height, Int(height.rounded()))))
    threshold = max(1, Int((width * height / 4).rounded(.up)))
    isLargeEnough = inside.width * inside.height >= threshold
  }

  /// Adds a frame.
  mutating func add(_ picture: Pixmap) {
    guard isLargeEnough else { return }
    for index in backgrounds.indices { add(picture, to: &backgrounds[index]) }
    frameCount += 1
  }

  /// Adds a frame like the one before.
  mutating func addSame() { frameCount += 1 }

  private func add(_ picture: Pixmap, to background: inout Background) {
    let isFirst = background.turning.isEmpty
    if isFirst { prepare(&background) }
    var index = 0
    var (rising, falling) = (0, 0)
    for y in inside.minY..<inside.maxY {
      for x in inside.minX..<inside.maxX {
        let luminance = Self.luminance(picture[x, y], over: background.color)
        if isFirst { background.turning[index] = luminance } else { change(index, to: luminance, &background) }
        if isFlashing(index, background) {
          if background.direction[index] > 0 { rising += 1 } else { falling += 1 }
        }
        index += 1
      }
    }
    for (count, direction) in [(rising, Int8(1)), (falling, -1)] where count >= threshold && count > background.largest
    {
      let area = largestArea(of: background, direction)
      if area > background.largest { (background.largest, background.frame) = (area, Int(frameCount)) }
    }
  }

  /// Whether a pixel that flashes has changed just now.
  private func isFlashing(_ index: Int, _ background: Background) -> Bool {
    background.flashesUntil[index] >= frameCount && frameCount - background.changed[index] < simultaneous
  }

  private func prepare(_ background: inout Background) {
    let count = inside.width * inside.height
    background.turning = Array(repeating: 0, count: count)
    background.direction = Array(repeating: 0, count: count)
    background.history = Array(repeating: .min / 2, count: count * Self.changes)
    background.next = Array(repeating: 0, count: count)
    background.flashesUntil = Array(repeating: -1, count: count)
    background.changed = Array(repeating: -1000, count: count)
  }

  /// Follows a pixel to its next value.
  private func change(_ index: Int, to luminance: Float, _ background: inout Background) {
    let turning = background.turning[index]
    if luminance == turning { return }
    let rises = luminance > turning
    let direction: Int8 = rises ? 1 : -1
    if background.direction[index] == direction {
      background.turning[index] = luminance
      return
    }
    guard (luminance - turning).magnitude >= 0.1, min(luminance, turning) < 0.8 else { return }
    background.direction[index] = direction
    background.turning[index] = luminance
    background.changed[index] = frameCount
    let slot = index * Self.changes + Int(background.next[index])
    background.history[slot] = frameCount
    background.next[index] = UInt8((Int(background.next[index]) + 1) % Self.changes)
    // The oldest of the changes that are kept, this one included.
    let oldest = background.history[index * Self.changes + Int(background.next[index])]
    if frameCount - oldest < framesOfSecond { background.flashesUntil[index] = frameCount + framesOfSecond / 8 }
  }

  /// The largest number of pixels inside ten degrees of the field of view that flash now in one direction.
  private func largestArea(of background: Background, _ direction: Int8) -> Int {
    let (width, height) = (inside.width, inside.height)
    // Sums of all pixels above and to the left.
    var sums = Array(repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row = 0
      for x in 0..<width {
        let index = y * width + x
        if background.direction[index] == direction, isFlashing(index, background) { row += 1 }
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    var largest = 0
    for y in 0...height - window.height {
      for x in 0...width - window.width {
        let (top, bottom) = (y * (width + 1), (y + window.height) * (width + 1))
        let area = sums[bottom + x + window.width] - sums[bottom + x] - sums[top + x + window.width] + sums[top + x]
        largest = max(largest, area)
      }
    }
    return largest
  }

  private static func luminance(_ pixel: UInt32, over background: Int) -> Float {
    let rest = background * (255 - Int(pixel >> 24)) / 255
    let red = min(255, Int(pixel & 255) + rest)
    let green = min(255, Int(pixel >> 8 & 255) + rest)
    let blue = min(255, Int(pixel >> 16 & 255) + rest)
    return 0.2126 * linear[red] + 0.7152 * linear[green] + 0.0722 * linear[blue]
  }

  /// The frames of the second in which the largest area flashes too often; nil if none does.
  var worst: ClosedRange<Int>? {
    guard let worst = backgrounds.filter({ $0.largest >= threshold }).max(by: { $0.largest < $1.largest }) else {
      return nil
    }
    return max(0, worst.frame - Int(framesOfSecond) + 1)...worst.frame
  }
}
