import Foundation
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

/// Formats of pictures that browsers show beside PNG, JPEG and WebP.
@Suite struct BrowserFormatTests {
  // MARK: - GIF

  @Test func theFirstFrameOfAGIFIsDecoded() throws {
    let picture = try ImageDecoder.decode(Self.gif(frames: [(0, 0), (1, 0)]), limits: Limits())
    #expect(picture == Pixmap(width: 2, height: 1, pixels: [rgba(255, 0, 0), 0]))
  }

  /// Such frames change nothing, but are no damage.
  @Test(arguments: [(0, 1), (0, 300), (2, 0), (500, 500)])
  func framesOutsideOfTheCanvasDrawNothing(x: UInt16, y: UInt16) throws {
    var frames = try PictureFrames(Self.gif(frames: [(x, y), (0, 0)]), limits: Limits())
    #expect(try frames.next() == Pixmap(width: 2, height: 1))
    #expect(try frames.next() == Pixmap(width: 2, height: 1, pixels: [rgba(255, 0, 0), 0]))
  }

  @Test func aGIFWithoutAFrameIsDamaged() {
    let rule = thrownRule { () throws(Diagnostic) in
      try ImageDecoder.decode(Array(Self.gif(frames: []).dropLast()) + [0x2C], limits: Limits())
    }
    #expect(rule == .imageInvalid)
  }

