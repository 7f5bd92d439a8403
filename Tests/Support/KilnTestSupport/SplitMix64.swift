/// Random numbers that are the same in every run (Steele, Lea and Flood, 2014).
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Starts a sequence.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

extension SplitMix64 {
  /// Bytes that compress well when there are few different `values`.
  public mutating func bytes(count: Int, values: UInt8 = 255) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...values, using: &self) }
  }
}
