/// Boxes of an AVIF file that say how its picture is shown (ISO/IEC 14496-12, 4.2; ISO/IEC 23008-12, 6.5 and 9.3).
struct AVIFBoxes {
  /// One box.
  struct Box {
    let name: String
    let content: ArraySlice<UInt8>
  }

  /// The properties of the primary item, in order.
  private(set) var properties: [Box] = []

  /// Whether the bytes begin with a file type box of a still or an animated AVIF.
  static func recognizes(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 16, bytes[4..<8].elementsEqual("ftyp".utf8) else { return false }
    let end = min(bytes.count, number(bytes[0..<4]))
    // The brand, its version, and the compatible ones.
    return stride(from: 8, to: end - 3, by: 4).contains { start in
      ["avif", "avis"].contains { bytes[start..<start + 4].elementsEqual($0.utf8) }
    }
  }

  /// Reads the properties. Of damaged boxes there are fewer.
  init(_ bytes: [UInt8]) {
    guard let meta = Self.boxes(bytes[...]).first(where: { $0.name == "meta" }) else { return }
    let parts = Self.boxes(meta.content.dropFirst(4))
    guard let primary = parts.first(where: { $0.name == "pitm" }).map({ Self.item(in: $0.content) }),
      let all = parts.first(where: { $0.name == "iprp" }).map({ Self.boxes($0.content) }),
      let container = all.first(where: { $0.name == "ipco" }),
      let associations = all.first(where: { $0.name == "ipma" })
    else { return }
    let stored = Self.boxes(container.content)
    properties = Self.indices(of: primary, in: associations.content).compactMap { index in
      // Counted from 1.
      stored.indices.contains(index - 1) ? stored[index - 1] : nil
    }
  }

  /// Width and height, each of four bytes after a version (ISO/IEC 23008-12, 6.5.3); nil if the file does not say them.
  var size: (width: Int, height: Int)? {
    guard let size = property("ispe"), size.count >= 12 else { return nil }
    return (Self.number(size.dropFirst(4).prefix(4)), Self.number(size.dropFirst(8).prefix(4)))
  }

  /// Content of the first property of a kind.
  func property(_ name: String) -> ArraySlice<UInt8>? { properties.first { $0.name == name }?.content }

  // MARK: - Reading

  private static func boxes(_ bytes: ArraySlice<UInt8>) -> [Box] {
    var boxes: [Box] = []
    var rest = bytes
    while rest.count >= 8 {
      var (size, header) = (number(rest.prefix(4)), 8)
      if size == 1, rest.count >= 16 {
        // A size of 64 bits, of which no file needs the upper half.
        guard number(rest.dropFirst(8).prefix(4)) == 0 else { break }
        (size, header) = (number(rest.dropFirst(12).prefix(4)), 16)
      } else if size == 0 {
        size = rest.count
      }
      guard size >= header else { break }
      boxes.append(
        Box(
          name: String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self),
          content: rest.prefix(size).dropFirst(header)))
      rest = rest.dropFirst(size)
    }
    return boxes
  }

  /// ID of the primary item in a `pitm` box.
  private static func item(in content: ArraySlice<UInt8>) -> Int {
    number(content.dropFirst(4).prefix(content.first == 0 ? 2 : 4))
  }

  /// Indices of an item's properties in an `ipma` box.
  private static func indices(of item: Int, in content: ArraySlice<UInt8>) -> [Int] {
    guard content.count >= 8 else { return [] }
    let hasWideItems = content.first != 0
    let hasWideIndices = content[content.startIndex + 3] & 1 != 0
    var rest = content.dropFirst(8)
    var left = number(content.dropFirst(4).prefix(4))
    while left > 0, !rest.isEmpty {
      let id = number(rest.prefix(hasWideItems ? 4 : 2))
      rest = rest.dropFirst(hasWideItems ? 4 : 2)
      let count = Int(rest.first ?? 0)
      let width = hasWideIndices ? 2 : 1
      let entries = rest.dropFirst().prefix(count * width)
      if id == item {
        // The highest bit says that readers must know the property.
        return stride(from: entries.startIndex, to: entries.endIndex, by: width).map { start in
          number(entries[start...].prefix(width)) & (hasWideIndices ? 0x7FFF : 0x7F)
        }
      }
      rest = rest.dropFirst(1 + count * width)
      left -= 1
    }
    return []
  }

  /// A big-endian number.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
