import KilnAtlasExport
import KilnPixels
import Testing

@Suite struct CellTableTests {
  private static func picture(_ pixels: [UInt32]) -> Pixmap { Pixmap(width: 2, height: 2, pixels: pixels) }

  private static let red: UInt32 = 0xFF00_00FF
  private static let blue: UInt32 = 0xFFFF_0000

  @Test func equalPicturesShareACell() {
    var table = CellTable(mergesMirrored: false)
    let first = table.insert(Self.picture([Self.red, 0, 0, 0]))
    let mirrored = table.insert(Self.picture([0, Self.red, 0, 0]))
    #expect(table.insert(Self.picture([Self.red, 0, 0, 0])) == first)
    #expect(table.insert(Self.picture([0, Self.red, 0, 0])) == mirrored)
    #expect([first.cell, mirrored.cell, table.cells.count, table.area] == [0, 1, 2, 8])
  }

  @Test func mirroredPicturesShareACell() {
    var table = CellTable(mergesMirrored: true)
    _ = table.insert(Self.picture([Self.red, Self.blue, 0, 0]))
    let uses = [[Self.blue, Self.red, 0, 0], [0, 0, Self.red, Self.blue], [0, 0, Self.blue, Self.red]]
      .map { table.insert(Self.picture($0)) }
    #expect(uses.map(\.cell) == [0, 0, 0])
    #expect(uses.map(\.flip) == CellFlip.mirrors)
    #expect(table.cells.count == 1)
  }

  /// Pictures of the same pixels in another order are neither equal nor mirrored.
  @Test func picturesOfTheSamePixelsStayApart() {
    var table = CellTable(mergesMirrored: true)
    let pictures = [[Self.red, Self.blue, 0, 0], [Self.red, 0, 0, Self.blue], [Self.red, 0, Self.blue, 0]]
    #expect(pictures.map { table.insert(Self.picture($0)) }.map(\.cell) == [0, 1, 2])
    #expect(pictures.map { table.insert(Self.picture($0)) }.map(\.cell) == [0, 1, 2])
  }

  @Test func picturesOfOtherSizesStayApart() {
    var table = CellTable(mergesMirrored: true)
    _ = table.insert(Pixmap(width: 2, height: 1))
    #expect(table.insert(Pixmap(width: 1, height: 2)).cell == 1)
  }
}
