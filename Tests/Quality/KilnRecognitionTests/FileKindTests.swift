import KilnCompression
import KilnPixels
import KilnRecognition
import Testing

@Suite struct FileKindTests {
  @Test(arguments: [
    ("{\"v\":\"5.7\"}", FileKind.json), (" [", .json), ("\u{FEFF}{\"frames\":[]}", .json), ("{\"$kiln\":1}", .timeline),
    ("\u{FEFF}{ \"$kiln\"", .timeline), ("{\n\"frames\" : {", .atlas), ("{\"animations\":{", .atlas),
    ("GIF89a", .gif), ("RIFF....WEBP", .picture(.webp)), ("PK\u{3}\u{4}....manifest.json", .archive),
    ("PK\u{3}\u{4}....movie.spec{", .svga), ("<svg>", nil), ("", nil), ("x", nil),
  ])
  func theFirstBytesDecide(_ text: String, _ kind: FileKind?) {
    #expect(FileKind(Array(text.utf8)) == kind)
  }

  @Test func streamsAreMoviesUnlessTheyHoldText() throws {
    #expect(FileKind([0x78, 0x9C, 0]) == .svga)
    #expect(FileKind([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .picture(.png))
    #expect(FileKind([0xFF, 0xD8, 0xFF]) == .picture(.jpeg))
    #expect(FileKind(try Gzip.deflate(Array("{}".utf8))) == .gzip)
    #expect(FileKind(try Gzip.deflate([0x0A, 1, 0x32])) == .svga)
  }
}
