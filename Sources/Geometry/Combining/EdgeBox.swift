/// Bounds of edges on the lattice, in a form whose overlap is one comparison of vectors.
struct EdgeBox: BitwiseCopyable {
  /// The smallest x and y, and the largest with their signs turned.
  private var limits: SIMD4<Int32>

  @inline(__always)
  init(_ a: LatticePoint, _ b: LatticePoint) {
    limits = SIMD4(min(a.x, b.x), min(a.y, b.y), -max(a.x, b.x), -max(a.y, b.y))
  }

  /// Bounds of no edge.
  @inline(__always)
  init() { limits = SIMD4(repeating: .max) }

  @inline(__always)
  mutating func formUnion(_ other: EdgeBox) { limits = pointwiseMin(limits, other.limits) }

  /// What `overlaps` compares other bounds with.
  @inline(__always)
  var opposite: Opposite { Opposite(limits: SIMD4(-limits.z, -limits.w, -limits.x, -limits.y)) }

  /// Bounds with the largest coordinates first.
  struct Opposite: BitwiseCopyable {
    fileprivate var limits: SIMD4<Int32>
  }

  /// Whether bounds share a point.
  @inline(__always)
  func overlaps(_ other: Opposite) -> Bool { all(limits .<= other.limits) }
}
