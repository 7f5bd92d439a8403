/// Hash chains: for each hash of the bytes at a position, its positions in the window, the latest first.
struct HashChains {
  /// Latest position of each hash.
  private let heads: UnsafeMutablePointer<Int32>
  /// Previous position with the same hash, for each position of the window.
  private let previous: UnsafeMutablePointer<Int32>

  private static let hashBits: UInt32 = 16
  private static let nowhere: Int32 = -1 << 20

  init() {
    heads = .allocate(capacity: 1 << Int(Self.hashBits))
    heads.initialize(repeating: Self.nowhere, count: 1 << Int(Self.hashBits))
    previous = .allocate(capacity: DeflateSymbols.window)
    previous.initialize(repeating: Self.nowhere, count: DeflateSymbols.window)
  }

  func deallocate() {
    heads.deallocate()
    previous.deallocate()
  }

  /// Latest position with a hash; negative if there is none.
  @inline(__always)
  func last(_ hash: Int) -> Int { Int(heads[hash]) }

  /// The previous position with the same hash as a position. After it has left the window, this is an arbitrary
  /// position, possibly a later one.
  @inline(__always)
  func predecessor(_ position: Int) -> Int { Int(previous[position & (DeflateSymbols.window &- 1)]) }

  /// Inserts a position at the head of the chain of a hash.
  @inline(__always)
  func insert(_ position: Int, _ hash: Int) {
    previous[position & (DeflateSymbols.window &- 1)] = heads[hash]
    heads[hash] = Int32(truncatingIfNeeded: position)
  }

  /// Hash of four bytes and a number.
  @inline(__always)
  static func hash(_ word: UInt32, _ number: Int = 0) -> Int {
    let key = word &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: number) &* 0x85EB_CA6B
    return Int(truncatingIfNeeded: key &>> (32 &- hashBits))
  }
}
