/// The easing between two keyframes as scripts see it: the cubic of CSS's cubic-bezier, solved as lottie-web solves it, with
/// its error.
struct ScriptEasing {
  private static let tableStep = 0.1

  private let x1: Double
  private let y1: Double
  private let x2: Double
  private let y2: Double
  /// Horizontal positions at the parameters 0, 0.1 … 1.
  private let table: [Float]

  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    table = (0...10).map { Float(Self.cubic(Double($0) * Self.tableStep, x1, x2)) }
  }

  /// The progress at a share of the time.
  func value(at x: Double) -> Double {
    if x1 == y1, x2 == y2 { return x }
    if x == 0 || x == 1 { return x }
    return Self.cubic(parameter(at: x), y1, y2)
  }

  private static func cubic(_ t: Double, _ a: Double, _ b: Double) -> Double {
    (((1.0 - 3.0 * b + 3.0 * a) * t + (3.0 * b - 6.0 * a)) * t + 3.0 * a) * t
  }

  private static func slope(_ t: Double, _ a: Double, _ b: Double) -> Double {
    3.0 * (1.0 - 3.0 * b + 3.0 * a) * t * t + 2.0 * (3.0 * b - 6.0 * a) * t + 3.0 * a
  }

  /// Guessed from the table, refined by Newton's method or bisection.
  private func parameter(at x: Double) -> Double {
    var start = 0.0
    var next = 1
    while next != 10, Double(table[next]) <= x {
      start += Self.tableStep
      next += 1
    }
    let (low, high) = (Double(table[next - 1]), Double(table[next]))
    var guess = start + (x - low) / (high - low) * Self.tableStep
    let steepness = Self.slope(guess, x1, x2)
    if steepness == 0 { return guess }
    if steepness >= 0.001 {
      for _ in 0..<4 {
        let current = Self.slope(guess, x1, x2)
        if current == 0 { return guess }
        guess -= (Self.cubic(guess, x1, x2) - x) / current
      }
      return guess
    }
    var end = start + Self.tableStep
    var middle = start
    for _ in 0..<10 {
      middle = start + (end - start) / 2
      let miss = Self.cubic(middle, x1, x2) - x
      if abs(miss) <= 1e-7 { break }
      if miss > 0 { end = middle } else { start = middle }
    }
    return middle
  }
}
