/// A path's segments with their lengths, sampled as motion paths are: the counterpart of `segmentLengths` in the prelude.
struct NativePathLength {
  private struct Segment {
    /// The ends, the outgoing control point of the first, and the incoming one of the second.
    var start: SIMD2<Double>
    var end: SIMD2<Double>
    var leaving: SIMD2<Double>
    var arriving: SIMD2<Double>
    var shares: [Double] = []
    var lengths: [Double] = []
    var length = 0.0

    init(_ from: SIMD8<Double>, _ to: SIMD8<Double>) {
      (start, end) = (from.lowHalf.lowHalf, to.lowHalf.lowHalf)
      (leaving, arriving) = (from.highHalf.lowHalf, to.lowHalf.highHalf)
      var last = SIMD2<Double>.zero
      for k in 0..<150 {
        let t = Double(k) / 149
        let u = 1 - t
        let (a, b, c, d) = (u * (u * u), 3 * (u * u) * t, 3 * u * (t * t), t * (t * t))
        let x = a * start.x + b * leaving.x + c * arriving.x + d * end.x
        let y = a * start.y + b * leaving.y + c * arriving.y + d * end.y
        if k > 0 { length += ((x - last.x) * (x - last.x) + (y - last.y) * (y - last.y)).squareRoot() }
        last = SIMD2(x, y)
        shares.append(ScriptProperty.rounded(t))
        lengths.append(ScriptProperty.rounded(length))
      }
    }

    func parameter(at share: Double) -> Double? {
      let end = lengths.count - 1
      guard var n = Int(exactly: (Double(end) * share).rounded(.down)), lengths.indices.contains(n) else { return nil }
      let distance = share * length
      if n == end || n == 0 || distance == lengths[n] { return shares[n] }
      let step = lengths[n] > distance ? -1 : 1
      while true {
        if lengths[n] <= distance, lengths[n + 1] > distance {
          return shares[n] + (shares[n + 1] - shares[n]) * ((distance - lengths[n]) / (lengths[n + 1] - lengths[n]))
        }
        n += step
        if n < 0 || n >= end { return n == end ? shares[n] : shares[max(n, 0)] }
      }
    }

    func point(at t: Double) -> [Double] {
      let u = 1 - t
      return (0..<2).map { i in
        let sum =
          u * u * u * start[i] + (t * u * u + u * t * u + u * u * t) * leaving[i]
          + (t * t * u + u * t * t + t * u * t) * arriving[i] + t * t * t * end[i]
        return NativeMath.rounded(sum * 1000) / 1000
      }
    }
  }

  private var segments: [Segment] = []
  private var total = 0.0
  private let path: ScriptPath

  init(_ path: ScriptPath) {
    self.path = path
    let vertices = path.vertices
    for n in 0..<max(0, path.isClosed ? vertices.count : vertices.count - 1) {
      let segment = Segment(vertices[n], vertices[n + 1 < vertices.count ? n + 1 : 0])
      total += segment.length
      segments.append(segment)
    }
  }

  /// Nil if there is none.
  func point(at share: Double) -> [Double]? {
    let distance = total * share
    var passed = 0.0
    for segment in segments {
      if passed + segment.length > distance {
        return segment.parameter(at: (distance - passed) / segment.length).map(segment.point)
      }
      passed += segment.length
    }
    return (path.isClosed ? path.vertices.first : path.vertices.last).map { [$0[0], $0[1]] }
  }
}
