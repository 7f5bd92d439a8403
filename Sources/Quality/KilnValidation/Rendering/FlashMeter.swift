internal import KilnGeometry
internal import KilnPixels

/// Looks for general flashes as WCAG 2.3.1 defines them: pairs of opposing changes of the relative luminance by a tenth or
/// more, of which the darker one is below 0.8, that happen at the same time in a quarter of ten degrees of the field of
/// view.
///
/// Motion, too, makes single pixels bright and dark: as many bright as dark ones at a time. Therefore the area that
/// flashes is the difference between the numbers of pixels that become bright and dark. It is their sum where that
/// reaches three quarters of the ten degrees, as where stripes are exchanged.
///
/// The viewing assumption is that of WCAG: the canvas is shown at its own size in CSS pixels, fitted if it is larger, on a
/// screen of 1024 × 768, on which ten degrees are 341 × 256 px. Where the animation is transparent, white and black are
/// both tried as what is behind it. Red flashes are not looked for.
struct FlashMeter {
  /// Width and height of ten degrees of the field of view, in CSS pixels.
  private static let field = (width: 341.0, height: 256.0)
  /// Scale at which a canvas is shown on a screen of 1024 × 768, at most 1.
  static func shownScale(of canvas: Size) -> Double { min(1, 1024 / canvas.width, 768 / canvas.height) }

  /// Flashes within a second that are still safe.
  static let safeFlashes = 3
  /// Changes within a second that are more than that: each flash is a pair of them.
  private static let changes = 2 * safeFlashes + 1

  /// State of a pixel.
  private struct Pixel {
    /// Luminance at its last turning point.
    var turning: Float = 0
    /// 1 where the luminance last rose, -1 where it fell.
    var direction: Int8 = 0
    /// Position of the oldest of its changes in the history.
    var oldest: UInt8 = 0
    /// The frame of its last change.
    var changed: Int32 = -1000
    /// The frame until which it counts as one that flashes.
    var flashesUntil: Int32 = -1
  }

  /// State of the measurement on one background.
  private struct Background {
    /// Grey value of the background behind the animation: 0 for black, 255 for white.
    let color: Int32
    var pixels: [Pixel] = []
    /// Frames of the last changes of each pixel, `changes` numbers for each.
    var history: [Int32] = []
    /// The frame until which some pixel flashes.
    var flashesUntil: Int32 = -1
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

  /// Contributions of the channels' values to the relative luminance (WCAG 2): 256 of red, of green, of blue.
  private static let luminances: [Float] = {
    let linear = (0...255).map { value in
      let component = Double(value) / 255
      return Float(component <= 0.03928 ? component / 12.92 : power((component + 0.055) / 1.055))
    }
    return linear.map { 0.2126 * $0 } + linear.map { 0.7152 * $0 } + linear.map { 0.0722 * $0 }
  }()

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

  /// Adds a frame that differs from the one before at most in a part, which lies inside the canvas; of the first frame
  /// that is all of the canvas.
  mutating func add(_ picture: Pixmap, changed part: PixelRect) {
    guard isLargeEnough else { return }
    for index in backgrounds.indices {
      follow(picture, in: part, &backgrounds[index])
      if backgrounds[index].flashesUntil >= frameCount { measure(&backgrounds[index]) }
    }
    frameCount += 1
  }

  /// Adds a frame like the one before.
  mutating func addSame() { frameCount += 1 }

  // MARK: - Pixels

  /// Follows all pixels of a part to their next values.
  private func follow(_ picture: Pixmap, in part: PixelRect, _ background: inout Background) {
    let isFirst = background.pixels.isEmpty
    if isFirst {
      let count = inside.width * inside.height
      background.pixels = Array(repeating: Pixel(), count: count)
      background.history = Array(repeating: .min / 2, count: count * Self.changes)
    }
    let color = background.color
    var latest = background.flashesUntil
    picture.pixels.withUnsafeBufferPointer { words in
      Self.luminances.withUnsafeBufferPointer { luminances in
        background.pixels.withUnsafeMutableBufferPointer { pixels in
          background.history.withUnsafeMutableBufferPointer { history in
            guard let words = words.baseAddress, let luminances = luminances.baseAddress,
              let pixels = pixels.baseAddress, let history = history.baseAddress
            else { return }
            for y in part.minY..<part.maxY {
              let row = words + y * picture.width
              let start = (y - inside.minY) * inside.width - inside.minX
              var x = part.minX
              while x < part.maxX {
                let luminance = Self.luminance(row[x], over: color, luminances)
                let pixel = pixels + start + x
                if isFirst {
                  pixel.pointee.turning = luminance
                } else if luminance != pixel.pointee.turning {
                  change(pixel, to: luminance, history + (start + x) * Self.changes, &latest)
                }
                x += 1
              }
            }
          }
        }
      }
    }
    background.flashesUntil = latest
  }

