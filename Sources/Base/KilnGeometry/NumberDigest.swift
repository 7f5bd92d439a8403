/// A fast keyed hash of many numbers, for use within one process.
///
/// Every outline of every frame is hashed. The standard library's hasher, fed number by number, took a sixth of the
/// time of baking files with many small paths; this takes next to none. The key is random for each process, so that no
/// file can provoke collisions.
public struct NumberDigest {
  private static let key = (x: UInt64.random(in: .min ... .max), y: UInt64.random(in: .min ... .max))
  private let key = NumberDigest.key
  private var state: UInt64 = 0

  /// A digest without numbers.
  public init() {}

  /// Hash of all numbers combined so far.
  public var value: Int { Int(truncatingIfNeeded: state) }

  /// Adds two numbers to the hash.
  @inline(__always)
  public mutating func combine(_ x: Double, _ y: Double) {
    // Maps -0 to 0, which compares equal.
    mix((x + 0).bitPattern, (y + 0).bitPattern)
  }

  /// Adds two numbers to the hash.
  @inline(__always)
  public mutating func combine(_ x: Int, _ y: Int) {
    mix(UInt64(truncatingIfNeeded: x), UInt64(truncatingIfNeeded: y))
  }

  @inline(__always)
  private mutating func mix(_ x: UInt64, _ y: UInt64) {
    let product = (state ^ x ^ key.x).multipliedFullWidth(by: y ^ key.y)
    state = product.high ^ product.low ^ state
  }
}
