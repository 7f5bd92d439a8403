/// Sums of 1 − SSIM over white and over grey.
///
/// It is computed only in blocks of columns near pixels that differ: with d = a − b and s = a + b it is
/// `x + y − x y` for x = d̄² / (½ (s̄² + d̄²) + c₁) and y = var d / (½ (var s + var d) + c₂), which is 0 where no pixel of the
/// window differs, and as exact as d where little does.
struct SimilarityMap {
  /// What the blurred planes hold: s over white and over grey, d over white and over grey, and the squares of these.
  private typealias Planes = SIMD8<Float>

  static let radius = 5
  /// exp(−x² / 4.5) for x = 0…5, the first once and the others twice adding up to 1.
  private static let window: (Float, Float, Float, Float, Float, Float) = (
    0.26601173, 0.21300554, 0.10936069, 0.03600077, 0.00759876, 0.00102838
  )
  /// Number of rows of which blurred planes are kept: a power of two that holds a window.
  private static let keptRows = 16

  private let a: Pixmap
  private let b: Pixmap
  /// Pixels whose windows reach one that differs, and those in these windows.
  private let area: PixelRect
  /// Pixels whose windows lie inside the pictures.
  private let inner: PixelRect
  private let step: Int
  /// Blocks of the area's rows in which a pixel differs.
  private let changed: BlockRows
  /// Sums over the content: over white, over grey.
  private(set) var content = SIMD2<Double>.zero
  /// Sums over the inner pixels.
  private(set) var whole = SIMD2<Double>.zero

  /// - Parameters:
  ///   - changed: Bounds of the pixels that differ.
  ///   - step: Distance of the pixels that are measured.
  init(_ a: Pixmap, _ b: Pixmap, changed: PixelRect, step: Int) {
    (self.a, self.b, self.step) = (a, b, step)
    let margin = 2 * Self.radius + 1
    area = PixelRect(
      minX: max(0, changed.minX - margin), minY: max(0, changed.minY - margin),
      maxX: min(a.width, changed.maxX + margin), maxY: min(a.height, changed.maxY + margin))
    let inner = PixelRect(
      minX: Self.radius, minY: Self.radius, maxX: a.width - Self.radius, maxY: a.height - Self.radius)
    self.inner = inner.isEmpty ? a.bounds : inner
    self.changed = BlockRows(a, b, area)
  }

  /// Number of the inner pixels.
  var wholeCount: Int { inner.width * inner.height }

  /// Mean similarity of a number of pixels, the lower one of both backgrounds.
  func mean(_ sums: SIMD2<Double>, of count: Int) -> Double {
    1 - sums.max() * Double(step * step) / Double(max(1, count))
  }

  /// Adds up the pixels of the content, and, if wanted, the inner ones.
  mutating func measure(in content: GrownContent, andWhole measuresWhole: Bool = false) {
    let affected = changed.grown(byRows: Self.radius).grownByOneBlock
    let needed = affected.grown(byRows: Self.radius)
    let read = needed.grownByOneBlock
    let width = area.width
    // The last rows, blurred along x, at their number modulo 16.
    var rows = [Planes](repeating: .zero, count: Self.keptRows * width)
    var line = [Planes](repeating: .zero, count: width + 2 * Self.radius)
    var next = 0
    for y in stride(from: 0, to: area.height, by: step) {
      while next <= min(y + Self.radius, area.height - 1) {
        if !needed.isEmpty(next) {
          self.read(row: next, read, into: &line)
          blur(line, row: next, needed, into: &rows)
        }
        next += 1
      }
      if !affected.isEmpty(y) { add(row: y, affected, rows, content, measuresWhole) }
    }
  }

  private mutating func add(
    row y: Int, _ affected: BlockRows, _ rows: [Planes], _ content: GrownContent, _ measuresWhole: Bool
  ) {
    let (width, last) = (area.width, area.height - 1)
    func start(_ row: Int) -> Int { (max(0, min(last, row)) & (Self.keptRows - 1)) * width }
    let (r0, w) = (start(y), Self.window)
    let (u1, u2, u3, u4, u5) = (start(y - 1), start(y - 2), start(y - 3), start(y - 4), start(y - 5))
    let (d1, d2, d3, d4, d5) = (start(y + 1), start(y + 2), start(y + 3), start(y + 4), start(y + 5))
    let isInner = measuresWhole && (inner.minY..<inner.maxY).contains(area.minY + y)
    let innerColumns = inner.minX - area.minX..<max(inner.minX, inner.maxX) - area.minX
    var sums = (content: SIMD2<Float>.zero, whole: SIMD2<Float>.zero)
    rows.withUnsafeBufferPointer { rows in
      affected.forEachRange(in: y, width: width) { range in
        for x in stride(from: (range.lowerBound + step - 1) / step * step, to: range.upperBound, by: step) {
          let isContent = content.contains(x: area.minX + x, y: area.minY + y)
          let isWhole = isInner && innerColumns.contains(x)
          guard isContent || isWhole else { continue }
          var planes = rows[r0 + x] * w.0
          planes += (rows[u1 + x] + rows[d1 + x]) * w.1
          planes += (rows[u2 + x] + rows[d2 + x]) * w.2
          planes += (rows[u3 + x] + rows[d3 + x]) * w.3
          planes += (rows[u4 + x] + rows[d4 + x]) * w.4
          planes += (rows[u5 + x] + rows[d5 + x]) * w.5
          let lost = Self.dissimilarity(planes)
          if isContent { sums.content += lost }
          if isWhole { sums.whole += lost }
        }
      }
    }
    self.content += SIMD2<Double>(sums.content)
    whole += SIMD2<Double>(sums.whole)
  }

