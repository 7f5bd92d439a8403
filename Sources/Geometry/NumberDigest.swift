/// A hash of many numbers.
///
/// Every outline of every frame is hashed. Number by number, the standard library's hasher took a sixth of all time of
/// baking files with many small paths; this takes next to none. No file can know its key.
public struct NumberDigest {
  private static let key = (x: UInt64.random(in: .min ... .max), y: UInt64.random(in: .min ... .max))
  private let key = NumberDigest.key
  private var state: UInt64 = 0

  /// A digest of nothing.
  public init() {}

  /// The digest of all numbers so far.
  public var value: Int { Int(truncatingIfNeeded: state) }

  /// Takes in two numbers.
  @inline(__always)
  public mutating func combine(_ x: Double, _ y: Double) {
    // Zero has two signs but is one number.
    mix((x + 0).bitPattern, (y + 0).bitPattern)
  }

  /// Takes in two numbers.
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
