import KilnDiagnostics
import KilnPixels
import KilnTestSupport
import KilnVideo
import Testing

@Suite struct MP4FileTests {
  private static let media = Array("first chunk, second chunk".utf8)

  private static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// A file whose movie stands behind the media data, with two chunks.
  private static func file(_ kind: String = "stco") -> [UInt8] {
    let start = MP4File.box("ftyp", Array("isom0000".utf8)) + MP4File.box("free", [])
    let offset = start.count + 8
    let size = kind == "stco" ? 4 : 8
    let table = number(0) + number(2) + number(offset, size) + number(offset + 13, size)
    let movie = ["stbl", "minf", "mdia", "trak", "moov"].reduce(MP4File.box(kind, table)) { MP4File.box($1, $0) }
    return start + MP4File.box("mdat", media) + movie
  }

  @Test(arguments: ["stco", "co64"]) func theMovieComesFirstAndItsChunksAreFound(_ kind: String) throws {
    let bytes = try MP4File(Self.file(kind)).arranged(adding: MP4File.box("vapc", Array("{}".utf8)))
    let file = try MP4File(bytes)
    #expect(file.boxes.map(\.type) == ["ftyp", "vapc", "moov", "mdat"])
    // The table is the innermost box, at the end of the movie.
    let size = kind == "stco" ? 4 : 8
    let end = try #require(file.box("moov")).range.upperBound
    let places = [end - 2 * size, end - size].map { bytes.bigEndian(at: $0, count: size) }
    #expect(bytes[places[0]...].starts(with: "first chunk".utf8))
    #expect(bytes[places[1]...].starts(with: "second chunk".utf8))
  }

  @Test func boxesThatEndBeyondTheirSurroundingsAreRefused() {
    var bytes = Self.file()
    for place in stride(from: 0, to: bytes.count - 4, by: 1) {
      let old = bytes[place]
      bytes[place] = 0xFF
      // Either it is read, or there is a finding.
      if let file = try? MP4File(bytes) { _ = try? file.arranged() }
      bytes[place] = old
    }
    let rule = thrownRule { () throws(Diagnostic) in _ = try MP4File(Array(bytes.dropLast())) }
    #expect(rule == .videoMalformed)
  }

  @Test func aConfigurationReadsBack() throws {
    var configuration = VAPConfiguration(
      areas: VideoAreas(width: 100, height: 60, alpha: .vap), frameCount: 25, frameRate: 30)
    #expect(try VAPConfiguration(json: configuration.json, limits: Limits()) == configuration)
    configuration.sources = [VAPSource(identifier: 1, kind: .image, tag: "“a\"\\", width: 30, height: 20)]
    let object = VAPSourceFrame.Object(
      source: 1, depth: 0, frame: PixelRect(x: 1, y: 2, width: 30, height: 20),
      mask: PixelRect(x: 104, y: 70, width: 30, height: 20))
    configuration.frames = [VAPSourceFrame(index: 3, objects: [object])]
    #expect(try VAPConfiguration(json: configuration.json, limits: Limits()) == configuration)
  }
}
