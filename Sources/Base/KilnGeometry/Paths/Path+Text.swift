extension Path {
  /// Reference point of the coordinates in path data.
  public enum TextForm: Sendable, Hashable {
    /// From the origin.
    case absolute
    /// From where the segment starts: short, and the same text wherever an outline comes again.
    case relative
  }

  /// Writes path data in the subset that every SVGA player reads: `M L C Q Z`, with `l h v c q` if it is relative, single
  /// spaces, no exponents.
  ///
  /// Relative coordinates are differences of rounded ones, so that both forms say the same. Where a player that adds them
  /// up in single precision would be off by more than a quarter of the last decimal, a segment is absolute.
  ///
  /// - Parameters:
  ///   - decimals: Maximum number of decimal places, 0…6; trailing zeros are omitted.
  ///   - strokeWidth: Width of the path's stroke, whose ends turn with the curves; nil if only its area is filled. What leads
  ///     back to the start of a stroked contour is absolute, so that it ends exactly there.
  ///   - quadraticTolerance: Maximum distance of a quadratic curve from the cubic curve it replaces; 0 replaces none.
  public func text(
    decimals: Int, form: TextForm = .absolute, strokeWidth: Double? = nil, quadraticTolerance: Double = 0
  ) -> String {
    var writer = PathTextWriter(
      decimals: decimals, form: form, strokeWidth: strokeWidth, quadraticTolerance: quadraticTolerance,
      pointCount: points.count)
    var index = 0
    var current = Point.zero
    for verb in verbs {
      switch verb {
      case .move: writer.move(to: points[index])
      case .line: writer.line(to: points[index])
      case .cubic: writer.curve(CubicCurve(current, points[index], points[index + 1], points[index + 2]))
      case .close: writer.close()
      }
      index += verb.pointCount
      if index > 0 { current = points[index - 1] }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Parses path data: the commands `M L H V C S Q Z`, absolute and relative, with the separators of SVG.
  ///
  /// Files contain more than the format allows (repeated coordinates, several separators), so the parser is as tolerant
  /// as the most tolerant player: what is neither a command nor its coordinates is skipped. So are arcs and smooth
  /// quadratics, which no player draws. Never fails; text without commands gives an empty path.
  public init(text: String) {
    self.init()
    var reader = PathTextReader(Array(text.utf8))
    reader.read(into: &self)
  }
}

private struct PathTextReader {
  private let bytes: [UInt8]
  private var position = 0
  /// Control point that a smooth curve reflects.
  private var lastControl: Point?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read(into path: inout Path) {
    while let letter = nextCommand() {
      var isFirst = true
      repeat {
        guard segment(letter, isFirst: isFirst, into: &path) else { break }
        isFirst = false
      } while startsNumber()
    }
  }

  /// Reads one command's coordinates; false if there are too few.
  private mutating func segment(_ letter: UInt8, isFirst: Bool, into path: inout Path) -> Bool {
    let isRelative = letter >= UInt8(ascii: "a")
    let current = path.currentPoint ?? .zero
    let origin = isRelative ? current : .zero
    let reflected = lastControl.map { current + (current - $0) } ?? current
    lastControl = nil
    switch letter & 0xDF {
    case UInt8(ascii: "M"):
      guard let point = point(from: origin) else { return false }
      if isFirst { path.move(to: point) } else { path.line(to: point) }
    case UInt8(ascii: "L"):
      guard let point = point(from: origin) else { return false }
      path.line(to: point)
    case UInt8(ascii: "H"):
      guard let x = number() else { return false }
      path.line(to: Point(origin.x + x, current.y))
    case UInt8(ascii: "V"):
      guard let y = number() else { return false }
      path.line(to: Point(current.x, origin.y + y))
    case UInt8(ascii: "C"):
      guard let control1 = point(from: origin), let control2 = point(from: origin), let end = point(from: origin) else {
        return false
      }
      path.cubic(control1, control2, to: end)
      lastControl = control2
    case UInt8(ascii: "S"):
      guard let control2 = point(from: origin), let end = point(from: origin) else { return false }
      path.cubic(reflected, control2, to: end)
      lastControl = control2
    case UInt8(ascii: "Q"):
      guard let control = point(from: origin), let end = point(from: origin) else { return false }
      path.quadratic(control, to: end)
    case UInt8(ascii: "Z"):
      path.close()
      return false
    default:
      return number() != nil
    }
    return true
  }

  private mutating func nextCommand() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") { return byte }
    }
    return nil
  }

  private mutating func point(from origin: Point) -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return Point(origin.x + x, origin.y + y)
  }

  private mutating func startsNumber() -> Bool {
    skipSeparators()
    guard position < bytes.count else { return false }
    switch bytes[position] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): return true
    default: return false
    }
  }

  private mutating func skipSeparators() {
    while position < bytes.count, bytes[position] <= UInt8(ascii: " ") || bytes[position] == UInt8(ascii: ",") {
      position += 1
    }
  }

  private mutating func number() -> Double? {
    guard startsNumber() else { return nil }
    let start = position
    if bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") { position += 1 }
    skipDigits()
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      skipDigits()
    }
    if position + 1 < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e"), isExponent(at: position + 1) {
      position += 2
      skipDigits()
    }
    let value = Double(Substring(decoding: bytes[start..<position], as: UTF8.self))
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  private func isExponent(at index: Int) -> Bool {
    let byte = bytes[index]
    return byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func skipDigits() {
    while position < bytes.count, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") {
      position += 1
    }
  }
}
