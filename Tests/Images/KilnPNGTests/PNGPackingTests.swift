import KilnCompression
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

/// How pictures are packed: by what their header says. That no pixel changes is seen each time.
@Suite struct PNGPackingTests {
  @Test(arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
  func fewColoursBecomeIndices(colors: Int, bitDepth: UInt8) throws {
    let file = try packed(200, 200) { rgba(UInt32($0 % colors), 7, 200) }
    #expect(file.colorType == 3)
    #expect(file.bitDepth == bitDepth)
    #expect(file.chunk("PLTE")?.count == 3 * colors)
    #expect(file.chunk("tRNS") == nil)
  }

  @Test func alphasComeFirstAndOnlyTheyAreListed() throws {
    let colors = [rgba(9, 8, 7), 0, rgba(201, 100, 0, 128), rgba(1, 2, 3)]
    let file = try packed(80, 80) { colors[$0 % 4] }
    #expect(file.chunk("tRNS") == [0, 128])
    #expect(file.chunk("PLTE")?.prefix(6) == [0, 0, 0, 201, 100, 0])
  }

  @Test(arguments: [(255, 1), (85, 2), (17, 4), (1, 8)])
  func greyNeedsNoColours(step: Int, bitDepth: UInt8) throws {
    let file = try packed(300, 3) { index in
      let value = UInt32(index * step % 256 / step * step)
      return rgba(value, value, value)
    }
    #expect(file.colorType == 0)
    #expect(file.bitDepth == bitDepth)
  }

  @Test func manyColoursKeepTheirChannels() throws {
    #expect(try packed(300, 200) { rgba(UInt32($0 % 251), UInt32($0 % 241), 9) }.colorType == 2)
    #expect(try packed(300, 200) { rgba(UInt32($0 % 251), UInt32($0 % 241), 9, UInt32(255 - $0 % 2)) }.colorType == 6)
    let greys = try packed(300, 200) {
      rgba(UInt32($0 % 251), UInt32($0 % 251), UInt32($0 % 251), UInt32(255 - $0 % 3))
    }
    #expect(greys.colorType == 4)
  }

  @Test func tooManyColoursForIndicesAreNoticedAtTheLast() throws {
    #expect(try packed(257, 1) { rgba(UInt32($0 % 256), 0, $0 == 256 ? 1 : 0) }.colorType == 2)
  }

  /// Packs a picture whose pixels are given by their number.
  private func packed(_ width: Int, _ height: Int, _ pixel: (Int) -> UInt32) throws -> PNGFile {
    let pixmap = Pixmap(
      width: width, height: height, pixels: (0..<width * height).map(pixel))
    let bytes = try PNGEncoder.encode(pixmap, effort: .normal)
    #expect(try ImageDecoder.decode(bytes, limits: Limits()) == pixmap)
    return PNGFile(bytes)
  }
}

/// What a PNG file says before its pixels.
private struct PNGFile {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var bitDepth: UInt8 { bytes[24] }
  var colorType: UInt8 { bytes[25] }

  /// The content of the first chunk of a name.
  func chunk(_ name: String) -> [UInt8]? {
    var position = 8
    while position < bytes.count {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let content = position + 8..<position + 8 + length
      if bytes[position + 4..<position + 8].elementsEqual(name.utf8) { return Array(bytes[content]) }
      position = content.upperBound + 4
    }
    return nil
  }
}
