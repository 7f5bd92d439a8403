internal import KilnGeometry
internal import KilnPixels

/// Coverage of an area, stored for painting the same area again: most shapes of most frames have not moved.
///
/// Each value belongs to one area and one fill rule. Coverage is stored when the area is filled for the second time in
/// a row with the same transform, region and full weight. The painted pixels do not depend on the cache.
package struct CachedCoverage: Sendable {
  /// Inputs of the pixels' weights besides the area itself.
  struct Key: Equatable {
    var transform: Affine
    var region: PixelRect
    /// `SpanPainter.fullWeight` of the painter, which includes opacity.
    var fullWeight: Float
  }

  /// Horizontally adjacent pixels.
  fileprivate struct Span {
    var x: Int32
    var y: Int32
    /// Number of pixels that share one weight; if negative, the number of pixels, at most 4, with a weight each.
    var count: Int32
    /// The shared weight, or one byte for each pixel, the first in the lowest.
    var weights: UInt32
  }

  /// Key of the last fill.
  private var key: Key?
  /// Whether `spans` hold the coverage for `key`.
  private(set) var isValid = false
  private var spans: [Span] = []
  /// Whether new coverage may be stored. Set by the owner, who bounds the memory of all caches.
  package var allowsStoring = true

  /// An empty cache.
  package init() {}

  /// Number of stored spans, 16 bytes each.
  package var spanCount: Int { spans.count }
}

extension CachedCoverage {
  /// Must be called before each fill. Returns whether the fill uses the cache: its coverage is stored already or is to
  /// be stored now. If false, the area is painted directly.
  mutating func begin(_ key: Key) -> Bool {
    if self.key == key { return isValid || allowsStoring }
    self.key = key
    isValid = false
    return false
  }

  /// Sweeps a grid and stores its coverage.
  ///
  /// - Parameters:
  ///   - pixels: The target's first pixel; no pixel is read or changed, so that not all of the region's rows need be there.
  ///   - width: Pixels in a row of the target, which contains the grid's region.
  mutating func store(
    _ grid: CoverageGrid, _ rule: FillRule, under pixels: UnsafeMutablePointer<UInt32>, width: Int
  ) {
    guard let key else { return }
    isValid = true
    spans.removeAll(keepingCapacity: true)
    withUnsafeMutablePointer(to: &spans) { spans in
      let recorder = SpanRecorder(fullWeight: key.fullWeight, spans: spans)
      grid.sweep(rule, with: recorder, into: pixels, width: width)
    }
  }

  /// Paints some rows of the target with the stored coverage. Other parameters are those of `store`.
  @inline(never)
  func paint(
    _ rows: Range<Int>, with painter: some SpanPainter, into pixels: UnsafeMutablePointer<UInt32>, width: Int
  ) {
    spans.withUnsafeBufferPointer { spans in
      // Spans are in the order of their rows.
      let first = spans.partitioningIndex { $0.y >= rows.lowerBound }
      let spans = UnsafeBufferPointer(rebasing: spans[first..<spans.partitioningIndex { $0.y >= rows.upperBound }])
      for span in spans {
        let (x, y, count, weights) = (Int(span.x), Int(span.y), Int(span.count), span.weights)
        let target = pixels + (y &* width &+ x)
        if count > 0 {
          painter.paint(target, count, x: x, y: y, weight: weights)
        } else {
          let weights = SIMD4(weights & 255, weights &>> 8 & 255, weights &>> 16 & 255, weights &>> 24)
          painter.paintBlock(target, x: x, y: y, weights, 0 &- count)
        }
      }
    }
  }
}

/// A painter that records the spans of a sweep, and neither reads nor changes any pixel.
private struct SpanRecorder: SpanPainter {
  let fullWeight: Float
  let spans: UnsafeMutablePointer<[CachedCoverage.Span]>

  func paint(_: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    record(x, y, count, weight)
  }

  func painted(_ below: SIMD4<UInt32>, x: Int, y: Int, weights: SIMD4<UInt32>) -> SIMD4<UInt32> { below }

  func paintBlock(_: UnsafeMutablePointer<UInt32>, x: Int, y: Int, _ weights: SIMD4<UInt32>, _ left: Int) {
    guard left > 0 else { return }
    let count = min(4, left)
    if count == 4 && weights == SIMD4(repeating: weights.x) {
      if weights.x > 0 { record(x, y, count, weights.x) }
    } else {
      record(x, y, -count, weights.x | weights.y << 8 | weights.z << 16 | weights.w << 24)
    }
  }

  private func record(_ x: Int, _ y: Int, _ count: Int, _ weights: UInt32) {
    let last = spans.pointee.count - 1
    if last >= 0, count > 0 {
      let span = spans.pointee[last]
      if span.weights == weights, span.count > 0, span.y == y, Int(span.x) + Int(span.count) == x {
        spans.pointee[last].count += Int32(truncatingIfNeeded: count)
        return
      }
    }
    spans.pointee.append(
      CachedCoverage.Span(
        x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y), count: Int32(truncatingIfNeeded: count),
        weights: weights))
  }
}
