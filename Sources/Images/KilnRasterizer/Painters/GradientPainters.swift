internal import KilnGeometry

/// Paints a linear gradient.
struct LinearGradientPainter: TablePainter {
  let table: GradientWords
  let fullWeight: Float
  /// Coefficients of the position in the table, a linear function of the pixel.
  private let perX: Double
  private let perY: Double
  private let origin: Double
  private let steps: SIMD4<Float>

  init(_ table: GradientWords, opacity: Double, start: Point, end: Point, back: Affine) {
    self.table = table
    fullWeight = Float(opacity * 255)
    let axis = end - start
    let length = Point.dot(axis, axis)
    let last = Double(GradientTable.count - 1)
    // A gradient without length shows its last colour everywhere.
    let along = length > 0 ? axis * (last / length) : .zero
    perX = Point.dot(back.applyToVector(Point(1, 0)), along)
    perY = Point.dot(back.applyToVector(Point(0, 1)), along)
    origin = length > 0 ? Point.dot(back.apply(Point(0.5, 0.5)) - start, along) : last
    steps = SIMD4(0, 1, 2, 3) * Float(perX)
  }

  @inline(__always)
  func positions(x: Int, y: Int) -> SIMD4<Float> {
    SIMD4(repeating: Float(origin + perX * Double(x) + perY * Double(y))) + steps
  }

  /// Along a row positions increase by equal steps; in fixed point with 32 fraction bits this takes a third of the time of
  /// `positions`.
  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    let first = origin + perX * Double(x) + perY * Double(y)
    // Larger values could overflow along a row.
    guard abs(first) < 1e7, abs(perX) < 1e4 else {
      return paintBlocks(pixels, count, x: x, y: y, weight: weight)
    }
    let unit = 4_294_967_296.0
    let step = Int(perX * unit)
    let position = Int((first + 0.5) * unit)
    if abs(perX) < Self.maximumSpanStep { return paintSpans(pixels, count, from: position, step, weight) }
    if count < Self.minimumDividedSpan {
      paint(pixels, count, from: position, step, weight, color: color(at:))
    } else {
      paintDivided(pixels, count, from: position, step, weight)
    }
  }

  /// Number of pixels from which on it pays to find out which of them have positions inside the table.
  private static let minimumDividedSpan = 16

  /// Paints what lies before and after the gradient in one colour each, and looks up without clamping between them.
  private func paintDivided(
    _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, from position: Int, _ step: Int, _ weight: UInt32
  ) {
    let inside = columns(count, from: position, step)
    // A block that is not whole looks up the colours of more pixels.
    let wholeBlocks = inside.lowerBound + inside.count & ~3
    paintSolid(0..<inside.lowerBound)
    paint(
      pixels + inside.lowerBound, wholeBlocks - inside.lowerBound, from: position + inside.lowerBound * step, step,
      weight
    ) { table.words[$0 &>> 32] }
    paint(
      pixels + wholeBlocks, inside.upperBound - wholeBlocks, from: position + wholeBlocks * step, step, weight,
      color: color(at:))
    paintSolid(inside.upperBound..<count)

    func paintSolid(_ columns: Range<Int>) {
      if columns.isEmpty { return }
      let painter = SolidPainter(color: color(at: position + columns.lowerBound * step))
      painter.paint(pixels + columns.lowerBound, columns.count, x: 0, y: 0, weight: weight)
    }
  }

  /// The pixels of a row whose positions are inside the table. The step is not zero.
  private func columns(_ count: Int, from position: Int, _ step: Int) -> Range<Int> {
    let limit = GradientTable.count << 32
    // Numbers of steps to the first position inside, and to the first one beyond.
    let (first, end) =
      step > 0
      ? ((step - 1 - position) / step, (limit + step - 1 - position) / step)
      : ((position - limit) / -step + 1, position / -step + 1)
    let lower = max(0, min(count, (step > 0 ? position < 0 : position >= limit) ? first : 0))
    let upper = max(lower, min(count, (step > 0 ? position < limit : position >= 0) ? end : 0))
    return lower..<upper
  }

  /// Paints pixels whose positions increase by a step.
  @inline(__always)
  private func paint(
    _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, from position: Int, _ step: Int, _ weight: UInt32,
    color: (Int) -> UInt32
  ) {
    var position = position
    @inline(__always) func next() -> UInt32 {
      defer { position &+= step }
      return color(position)
    }
    @inline(__always) func nextBlock() -> SIMD4<UInt32> { SIMD4(next(), next(), next(), next()) }
    let weights = SIMD4<UInt32>(repeating: weight)
    if weight == 255 && table.isOpaque {
      for index in 0..<count { pixels[index] = next() }
    } else if weight == 255, let alpha = table.alpha {
      let rests = SIMD4<UInt32>(repeating: 255 &- alpha)
      forEachBlock(pixels, count) { below, _ in nextBlock() &+ PixelArithmetic.scale(below, by: rests) }
    } else if weight == 255 {
      forEachBlock(pixels, count) { below, _ in PixelArithmetic.over(nextBlock(), below) }
    } else if table.isOpaque {
      forEachBlock(pixels, count) { below, _ in PixelArithmetic.mix(nextBlock(), weights: weights, below) }
    } else {
      forEachBlock(pixels, count) { below, _ in PixelArithmetic.over(nextBlock(), weights: weights, below) }
    }
  }

  /// Step of the position from pixel to pixel below which pixels of equal colour are painted as one span, as on most
  /// backdrops.
  private static let maximumSpanStep = 0.1

  private func paintSpans(
    _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, from position: Int, _ step: Int, _ weight: UInt32
  ) {
    var position = position
    var index = 0
    while index < count {
      // Number of pixels up to the next entry of the table, or the previous one if the step is negative.
      let fraction = position & 0xFFFF_FFFF
      let steps = step == 0 ? count : step > 0 ? (0xFFFF_FFFF - fraction) / step + 1 : fraction / -step + 1
      let length = min(count - index, steps)
      SolidPainter(color: color(at: position)).paint(pixels + index, length, x: 0, y: 0, weight: weight)
      position += length * step
      index += length
    }
  }

  @inline(__always)
  private func color(at position: Int) -> UInt32 {
    table.words[max(0, min(GradientTable.count &- 1, position &>> 32))]
  }
}

