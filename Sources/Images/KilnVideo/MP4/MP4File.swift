package import KilnDiagnostics

/// An MP4 or QuickTime file as a list of boxes (ISO/IEC 14496-12).
package struct MP4File: Sendable {
  /// A box: a length, a type of four letters, and a content.
  package struct Box: Sendable, Hashable {
    /// Type, such as `moov`; bytes that are no ASCII as U+FFFD.
    package var type: String
    /// Place in the file, header included.
    package var range: Range<Int>
    /// Place of the content.
    package var content: Range<Int>
  }

  /// Boxes that are made of boxes, on the way to samples.
  private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl"]

  /// The file.
  package let bytes: [UInt8]
  /// Boxes that stand in no other.
  package let boxes: [Box]

  /// Reads the boxes of a file.
  ///
  /// - Throws: `video.malformed` for one that ends beyond the file.
  package init(_ bytes: [UInt8]) throws(Diagnostic) {
    self.bytes = bytes
    boxes = try Self.boxes(in: bytes, 0..<bytes.count)
  }

  /// Whether bytes begin like such a file.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 12 && bytes[4..<8].elementsEqual("ftyp".utf8)
  }

  /// The boxes in a part of a file.
  ///
  /// - Throws: `video.malformed`.
  package static func boxes(in bytes: [UInt8], _ range: Range<Int>) throws(Diagnostic) -> [Box] {
    var boxes: [Box] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      var (length, header) = (bytes.bigEndian(at: place, count: 4), 8)
      if length == 1, place + 16 <= range.upperBound {
        (length, header) = (bytes.bigEndian(at: place + 8, count: 8), 16)
      } else if length == 0 {
        length = range.upperBound - place
      }
      guard length >= header, length <= range.upperBound - place else {
        throw Diagnostic(
          .videoMalformed, "the box “\(type.printable)” at byte \(place) is longer than what it stands in")
      }
      boxes.append(Box(type: type, range: place..<place + length, content: place + header..<place + length))
      place += length
    }
    return boxes
  }

  /// The first box of a type, outside of others.
  package func box(_ type: String) -> Box? { boxes.first { $0.type == type } }

  /// The same file in the order in which it can be played while it is loaded: `ftyp`, other boxes, `moov`, media data.
  ///
  /// - Parameter added: A box that is placed after `ftyp`, as bytes; empty for none.
  /// - Throws: `video.malformed` without these boxes.
  package func arranged(adding added: [UInt8] = []) throws(Diagnostic) -> [UInt8] {
    guard let type = box("ftyp"), let movie = box("moov") else {
      throw Diagnostic(.videoMalformed, "the file has no “ftyp” or no “moov” box")
    }
    // Room that was kept for other boxes.
    let others = boxes.filter { !["ftyp", "moov", "free", "wide", "skip"].contains($0.type) }
    var result = Array(bytes[type.range]) + added
    let start = result.count
    var place = start + movie.range.count
    var moves: [(from: Range<Int>, by: Int)] = []
    for box in others {
      moves.append((box.range, place - box.range.lowerBound))
      place += box.range.count
    }
    result += bytes[movie.range]
    for box in others { result += bytes[box.range] }
    let moved = movie.content.lowerBound - movie.range.lowerBound + start..<start + movie.range.count
    try Self.mendOffsets(in: &result, moved, moves)
    return result
  }

  /// Adds to the places of chunks of samples what they were moved by.
  private static func mendOffsets(
    in bytes: inout [UInt8], _ range: Range<Int>, _ moves: [(from: Range<Int>, by: Int)]
  ) throws(Diagnostic) {
    for box in try boxes(in: bytes, range) {
      if containers.contains(box.type) { try mendOffsets(in: &bytes, box.content, moves) }
      guard box.type == "stco" || box.type == "co64" else { continue }
      let size = box.type == "stco" ? 4 : 8
      guard box.content.count >= 8 else { throw Diagnostic(.videoMalformed, "a “\(box.type)” box is too short") }
      let count = bytes.bigEndian(at: box.content.lowerBound + 4, count: 4)
      guard count <= (box.content.count - 8) / size else {
        throw Diagnostic(.videoMalformed, "a “\(box.type)” box names more chunks than it has")
      }
      for index in 0..<count {
        let place = box.content.lowerBound + 8 + index * size
        let offset = bytes.bigEndian(at: place, count: size)
        guard let move = moves.first(where: { $0.from.contains(offset) }) else { continue }
        bytes.setBigEndian(offset + move.by, at: place, count: size)
      }
    }
  }

  /// The bytes of a box.
  package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4) + Array(type.utf8) + content
    bytes.setBigEndian(bytes.count, at: 0, count: 4)
    return bytes
  }
}

extension [UInt8] {
  /// A number of up to eight bytes, the highest first; at most `Int.max`.
  package func bigEndian(at place: Int, count: Int) -> Int {
    Int(clamping: self[place..<place + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  fileprivate mutating func setBigEndian(_ value: Int, at place: Int, count: Int) {
    for index in 0..<count { self[place + index] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - index))) }
  }
}
