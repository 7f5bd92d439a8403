internal import Geometry
internal import Pixels

/// Crowded pixels, numbered from left to right and from top to bottom.
struct CrowdedPixels: Sendable {
  private(set) var rows = 0...0
  /// Bits for the pixels of each row, and how many pixels there are before these.
  private var words: [(pixels: UInt64, rank: Int)] = []
  private var wordsInRow = 0
  private(set) var count = 0

  /// Becomes the crowded ones of other passes.
  mutating func assign(_ passes: PixelPasses, in rows: ClosedRange<Int>) {
    self.rows = rows
    wordsInRow = passes.words
    count = 0
    words.removeAll(keepingCapacity: true)
    for pixels in passes.crowded[passes.firstWord(of: rows.lowerBound)..<passes.firstWord(of: rows.upperBound + 1)] {
      words.append((pixels, count))
      count += pixels.nonzeroBitCount
    }
  }

  /// Calls `body` with the column and the number of each pixel in some columns of a row.
  @inline(__always)
  func forEach(in row: Int, from first: Int, to last: Int, _ body: (_ column: Int, _ pixel: Int) -> Void) {
    let start = (row - rows.lowerBound) * wordsInRow
    for word in first >> 6...last >> 6 {
      let (pixels, rank) = words[start + word]
      if pixels == 0 { continue }
      var bits = pixels
      if word == first >> 6 { bits &= UInt64.max << UInt64(first & 63) }
      if word == last >> 6 { bits &= UInt64.max >> UInt64(63 - last & 63) }
      while bits != 0 {
        let bit = bits & (~bits &+ 1)
        bits ^= bit
        body(word << 6 + bit.trailingZeroBitCount, rank + (pixels & (bit &- 1)).nonzeroBitCount)
      }
    }
  }
}

/// Collects what of lines lies in crowded pixels.
struct CrowdedLines: RowLineSink, Sendable {
  /// Lines that are kept at most, so that memory is bounded; pixels with lines beyond that keep their signed area.
  private static let limit = 1 << 18

  private(set) var region = PixelRect(x: 0, y: 0, width: 0, height: 0)
  private(set) var pixels = CrowdedPixels()
  /// The last line of each crowded pixel: -1 if there is none, -2 if one could not be kept.
  private var lastLines: [Int32] = []
  private var lines: [PixelLine] = []

  func heights(of contour: FlatOutline.Contour, offset: Double) -> ClosedRange<Double>? {
    Double(pixels.rows.lowerBound)...Double(pixels.rows.upperBound + 1)
  }

  /// Forgets all lines, and looks at other pixels.
  mutating func reset(_ region: PixelRect, _ passes: PixelPasses, in rows: ClosedRange<Int>) {
    self.region = region
    pixels.assign(passes, in: rows)
    lastLines.removeAll(keepingCapacity: true)
    lastLines.append(contentsOf: repeatElement(-1, count: pixels.count))
    lines.removeAll(keepingCapacity: true)
  }

  /// The share of a pixel that is inside; nil if not all of its lines are known.
  ///
  /// - Parameters:
  ///   - signedArea: The mean winding number.
  func share(of pixel: Int, signedArea: Float, _ rule: FillRule) -> Float? {
    guard lastLines[pixel] > -2 else { return nil }
    return lines.withUnsafeBufferPointer {
      PixelLines(lines: $0, last: lastLines[pixel]).share(signedArea: signedArea, rule)
    }
  }

  mutating func add(_ line: LongLine) {
    line.forEachRow { row, x0, x1, height in
      add(row, x0, Float(row + 1) - height, x1, Float(row + 1), line.sign)
    } middle: { row, x0, x1 in
      add(row, x0, Float(row), x1, Float(row + 1), line.sign)
    } bottom: { row, x0, x1, height in
      add(row, x0, Float(row), x1, Float(row) + height, line.sign)
    }
  }

  mutating func addLevel(_ y: Float, from x0: Float, to x1: Float) {
    add(Int(y), x0, y, x1, y, 1)
  }

  mutating func skip() {}
  mutating func endContour() {}

  mutating func add(_ row: Int, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, _ sign: Float) {
    guard pixels.rows.contains(row) else { return }
    // A line that ends on a pixel's left side counts there: it may come from beyond.
    let (first, last) = (Int(min(x0, x1)), Int(max(x0, x1)))
    let top = Float(row)
    let pixels = pixels
    pixels.forEach(in: row, from: first, to: last) { column, pixel in
      let left = Float(column)
      let line = PixelLine(x0: x0 - left, y0: y0 - top, x1: x1 - left, y1: y1 - top, sign: sign)
      line.forEachPart { keep($0, in: pixel) }
    }
  }

  private mutating func keep(_ line: PixelLine, in pixel: Int) {
    guard line.y1 > line.y0 else { return }
    guard lines.count < Self.limit, lastLines[pixel] > -2 else {
      lastLines[pixel] = -2
      return
    }
    var line = line
    line.previous = lastLines[pixel]
    lastLines[pixel] = Int32(truncatingIfNeeded: lines.count)
    lines.append(line)
  }
}
