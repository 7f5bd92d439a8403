/// The random numbers of a script: ARC4 keyed with a text, 48 bits a number and more where the first are 0, as in the
/// prelude.
struct ScriptRandom {
  private var state: [Int] = Array(0...255)
  private var i = 0
  private var j = 0

  /// - Parameter seed: Seed of an expression.
  init(seed: Int) {
    let key = String(seed).utf8.map { Int($0) } + [0]
    var j = 0
    for i in 0...255 {
      j = (j + key[i % key.count] + state[i]) & 255
      state.swapAt(i, j)
    }
  }

  /// The next number, at least 0 and below 1.
  mutating func next() -> Double {
    var numerator = bytes(6)
    var denominator = 281_474_976_710_656.0
    var extra = 0.0
    while numerator < 4_503_599_627_370_496 {
      numerator = (numerator + extra) * 256
      denominator *= 256
      extra = bytes(1)
    }
    while numerator >= 9_007_199_254_740_992 {
      numerator /= 2
      denominator /= 2
      extra = (extra / 2).rounded(.down)
    }
    return (numerator + extra) / denominator
  }

  private mutating func bytes(_ count: Int) -> Double {
    var number = 0.0
    for _ in 0..<count {
      i = (i + 1) & 255
      j = (j + state[i]) & 255
      state.swapAt(i, j)
      number = number * 256 + Double(state[(state[i] + state[j]) & 255])
    }
    return number
  }
}
