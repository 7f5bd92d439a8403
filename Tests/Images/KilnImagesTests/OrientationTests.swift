import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

@Suite struct OrientationTests {
  /// EXIF data with an orientation.
  private static func exif(_ orientation: UInt8) -> [UInt8] {
    Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  /// Three pixels in a row.
  private static let row = Pixmap(
    width: 3, height: 1, pixels: [rgba(255, 0, 0), rgba(0, 255, 0), rgba(0, 0, 255)])

  /// A PNG file with EXIF data before or after its pixels.
  private static func png(_ orientation: UInt8, isFirst: Bool = true) throws -> [UInt8] {
    let file = try PNGEncoder.encode(row)
    let turned = PNGChunks.inserting("eXIf", exif(orientation), into: file)
    guard !isFirst else { return turned }
    let chunk = turned[33..<33 + turned.count - file.count]
    // The last chunk has 12 bytes.
    return Array(file[..<(file.count - 12)]) + chunk + file[(file.count - 12)...]
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>) func pixelsOfAPNGAreTurned(tag: UInt8) throws {
    let orientation = try #require(ImageOrientation(rawValue: Int(tag)))
    let file = try Self.png(tag)
    #expect(try ImageDecoder.decode(file, limits: Limits()) == Self.row.turned(orientation))
    var frames = try PictureFrames(file, limits: Limits())
    #expect((frames.width, frames.height) == (orientation.swapsSides ? (1, 3) : (3, 1)))
    #expect(try frames.next() == Self.row.turned(orientation))
  }

  @Test(.enabled(if: PackageTrait.jpeg.isEnabled), arguments: 1...8 as ClosedRange<UInt8>)
  func pixelsOfAJPEGAreTurned(tag: UInt8) throws {
    let orientation = try #require(ImageOrientation(rawValue: Int(tag)))
    let upright = try bytesOfBase64(JPEGTests.Sample.colour.rawValue)
    let content = Array("Exif\0\0".utf8) + Self.exif(tag)
    let file = upright[..<2] + [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content + upright[2...]
    let expected = try ImageDecoder.decode(upright, limits: Limits()).turned(orientation)
    #expect(try ImageDecoder.decode(Array(file), limits: Limits()) == expected)
  }

  /// As in Chromium.
  @Test func orientationAfterThePixelsHasNoEffect() throws {
    #expect(try ImageDecoder.decode(Self.png(6, isFirst: false), limits: Limits()) == Self.row)
  }

  /// Whoever turns pictures by their metadata finds none.
  @Test func turnedPicturesAreWrittenUpright() throws {
    var images = PortableImages(limits: Limits())
    var log = DiagnosticLog()
    let file = try images.file(from: Self.png(6), name: "a", log: &log)
    let header = try #require(ImageHeader(file))
    #expect(header.orientation == .upright)
    #expect((header.format, header.width, header.height) == (.png, 1, 3))
    #expect(try ImageDecoder.decode(file, limits: Limits()) == Self.row.turned(.quarterTurn))
    let upright = try Self.png(1)
    #expect(try images.file(from: upright, name: "a", log: &log) == upright)
  }

  @Test(.enabled(if: PackageTrait.jpeg.isEnabled)) func incompleteImagesCountAsDamagedWhereThatIsAskedFor() throws {
    let file = try PNGEncoder.encode(Self.row)
    var damaged = file
    damaged[file.count - 20] ^= 1
    let jpeg = try bytesOfBase64(JPEGTests.Sample.colour.rawValue)
    for bytes in [Array(file.dropLast(30)), damaged, Array(jpeg.dropLast(20))] {
      var log = DiagnosticLog()
      var lenient = PortableImages(limits: Limits())
      #expect(try lenient.file(from: bytes, name: "a", log: &log) == bytes)
      var strict = PortableImages(limits: Limits(), checksPixels: true)
      #expect(
        thrownRule { () throws(Diagnostic) in try strict.file(from: bytes, name: "a", log: &log) } == .imageInvalid)
      #expect(try strict.file(from: file, name: "a", log: &log) == file)
    }
  }
}
