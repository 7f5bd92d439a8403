import KilnCompression
import KilnDiagnostics
import KilnSVGAFormat
import KilnSVGAImport
import KilnTimeline
import Testing

/// SVGA 1.x as files: which movie and which pictures are taken.
@Suite struct ArchiveImportTests {
  private let hat = sprite("hat", frame(size: (10, 20)))

  /// The picture's size in an archive whose movie names it `value` under the key `hat`; nil if it is not found.
  private func size(value: String, _ files: (String, [UInt8])..., binary isBinary: Bool) throws -> [UInt8]? {
    var writer = ZipWriter()
    if isBinary {
      try writer.add("movie.binary", binary(movie(images: ["hat": Array(value.utf8)], hat)))
    } else {
      try writer.add("movie.spec", spec(images: #""hat":"\#(value)""#, ""))
    }
    for (name, bytes) in files { try writer.add(name, bytes) }
    let bytes = try SVGAContainer.read(writer.finish()).imageBytes(forKey: "hat")
    return bytes.map { [$0[19], $0[23]] }
  }

  @Test(arguments: [false, true])
  func picturesAreFoundByValueThenByKey(isBinary: Bool) throws {
    let (first, second, third, fourth) = (png(1, 1), png(2, 2), png(3, 3), png(4, 4))
    let folder = ("__MACOSX/a.png", png(9, 9))
    let byKey = ("hat.png", third)
    #expect(
      try size(value: "a", folder, ("b/a.png", fourth), byKey, ("a", second), ("a.png", first), binary: isBinary)
        == [1, 1])
    #expect(try size(value: "a", ("b/a.png", fourth), byKey, ("a", second), binary: isBinary) == [2, 2])
    #expect(try size(value: "a", ("b/a.png", fourth), byKey, binary: isBinary) == [3, 3])
    #expect(try size(value: "a", folder, ("b/a.png", fourth), binary: isBinary) == [4, 4])
    #expect(try size(value: "a", folder, ("a/", []), binary: isBinary) == nil)
  }

  @Test(arguments: [false, true])
  func missingPicturesAreReported(isBinary: Bool) throws {
    let movie = movie(images: ["hat": png(10, 20)], hat)
    let imported = try Imported(bytes: movie.archive(binary: isBinary, without: ["hat"]))
    #expect(imported.dump.isEmpty)
    #expect(imported.rules == ["svga.image.missing"])
  }

  @Test func picturesInsideTheMovieStay() throws {
    let bytes = try archive(("movie.binary", binary(movie(images: ["hat": png(10, 20)], hat))))
    #expect(try Imported(bytes: bytes).dump.hasPrefix("image 0 \"hat\" png 10 × 20"))
  }

  @Test func theBinaryMovieGoesFirst() throws {
    let binary = try binary(movie(frames: 2, sprite("b.vector", frame(path("M0 0 L9 0 L9 9 Z")), hidden)))
    let same = try Imported(bytes: archive(("movie.spec", spec(frames: 2, "")), ("movie.binary", binary)))
    #expect(same.dump.contains("b.vector"))
    #expect(same.rules.isEmpty)
    let other = try Imported(bytes: archive(("movie.binary", binary), ("movie.spec", spec(frames: 3, ""))))
    #expect(other.dump.contains("b.vector"))
    #expect(other.rules == ["svga.archive.movies"])
    let broken = try Imported(bytes: archive(("movie.binary", binary), ("movie.spec", Array("{".utf8))))
    #expect(broken.rules.isEmpty)
  }

  @Test func archivesAreRecognizedByTheirTableOfContents() throws {
    #expect(SVGAContainer.recognizes(try archive(("movie.spec", []), method: .deflated())))
    #expect(SVGAContainer.recognizes(try archive(("a.png", []), ("movie.binary", []))))
    #expect(!SVGAContainer.recognizes(try archive(("manifest.json", Array("movie.spec".utf8)))))
    #expect(SVGAContainer.recognizes(try archive(("a/movie.spec", []), ("__MACOSX/._movie.spec", []))))
    #expect(!SVGAContainer.recognizes(try archive(("a/movie.spec", []), ("b/a.png", []))))
    #expect(SVGAContainer.recognizes(try archive(("b/a.svga", []), (".DS_Store", []))))
    #expect(!SVGAContainer.recognizes(try archive(("a.svga", []), ("b.svga", []))))
    #expect(!SVGAContainer.recognizes(try archive(("a.svga", []), ("data.json", []))))
    #expect(!SVGAContainer.recognizes(try archive()))
  }

  @Test func archivesWithoutMovieAreRefused() throws {
    for bytes in [try archive(), try archive(("a/b/movie.spec", spec(""))), try archive(("hat.png", png(1, 1)))] {
      #expect { try SVGAContainer.read(bytes) } throws: { ($0 as? Diagnostic)?.rule == .svgaArchiveEmpty }
    }
  }

  /// What somebody has packed once more, or moved into a folder.
  @Test func archivesAroundAMovieAreOpened() throws {
    let movie = movie(images: ["hat": png(10, 20)], hat)
    let expected = try Imported(movie)
    let stream = try SVGAContainer.write(movie)
    let folder = try archive(
      ("Pop Up/", []), ("Pop Up/movie.spec", spec(images: #""hat":"a""#, "")), ("Pop Up/a.png", png(10, 20)),
      ("__MACOSX/._a.png", [1]))
    #expect(try SVGAContainer.read(folder).imageBytes(forKey: "hat") == png(10, 20))
    #expect(try Imported(bytes: folder).rules.contains("compression.zip.nested"))
    for bytes in [try archive(("x.svga", stream)), try archive(("a/X.SVGA", movie.archive(binary: true)))] {
      let imported = try Imported(bytes: bytes)
      #expect(imported.dump == expected.dump)
      #expect(imported.rules == ["compression.zip.nested"])
    }
  }

  /// As the web player, which inflates both.
  @Test func gzipIsReadAsZlib() throws {
    let movie = movie(images: ["hat": png(10, 20)], hat)
    let message = try Zlib.inflate(SVGAContainer.write(movie), limit: 1 << 20)
    let bytes = try Gzip.deflate(message)
    #expect(SVGAContainer.recognizes(bytes))
    let imported = try Imported(bytes: bytes)
    #expect(imported.dump == (try Imported(movie).dump))
    #expect(imported.rules == ["svga.container.gzip"])
    for text in ["{}", " \n{\"v\": 1}", "\n[]"] {
      #expect(!SVGAContainer.recognizes(try Gzip.deflate(Array(text.utf8))))
    }
    #expect(!SVGAContainer.recognizes(try Gzip.deflate(SVGAContainer.write(movie))))
  }

  @Test func jsonInAZlibStreamIsNamed() throws {
    let bytes = try Zlib.deflate(Array(#" {"v": "5.7.0", "layers": []}"#.utf8))
    #expect { try SVGAContainer.read(bytes) } throws: {
      ($0 as? Diagnostic)?.message.contains("JSON in a zlib") == true
    }
  }

  @Test func everyContainerGivesTheSameTimeline() throws {
    var movie = movieOfEverything
    // JSON knows no sound.
    movie.audios = []
    let expected = try Imported(movie)
    for isBinary in [false, true] {
      let imported = try Imported(bytes: movie.archive(binary: isBinary))
      #expect(imported.dump == expected.dump)
      #expect(imported.rules == expected.rules)
    }
  }
}