  private static func luminance(
    _ word: UInt32, over background: Int32, _ luminances: UnsafePointer<Float>
  ) -> Float {
    let word = Int32(bitPattern: word)
    let rest = background * (255 - (word >> 24 & 255)) / 255
    let red = Int(min(255, (word & 255) + rest))
    let green = Int(min(255, (word >> 8 & 255) + rest))
    let blue = Int(min(255, (word >> 16 & 255) + rest))
    return luminances[red] + luminances[256 + green] + luminances[512 + blue]
  }

  /// Follows a pixel to another luminance.
  private func change(
    _ pixel: UnsafeMutablePointer<Pixel>, to luminance: Float, _ history: UnsafeMutablePointer<Int32>,
    _ latest: inout Int32
  ) {
    let turning = pixel.pointee.turning
    let direction: Int8 = luminance > turning ? 1 : -1
    if pixel.pointee.direction == direction {
      pixel.pointee.turning = luminance
      return
    }
    guard (luminance - turning).magnitude >= 0.1, min(luminance, turning) < 0.8 else { return }
    pixel.pointee.direction = direction
    pixel.pointee.turning = luminance
    pixel.pointee.changed = frameCount
    let newest = Int(pixel.pointee.oldest)
    history[newest] = frameCount
    // The oldest of the changes that are kept, this one included.
    let oldest = newest + 1 == Self.changes ? 0 : newest + 1
    pixel.pointee.oldest = UInt8(oldest)
    guard frameCount - history[oldest] < framesOfSecond else { return }
    pixel.pointee.flashesUntil = frameCount + framesOfSecond / 8
    latest = max(latest, pixel.pointee.flashesUntil)
  }

  // MARK: - Areas

  /// Looks for the largest area that flashes now.
  private func measure(_ background: inout Background) {
    // 1 where a pixel that flashes has become bright just now, -1 where it has become dark.
    var flashing = [Int8](repeating: 0, count: background.pixels.count)
    var (rising, falling) = (0, 0)
    background.pixels.withUnsafeBufferPointer { pixels in
      flashing.withUnsafeMutableBufferPointer { flashing in
        guard let pixels = pixels.baseAddress, let result = flashing.baseAddress else { return }
        var index = 0
        while index < flashing.count {
          let pixel = pixels + index
          if pixel.pointee.flashesUntil >= frameCount, frameCount - pixel.pointee.changed < simultaneous {
            result[index] = pixel.pointee.direction
            if pixel.pointee.direction > 0 { rising += 1 } else { falling += 1 }
          }
          index += 1
        }
      }
    }
    guard max(rising, falling) >= threshold else { return }
    let area = largestArea(flashing)
    if area > background.largest { (background.largest, background.frame) = (area, Int(frameCount)) }
  }

  /// The largest number of pixels that flash in ten degrees of the field of view.
  private func largestArea(_ flashing: [Int8]) -> Int {
    let (width, height) = (inside.width, inside.height)
    // Summed-area tables: the number of pixels that became bright less those that became dark, and the sum of both.
    let none = SIMD2<Int32>.zero
    var sums = Array(repeating: none, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row = none
      for x in 0..<width {
        let direction = Int32(flashing[y * width + x])
        row &+= SIMD2(direction, direction * direction)
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] &+ row
      }
    }
    var largest = 0
    for y in 0...height - window.height {
      for x in 0...width - window.width {
        let (top, bottom) = (y * (width + 1) + x, (y + window.height) * (width + 1) + x)
        let area = sums[bottom + window.width] &- sums[bottom] &- sums[top + window.width] &+ sums[top]
        let (net, all) = (Int(area[0].magnitude), Int(area[1]))
        largest = max(largest, all >= 3 * threshold ? all : net)
      }
    }
    return largest
  }

  /// The frames of the second in which the largest area flashes too often; nil if none does.
  var worst: ClosedRange<Int>? {
    guard let worst = backgrounds.filter({ $0.largest >= threshold }).max(by: { $0.largest < $1.largest }) else {
      return nil
    }
    return max(0, worst.frame - Int(framesOfSecond) + 1)...worst.frame
  }
}
