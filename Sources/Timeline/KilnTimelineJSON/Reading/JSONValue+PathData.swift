internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON

extension JSONValue {
  /// A path from path data of absolute `M L C Z`. A wrong one is an error, unlike in SVG.
  func path() throws(Diagnostic) -> Path {
    var reader = PathDataReader(bytes: Array(try text().utf8))
    guard let path = reader.path() else {
      throw invalid("the path data is wrong at character \(reader.position + 1); absolute M, L, C and Z are known")
    }
    return path
  }
}

/// Reads path data strictly.
private struct PathDataReader {
  let bytes: [UInt8]
  private(set) var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path; nil if something is wrong at `position`.
  mutating func path() -> Path? {
    var path = Path()
    skipSpace()
    while position < bytes.count {
      let letter = bytes[position]
      guard letter == UInt8(ascii: "M") || !path.isEmpty else { return nil }
      position += 1
      switch letter {
      case UInt8(ascii: "M"):
        guard let point = point() else { return nil }
        path.move(to: point)
      case UInt8(ascii: "L"):
        guard let point = point() else { return nil }
        path.line(to: point)
      case UInt8(ascii: "C"):
        guard let control1 = point(), let control2 = point(), let end = point() else { return nil }
        path.cubic(control1, control2, to: end)
      case UInt8(ascii: "Z"): path.close()
      default:
        position -= 1
        return nil
      }
      skipSpace()
    }
    return path
  }

  private mutating func point() -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return Point(x, y)
  }

  /// The next number, after spaces or a comma.
  private mutating func number() -> Double? {
    skipSpace()
    let start = position
    while position < bytes.count, isPartOfNumber(bytes[position]) { position += 1 }
    guard let value = Double(Substring(decoding: bytes[start..<position], as: UTF8.self)), value.isFinite else {
      position = start
      return nil
    }
    return value
  }

  private func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "e"):
      true
    default: false
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: ",") {
      position += 1
    }
  }
}
