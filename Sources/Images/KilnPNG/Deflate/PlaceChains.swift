/// The places of the window by a hash of what begins there, the last one first.
struct PlaceChains {
  /// The last place of each hash.
  private let heads: UnsafeMutablePointer<Int32>
  /// The place with the same hash before each of the window.
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

  /// The last place with a hash; negative if there is none.
  @inline(__always)
  func last(_ hash: Int) -> Int { Int(heads[hash]) }

  /// The place before one that had its hash. Where that has left the window, it may be any other place, also a later one.
  @inline(__always)
  func before(_ place: Int) -> Int { Int(previous[place & (DeflateSymbols.window &- 1)]) }

  /// Makes a place the last one with a hash.
  @inline(__always)
  func note(_ place: Int, _ hash: Int) {
    previous[place & (DeflateSymbols.window &- 1)] = heads[hash]
    heads[hash] = Int32(truncatingIfNeeded: place)
  }

  /// Hash of four bytes and a number.
  @inline(__always)
  static func hash(_ word: UInt32, _ number: Int = 0) -> Int {
    let key = word &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: number) &* 0x85EB_CA6B
    return Int(truncatingIfNeeded: key &>> (32 &- hashBits))
  }
}
