/// A point of an integer lattice that is finer than the tolerance. Integer coordinates make every comparison exact.
package struct LatticePoint: Hashable, Comparable, BitwiseCopyable {
  package var x: Int32
  package var y: Int32

  /// Exclusive bound of coordinates, so that products of differences cannot overflow 64 bits.
  static let limit = 1 << 27

  @inline(__always)
  package static func < (a: LatticePoint, b: LatticePoint) -> Bool { a.y != b.y ? a.y < b.y : a.x < b.x }

  /// Orientation of a triangle: twice its signed area.
  @inline(__always)
  static func turn(_ a: LatticePoint, _ b: LatticePoint, _ c: LatticePoint) -> Int {
    (Int(b.x) &- Int(a.x)) &* (Int(c.y) &- Int(a.y)) &- (Int(b.y) &- Int(a.y)) &* (Int(c.x) &- Int(a.x))
  }

  package init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }

  /// The point of a key.
  init(key: Int) { self.init(x: Int32(truncatingIfNeeded: key) &- Int32(Self.limit), y: Int32(key >> 32)) }

  /// A number whose order is that of the points.
  @inline(__always)
  var key: Int { Int(y) << 32 | (Int(x) + Self.limit) }
}
