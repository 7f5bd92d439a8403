import KilnPixels
import Testing

@Suite struct ImageOrientationTests {
  /// Two rows of three pixels, read row by row as they are shown.
  @Test(arguments: [
    (1, 3, [1, 2, 3, 4, 5, 6]), (2, 3, [3, 2, 1, 6, 5, 4]), (3, 3, [6, 5, 4, 3, 2, 1]), (4, 3, [4, 5, 6, 1, 2, 3]),
    (5, 2, [1, 4, 2, 5, 3, 6]), (6, 2, [4, 1, 5, 2, 6, 3]), (7, 2, [6, 3, 5, 2, 4, 1]), (8, 2, [3, 6, 2, 5, 1, 4]),
  ])
  func turnsAndMirrors(tag: Int, width: Int, shown: [UInt32]) throws {
    let orientation = try #require(ImageOrientation(rawValue: tag))
    let picture = Pixmap(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6]).turned(orientation)
    #expect(picture == Pixmap(width: width, height: 6 / width, pixels: shown))
    #expect(orientation.swapsSides == (width == 2))
  }

  @Test func headersHaveTheSidesThatAreShown() throws {
    let exif: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let header = try #require(ImageHeader(Self.png(exif)))
    #expect((header.width, header.height) == (2, 3))
    #expect(header.orientation == .quarterTurn)
  }

  /// Damaged or strange EXIF data; each cost little and none turns a picture.
  @Test(
    arguments: [
      [], Array("II*\0".utf8), Array("II*\0".utf8) + [0xFF, 0xFF, 0xFF, 0xFF],
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0xFF, 0xFF],
      // A directory inside the header, a long number, two numbers, and a value that is none.
      Array("II*\0".utf8) + [0, 0, 0, 0],
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 4, 0, 1, 0, 0, 0, 6, 0, 0, 0],
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 2, 0, 0, 0, 6, 0, 6, 0],
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 9, 0, 0, 0],
      Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0],
    ] as [[UInt8]])
  func strangeDataTurnNothing(exif: [UInt8]) throws {
    #expect(try #require(ImageHeader(Self.png(exif))).orientation == .upright)
  }

  /// As in Chromium, the entries that are there count.
  @Test func moreEntriesThanThereAreAreNoMatter() throws {
    let exif: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0xFF, 0xFF, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 3, 0, 0]
    #expect(try #require(ImageHeader(Self.png(exif))).orientation == .halfTurn)
  }

  /// Signature, header of 3 × 2 pixels, and EXIF data; checksums are not looked at.
  private static func png(_ exif: [UInt8]) -> [UInt8] {
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(content.count)] + Array(name.utf8) + content + [0, 0, 0, 0]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", [0, 0, 0, 3, 0, 0, 0, 2, 8, 6, 0, 0, 0]) + chunk("eXIf", exif) + chunk("IEND", [])
  }
}
