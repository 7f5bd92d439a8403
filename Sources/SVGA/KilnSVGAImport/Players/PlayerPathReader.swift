internal import KilnGeometry

/// A player's reading of path data that is not plain.
struct PlayerPathReader {
  /// A way to read.
  enum Kind: Sendable {
    /// As the most tolerant player.
    case tolerant
    /// The Web players: letters split the text, single spaces or commas split the numbers, and what is no number is NaN, with
    /// which a canvas draws nothing.
    ///
    /// - `readsZeroControls`: Whether S reflects a control point with a coordinate of 0.
    case canvas(readsZeroControls: Bool)
    /// iOS: a command with another number of arguments than its own is left out.
    case iOS
    /// Android: T and E do not split the text, any number of spaces splits numbers, and those that are missing are 0.
    case android
    /// Flutter: a number that cannot be read ends the path.
    case flutter
  }

  private let kind: Kind
  private var path = Path()
  /// End of the last segment, as the player knows it.
  private var point = Point.zero
  /// The last control points; nil before the first.
  private var control1: Point?
  private var control2: Point?

  /// The path that a player makes of a text.
  static func path(_ text: String, _ kind: Kind) -> Path {
    if case .tolerant = kind { return Path(text: text) }
    var reader = PlayerPathReader(kind)
    for (letter, arguments) in reader.segments(of: text) {
      guard reader.read(letter, arguments) else { break }
    }
    return reader.path
  }

  private init(_ kind: Kind) {
    self.kind = kind
    if case .canvas(readsZeroControls: true) = kind { (control1, control2) = (.zero, .zero) }
  }

  // MARK: - Splitting

  /// Letters, each with the text up to the next.
  private func segments(of text: String) -> [(letter: UInt8, arguments: Substring.UTF8View)] {
    let bytes = text.utf8[...]
    let letters = bytes.indices.filter { isLetter(bytes[$0]) }
    return letters.indices.map { index in
      let start = bytes.index(after: letters[index])
      let end = index + 1 < letters.count ? letters[index + 1] : bytes.endIndex
      return (bytes[letters[index]], bytes[start..<end])
    }
  }

