/// Lengths of a path's segments, sampled as motion paths are: the counterpart of `segmentLengths` in the prelude.
struct NativePathLength {
  private struct Segment {
    /// Length of the path from its start to each sample.
    var lengths: [Float] = []
    var length = 0.0

    init(_ from: SIMD8<Double>, _ to: SIMD8<Double>) {
      let (start, end) = (from.lowHalf.lowHalf, to.lowHalf.lowHalf)
      let (leaving, arriving) = (from.highHalf.lowHalf, to.lowHalf.highHalf)
      var last = SIMD2<Double>.zero
      lengths.reserveCapacity(sampleCount)
      for k in 0..<sampleCount {
        let t = Double(k) / Double(sampleCount - 1)
        let u = 1 - t
        let (a, b, c, d) = (u * (u * u), 3 * (u * u) * t, 3 * u * (t * t), t * (t * t))
        let x = a * start.x + b * leaving.x + c * arriving.x + d * end.x
        let y = a * start.y + b * leaving.y + c * arriving.y + d * end.y
        if k > 0 { length += ((x - last.x) * (x - last.x) + (y - last.y) * (y - last.y)).squareRoot() }
        last = SIMD2(x, y)
        lengths.append(Float(length))
      }
    }

    /// Nil where only the engine knows, such as before the beginning.
    func parameter(at share: Double) -> Double? {
      let end = sampleCount - 1
      guard var n = Int(exactly: (Double(end) * share).rounded(.down)), lengths.indices.contains(n) else { return nil }
      let distance = share * length
      func at(_ n: Int) -> Double { Double(lengths[n]) }
      if n == end || n == 0 || distance == at(n) { return Self.share(n) }
      let step = at(n) > distance ? -1 : 1
      while true {
        if at(n) <= distance, at(n + 1) > distance {
          return Self.share(n) + (Self.share(n + 1) - Self.share(n)) * ((distance - at(n)) / (at(n + 1) - at(n)))
        }
        n += step
        if n < 0 || n >= end { return n == end ? Self.share(n) : nil }
      }
    }

    private static func share(_ n: Int) -> Double { ScriptProperty.rounded(Double(n) / Double(sampleCount - 1)) }
  }

  private static let sampleCount = 150

  private var segments: [Segment] = []
  private var total = 0.0

  init(_ path: ScriptPath) {
    let vertices = path.vertices
    for n in 0..<max(0, path.isClosed ? vertices.count : vertices.count - 1) {
      let segment = Segment(vertices[n], vertices[n + 1 < vertices.count ? n + 1 : 0])
      total += segment.length
      segments.append(segment)
    }
  }

  /// A point of the path, or of another one as if it had these lengths; nil where only the engine knows.
  func point(of path: ScriptPath, at share: Double) -> [Double]? {
    let distance = total * share
    var passed = 0.0
    for (n, segment) in segments.enumerated() {
      if passed + segment.length > distance {
        let next = path.isClosed && n == segments.count - 1 ? 0 : n + 1
        guard path.vertices.indices.contains(n), path.vertices.indices.contains(next),
          let t = segment.parameter(at: (distance - passed) / segment.length)
        else { return nil }
        return Self.point(from: path.vertices[n], to: path.vertices[next], at: t)
      }
      passed += segment.length
    }
    return (path.isClosed ? path.vertices.first : path.vertices.last).map { [$0[0], $0[1]] }
  }

  private static func point(from: SIMD8<Double>, to: SIMD8<Double>, at t: Double) -> [Double] {
    let (start, end) = (from.lowHalf.lowHalf, to.lowHalf.lowHalf)
    let (leaving, arriving) = (from.highHalf.lowHalf, to.lowHalf.highHalf)
    let u = 1 - t
    return (0..<2).map { i in
      let sum =
        u * u * u * start[i] + (t * u * u + u * t * u + u * u * t) * leaving[i]
        + (t * t * u + u * t * t + t * u * t) * arriving[i] + t * t * t * end[i]
      return NativeMath.rounded(sum * 1000) / 1000
    }
  }
}
