import Foundation
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

@Suite struct WebPOptionsTests {
  /// A disc with a gradient that crosses the canvas: enough to be worth a budget.
  private static let disc = #"""
    {"v":"5.7.0","fr":30,"ip":0,"op":20,"w":120,"h":90,"layers":[
      {"ty":4,"nm":"Disc","ind":1,"ip":0,"op":20,"st":0,
       "ks":{"p":{"a":1,"k":[{"t":0,"s":[20,40,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":20,"s":[100,50,0]}]}},
       "shapes":[{"ty":"el","p":{"k":[0,0]},"s":{"k":[60,60]}},
        {"ty":"gf","t":2,"o":{"k":100},"s":{"k":[0,0]},"e":{"k":[30,0]},"g":{"p":2,"k":{"k":[0,1,0,0,1,0,0.5,1]}}}]}]}
    """#

  /// A square that crosses the canvas: no lossy frame is smaller than an exact one.
  private static let flat = #"""
    {"v":"5.7.0","fr":30,"ip":0,"op":20,"w":120,"h":90,"layers":[
      {"ty":4,"nm":"Square","ind":1,"ip":0,"op":20,"st":0,
       "ks":{"p":{"a":1,"k":[{"t":0,"s":[20,40,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":20,"s":[100,50,0]}]}},
       "shapes":[{"ty":"rc","p":{"k":[0,0]},"s":{"k":[12,12]},"r":{"k":0}},
        {"ty":"fl","o":{"k":100},"c":{"k":[1,0,0,1]}}]}]}
    """#

  @Test func budgetsAreKeptAndReported() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let free = try bytes(["a.json", "free.webp"], folder)
      for part in [2, 4, 8] {
        let most = free.count / part
        let result = try Command.run(
          "convert", "a.json", "out.webp", "--overwrite", "--max-bytes", "\(most)", folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(Fixture.bytes(folder + "/out.webp").count <= most)
        #expect(result.errors.contains("given up to keep to the budget: "), "\(result.errors)")
        #expect(result.errors.contains(" (SSIM 0."), "\(result.errors)")
      }
      #expect(try bytes(["a.json", "out.webp", "--overwrite", "--max-bytes", "\(free.count)"], folder) == free)
    }
  }

  @Test func losslessFilesGiveUpFramesAndSizeOnly() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let most = try bytes(["a.json", "free.webp"], folder).count / 2
      let result = try Command.run(
        "convert", "a.json", "out.webp", "--codec", "lossless", "--max-bytes", "\(most)", folder: folder)
      #expect(result.exitCode == 0)
      #expect(result.errors.contains("frames per second") && !result.errors.contains("quality"), "\(result.errors)")
    }
  }

  @Test func aSizeThatIsAskedForStays() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      // Less than half of the frames take at the lowest of the usual qualities.
      let most = try bytes(["a.json", "hand.webp", "--fps", "8", "--quality", "15"], folder).count
      for options in [["--width", "120"], ["--height", "90"]] {
        let result = try Command.run(
          ["convert", "a.json", "out.webp", "--overwrite", "--max-bytes", "\(most)"] + options, folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
        let file = Fixture.bytes(folder + "/out.webp")
        let reader = try AnimatedWebPReader(file, limits: Limits())
        #expect(file.count <= most)
        #expect(reader.width == 120 && reader.height == 90, "\(reader.width) × \(reader.height), \(options)")
        #expect(!result.errors.contains("pixels"), "\(result.errors)")
      }
    }
  }

  /// Flat artwork stays exact however large the budget, so that nothing is said of a quality.
  @Test func onlyWhatWasGivenUpIsReported() throws {
    try Samples.withFolder(["a.json": Self.flat]) { folder in
      let most = try bytes(["a.json", "free.webp"], folder).count * 4 / 5
      let result = try Command.run(
        "convert", "a.json", "out.webp", "--max-bytes", "\(most)", "--json", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let file = Fixture.bytes(folder + "/out.webp")
      #expect(!WebPCoding.hasLossyPicture(file))
      let reductions = try #require(result.json["reductions"] as? [[String: String]])
      #expect(reductions == [["setting": "frameRate", "asked": "30", "given": "20"]])
    }
  }

  @Test func whatIsAskedForStays() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let most = try bytes(["a.json", "free.webp"], folder).count / 3
      let fixed = try Command.run(
        "convert", "a.json", "out.webp", "--fps", "30", "--width", "120", "--max-bytes", "\(most)", "--json",
        folder: folder)
      #expect(fixed.exitCode == 0, "\(fixed.errors)")
      let reductions = try #require(fixed.json["reductions"] as? [[String: String]])
      #expect(Set(reductions.map { $0["setting"] }).isDisjoint(with: ["frameRate", "size"]) && !reductions.isEmpty)
      #expect(try #require(fixed.json["similarity"] as? Double) > 0.5)
    }
  }

  @Test func anImpossibleBudgetSaysWhatWouldHelp() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let result = try Command.run(
        "convert", "a.json", "out.webp", "--max-bytes", "300", "--width", "120", "--min-fps", "20", folder: folder)
      #expect(result.exitCode == 1)
      for part in [
        "the smallest file that was found has ", "most are spent on “", "%)", "--min-fps",
        "allow more with --max-bytes ",
      ] {
        #expect(result.errors.contains(part), "\(result.errors)")
      }
    }
  }

  @Test func boundsNeedABudget() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      for options in [
        ["--min-fps", "20"], ["--prefer", "smoothness"], ["--min-scale", "0.5"], ["--min-quality", "9"],
      ] {
        let result = try Command.run(["convert", "a.json", "out.webp"] + options, folder: folder)
        #expect(result.exitCode == 64 && result.errors.contains("give --max-bytes"), "\(result.errors)")
      }
    }
  }

  @Test func presetsSetSizesAndLimits() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let sticker = try Command.run("convert", "a.json", "out.webp", "--preset", "whatsapp-sticker", folder: folder)
      #expect(sticker.exitCode == 0, "\(sticker.errors)")
      let file = Fixture.bytes(folder + "/out.webp")
      let reader = try AnimatedWebPReader(file, limits: Limits())
      #expect(reader.width == 512 && reader.height == 512 && file.count <= 500_000)
      let other = try Command.run("convert", "a.json", "out.gif", "--preset", "whatsapp-sticker", folder: folder)
      #expect(other.exitCode == 64 && other.errors.contains(".webp"), "\(other.errors)")
      let long = try Command.run(
        "convert", "a.json", "long.webp", "--preset", "whatsapp-sticker", "--speed", "0.01", folder: folder)
      #expect(long.exitCode == 1 && long.errors.contains("at most 10 s"), "\(long.errors)")
    }
  }

  @Test func posterGivesUpNoFrames() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let most = try bytes(["a.json", "free.webp", "--poster", "12"], folder).count / 2
      let result = try Command.run(
        "convert", "a.json", "out.webp", "--poster", "12", "--max-bytes", "\(most)", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let file = Fixture.bytes(folder + "/out.webp")
      #expect(file.count <= most)
      #expect(result.errors.contains("given up") && !result.errors.contains("frames per second"), "\(result.errors)")
    }
  }

  @Test func impossibleBudgetsWriteNothing() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let result = try Command.run("convert", "a.json", "out.webp", "--max-bytes", "100", folder: folder)
      #expect(result.exitCode == 1)
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  @Test func framesThatBrowsersSlowDownAreDrawnAtALowerRate() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let result = try Command.run("convert", "a.json", "a.webp", "--fps", "120", folder: folder)
      #expect(result.errors.contains("120 frames per second become 60"), "\(result.errors)")
      let frames = try AnimatedWebPReader(Fixture.bytes(folder + "/a.webp"), limits: Limits()).decodeFrames()
      #expect(frames.last?.endMilliseconds == 667)
      #expect(frames.count == 40)
    }
  }

  @Test func postersAreStill() throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let poster = try ImageDecoder.decode(bytes(["a.json", "a.webp", "--poster", "12"], folder), limits: Limits())
      let png = try Command.run("render", "a.json", "--frames", "12", "-o", ".", folder: folder)
      #expect(png.exitCode == 0)
      #expect(try poster == ImageDecoder.decode(Fixture.bytes(folder + "/12.png"), limits: Limits()))
    }
  }

  @Test(arguments: [
    ["--quality", "101"], ["--quality", "nan"], ["--alpha-quality", "-1"], ["--near-lossless", "101"],
    ["--effort", "7"], ["--effort", "-1"], ["--max-bytes", "0"], ["--loop", "65536"], ["--keyframe-interval", "0"],
    ["--poster", "nan"], ["--poster", "21"], ["--poster", "-1"], ["--codec", "lossless", "--quality", "50"],
    ["--quality", "50", "--near-lossless", "50"], ["--compat", "ie"], ["--frames", "5..<5"],
  ])
  func nonsenseIsRefused(_ options: [String]) throws {
    try Samples.withFolder(["a.json": Self.disc]) { folder in
      let result = try Command.run(["convert", "a.json", "a.webp"] + options, folder: folder)
      #expect(result.exitCode == 64, "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  @Test func canvasesBeyondTheFormatAreRefused() throws {
    try Samples.withFolder(["a.json": Self.disc.replacing(#""w":120"#, with: #""w":16384"#)]) { folder in
      let result = try Command.run("convert", "a.json", "a.webp", folder: folder)
      #expect(result.exitCode == 65)
      #expect(result.errors.contains("16383"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  private func bytes(_ arguments: [String], _ folder: String) throws -> [UInt8] {
    let result = try Command.run(["convert"] + arguments, folder: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    return Fixture.bytes(folder + "/" + arguments[1])
  }
}
