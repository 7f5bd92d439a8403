/// Bounds of edges on the lattice.
package struct EdgeBox: BitwiseCopyable {
  fileprivate(set) var left: Int32
  fileprivate(set) var top: Int32
  fileprivate(set) var right: Int32
  fileprivate(set) var bottom: Int32

  @inline(__always)
  package init(_ a: LatticePoint, _ b: LatticePoint) {
    (left, top, right, bottom) = (min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))
  }

  /// Bounds of no edge: beyond all coordinates, and near enough for differences.
  @inline(__always)
  init() {
    let limit = Int32(2 * LatticePoint.limit)
    (left, top, right, bottom) = (limit, limit, -limit, -limit)
  }

  @inline(__always)
  mutating func formUnion(_ other: EdgeBox) {
    (left, top) = (min(left, other.left), min(top, other.top))
    (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
  }

  /// A number that is close for most bounds that are close: the place of their centre on a Z-order curve.
  var zOrder: UInt64 {
    // Smallest plus largest coordinates, made positive.
    let offset = 2 * LatticePoint.limit
    return Self.spread(Int(left) + Int(right) + offset) | Self.spread(Int(top) + Int(bottom) + offset) << 1
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

/// Four bounds, which others are compared with at once: the processor could not foresee which of them overlap.
struct EdgeBoxGroup: BitwiseCopyable {
  static let size = 4
  /// The pairs of a group with itself whose first index is the larger one, as `overlaps` gives them.
  static let ordered: UInt32 = 0b0111_0011_0001_0000

  private var left = SIMD4<Int32>(repeating: EdgeBox().left)
  private var top = SIMD4<Int32>(repeating: EdgeBox().top)
  private var right = SIMD4<Int32>(repeating: EdgeBox().right)
  private var bottom = SIMD4<Int32>(repeating: EdgeBox().bottom)

  /// The bounds with some numbers, at most four; the others are those of no edge.
  @inline(__always)
  init(_ numbers: Range<Int>, _ box: (Int) -> EdgeBox) {
    for index in 0..<Self.size where index < numbers.count {
      let box = box(numbers.lowerBound + index)
      (left[index], top[index], right[index], bottom[index]) = (box.left, box.top, box.right, box.bottom)
    }
  }

  @inline(__always)
  subscript(_ index: Int) -> EdgeBox {
    var box = EdgeBox()
    (box.left, box.top, box.right, box.bottom) = (left[index], top[index], right[index], bottom[index])
    return box
  }

  /// Bounds of all four.
  var union: EdgeBox {
    var box = self[0]
    for index in 1..<Self.size { box.formUnion(self[index]) }
    return box
  }

  /// Bit mask of the bounds that share a point with a box; the lowest bit is that of the first bounds.
  @inline(__always)
  func overlaps(_ box: EdgeBox) -> UInt32 { UInt32(truncatingIfNeeded: row(box, 0).wrappedSum()) }

  /// Bit mask of pairs that share a point: bit 4i + j for bounds i of this group and bounds j of the other one.
  @inline(__always)
  func overlaps(_ other: EdgeBoxGroup) -> UInt32 {
    let rows = (other.row(self[0], 0) | other.row(self[1], 1)) | (other.row(self[2], 2) | other.row(self[3], 3))
    return UInt32(truncatingIfNeeded: rows.wrappedSum())
  }

  /// The bits of a row, one a lane.
  @inline(__always)
  private func row(_ box: EdgeBox, _ row: Int32) -> SIMD4<Int32> {
    // Negative where bounds are apart.
    let shared = (box.right &- left) | (box.bottom &- top) | (right &- box.left) | (bottom &- box.top)
    return ~(shared &>> 31) & (SIMD4(1, 2, 4, 8) &<< (row &* 4))
  }
}
