/// The table of a font that says what its coloured glyphs are painted with (OpenType: COLR), version 1.
///
/// Read here, because Debian's FreeType 2.12 is built without it. No number in it is trusted: reading outside of the table gives
/// nil.
struct COLRTable: Sendable {
  /// `COLR`, the four letters that name the table in a font.
  static let tag: UInt = 0x434F_4C52

  private let bytes: [UInt8]

  /// Nil if it is no table of version 1, or lists no glyphs.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard unsigned(2, at: 0) == 1, glyphList > 0 else { return nil }
  }

  /// Offset of the list of glyphs with paints.
  private var glyphList: Int { unsigned(4, at: 14) ?? 0 }

  /// Offset of the list of layers; 0 if there is none.
  private var layerList: Int { unsigned(4, at: 18) ?? 0 }

  // MARK: - Numbers

  /// A number of up to four bytes, the highest first.
  func unsigned(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A signed number of two or four bytes.
  func signed(_ count: Int, at offset: Int) -> Int? {
    unsigned(count, at: offset).map { $0 >= 1 << (8 * count - 1) ? $0 - 1 << (8 * count) : $0 }
  }

  /// A number of two bytes with 14 fraction bits.
  func fraction(at offset: Int) -> Double? { signed(2, at: offset).map { Double($0) / 16384 } }

  /// Offset of a table to which a paint refers by three bytes, counted from the paint's start; nil if that is the paint
  /// itself.
  func target(at offset: Int, of paint: Int) -> Int? {
    unsigned(3, at: offset).flatMap { $0 == 0 ? nil : paint + $0 }
  }

  // MARK: - Lists

  /// Offset of the paint of a glyph; nil if it has none.
  func paint(ofGlyph glyph: Int) -> Int? {
    var (low, high) = (0, unsigned(4, at: glyphList) ?? 0)
    while low < high {
      let middle = low + (high - low) / 2
      let record = glyphList + 4 + 6 * middle
      guard let found = unsigned(2, at: record) else { return nil }
      if found == glyph { return unsigned(4, at: record + 2).map { glyphList + $0 } }
      if found < glyph { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Offset of the paint of a layer.
  func paint(ofLayer layer: Int) -> Int? {
    guard layerList > 0, layer < unsigned(4, at: layerList) ?? 0 else { return nil }
    return unsigned(4, at: layerList + 4 + 4 * layer).map { layerList + $0 }
  }
}
