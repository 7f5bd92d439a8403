internal import Geometry
internal import Pixels

/// How much an area covers of each pixel, kept for drawing it again in the same place: most shapes of most frames have
/// not moved. Whoever owns one gives it to drawings of one area only.
///
/// It is kept when the area is drawn for the second time in a row. Pixels do not depend on it.
public struct KeptCoverage: Sendable {
  /// On what the weights of pixels depend, but for the area itself.
  struct Place: Equatable {
    var transform: Affine
    var region: PixelRect
    /// That of the painter.
    var fullWeight: Float
  }

  /// Pixels side by side.
  fileprivate struct Run {
    var x: Int32
    var y: Int32
    /// How many pixels share one weight; if negative, how many have weights of their own, at most four.
    var count: Int32
    /// The weight, or a byte for each pixel, that of the first one lowest.
    var weights: UInt32
  }

  /// Where the area was drawn last.
  private var place: Place?
  /// Whether what is kept is its coverage there.
  private(set) var isKnown = false
  private var runs: [Run] = []
  /// Whether there is memory left for it.
  public var mayBeKept = true

  /// Nothing is known yet.
  public init() {}

  /// How much memory is used: runs of 16 bytes.
  public var runCount: Int { runs.count }
}

extension KeptCoverage {
  /// Must be called before the area is drawn. Whether its coverage is known, or to be kept now; if not, it is drawn as
  /// if nothing were kept.
  mutating func begin(in place: Place) -> Bool {
    if self.place == place { return isKnown || mayBeKept }
    self.place = place
    isKnown = false
    return false
  }

  /// Keeps the coverage of the area, and sweeps it.
  ///
  /// - Parameters:
  ///   - pixels: The target's first pixel; no pixel is changed.
  ///   - width: Pixels in a row of the target, which holds all of the grid's region.
  mutating func keep(
    _ grid: CoverageGrid, _ rule: FillRule, under pixels: UnsafeMutablePointer<UInt32>, width: Int
  ) {
    guard let place else { return }
    isKnown = true
    runs.removeAll(keepingCapacity: true)
    withUnsafeMutablePointer(to: &runs) { runs in
      let recorder = RunRecorder(fullWeight: place.fullWeight, maxX: place.region.maxX, runs: runs)
      grid.sweep(rule, with: recorder, into: pixels, width: width)
    }
  }

  /// Paints what is kept. Parameters are those of `keep`.
  @inline(never)
  func paint(with painter: some SpanPainter, into pixels: UnsafeMutablePointer<UInt32>, width: Int) {
    runs.withUnsafeBufferPointer { runs in
      for run in runs {
        let (x, y, count, weights) = (Int(run.x), Int(run.y), Int(run.count), run.weights)
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

/// Notes what a sweep would paint.
private struct RunRecorder: SpanPainter {
  let fullWeight: Float
  /// The region's right edge.
  let maxX: Int
  let runs: UnsafeMutablePointer<[KeptCoverage.Run]>

  func paint(_: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    note(x, y, count, weight)
  }

  func painted(_ below: SIMD4<UInt32>, x: Int, y: Int, weights: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let count = min(4, maxX - x)
    if count == 4 && weights == SIMD4(repeating: weights.x) {
      if weights.x > 0 { note(x, y, count, weights.x) }
    } else {
      note(x, y, -count, weights.x | weights.y << 8 | weights.z << 16 | weights.w << 24)
    }
    return below
  }

  private func note(_ x: Int, _ y: Int, _ count: Int, _ weights: UInt32) {
    let last = runs.pointee.count - 1
    if last >= 0, count > 0 {
      let run = runs.pointee[last]
      if run.weights == weights, run.count > 0, run.y == y, Int(run.x) + Int(run.count) == x {
        runs.pointee[last].count += Int32(truncatingIfNeeded: count)
        return
      }
    }
    runs.pointee.append(
      KeptCoverage.Run(
        x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y), count: Int32(truncatingIfNeeded: count),
        weights: weights))
  }
}
