/// Writes path data as `Path.text` promises.
struct PathTextWriter {
  /// A point in units of the last decimal.
  private struct QuantizedPoint: Equatable {
    var x: Int
    var y: Int
  }

  private(set) var bytes: [UInt8] = []
  private let form: Path.TextForm
  private let strokeWidth: Double?
  private let quadraticTolerance: Double
  private let scale: Double
  private let unit: UInt
  private let decimals: Int
  /// Start of the contour, and end of the last segment.
  private var start = QuantizedPoint(x: 0, y: 0)
  private var current = QuantizedPoint(x: 0, y: 0)
  /// Position of a player that adds relative coordinates in single precision.
  private var reached: (x: Float, y: Float) = (0, 0)
  /// Maximum error of `reached` along each axis.
  private let allowance: Double

  init(
    decimals: Int, form: Path.TextForm, strokeWidth: Double?, quadraticTolerance: Double, pointCount: Int
  ) {
    self.decimals = max(0, min(6, decimals))
    self.form = form
    self.strokeWidth = strokeWidth
    self.quadraticTolerance = quadraticTolerance
    unit = (0..<self.decimals).reduce(1) { value, _ in value * 10 }
    scale = Double(unit)
    allowance = 0.25 / scale
    bytes.reserveCapacity(pointCount * 2 * (self.decimals + 4))
  }

  mutating func move(to point: Point) {
    current = place(point)
    start = current
    reached = (single(current.x), single(current.y))
    begin("M", isRelative: false)
    pair(current, isRelative: false)
  }

  mutating func line(to point: Point) {
    let end = place(point)
    let isRelative = mayBeRelative(to: end) && isNear(end)
    // Not absolute: the Android player takes the other coordinate for 0.
    if isRelative, end.y == current.y {
      begin("H", isRelative: true)
      number(end.x - current.x)
    } else if isRelative, end.x == current.x {
      begin("V", isRelative: true)
      number(end.y - current.y)
    } else {
      begin("L", isRelative: isRelative)
      pair(end, isRelative: isRelative)
    }
    go(to: end, isRelative: isRelative)
  }

  mutating func curve(_ curve: CubicCurve) {
    if let control = curve.quadraticControl(tolerance: quadraticTolerance, strokeWidth: strokeWidth) {
      segment("Q", [place(control), place(curve.end)])
    } else {
      segment("C", [place(curve.control1), place(curve.control2), place(curve.end)])
    }
  }

  private mutating func segment<let count: Int>(_ letter: Unicode.Scalar, _ places: [count of QuantizedPoint]) {
    let end = places[count - 1]
    var isRelative = mayBeRelative(to: end)
    for index in places.indices where isRelative { isRelative = isNear(places[index]) }
    begin(letter, isRelative: isRelative)
    for index in places.indices {
      if index > 0 { bytes.append(UInt8(ascii: " ")) }
      pair(places[index], isRelative: isRelative)
    }
    go(to: end, isRelative: isRelative)
  }

  mutating func close() { begin("Z", isRelative: false) }

  // MARK: - Places

  private func place(_ point: Point) -> QuantizedPoint { QuantizedPoint(x: scaled(point.x), y: scaled(point.y)) }

  private func scaled(_ value: Double) -> Int {
    // Larger coordinates are outside of every canvas.
    let limit = 1_000_000_000
    return Int(clamping: (value * scale).rounded(), to: -limit * Int(unit)...limit * Int(unit))
  }

  private func single(_ coordinate: Int) -> Float { Float(Double(coordinate) / scale) }

  private func mayBeRelative(to end: QuantizedPoint) -> Bool {
    form == .relative && !(strokeWidth != nil && end == start)
  }

  /// Whether single precision is enough to say where a point is from the current one.
  private func isNear(_ target: QuantizedPoint) -> Bool {
    let x = reached.x + single(target.x - current.x)
    let y = reached.y + single(target.y - current.y)
    return abs(Double(x) - Double(target.x) / scale) <= allowance
      && abs(Double(y) - Double(target.y) / scale) <= allowance
  }

  private mutating func go(to end: QuantizedPoint, isRelative: Bool) {
    reached =
      isRelative
      ? (reached.x + single(end.x - current.x), reached.y + single(end.y - current.y)) : (single(end.x), single(end.y))
    current = end
  }

  // MARK: - Text

  private mutating func begin(_ letter: Unicode.Scalar, isRelative: Bool) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
    bytes.append(UInt8(truncatingIfNeeded: letter.value) | (isRelative ? 0x20 : 0))
  }

  private mutating func pair(_ place: QuantizedPoint, isRelative: Bool) {
    number(isRelative ? place.x - current.x : place.x)
    bytes.append(UInt8(ascii: " "))
    number(isRelative ? place.y - current.y : place.y)
  }

  /// Fixed point without trailing zeros.
  private mutating func number(_ scaled: Int) {
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = scaled.magnitude
    var places = decimals
    while places > 0, rest % 10 == 0 {
      rest /= 10
      places -= 1
    }
    // From the last digit to the first, at least one before the point.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
      var start = digits.count
      var written = 0
      repeat {
        if written == places, places > 0 {
          start -= 1
          digits[start] = UInt8(ascii: ".")
        }
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
        written += 1
      } while rest > 0 || written <= places
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}
