import Kiln
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

/// `--poster-out`: a still beside the animation, in one run.
@Suite(.serialized) struct PosterOutTests {
  /// A disc that is seen from frame 4 on, and grows.
  private static let disc = """
    {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":60,"h":30,"layers":[{"ty":4,"nm":"Disc","ip":4,"op":10,"st":0,
    "ks":{"p":{"a":0,"k":[30,15]}},"shapes":[{"ty":"gr","nm":"G","it":[
    {"ty":"el","nm":"E","p":{"a":0,"k":[0,0]},"s":{"a":1,"k":[{"t":4,"s":[6,6],"i":{"x":[1],"y":[1]},
    "o":{"x":[0],"y":[0]}},{"t":9,"s":[24,24]}]}},
    {"ty":"fl","nm":"F","c":{"a":0,"k":[1,0,0,1]},"o":{"a":0,"k":100}},{"ty":"tr","nm":"T"}]}]}]}
    """

  private func size(_ path: String) throws -> [Int] {
    let picture = try ImageDecoder.decode(Fixture.bytes(path), limits: Limits())
    return [picture.width, picture.height]
  }

  /// Number of pixels of a picture that are not transparent.
  private func content(_ path: String) throws -> Int {
    try ImageDecoder.decode(Fixture.bytes(path), limits: Limits()).pixels.count { $0 != 0 }
  }

  @Test(arguments: ["svga", "webp", "gif", "apng"]) func isWrittenWithEachFormat(_ format: String) throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let result = try Command.run("convert", "a.json", "out.\(format)", "--poster-out", "still.png", folder: folder)
      #expect(result.exitCode == 0 && result.output.contains("still.png  "), "\(result.errors)")
      #expect(try size(folder + "/still.png") == [60, 30])
      #expect(try content(folder + "/still.png") > 0)
    }
  }

  @Test func showsTheFrameThatIsAskedFor() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      for frame in ["4", "9", "0"] {
        let result = try Command.run(
          "convert", "a.json", "out.webp", "--overwrite", "--width", "120", "--poster-out", "{stem}-\(frame).webp",
          "--poster-frame", frame, folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
      }
      #expect(try size(folder + "/out-4.webp") == [120, 60])
      let (small, large) = (try content(folder + "/out-4.webp"), try content(folder + "/out-9.webp"))
      #expect(small > 0 && large > 4 * small)
      #expect(try content(folder + "/out-0.webp") == 0)
    }
  }

  @Test func followsThePreset() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let result = try Command.run(
        "convert", "a.json", "out.webp", "--preset", "whatsapp-sticker", "--poster-out", "tray.png", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(try size(folder + "/tray.png") == [96, 96])
      let line = try Command.run(
        "convert", "a.json", "out.png", "--preset", "line-sticker", "--poster-out", "icon.webp", folder: folder)
      #expect(line.exitCode == 64 && line.errors.contains("chat thumbnail icon"), "\(line.errors)")
    }
  }

  @Test func limitsArePlaysOfPresets() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      func plays(_ options: String...) throws -> (UInt8?, String) {
        let result = try Command.run(
          ["convert", "a.json", "out.png", "--overwrite", "--preset", "line-sticker"] + options, folder: folder)
        guard result.exitCode == 0 else { return (nil, result.errors) }
        let file = Fixture.bytes(folder + "/out.png")
        // The last byte of the number of plays: after signature, IHDR, and eleven bytes of acTL.
        return (file.count > 56 ? file[8 + 25 + 8 + 7] : nil, "")
      }
      #expect(try plays().0 == 4)
      #expect(try plays("--speed", "0.5").0 == 2)
      #expect(try plays("--loop", "3").0 == 3)
      let often = try plays("--loop", "5")
      #expect(often.0 == nil && often.1.contains("at most 4 plays"), "\(often.1)")
    }
  }

  @Test func isNeverTheAnimationItselfOrTheInput() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let same = try Command.run("convert", "a.json", "out.webp", "--poster-out", "{dir}/{stem}.webp", folder: folder)
      #expect(same.exitCode == 64 && same.errors.contains("own file"), "\(same.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
      let alone = try Command.run("convert", "a.json", "out.webp", "--poster-frame", "3", folder: folder)
      #expect(alone.exitCode == 64, "\(alone.errors)")
      let other = try Command.run("convert", "a.json", "out.webp", "--poster-out", "still.jpg", folder: folder)
      #expect(other.exitCode == 64 && other.errors.contains(".webp"), "\(other.errors)")
    }
  }

  @Test func batchesWriteOneForEach() throws {
    try Samples.withFolder(["in/a.json": Self.disc, "in/b.json": Self.disc]) { folder in
      let options = ["batch", "in", "--to", "svga", "-o", "out", "--poster-out"]
      let together = try Command.run(options + ["still.png"], folder: folder)
      #expect(together.exitCode == 64 && together.errors.contains("still.png"), "\(together.errors)")
      for _ in 0..<2 {
        let result = try Command.run(options + ["{dir}/{stem}.png"], folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(Samples.results(in: folder + "/out") == ["a.png", "a.svga", "b.png", "b.svga"])
      }
    }
  }

  @Test func projectFilesSayIt() throws {
    let project = """
      version: 1
      conversions:
        stickers: {inputs: [in], outputs: 'out/{stem}.webp', options: {width: 40, poster-out: '{dir}/{stem}-still.png'}}
      """
    try Samples.withFolder(["in/a.json": Self.disc, ".kiln.yml": project]) { folder in
      let result = try Command.run("batch", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(try size(folder + "/out/a-still.png") == [40, 20])
    }
  }
}