  /// 1 − SSIM over white and over grey.
  @inline(__always)
  private static func dissimilarity(_ planes: Planes) -> SIMD2<Float> {
    let squares = planes.lowHalf * planes.lowHalf
    let variances = pointwiseMax(planes.highHalf - squares, SIMD4<Float>.zero)
    // Of s in the low halves, of d in the high ones.
    let differences = SIMD4(lowHalf: squares.highHalf, highHalf: variances.highHalf)
    let sums = SIMD4(lowHalf: squares.lowHalf, highHalf: variances.lowHalf)
    let lost = differences / ((sums + differences) * 0.5 + SIMD4<Float>(6.5025, 6.5025, 58.5225, 58.5225))
    return lost.lowHalf + lost.highHalf - lost.lowHalf * lost.highHalf
  }

  /// The planes of some blocks of a row, with the ends of the row repeated.
  private func read(row: Int, _ blocks: BlockRows, into line: inout [Planes]) {
    let start = (area.minY + row) * a.width + area.minX
    a.pixels.withUnsafeBufferPointer { a in
      b.pixels.withUnsafeBufferPointer { b in
        line.withUnsafeMutableBufferPointer { line in
          blocks.forEachRange(in: row, width: area.width) { range in
            for x in range { line[Self.radius + x] = Self.planes(a[start + x], b[start + x]) }
          }
        }
      }
    }
    for end in 0..<Self.radius {
      line[end] = line[Self.radius]
      line[Self.radius + area.width + end] = line[Self.radius + area.width - 1]
    }
  }

  private func blur(_ line: [Planes], row: Int, _ blocks: BlockRows, into rows: inout [Planes]) {
    let (start, w) = ((row & (Self.keptRows - 1)) * area.width, Self.window)
    line.withUnsafeBufferPointer { line in
      rows.withUnsafeMutableBufferPointer { rows in
        blocks.forEachRange(in: row, width: area.width) { range in
          for x in stride(from: (range.lowerBound + step - 1) / step * step, to: range.upperBound, by: step) {
            let at = x + Self.radius
            var sum = line[at] * w.0
            sum += (line[at - 1] + line[at + 1]) * w.1
            sum += (line[at - 2] + line[at + 2]) * w.2
            sum += (line[at - 3] + line[at + 3]) * w.3
            sum += (line[at - 4] + line[at + 4]) * w.4
            sum += (line[at - 5] + line[at + 5]) * w.5
            rows[start + x] = sum
          }
        }
      }
    }
  }

  /// The planes of a pixel before they are blurred.
  @inline(__always)
  private static func planes(_ p: UInt32, _ q: UInt32) -> Planes {
    let ((own, ownRest), (other, otherRest)) = (luma(p), luma(q))
    let (sum, difference, rest, restDifference) = (own + other, own - other, ownRest + otherRest, ownRest - otherRest)
    let values = SIMD4(
      sum + rest, sum + rest * grey, difference + restDifference, difference + restDifference * grey)
    return Planes(lowHalf: values, highHalf: values * values)
  }

  /// Grey of the second background in shares of white.
  private static let grey: Float = 118 / 255

  /// Luma of a premultiplied pixel over black, and of what is seen of a white background, 0…255.
  @inline(__always)
  private static func luma(_ pixel: UInt32) -> (value: Float, rest: Float) {
    (
      0.299 * Float(pixel & 255) + 0.587 * Float(pixel >> 8 & 255) + 0.114 * Float(pixel >> 16 & 255),
      Float(255 - pixel >> 24)
    )
  }
}

/// For each row of an area, a set of blocks of 16 columns.
private struct BlockRows {
  private static let columns = 16

  private var bits: [UInt64]
  private let wordsOfRow: Int
  private let rowCount: Int

