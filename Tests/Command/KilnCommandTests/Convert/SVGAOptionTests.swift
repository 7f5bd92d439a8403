import Foundation
import KilnImages
import KilnPixels
import KilnPNG
import KilnSVGAFormat
import KilnTestSupport
import Testing

/// Options of `kiln convert` that only SVGA files know.
@Suite struct SVGAOptionTests {
  /// Runs the body with an animation of one bitmap in a folder.
  private func withPicture(_ body: (String) throws -> Void) throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "photo.png")]) { folder in
      try Samples.write(Samples.png(), folder + "/photo.png")
      try body(folder)
    }
  }

  private func movie(_ path: String) throws -> SVGAMovieEntity { try SVGAContainer.read(Fixture.bytes(path)) }

  @Test func keysGetNewNamesOnBothWays() throws {
    try withPicture { folder throws in
      let plain = try Command.run("convert", "a.json", "a.svga", folder: folder)
      #expect(plain.exitCode == 0, "\(plain.errors)")
      let key = try #require(try movie(folder + "/a.svga").pictureKeys.first)
      for input in ["a.json", "a.svga"] {
        let result = try Command.run("convert", input, "b.svga", "--overwrite", "--key", "\(key)=face", folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(try movie(folder + "/b.svga").pictureKeys == ["face"])
        #expect(try movie(folder + "/b.svga").sprites.map(\.imageKey) == ["face"])
      }
      let unknown = try Command.run("convert", "a.svga", "c.svga", "--key", "nobody=face", folder: folder)
      #expect(unknown.exitCode == 64)
      #expect(unknown.errors.contains("there is no replaceable key “nobody”; choose one of “\(key)”"))
      #expect(try Command.run("convert", "a.svga", "c.svga", "--key", "\(key)=a.b", folder: folder).exitCode == 64)
      #expect(try Command.run("convert", "a.svga", "c.svga", "--key", key, folder: folder).exitCode == 64)
    }
  }

  @Test func noPictureGetsTheKeyOfASound() throws {
    try withPicture { folder throws in
      #expect(try Command.run("convert", "a.json", "a.svga", folder: folder).exitCode == 0)
      var movie = try movie(folder + "/a.svga")
      let key = try #require(movie.pictureKeys.first)
      movie.setImageBytes(Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0], forKey: "audio_1")
      var sound = SVGAAudioEntity()
      sound.audioKey = "audio_1"
      sound.endFrame = 1
      movie.audios = [sound]
      try Samples.write(SVGAContainer.write(movie), folder + "/b.svga")
      let result = try Command.run("convert", "b.svga", "c.svga", "--key", "\(key)=audio_1", folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("the key “audio_1” would name two files"))
    }
  }

  @Test func archivesBecomeStreamsAndBack() throws {
    try withPicture { folder throws in
      #expect(try Command.run("convert", "a.json", "1.svga", "--svga-version", "1", folder: folder).exitCode == 0)
      #expect(Fixture.bytes(folder + "/1.svga").starts(with: "PK".utf8))
      #expect(try Command.run("convert", "1.svga", "2.svga", folder: folder).exitCode == 0)
      #expect(Fixture.bytes(folder + "/2.svga").first == 0x78)
      let archived = try movie(folder + "/1.svga")
      #expect(try movie(folder + "/2.svga").sprites == archived.sprites)
    }
  }

  @Test func aFileThatCannotBeSmallerStaysByteForByte() throws {
    try withPicture { folder throws in
      #expect(try Command.run("convert", "a.json", "a.svga", folder: folder).exitCode == 0)
      #expect(try Command.run("convert", "a.svga", "b.svga", "-O0", folder: folder).exitCode == 0)
      #expect(Fixture.bytes(folder + "/a.svga") == Fixture.bytes(folder + "/b.svga"))
    }
  }

  @Test func budgetsAreKeptOrRefusedWithTheLargestNamed() throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "photo.png")]) { folder in
      var random = SplitMix64(seed: 9)
      let noise = Pixmap(
        width: 64, height: 64,
        pixels: (0..<4096).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF << 24 })
      try Samples.write(PNGEncoder.encode(noise), folder + "/photo.png")
      #expect(try Command.run("convert", "a.json", "a.svga", folder: folder).exitCode == 0)
      #expect(Fixture.bytes(folder + "/a.svga").count > 10_000)
      for input in ["a.json", "a.svga"] {
        let enough = try Command.run("convert", input, "b.svga", "--overwrite", "--max-bytes", "1M", folder: folder)
        #expect(enough.exitCode == 0 && enough.errors.isEmpty)
        let less = try Command.run("convert", input, "b.svga", "--overwrite", "--max-bytes", "4k", folder: folder)
        #expect(less.exitCode == 0)
        #expect(less.errors.contains("given up to keep to the budget: 1 of 1 bitmaps at "))
        #expect(Fixture.bytes(folder + "/b.svga").count <= 4000)
        let small = try Command.run("convert", input, "c.svga", "--overwrite", "--max-memory", "1.1k", folder: folder)
        #expect(small.exitCode == 0)
        let inspected = try Command.run("inspect", "c.svga", "--json", folder: folder)
        let memory = try #require(inspected.json["decodedBytes"] as? Int)
        #expect(memory <= 1100)
        let impossible = try Command.run("convert", input, "d.svga", "--max-bytes", "50", folder: folder)
        #expect(impossible.exitCode == 1)
        #expect(impossible.errors.contains("above the limit of 50 bytes; most are spent on “"))
        #expect(!Samples.names(in: folder).contains("d.svga"))
      }
    }
  }

  @Test(arguments: ["", "k", "-1", "0", "1T", "1e400", "nan", "5 00k"]) func strangeAmountsAreRefused(_ amount: String)
    throws
  {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", "a.svga", "--max-bytes=\(amount)", folder: folder)
      #expect(result.exitCode == 64)
    }
  }
}