/// Paints a radial gradient whose focus is the centre.
struct RadialGradientPainter: TablePainter {
  let table: GradientWords
  let fullWeight: Float
  /// Target pixels → a space in which the circle is centred at the origin and its radius is the table's last index.
  private let back: Affine
  private let stepsX: SIMD4<Float>
  private let stepsY: SIMD4<Float>

  init(_ table: GradientWords, opacity: Double, center: Point, radius: Double, back: Affine) {
    self.table = table
    fullWeight = Float(opacity * 255)
    let scale = Double(GradientTable.count - 1) / radius
    self.back = .scale(scale, scale) * .translation(-center.x, -center.y) * back * .translation(0.5, 0.5)
    stepsX = SIMD4(0, 1, 2, 3) * Float(self.back.a)
    stepsY = SIMD4(0, 1, 2, 3) * Float(self.back.b)
  }

  @inline(__always)
  func positions(x: Int, y: Int) -> SIMD4<Float> {
    let ray = back.apply(Point(Double(x), Double(y)))
    let rayX = SIMD4(repeating: Float(ray.x)) + stepsX
    let rayY = SIMD4(repeating: Float(ray.y)) + stepsY
    return (rayX * rayX + rayY * rayY).squareRoot()
  }
}

/// Paints a radial gradient with a focus.
///
/// The offset of a point is its distance from the focus, relative to the distance from the focus through the point to
/// the circle.
struct FocalGradientPainter: TablePainter {
  let table: GradientWords
  let fullWeight: Float
  private let back: Affine
  private let focus: Point
  private let fromCenter: Point
  /// Power of the focus with respect to the circle, negated: radius² − (distance of the focus from the centre)².
  private let power: Double

  init(
    _ table: GradientWords, opacity: Double, center: Point, radius: Double, focus: Point, back: Affine
  ) {
    self.table = table
    fullWeight = Float(opacity * 255)
    self.back = back
    self.focus = focus
    fromCenter = focus - center
    power = radius > 0 ? radius * radius - Point.dot(fromCenter, fromCenter) : 0
  }

  @inline(__always)
  func positions(x: Int, y: Int) -> SIMD4<Float> {
    SIMD4(position(x, y), position(x &+ 1, y), position(x &+ 2, y), position(x &+ 3, y))
  }

  /// In double precision: near the circle the two terms of the sum cancel.
  @inline(__always)
  private func position(_ x: Int, _ y: Int) -> Float {
    let last = Double(GradientTable.count - 1)
    guard power > 0 else { return Float(last) }
    let ray = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - focus
    let squared = Point.dot(ray, ray)
    // The ray meets the circle at `focus + ray * s` with s > 0; the position is 1 / s.
    let half = Point.dot(ray, fromCenter)
    return Float((half + (half * half + squared * power).squareRoot()) / power * last)
  }
}

/// Unowned pointer to the words of a `GradientTable`.
struct GradientWords {
  let words: UnsafePointer<UInt32>
  /// Alpha of all colours of the table, 0…255; nil if it varies.
  let alpha: UInt32?

  var isOpaque: Bool { alpha == 255 }
}

/// A painter that looks colours up in a gradient table.
protocol TablePainter: SpanPainter {
  var table: GradientWords { get }
  /// Positions in the table of four adjacent pixels; may lie outside of it.
  func positions(x: Int, y: Int) -> SIMD4<Float>
}

extension TablePainter {
  @inline(__always)
  private func colors(x: Int, y: Int) -> SIMD4<UInt32> {
    let words = table.words
    let last = Float(GradientTable.count - 1)
    var positions = positions(x: x, y: y)
    positions.replace(with: 0, where: positions .< 0)
    positions.replace(with: last, where: positions .> last)
    // Rounded as in `CoverageGrid`; the mask keeps NaN inside the table.
    let indices = unsafeBitCast(positions + 8_388_608, to: SIMD4<UInt32>.self) & UInt32(GradientTable.count - 1)
    return SIMD4(words[Int(indices.x)], words[Int(indices.y)], words[Int(indices.z)], words[Int(indices.w)])
  }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    paintBlocks(pixels, count, x: x, y: y, weight: weight)
  }

  @inline(__always)
  func paintBlocks(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    if weight == 255 && table.isOpaque {
      forEachBlock(pixels, count) { _, index in colors(x: x &+ index, y: y) }
    } else if weight == 255 {
      forEachBlock(pixels, count) { below, index in PixelArithmetic.over(colors(x: x &+ index, y: y), below) }
    } else {
      let weights = SIMD4<UInt32>(repeating: weight)
      forEachBlock(pixels, count) { below, index in painted(below, x: x &+ index, y: y, weights: weights) }
    }
  }

  @inline(__always)
  func painted(_ below: SIMD4<UInt32>, x: Int, y: Int, weights: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let colors = colors(x: x, y: y)
    return table.isOpaque
      ? PixelArithmetic.mix(colors, weights: weights, below) : PixelArithmetic.over(colors, weights: weights, below)
  }
}
