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

  /// A number that is close for most bounds that are close: the place of their centre on a Z-order curve.
  var zOrder: UInt64 {
    // Smallest plus largest coordinates, made positive.
    let offset = 2 * LatticePoint.limit
    let x = Int(limits.x) - Int(limits.z) + offset
    let y = Int(limits.y) - Int(limits.w) + offset
    return Self.spread(x) | Self.spread(y) << 1
  }

  /// The lower 32 bits with a zero above each.
  private static func spread(_ number: Int) -> UInt64 {
    var bits = UInt64(UInt32(truncatingIfNeeded: number))
    bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff
    bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff
    bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    bits = (bits | bits << 1) & 0x5555_5555_5555_5555
    return bits
  }
}
