internal import KilnGeometry

/// Searches the cubic easing that meets samples of progress best.
///
/// For given abscissas of the control points the curve is linear in their ordinates, so that these have a closed form by
/// least squares. Abscissas of a coarse grid are tried, and the best is improved in all four numbers by the method of
/// Levenberg and Marquardt.
struct EaseSearch {
  /// Number of samples at most that are looked at.
  private static let sampleLimit = 32
  private static let iterationLimit = 16
  private static let maximumOrdinate = 8.0

  private var shares: [Double] = []
  private var progress: [Double] = []

  /// Control points and the largest deviation.
  private struct Candidate {
    var x1 = 0.0
    var y1 = 0.0
    var x2 = 0.0
    var y2 = 0.0
    var squares = Double.infinity
    var error = Double.infinity

    var easing: CubicEasing { CubicEasing(Point(x1, y1), Point(x2, y2)) }
  }

  /// The best easing found; nil if it misses a sample by far.
  ///
  /// - Parameters:
  ///   - shares: Times of the samples, ascending, between 0 and 1.
  ///   - progress: Progress at these times.
  ///   - tolerance: Deviation at which the search ends.
  mutating func ease(_ shares: [Double], _ progress: [Double], tolerance: Double) -> CubicEasing? {
    select(shares, progress)
    var best = Candidate()
    for point in EaseGrid.points {
      let candidate = solve(point)
      if candidate.squares < best.squares { best = candidate }
    }
    guard best.error.isFinite, best.error <= max(60 * tolerance, 0.25) else { return nil }
    improve(&best, tolerance: tolerance * 0.5)
    return best.error <= tolerance * 1.05 ? best.easing : nil
  }

  /// Improves an easing further, with all samples; false if it cannot be.
  mutating func refine(_ easing: inout CubicEasing, _ shares: [Double], _ progress: [Double]) -> Bool {
    guard shares.count <= 512 else { return false }
    (self.shares, self.progress) = (shares, progress)
    var candidate = Candidate(
      x1: easing.control1.x, y1: easing.control1.y, x2: easing.control2.x, y2: easing.control2.y)
    let old = candidate
    improve(&candidate, tolerance: 0)
    easing = candidate.easing
    return candidate.x1 != old.x1 || candidate.x2 != old.x2 || candidate.y1 != old.y1 || candidate.y2 != old.y2
  }

  /// Takes evenly distributed ones of many samples.
  private mutating func select(_ shares: [Double], _ progress: [Double]) {
    guard shares.count > Self.sampleLimit else {
      (self.shares, self.progress) = (shares, progress)
      return
    }
    self.shares.removeAll(keepingCapacity: true)
    self.progress.removeAll(keepingCapacity: true)
    for index in 0..<Self.sampleLimit {
      let sample = index * (shares.count - 1) / (Self.sampleLimit - 1)
      self.shares.append(shares[sample])
      self.progress.append(progress[sample])
    }
  }

  /// The best ordinates for abscissas of the grid.
  private func solve(_ grid: EaseGrid.Point) -> Candidate {
    var (a11, a12, a22, c1, c2) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for index in shares.indices {
      let t = grid.parameter(at: shares[index])
      let (b1, b2, b3) = bernstein(t)
      let rest = progress[index] - b3
      a11 += b1 * b1
      a12 += b1 * b2
      a22 += b2 * b2
      c1 += b1 * rest
      c2 += b2 * rest
    }
    let determinant = a11 * a22 - a12 * a12
    var (y1, y2) = (0.0, 0.0)
    if determinant > 1e-9 * a11 * a22 {
      (y1, y2) = ((c1 * a22 - c2 * a12) / determinant, (a11 * c2 - a12 * c1) / determinant)
    } else {
      let sum = a11 + 2 * a12 + a22
      y1 = sum > 0 ? (c1 + c2) / sum : 0
      y2 = y1
    }
    var candidate = Candidate(x1: grid.x1, y1: limited(y1), x2: grid.x2, y2: limited(y2), squares: 0, error: 0)
    for index in shares.indices {
      let (b1, b2, b3) = bernstein(grid.parameter(at: shares[index]))
      let error = progress[index] - b1 * candidate.y1 - b2 * candidate.y2 - b3
      candidate.squares += error * error
      candidate.error = max(candidate.error, abs(error))
    }
    return candidate
  }

