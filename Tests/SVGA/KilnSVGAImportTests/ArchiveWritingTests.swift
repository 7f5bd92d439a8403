import KilnCompression
import KilnDiagnostics
import KilnSVGAFormat
import Testing

@Suite struct ArchiveWritingTests {
  @Test func archivesHoldAllButSounds() throws {
    let file = try SVGAContainer.write(movieOfEverything, as: .archive)
    #expect(ZipArchive.isZip(file) && SVGAContainer.recognizes(file))
    var log = DiagnosticLog()
    let read = try SVGAContainer.read(file, log: &log)
    var expected = movieOfEverything
    expected.version = "1.1.0"
    expected.audios = []
    expected.removeImage(forKey: "bang")
    #expect(read == expected)
    #expect(log.diagnostics.isEmpty)
  }

  @Test func keysThatNoArchiveNamesAreFoundAllTheSame() throws {
    let keys = ["形状", "a/b", "quote\"\\", "image_1", "\u{1}"]
    let images = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, png(1, UInt8($0 + 1))) })
    let source = movie(images: images, sprite("形状", frame()), sprite("quote\"\\", frame()), sprite("\u{1}", frame()))
    let file = try SVGAContainer.write(source, as: .archive)
    let read = try SVGAContainer.read(file)
    #expect(read.images == source.images)
    #expect(read.sprites == source.sprites)
    let names = try ZipArchive(bytes: file, limits: Limits()).entries.map(\.name)
    #expect(
      names.sorted() == ["image_1.png", "image_2.png", "image_3.png", "image_4.png", "image_5.png", "movie.spec"])
  }

  @Test func numbersComeBackAsTheyWere() throws {
    var source = movie(
      sprite("s.vector", frame(alpha: 0.1, transform: [0x1p-20, 1 / 3, -1e30, 1e-30, 16_777_216, -0.0])))
    #expect(try SVGAContainer.read(SVGAContainer.write(source, as: .archive)).sprites == source.sprites)
    source.sprites[0].frames[0].transform.a = .infinity
    #expect(try SVGAContainer.read(SVGAContainer.write(source, as: .archive)).sprites[0].frames[0].transform.a == 0)
  }
}

extension ArchiveWritingTests {
  @Test func equalPicturesAreOneFile() throws {
    let source = movie(
      images: ["a": png(1, 1), "b": png(1, 2), "c": png(1, 1)], sprite("a", frame()), sprite("b", frame()),
      sprite("c", frame()))
    let file = try SVGAContainer.write(source, as: .archive)
    #expect(try SVGAContainer.read(file).images == source.images)
    let names = try ZipArchive(bytes: file, limits: Limits()).entries.map(\.name)
    #expect(names.sorted() == ["a.png", "b.png", "movie.spec"])
  }
}
