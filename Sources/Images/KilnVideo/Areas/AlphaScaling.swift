internal import KilnPixels

/// Scaling of alpha: down as Kiln stores it, by averaging, and up again as players show it, linear between the centres of
/// samples.
struct AlphaScaling: Sendable {
  /// Samples that a larger or smaller picture takes from another along one side.
  private struct Axis: Sendable {
    /// For each small sample the range of the large ones, and the parts of the first and the last that count.
    var spans: [(range: Range<Int>, first: Float, last: Float)] = []
    /// For each large sample two small ones and the weight of the second.
    var pairs: [(first: Int, second: Int, weight: Float)] = []

    init(large: Int, small: Int) {
      let step = Double(large) / Double(small)
      for index in 0..<small {
        let (start, end) = (Double(index) * step, Double(index + 1) * step)
        let first = Int(start)
        let last = min(large, max(first + 1, Int(end.rounded(.up))))
        spans.append((first..<last, Float(1 - (start - Double(first))), Float(1 - (Double(last) - end))))
      }
      for index in 0..<large {
        let place = min(Double(small - 1), max(0, (Double(index) + 0.5) / step - 0.5))
        let first = Int(place)
        pairs.append((first, min(small - 1, first + 1), Float(place - Double(first))))
      }
    }
  }

  let width: Int
  let height: Int
  let smallWidth: Int
  let smallHeight: Int
  private let columns: Axis
  private let rows: Axis

  init(width: Int, height: Int, smallWidth: Int, smallHeight: Int) {
    (self.width, self.height) = (width, height)
    (self.smallWidth, self.smallHeight) = (smallWidth, smallHeight)
    columns = Axis(large: width, small: smallWidth)
    rows = Axis(large: height, small: smallHeight)
  }

  /// The mean of the pixels that each small sample covers: red, green, blue and alpha, premultiplied, 0…255.
  func reduced(_ picture: Pixmap) -> [SIMD4<Float>] {
    var result: [SIMD4<Float>] = []
    result.reserveCapacity(smallWidth * smallHeight)
    var sums = [SIMD4<Float>](repeating: .zero, count: width)
    for rowSpan in rows.spans {
      for x in 0..<width { sums[x] = .zero }
      var rowTotal: Float = 0
      for y in rowSpan.range {
        let weight = Self.weight(y, rowSpan)
        rowTotal += weight
        let start = y * width
        for x in 0..<width { sums[x] += Self.channels(picture.pixels[start + x]) * weight }
      }
      for span in columns.spans {
        var (sum, total) = (SIMD4<Float>.zero, Float(0))
        for x in span.range {
          let weight = Self.weight(x, span)
          sum += sums[x] * weight
          total += weight
        }
        result.append(sum / (total * rowTotal))
      }
    }
    return result
  }

  /// A row of the large picture from small samples.
  func enlarge(_ small: [SIMD4<Float>], row: Int, into result: inout [SIMD4<Float>]) {
    let pair = rows.pairs[row]
    let (upper, lower) = (pair.first * smallWidth, pair.second * smallWidth)
    for x in 0..<width {
      let column = columns.pairs[x]
      let above = Self.mix(small[upper + column.first], small[upper + column.second], column.weight)
      let below = Self.mix(small[lower + column.first], small[lower + column.second], column.weight)
      result[x] = Self.mix(above, below, pair.weight)
    }
  }

  private static func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ weight: Float) -> SIMD4<Float> {
    a + (b - a) * weight
  }

  private static func weight(_ index: Int, _ span: (range: Range<Int>, first: Float, last: Float)) -> Float {
    if span.range.count == 1 { return 1 }
    return index == span.range.lowerBound ? span.first : index == span.range.upperBound - 1 ? span.last : 1
  }

  private static func channels(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4<Float>(Float(pixel & 255), Float(pixel >> 8 & 255), Float(pixel >> 16 & 255), Float(pixel >> 24))
  }
}