  /// Improves all four numbers until the deviation is below a tolerance, or does not change any more.
  private func improve(_ best: inout Candidate, tolerance: Double) {
    var damping = 1e-3
    var system = NormalEquations()
    evaluate(&best, &system)
    for _ in 0..<Self.iterationLimit where best.error > tolerance {
      guard let step = system.solution(damping: damping) else { return }
      var next = best
      next.x1 = min(1, max(0, best.x1 + step[2]))
      next.x2 = min(1, max(0, best.x2 + step[3]))
      next.y1 = limited(best.y1 + step[0])
      next.y2 = limited(best.y2 + step[1])
      var nextSystem = NormalEquations()
      evaluate(&next, &nextSystem)
      if next.squares < best.squares {
        let isSettled = next.squares > best.squares * 0.999
        (best, system) = (next, nextSystem)
        damping = max(1e-9, damping * 0.2)
        if isSettled { return }
      } else {
        damping *= 10
        if damping > 1e4 { return }
      }
    }
  }

  /// Deviations of a candidate, and the equations of the next step.
  private func evaluate(_ candidate: inout Candidate, _ system: inout NormalEquations) {
    candidate.squares = 0
    candidate.error = 0
    let (x1, x2, y1, y2) = (candidate.x1, candidate.x2, candidate.y1, candidate.y2)
    var t = 0.0
    for index in shares.indices {
      t = parameter(at: shares[index], x1, x2, from: t)
      let (b1, b2, b3) = bernstein(t)
      let rest = 1 - t
      let speed = 3 * rest * rest * x1 + 6 * rest * t * (x2 - x1) + 3 * t * t * (1 - x2)
      let rise = 3 * rest * rest * y1 + 6 * rest * t * (y2 - y1) + 3 * t * t * (1 - y2)
      let slope = -rise / max(speed, 1e-3)
      let error = progress[index] - b1 * y1 - b2 * y2 - b3
      candidate.squares += error * error
      candidate.error = max(candidate.error, abs(error))
      system.add(SIMD4(b1, b2, slope * b1, slope * b2), error)
    }
  }

  /// The curve's parameter where its abscissa is `x`, at or after another parameter.
  private func parameter(at x: Double, _ x1: Double, _ x2: Double, from start: Double) -> Double {
    var (low, high, t) = (start, 1.0, max(start, x))
    for _ in 0..<40 {
      let rest = 1 - t
      let error = 3 * rest * t * (rest * x1 + t * x2) + t * t * t - x
      if abs(error) < 1e-9 { return t }
      if error > 0 { high = t } else { low = t }
      let next = t - error / (3 * rest * rest * x1 + 6 * rest * t * (x2 - x1) + 3 * t * t * (1 - x2))
      t = next > low && next < high ? next : (low + high) / 2
    }
    return t
  }

  private func limited(_ ordinate: Double) -> Double { min(Self.maximumOrdinate, max(-Self.maximumOrdinate, ordinate)) }

  @inline(__always)
  private func bernstein(_ t: Double) -> (Double, Double, Double) {
    let rest = 1 - t
    return (3 * rest * rest * t, 3 * rest * t * t, t * t * t)
  }
}

/// Normal equations of a least-squares problem in four unknowns.
private struct NormalEquations {
  private var rows = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero)
  private var right = SIMD4<Double>.zero

  /// Adds an equation: the product of `factors` and the unknowns is `value`.
  @inline(__always)
  mutating func add(_ factors: SIMD4<Double>, _ value: Double) {
    rows.0 += factors * factors[0]
    rows.1 += factors * factors[1]
    rows.2 += factors * factors[2]
    rows.3 += factors * factors[3]
    right += factors * value
  }

  /// The solution with a damping of each unknown, by Gauss elimination; nil if there is none.
  func solution(damping: Double) -> SIMD4<Double>? {
    var matrix = [rows.0, rows.1, rows.2, rows.3]
    var right = right
    for index in 0..<4 { matrix[index][index] += damping * (matrix[index][index] + 1e-9) }
    for pivot in 0..<4 {
      guard abs(matrix[pivot][pivot]) > 1e-300 else { return nil }
      for row in pivot + 1..<4 {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        matrix[row] -= matrix[pivot] * factor
        right[row] -= right[pivot] * factor
      }
    }
    var result = SIMD4<Double>.zero
    for row in stride(from: 3, through: 0, by: -1) {
      var value = right[row]
      for column in row + 1..<4 { value -= matrix[row][column] * result[column] }
      result[row] = value / matrix[row][row]
    }
    return result.isFinite ? result : nil
  }
}

extension SIMD4<Double> {
  fileprivate var isFinite: Bool { indices.allSatisfy { self[$0].isFinite } }
}