  /// A GIF of 2 × 1 pixels whose frames are one red pixel each.
  private static func gif(frames: [(x: UInt16, y: UInt16)]) -> [UInt8] {
    func little(_ number: UInt16) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
    var file = Array("GIF89a".utf8) + little(2) + little(1) + [0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    for frame in frames {
      // Codes of three bits: clear, 0, end.
      file += [0x2C] + little(frame.x) + little(frame.y) + little(1) + little(1) + [0, 2, 2, 0x44, 0x01, 0]
    }
    return file + [0x3B]
  }

  // MARK: - AVIF

  @Test func halvesOfAnAVIFHaveTheirColours() throws {
    let picture = try decodeBase64(Self.avif)
    let expected = Pixmap(
      width: 16, height: 8, pixels: (0..<128).map { $0 % 16 < 8 ? rgba(200, 40, 20) : rgba(10, 60, 220) })
    #expect(picture.largestDifference(from: expected) <= 6)
  }

  @Test func anAVIFIsTurnedByItsProperties() throws {
    let picture = try decodeBase64(Self.turnedAVIF)
    let expected = Pixmap(
      width: 8, height: 16, pixels: (0..<128).map { $0 < 64 ? rgba(200, 40, 20) : rgba(10, 60, 220) })
    #expect(picture.largestDifference(from: expected) <= 6)
  }

  @Test func damagedAVIFNeverCrashes() throws {
    var random = SplitMix64(seed: 7)
    var limits = Limits()
    limits.pixels = 1 << 16
    let bytes = try bytesOfBase64(Self.turnedAVIF)
    for count in stride(from: 16, to: bytes.count, by: 3) {
      let part = Array(bytes[..<count])
      #expect(thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(part, limits: limits) } != nil)
    }
    for _ in 0..<300 {
      var damaged = bytes
      damaged[Int.random(in: 16..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      let picture = try? ImageDecoder.decode(damaged, limits: limits)
      #expect(picture?.pixels.count ?? 0 <= limits.pixels)
    }
  }

  @Test func largeAVIFIsRefused() throws {
    var limits = Limits()
    limits.pixels = 127
    let bytes = try bytesOfBase64(Self.avif)
    let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(bytes, limits: limits) }
    #expect(rule == .limitExceeded)
  }

  // MARK: - SVG

  /// A document of 4 × 2 pixels: red on the left, blue on the right.
  private static func svg(_ attributes: String, _ content: String = halves) -> [UInt8] {
    Array(#"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(content)</svg>"#.utf8)
  }
  private static let halves = ##"<path fill="#f00" d="M0 0h2v2h-2z"/><path fill="#00f" d="M2 0h2v2h-2z"/>"##

  private func drawn(_ document: [UInt8], in box: ImageBox?) throws -> Pixmap {
    var images = PortableImages(limits: Limits())
    var log = DiagnosticLog()
    return try ImageDecoder.decode(
      images.file(from: document, name: "a", box: box, log: &log), limits: Limits())
  }

  @Test(arguments: [
    // Its own size, without a rectangle.
    (#"width="4" height="2""#, nil, 4, 2, 4, 2), (#"viewBox="0 0 4 2""#, nil, 300, 150, 300, 150),
    (#"width="1in" viewBox="0 0 4 2""#, nil, 96, 48, 96, 48), ("", nil, 300, 150, 4, 2),
    // Contained in a rectangle by its view box, else stretched, else as it is.
    (#"width="4" height="2" viewBox="0 0 4 2""#, ImageBox(width: 8, height: 4), 8, 4, 8, 4),
    (#"width="4" height="2""#, ImageBox(width: 8, height: 8), 8, 8, 8, 8),
    ("", ImageBox(width: 8, height: 8), 8, 8, 4, 2),
    (#"viewBox="0 0 4 2""#, ImageBox(width: 8, height: 8, isStretched: true), 8, 8, 8, 8),
  ])
  func sizesAreThoseOfBrowsers(
    attributes: String, box: ImageBox?, width: Int, height: Int, right: Int, bottom: Int
  ) throws {
    let picture = try drawn(Self.svg(attributes), in: box)
    #expect((picture.width, picture.height) == (width, height))
    #expect(picture[0, 0] == rgba(255, 0, 0))
    #expect(picture[right - 1, bottom - 1] == rgba(0, 0, 255))
    #expect(picture.contentBounds == PixelRect(x: 0, y: 0, width: right, height: bottom))
  }

  @Test func aViewBoxOfOtherProportionsIsCentred() throws {
    let picture = try drawn(Self.svg(#"viewBox="0 0 4 2""#), in: ImageBox(width: 8, height: 8))
    #expect(picture.contentBounds == PixelRect(x: 0, y: 2, width: 8, height: 4))
  }

  @Test func declarationsAndCommentsMayComeFirst() {
    let start = "\u{FEFF} <?xml version=\"1.0\"?>\n<!-- <html> -->\n<!DOCTYPE svg>\n"
    #expect(StillFormat.sniff(Array(start.utf8) + Self.svg("")) == .svg)
    // Old Illustrator files name their namespaces so.
    let entities = "<!DOCTYPE svg PUBLIC \"-\" \"a.dtd\" [\n<!ENTITY ns \"http://ns.adobe.com/\">\n]>\n"
    #expect(StillFormat.sniff(Array(entities.utf8) + Self.svg("")) == .svg)
    #expect(StillFormat.sniff(Array("<!DOCTYPE html><html>".utf8) + Self.svg("")) == nil)
    #expect(StillFormat.sniff(Array("<!-- ".utf8) + Self.svg("")) == nil)
  }

  /// No file, no entity, and no address is opened.
  @Test func nothingElseIsLoaded() throws {
    try Fixture.withTemporaryFolder { folder in
      let picture = Pixmap(width: 4, height: 2, pixels: Array(repeating: rgba(0, 255, 0), count: 8))
      try Data(PNGEncoder.encode(picture)).write(to: URL(filePath: folder + "/a.png"))
      for link in ["\(folder)/a.png", "file://\(folder)/a.png", "a.png", "http://127.0.0.1:9/a.png"] {
        let content = #"<image width="4" height="2" href="\#(link)"/>"#
        #expect(try drawn(Self.svg(#"width="4" height="2""#, content), in: nil).contentBounds.isEmpty)
      }
    }
    let entity = #"<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>"#
    let document = Array(entity.utf8) + Self.svg(#"width="4" height="2""#, "<text>&e;</text>")
    let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(document, limits: Limits()) }
    #expect(rule == .imageInvalid)
  }

  /// All documents of a file share a time, after which none is begun.
  @Test func withoutTimeNoneIsDrawn() throws {
    var limits = Limits()
    limits[.vectorImageTime] = 0
    var images = PortableImages(limits: limits)
    var log = DiagnosticLog()
    let rule = thrownRule { () throws(Diagnostic) in try images.file(from: Self.svg(""), name: "a", log: &log) }
    #expect(rule == .imageUnsupported)
  }

  /// Each filter may take a picture, so that those of many filters are smaller.
  @Test func manyFiltersTakeLittleMemory() throws {
    let filter = #"<filter id="f">\#(String(repeating: "<feFlood/>", count: 400))</filter>"#
    let document = Self.svg(#"width="4000" height="4000""#, filter)
    #expect(try ImageDecoder.decode(document, limits: Limits()).pixels.count < 1 << 18)
    let prefixed = Self.svg(
      #"xmlns:s="http://www.w3.org/2000/svg" width="4000" height="4000""#,
      #"<s:filter id="f">\#(String(repeating: "<s:feFlood/>", count: 400))</s:filter>"#)
    #expect(try ImageDecoder.decode(prefixed, limits: Limits()).pixels.count < 1 << 18)
    for entity in ["<feFlood/>", "&#60;feFlood/>"] {
      let entities = Array(#"<!DOCTYPE svg [<!ENTITY f "\#(entity)">]>"#.utf8)
      let rule = thrownRule { () throws(Diagnostic) in
        try ImageDecoder.decode(entities + Self.svg("", "&f;"), limits: Limits())
      }
      #expect(rule == .imageUnsupported)
    }
  }

  @Test func failedImagesCount() throws {
    var limits = Limits()
    limits.decodedImageBytes = 4 * 9000
    var images = PortableImages(limits: limits)
    // The header of a picture of 50 × 60 pixels, and no more.
    let gif = Array("GIF89a".utf8) + [50, 0, 60, 0, 0, 0, 0]
    var rules: [Rule?] = []
    for _ in 0..<4 {
      var log = DiagnosticLog()
      rules.append(thrownRule { () throws(Diagnostic) in try images.file(from: gif, name: "a", log: &log) })
    }
    #expect(rules == [.imageInvalid, .imageInvalid, .imageInvalid, .limitExceeded])
  }

  @Test func largeDocumentsAreDrawnSmaller() throws {
    let document = Self.svg(#"width="100000" height="50000" viewBox="0 0 4 2""#)
    let picture = try ImageDecoder.decode(document, limits: Limits())
    #expect(picture.pixels.count <= 17 << 20 && picture.pixels.count > 15 << 20)
    #expect(picture[0, 0] == rgba(255, 0, 0))
  }

  @Test(arguments: ["<svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="9"/>"#])
  func damagedOrEmptyDocumentsAreReported(text: String) {
    let rule = thrownRule { () throws(Diagnostic) in try ImageDecoder.decode(Array(text.utf8), limits: Limits()) }
    #expect(rule == .imageInvalid)
  }

  // MARK: - Samples

  /// 16 × 8 pixels, red on the left, blue on the right.
  private static let avif =
    "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcG"
    + "l0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAOQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABq"
    + "aXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAEAAAAAgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAGgAAAAB"
    + "dpcG1hAAAAAAAAAAEAAQQBAoMEAAAAQW1kYXQSAAoIOAy/tICGg0gyKxICQ0qAQQQfIAAA/9E9BIKZiIMEzNoqVvV/72XiylY45RH7m8LZF6Ih"
    + "zkA="

  /// The same with a quarter turn.
  private static let turnedAVIF =
    "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAD1bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcG"
    + "l0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEdAAAAOQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAB0"
    + "aXBycAAAAFRpcGNvAAAAFGlzcGUAAAAAAAAAEAAAAAgAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBIAAAAAAAE2NvbHJuY2x4AAEADQAGgAAAAA"
    + "lpcm90AwAAABhpcG1hAAAAAAAAAAEAAQUBAoMEhQAAAEFtZGF0EgAKCDgMv7SAhoNIMisSAkNKgEEEHyAAAP/RPQSCmYiDBMzaKlb1f+9l4spW"
    + "OOUR+5vC2ReiIc5A"
}
