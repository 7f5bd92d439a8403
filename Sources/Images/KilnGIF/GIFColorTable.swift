/// The colours of a GIF or of one of its frames, by their index.
package struct GIFColorTable: Sendable {
  /// The index of transparent pixels. The lowest, because indices in few bits make small files.
  package static let transparent: UInt8 = 0

  /// Colours of the indices above `transparent`.
  private let colors: [UInt32]

  /// The colours of a palette, and one index more.
  ///
  /// - Precondition: the palette has at most 255 colours.
  package init(_ palette: GIFPalette) { self.init(colors: palette.colors) }

  private init(colors: [UInt32]) {
    precondition(colors.count < 256, "one index is left for transparent pixels")
    self.colors = colors
  }

  /// Bits of the largest index.
  var depth: Int { Self.depth(ofIndex: UInt8(colors.count)) }

  /// Bits of an index, 1…8.
  static func depth(ofIndex index: UInt8) -> Int { max(1, 8 - index.leadingZeroBitCount) }

  /// Three bytes for each index.
  var bytes: [UInt8] {
    [0, 0, 0] + colors.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255), UInt8($0 >> 16 & 255)] }
      + [UInt8](repeating: 0, count: 3 * (1 << depth - colors.count - 1))
  }

  /// The table of the colours that some pixels have, and the new index of each.
  func reduced(toUsed pixels: [[UInt8]]) -> (table: GIFColorTable, map: [UInt8]) {
    var isUsed = [Bool](repeating: false, count: 256)
    for list in pixels { for index in list { isUsed[Int(index)] = true } }
    var map = [UInt8](repeating: 0, count: 256)
    var kept: [UInt32] = []
    for (number, color) in colors.enumerated() where isUsed[number + 1] {
      kept.append(color)
      map[number + 1] = UInt8(kept.count)
    }
    return (GIFColorTable(colors: kept), map)
  }
}