  /// The blocks in which two pictures differ.
  init(_ a: Pixmap, _ b: Pixmap, _ area: PixelRect) {
    let blocks = (area.width + Self.columns - 1) / Self.columns
    wordsOfRow = (blocks + 63) / 64
    rowCount = area.height
    bits = [UInt64](repeating: 0, count: wordsOfRow * rowCount)
    for row in 0..<rowCount {
      let start = (area.minY + row) * a.width + area.minX
      for block in 0..<blocks {
        var difference: UInt32 = 0
        for at in start + block * Self.columns..<start + min(area.width, (block + 1) * Self.columns) {
          difference |= a.pixels[at] ^ b.pixels[at]
        }
        if difference != 0 { bits[row * wordsOfRow + block / 64] |= 1 << UInt64(block % 64) }
      }
    }
  }

  func isEmpty(_ row: Int) -> Bool { bits[row * wordsOfRow..<(row + 1) * wordsOfRow].allSatisfy { $0 == 0 } }

  /// With the blocks of some rows above and below.
  func grown(byRows reach: Int) -> BlockRows {
    var result = self
    for row in 0..<rowCount {
      for other in max(0, row - reach)...min(rowCount - 1, row + reach) where other != row {
        for word in 0..<wordsOfRow { result.bits[row * wordsOfRow + word] |= bits[other * wordsOfRow + word] }
      }
    }
    return result
  }

  /// With the blocks on both sides.
  var grownByOneBlock: BlockRows {
    var result = self
    for row in 0..<rowCount {
      let start = row * wordsOfRow
      for word in 0..<wordsOfRow {
        let value = bits[start + word]
        result.bits[start + word] |= value << 1 | value >> 1
        if word > 0 { result.bits[start + word] |= bits[start + word - 1] >> 63 }
        if word + 1 < wordsOfRow { result.bits[start + word] |= bits[start + word + 1] << 63 }
      }
    }
    return result
  }

  /// Calls `body` with the columns of adjacent blocks of a row, from left to right.
  @inline(__always)
  func forEachRange(in row: Int, width: Int, _ body: (Range<Int>) -> Void) {
    var open: Range<Int>?
    for word in 0..<wordsOfRow {
      var rest = bits[row * wordsOfRow + word]
      while rest != 0 {
        let block = word * 64 + rest.trailingZeroBitCount
        rest &= rest - 1
        let range = min(width, block * Self.columns)..<min(width, (block + 1) * Self.columns)
        if let last = open, last.upperBound == range.lowerBound {
          open = last.lowerBound..<range.upperBound
        } else {
          if let open { body(open) }
          open = range
        }
      }
    }
    if let open { body(open) }
  }
}

/// Pixels that are at most some steps along rows and columns from one that is not transparent in either picture.
struct GrownContent {
  /// A bit for each pixel, rows of whole words.
  private var bits: [UInt64]
  private let wordsOfRow: Int
  /// Number of pixels inside.
  let count: Int

  init(_ a: Pixmap, _ b: Pixmap, by radius: Int) {
    let (width, height) = (a.width, a.height)
    let words = (width + 63) / 64
    var bits = [UInt64](repeating: 0, count: words * height)
    for y in 0..<height {
      for word in 0..<words {
        let start = y * width + word * 64
        var value: UInt64 = 0
        for bit in 0..<min(64, width - word * 64) {
          let alpha = (a.pixels[start + bit] | b.pixels[start + bit]) >> 24
          value |= UInt64(alpha > 0 ? 1 : 0) << UInt64(bit)
        }
        bits[y * words + word] = value
      }
    }
    let lastWord: UInt64 = width % 64 == 0 ? .max : (1 << UInt64(width % 64)) - 1
    for _ in 0..<radius { bits = Self.grown(bits, words, height, lastWord) }
    self.bits = bits
    wordsOfRow = words
    count = bits.reduce(0) { $0 + $1.nonzeroBitCount }
  }

  /// With the four neighbours of each pixel.
  private static func grown(_ bits: [UInt64], _ words: Int, _ height: Int, _ lastWord: UInt64) -> [UInt64] {
    var result = bits
    for y in 0..<height {
      for word in 0..<words {
        let at = y * words + word
        var value = bits[at] << 1 | bits[at] >> 1
        if word > 0 { value |= bits[at - 1] >> 63 }
        if word + 1 < words { value |= bits[at + 1] << 63 }
        if y > 0 { value |= bits[at - words] }
        if y + 1 < height { value |= bits[at + words] }
        result[at] |= word + 1 == words ? value & lastWord : value
      }
    }
    return result
  }

  @inline(__always)
  func contains(x: Int, y: Int) -> Bool { bits[y * wordsOfRow + x / 64] >> UInt64(x % 64) & 1 == 1 }
}
