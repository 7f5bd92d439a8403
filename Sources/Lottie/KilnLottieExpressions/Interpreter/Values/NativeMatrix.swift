internal import KilnGeometry

/// A matrix of 32-bit floats, as scripts move points with it; points are rows. The counterpart of `Matrix` in the prelude.
struct NativeMatrix {
  private var m: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

  private subscript(index: Int) -> Double {
    get { Double(m[index]) }
    set { m[index] = Float(newValue) }
  }

  mutating func translate(_ x: Double, _ y: Double, _ z: Double) {
    let depth = z.isNaN ? 0 : z
    if x == 0, y == 0, depth == 0 { return }
    self[12] += self[15] * x
    self[13] += self[15] * y
    self[14] += self[15] * depth
  }

  /// The zeros of the product are added, too: they decide about the sign of others.
  mutating func scale(_ x: Double, _ y: Double, _ z: Double) {
    if x == 1, y == 1, z == 1 { return }
    for row in stride(from: 0, to: 16, by: 4) {
      let (p, q, r, s) = (self[row], self[row + 1], self[row + 2], self[row + 3])
      self[row] = p * x + q * 0 + r * 0 + s * 0
      self[row + 1] = p * 0 + q * y + r * 0 + s * 0
      self[row + 2] = p * 0 + q * 0 + r * z + s * 0
      self[row + 3] = p * 0 + q * 0 + r * 0 + s
    }
  }

  mutating func rotate(_ angle: Double) {
    if angle == 0 { return }
    let (s, c) = Scalar.sineCosine(angle)
    for row in stride(from: 0, to: 16, by: 4) {
      let (p, q, r, t) = (self[row], self[row + 1], self[row + 2], self[row + 3])
      self[row] = p * c + q * s + r * 0 + t * 0
      self[row + 1] = p * -s + q * c + r * 0 + t * 0
      self[row + 2] = p * 0 + q * 0 + r + t * 0
      self[row + 3] = p * 0 + q * 0 + r * 0 + t
    }
  }

  mutating func rotateX(_ angle: Double) {
    if angle == 0 { return }
    let (s, c) = Scalar.sineCosine(angle)
    multiply([1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1])
  }

  mutating func rotateY(_ angle: Double) {
    if angle == 0 { return }
    let (s, c) = Scalar.sineCosine(angle)
    multiply([c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0, 0, 0, 0, 1])
  }

  mutating func skew(_ amount: Double, _ axis: Double) {
    let (s, c) = Scalar.sineCosine(axis)
    multiply([c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    multiply([1, 0, 0, 0, Scalar.tangent(amount), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    multiply([c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
  }

  private mutating func multiply(_ b: [Double]) {
    let isTranslation =
      b[0] == 1 && b[5] == 1 && b[10] == 1 && [1, 2, 3, 4, 6, 7, 8, 9, 11].allSatisfy { b[$0] == 0 || b[$0].isNaN }
    if isTranslation {
      for i in 0..<3 { self[12 + i] = self[12 + i] * b[i * 5] + self[15] * b[12 + i] }
      self[15] *= b[15]
      return
    }
    for row in stride(from: 0, to: 16, by: 4) {
      let (p, q, r, s) = (self[row], self[row + 1], self[row + 2], self[row + 3])
      for i in 0..<4 { self[row + i] = p * b[i] + q * b[4 + i] + r * b[8 + i] + s * b[12 + i] }
    }
  }

  func apply(_ x: Double, _ y: Double, _ z: Double) -> [Double] {
    if m == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] { return [x, y, z] }
    return [
      x * self[0] + y * self[4] + z * self[8] + self[12], x * self[1] + y * self[5] + z * self[9] + self[13],
      x * self[2] + y * self[6] + z * self[10] + self[14],
    ]
  }

  /// In the plane only, as lottie-web does it.
  func applyInverse(_ x: Double, _ y: Double, _ z: Double) -> [Double] {
    let determinant = self[0] * self[5] - self[1] * self[4]
    var inverse = NativeMatrix()
    inverse[0] = self[5] / determinant
    inverse[1] = -self[1] / determinant
    inverse[4] = -self[4] / determinant
    inverse[5] = self[0] / determinant
    inverse[12] = (self[4] * self[13] - self[5] * self[12]) / determinant
    inverse[13] = -(self[0] * self[13] - self[1] * self[12]) / determinant
    return inverse.apply(x, y, z)
  }
}