  /// Whether a byte starts a segment.
  private func isLetter(_ byte: UInt8) -> Bool {
    guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) else { return false }
    switch kind {
    case .android: return "MLHVCSQRAZmlhvcsqraz".utf8.contains(byte)
    case .flutter: return byte != UInt8(ascii: "e")
    case .tolerant, .canvas, .iOS: return true
    }
  }

  /// Arguments of a command that takes `count` of them; nil if it is left out, an empty list if the path ends.
  private func numbers(_ text: Substring.UTF8View, _ count: Int) -> [Double]? {
    let keepsEmpty = if case .android = kind { false } else { true }
    let isSpace = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
    let trimmed = text.drop(while: isSpace)
    let end = trimmed.lastIndex { !isSpace($0) }.map(trimmed.index(after:)) ?? trimmed.startIndex
    let parts = trimmed[..<end].split(omittingEmptySubsequences: !keepsEmpty) {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",")
    }.map { Substring($0) }
    switch kind {
    case .tolerant: return nil
    case .canvas:
      return (0..<count).map { parts.indices.contains($0) ? Self.scriptNumber(parts[$0]) : .nan }
    case .iOS: return parts.count == count ? parts.map(Self.numberPrefix) : nil
    case .android:
      // A letter right before another one is not executed.
      guard !text.isEmpty else { return nil }
      let read = parts.prefix { Double($0) != nil }.compactMap { Double($0) }
      return (0..<count).map { read.indices.contains($0) ? read[$0] : 0 }
    case .flutter:
      let read = parts.prefix(count).compactMap { Double($0) }
      return read.count == count ? read : []
    }
  }

  /// A text as a number of JavaScript.
  private static func scriptNumber(_ text: Substring) -> Double {
    let text = text.drop { $0.isWhitespace }
    return text.isEmpty ? 0 : Double(text) ?? .nan
  }

  /// The number that a text starts with; 0 if there is none.
  private static func numberPrefix(_ text: Substring) -> Double {
    let number = text.drop { $0.isWhitespace }.prefix { $0.isNumber || "+-.".contains($0) }
    return stride(from: number.count, to: 0, by: -1).lazy.compactMap { Double(number.prefix($0)) }.first ?? 0
  }

  // MARK: - Commands

  /// Executes a command; false if the path ends.
  private mutating func read(_ letter: UInt8, _ text: Substring.UTF8View) -> Bool {
    let isRelative = letter >= UInt8(ascii: "a")
    let count: Int
    switch letter & 0xDF {
    case UInt8(ascii: "M"), UInt8(ascii: "L"): count = 2
    case UInt8(ascii: "H"), UInt8(ascii: "V"): count = 1
    case UInt8(ascii: "C"): count = 6
    case UInt8(ascii: "Q"): count = 4
    case UInt8(ascii: "S"): count = 4
    case UInt8(ascii: "Z"):
      if !path.isEmpty { path.close() }
      return true
    default: return true
    }
    guard let numbers = numbers(text, count) else { return true }
    guard numbers.count == count else { return false }
    execute(letter & 0xDF, numbers, isRelative: isRelative)
    return true
  }

  private mutating func execute(_ letter: UInt8, _ numbers: [Double], isRelative: Bool) {
    let current = currentPoint
    let origin = isRelative ? current : .zero
    func point(_ index: Int) -> Point { Point(origin.x + numbers[index], origin.y + numbers[index + 1]) }
    switch letter {
    case UInt8(ascii: "M"):
      move(to: point(0))
    case UInt8(ascii: "L"):
      line(to: point(0))
    case UInt8(ascii: "H"):
      line(to: Point(origin.x + numbers[0], crossCoordinate(current.y, isRelative)))
    case UInt8(ascii: "V"):
      line(to: Point(crossCoordinate(current.x, isRelative), origin.y + numbers[0]))
    case UInt8(ascii: "C"):
      cubic(point(0), point(2), to: point(4))
    case UInt8(ascii: "Q"):
      quadratic(point(0), to: point(2))
    case UInt8(ascii: "S"):
      smooth(point(0), to: point(2))
    default: break
    }
  }

  /// The point from which relative commands count.
  private var currentPoint: Point {
    switch kind {
    case .iOS, .android: path.currentPoint ?? .zero
    case .tolerant, .canvas, .flutter: point
    }
  }

  /// The coordinate that H and V leave as it is; Android sets it to 0 if they are not relative.
  private func crossCoordinate(_ coordinate: Double, _ isRelative: Bool) -> Double {
    if case .android = kind, !isRelative { return 0 }
    return coordinate
  }

  private mutating func smooth(_ control: Point, to end: Point) {
    switch kind {
    case .iOS, .android: return
    case .canvas(readsZeroControls: false):
      let coordinates = [control1?.x, control1?.y, control2?.x, control2?.y].map { $0 ?? 0 }
      guard coordinates.allSatisfy({ $0 != 0 && !$0.isNaN }) else { return quadratic(control, to: end) }
    case .tolerant, .canvas, .flutter: break
    }
    guard control1 != nil, let last = control2 else { return quadratic(control, to: end) }
    cubic(Point(2 * point.x - last.x, 2 * point.y - last.y), control, to: end)
  }

  // MARK: - Drawing

  private mutating func move(to end: Point) {
    point = end
    if isDrawn([end]) { path.move(to: end) }
  }

  private mutating func line(to end: Point) {
    point = end
    guard isDrawn([end]), begin(at: end) else { return }
    path.line(to: end)
  }

  private mutating func quadratic(_ control: Point, to end: Point) {
    control1 = control
    point = end
    guard isDrawn([control, end]), begin(at: control) else { return }
    path.quadratic(control, to: end)
  }

  private mutating func cubic(_ first: Point, _ second: Point, to end: Point) {
    (control1, control2) = (first, second)
    point = end
    guard isDrawn([first, second, end]), begin(at: first) else { return }
    path.cubic(first, second, to: end)
  }

  /// Whether the coordinates are numbers.
  private func isDrawn(_ points: [Point]) -> Bool { points.allSatisfy { $0.x.isFinite && $0.y.isFinite } }

  /// Starts a contour where there is none; false if the player draws nothing then.
  private mutating func begin(at first: Point) -> Bool {
    guard path.isEmpty else { return true }
    switch kind {
    case .iOS: return false
    case .canvas: path.move(to: first)
    case .tolerant, .android, .flutter: path.move(to: .zero)
    }
    return true
  }
}
