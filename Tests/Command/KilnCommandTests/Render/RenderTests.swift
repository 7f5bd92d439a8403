import Foundation
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

/// `kiln render` as cli.md promises it.
@Suite struct RenderTests {
  @Test func frameNumbersNameTheFiles() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(
        "render", "a.json", "--frames", "0,1.5,3", "--width", "40", "--height", "40", "-o", "made/frames",
        folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.names(in: folder + "/made/frames") == ["0.png", "1.5.png", "3.png"])
    }
  }

  @Test(arguments: [
    ("1..<3", ["1.png", "2.png"]), ("1...3", ["1.png", "2.png", "3.png"]),
    ("0, 2..<4, 2", ["0.png", "2.png", "3.png"]),
    ("0.5..<2", ["0.5.png", "1.5.png"]),
  ])
  func rangeHasItsWholeFrames(_ frames: String, _ names: [String]) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("render", "a.json", "--frames", frames, "-o", "made", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.names(in: folder + "/made") == names)
    }
  }

  @Test(arguments: [
    ("2..<9", "where the range ends, is outside"), ("3..<1", "is not a frame"), ("0..<", "is not a frame"),
  ])
  func rangeOutsideOfTheAnimationIsRefused(_ frames: String, _ message: String) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("render", "a.json", "--frames", frames, "-o", "made", folder: folder)
      #expect(result.exitCode == 64 && result.errors.contains(message), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  /// 20 × 10 in 40 × 40: the scale is 2, and ten rows stay free above and below.
  @Test func pictureIsStraightRGBAWithTheCanvasCentred() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(
        "render", "a.json", "--frames", "0", "--width", "40", "--height", "40", "-o", folder, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let png = Fixture.bytes(folder + "/0.png")
      // Bit depth and colour type of the IHDR chunk: eight bits, RGB with alpha.
      #expect(png.count > 33 && Array(png[24...25]) == [8, 6])
      let picture = try ImageDecoder.decode(png, limits: Limits())
      #expect(picture.width == 40 && picture.height == 40)
      #expect(picture.contentBounds == PixelRect(x: 10, y: 16, width: 16, height: 8))
      // Straight #ff8000 at half opacity, which the decoder multiplies: with premultiplied bytes it would be darker.
      let pixel = picture[18, 20]
      #expect((127...128).contains(pixel >> 24))
      #expect((126...128).contains(pixel & 255))
      #expect((63...65).contains(pixel >> 8 & 255))
      #expect(pixel >> 16 & 255 == 0)
      #expect(picture[0, 0] == 0)
    }
  }

  @Test("An SVGA file is drawn as a player does, and nothing else is")
  func drawingOfAPlayer() throws {
    let archive = Fixture.bytes(Fixture.repository("Tests/Pictures/svga-archives/protobuf-with-bitmaps.svga"))
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      try Data(archive).write(to: URL(filePath: folder + "/a.svga"))
      for (player, isDrawn) in [("svga-ios", true), ("svga-android@2.6", true), ("svga-lite", false)] {
        let result = try Command.run("render", "a.svga", "--as", player, "-o", player, folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
        let picture = try ImageDecoder.decode(Fixture.bytes("\(folder)/\(player)/0.png"), limits: Limits())
        #expect(picture.contentBounds.isEmpty != isDrawn, "\(player)")
      }
      let compared = try Command.run(
        "compare", "a.svga", "a.svga", "--as", "svga-lite", "--min-fg", "0.9", folder: folder)
      #expect(compared.exitCode == 1, "\(compared.output)")
      for (words, advice) in [
        (["a.json", "--as", "svga-web"], "convert it to SVGA"),
        (["a.svga", "--as", "svga-andriod"], "did you mean svga-android?"),
        (["a.svga", "--as", "svga-ios@1.0"], "choose svga-ios@2.5"),
      ] {
        let wrong = try Command.run(["render"] + words + ["-o", "x"], folder: folder)
        #expect(wrong.exitCode == 64 && wrong.errors.contains(advice), "\(wrong.errors)")
      }
    }
  }

  /// A square of 30 × 30 over a canvas of 20 × 10.
  private var overhanging: String {
    Samples.box.replacing(#""sw":8,"sh":4"#, with: #""sw":30,"sh":30"#)
      .replacing("[5,3,0]", with: "[10,5,0]").replacing(#""o""#, with: #""a":{"k":[15,15,0]},"o""#)
  }

  /// Of 40 × 40 pixels, only the middle 20 rows show what lies on a canvas of 20 × 10, in every output.
  @Test(arguments: ["", "a.svga", "a.apng", "a.timeline.json"], ["a.json", "b.svga"])
  func whatLiesOutsideOfTheCanvasIsNotDrawn(_ output: String, _ input: String) throws {
    try Samples.withFolder(["a.json": overhanging]) { folder in
      let size = ["--width", "40", "--height", "40"]
      var picture = folder + "/a.apng"
      if input != "a.json" {
        #expect(try Command.run("convert", "a.json", input, folder: folder).exitCode == 0)
      }
      if !output.isEmpty {
        let converted = try Command.run(["convert", input, output] + size, folder: folder)
        #expect(converted.exitCode == 0, "\(converted.errors)")
      }
      if output != "a.apng" {
        let source = output.isEmpty ? input : output
        let drawn = try Command.run(["render", source, "--frames", "0", "-o", folder] + size, folder: folder)
        #expect(drawn.exitCode == 0, "\(drawn.errors)")
        picture = folder + "/0.png"
      }
      let bounds = try ImageDecoder.decode(Fixture.bytes(picture), limits: Limits()).contentBounds
      #expect(bounds == PixelRect(x: 0, y: 10, width: 40, height: 20))
    }
  }

  /// A background fills also what the canvas does not.
  @Test func backgroundFillsTheBands() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(
        "convert", "a.json", "a.apng", "--width", "40", "--height", "40", "--background", "#ffffff", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let picture = try ImageDecoder.decode(Fixture.bytes(folder + "/a.apng"), limits: Limits())
      #expect(picture[0, 0] == .max)
    }
  }

  /// Masks at 60 % on the left two thirds and at 40 % on the right two: after the first one alone, then both, then the
  /// second one alone.
  @Test(arguments: [("a", "l", [153, 153, 102]), ("d", "d", [0, 102, 0]), ("a", "f", [153, 51, 102])])
  func afterEffectsLightensDarkensAndSubtractsMasks(_ first: String, _ second: String, _ alphas: [UInt32]) throws {
    func mask(_ mode: String, _ left: Int, _ opacity: Int) -> String {
      let vertices = "[[\(left), 0], [\(left + 20), 0], [\(left + 20), 10], [\(left), 10]]"
      let path = #"{"c": true, "v": \#(vertices), "i": [], "o": []}"#
      return #"{"mode": "\#(mode)", "pt": {"k": \#(path)}, "o": {"k": \#(opacity)}, "x": {"k": 0}}"#
    }
    let layer =
      #"{"ty": 1, "ip": 0, "op": 1, "st": 0, "ks": {}, "sw": 30, "sh": 10, "sc": "white", "hasMask": true, "#
      + #""masksProperties": [\#(mask(first, 0, 60)), \#(mask(second, 10, 40))]}"#
    let document = #"{"v": "5.9.0", "fr": 10, "ip": 0, "op": 1, "w": 30, "h": 10, "layers": [\#(layer)]}"#
    try Samples.withFolder(["a.json": document]) { folder in
      let result = try Command.run(
        "render", "a.json", "--fidelity", "ae", "--frames", "0", "-o", folder, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let picture = try ImageDecoder.decode(Fixture.bytes(folder + "/0.png"), limits: Limits())
      for (x, alpha) in zip([5, 15, 25], alphas) {
        #expect(abs(Int(picture[x, 5] >> 24) - Int(alpha)) <= 1, "\(x): \(picture[x, 5] >> 24)")
      }
    }
  }

  @Test(arguments: [
    (["--width", "40"], 40, 20), (["--height", "40"], 80, 40), ([], 20, 10),
    (["--width", "33", "--height", "7"], 33, 7),
  ])
  func picturesHaveExactlyTheSizeAskedFor(_ options: [String], _ width: Int, _ height: Int) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(["render", "a.json", "--frames", "0", "-o", "."] + options, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let picture = try ImageDecoder.decode(Fixture.bytes(folder + "/0.png"), limits: Limits())
      #expect(picture.width == width && picture.height == height)
    }
  }

  @Test func allWritesEveryFrameAndEveryNth() throws {
    try Samples.withFolder(["a.json": Samples.lateBox]) { folder throws in
      #expect(try Command.run("render", "a.json", "--frames", "all", "-o", "all", folder: folder).exitCode == 0)
      #expect(Samples.names(in: folder + "/all") == ["10.png", "11.png", "12.png", "13.png"])
      #expect(try Command.run("render", "a.json", "--every", "3", "-o", "third", folder: folder).exitCode == 0)
      #expect(Samples.names(in: folder + "/third") == ["10.png", "13.png"])
    }
  }

  /// For SVGA the frame index counts, from 0, whatever the source of the file was.
  @Test func svgaFramesAreIndices() throws {
    try Samples.withFolder(["a.json": Samples.lateBox]) { folder in
      #expect(try Command.run("convert", "a.json", "a.svga", folder: folder).exitCode == 0)
      #expect(try Command.run("render", "a.svga", "--frames", "all", "-o", "all", folder: folder).exitCode == 0)
      #expect(Samples.names(in: folder + "/all") == ["0.png", "1.png", "2.png", "3.png"])
      let outside = try Command.run("render", "a.svga", "--frames", "10", "-o", "none", folder: folder)
      #expect(outside.exitCode == 64)
    }
  }

  @Test(arguments: ["9", "14.01", "0,11", "-1", "1000000000000000000000"])
  func frameOutsideTheRangeIsAnErrorThatNamesTheRange(_ frames: String) throws {
    try Samples.withFolder(["a.json": Samples.lateBox]) { folder in
      let result = try Command.run("render", "a.json", "--frames=" + frames, "-o", "made", folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("10") && result.errors.contains("14"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  @Test(arguments: [["--frames", "x"], ["--frames", "nan"], ["--frames", ""], ["--every", "0"], ["--width", "0"]])
  func wrongListsAndSizesAre64(_ options: [String]) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(["render", "a.json", "-o", "made"] + options, folder: folder)
      #expect(result.exitCode == 64, "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  @Test func theFolderForPicturesMustBeNamed() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder throws in
      #expect(try Command.run("render", "a.json", "--frames", "0", folder: folder).exitCode == 64)
    }
  }

  @Test func benchmarkPrintsOneObjectAndWritesNothing() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(
        "render", "a.json", "--benchmark", "3", "--width", "40", "--height", "30", "-j", "1", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let json = result.json
      #expect(
        json.keys.sorted() == [
          "cpuMillisecondsPerFrame", "file", "frames", "height", "loadMilliseconds", "wallMillisecondsPerFrame",
          "width",
        ])
      #expect(json["file"] as? String == "a.json")
      #expect(json["width"] as? Int == 40 && json["height"] as? Int == 30 && json["frames"] as? Int == 4)
      #expect(json["loadMilliseconds"] as? Double ?? 0 > 0)
      for key in ["cpuMillisecondsPerFrame", "wallMillisecondsPerFrame"] {
        let times = json[key] as? [String: Double] ?? [:]
        #expect(times.keys.sorted() == ["median", "min"])
        #expect(times["min"] ?? -1 >= 0 && times["median"] ?? -1 >= times["min"] ?? 0)
      }
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  @Test func anotherNumberOfThreadsGivesTheSameFiles() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder throws in
      for jobs in ["1", "3"] {
        #expect(try Command.run("render", "a.json", "-o", jobs, "-j", jobs, folder: folder).exitCode == 0)
      }
      for name in Samples.names(in: folder + "/1") {
        #expect(Fixture.bytes("\(folder)/1/\(name)") == Fixture.bytes("\(folder)/3/\(name)"))
      }
    }
  }

  @Test func aMissingImageIsReportedAndTheRestIsDrawn() throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "images/", file: "none.png")]) { folder in
      let result = try Command.run("render", "a.json", "--frames", "0", "-o", "made", folder: folder)
      #expect(result.errors.contains("warning") && result.errors.contains("images/none.png"))
      #expect(result.exitCode == 0)
      #expect(Samples.names(in: folder + "/made") == ["0.png"])
    }
  }

  /// Behind the canvas and beside it.
  @Test func aBackgroundFillsThePicture() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let words = ["--frames", "0", "--width", "40", "--height", "40", "--background", "#0000ff", "-o", folder]
      let result = try Command.run(["render", "a.json"] + words, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let picture = try ImageDecoder.decode(Fixture.bytes(folder + "/0.png"), limits: Limits())
      // Red is the lowest byte.
      for (x, y) in [(0, 0), (39, 39), (1, 20), (39, 0)] { #expect(picture[x, y] == 0xFFFF_0000, "\(x) \(y)") }
      let mixed = picture[18, 20]
      #expect(mixed >> 24 == 255 && (126...129).contains(mixed >> 16 & 255) && (126...129).contains(mixed & 255))
    }
  }

  @Test func everyGoesWithAllFramesOnly() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(
        "render", "a.json", "--frames", "0,1,2,3", "--every", "2", "-o", "made", folder: folder)
      #expect(result.exitCode == 64 || Samples.names(in: folder + "/made") == ["0.png", "2.png"])
    }
  }
}
