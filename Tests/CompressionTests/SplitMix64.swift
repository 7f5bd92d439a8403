/// A small random generator whose numbers are the same on every run.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}

extension SplitMix64 {
  /// Bytes that compress well when there are few different `values`.
  mutating func bytes(count: Int, values: UInt8 = 255) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...values, using: &self) }
  }
}
