import Foundation
import KilnTestSupport
import Testing

/// Options of `kiln convert`, standard streams, and what is printed where.
@Suite struct ConvertTests {
  // MARK: - Standard input and output

  @Test(arguments: ["svga", "webp"]) func hyphensStandForTheStandardStreams(_ format: String) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let piped = try Command.run(
        "convert", "-", "-", "--from", "lottie", "--to", format, folder: folder, input: Array(Samples.box.utf8))
      #expect(piped.exitCode == 0, "\(piped.errors)")
      #expect(piped.errors.isEmpty)
      let named = try Command.run("convert", "a.json", "a." + format, folder: folder)
      #expect(named.exitCode == 0, "\(named.errors)")
      #expect(piped.bytes == Fixture.bytes(folder + "/a." + format))
      #expect(Samples.names(in: folder) == ["a.json", "a." + format])
    }
  }

  @Test func theContentDecidesAndNotTheExtension() throws {
    try Samples.withFolder(["a.svga": Samples.box]) { folder in
      let result = try Command.run("inspect", "a.svga", "--json", folder: folder)
      #expect(result.json["format"] as? String == "lottie")
      let wrong = try Command.run("inspect", "a.svga", "--from", "svga", folder: folder)
      #expect(wrong.exitCode == 65)
    }
  }

  @Test(arguments: [["-"], ["-", "--to", "png"]]) func standardOutputNeedsAFormatOfOneFile(_ output: [String]) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(["convert", "a.json"] + output, folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.output.isEmpty)
    }
  }

  @Test func standardOutputCannotHoldAnAnimationAndAReport() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", "-", "--to", "svga", "--json", folder: folder)
      #expect(result.exitCode == 64)
    }
  }

  // MARK: - Loss

  @Test func strictEndsWith1AndWritesNothing() throws {
    try Samples.withFolder(["lossy.json": Samples.lossy, "fine.json": Samples.box]) { folder in
      for format in ["svga", "webp", "png"] {
        let lossy = try Command.run("convert", "lossy.json", "out." + format, "--strict", folder: folder)
        #expect(lossy.exitCode == 1)
        #expect(lossy.errors.contains("Box") && lossy.errors.contains("--strict"), "\(lossy.errors)")
      }
      #expect(Samples.names(in: folder) == ["fine.json", "lossy.json"])
      #expect(try Command.run("convert", "fine.json", "fine.svga", "--strict", folder: folder).exitCode == 0)
    }
  }

  @Test func strictSaysWhatWasLostInJSONToo() throws {
    try Samples.withFolder(["a.json": Samples.lossy]) { folder in
      let result = try Command.run("convert", "a.json", "a.svga", "--strict", "--json", folder: folder)
      #expect(result.exitCode == 1)
      #expect((result.output + result.errors).contains("expression"))
    }
  }

  // MARK: - Reports

  @Test func dryRunWritesNothing() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      for format in ["svga", "webp", "png"] {
        let result = try Command.run("convert", "a.json", "b." + format, "--dry-run", folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(result.output.contains("b." + format))
      }
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  @Test func jsonStandsAloneOnStandardOutput() throws {
    try Samples.withFolder(["a.json": Samples.lossy]) { folder in
      let result = try Command.run("convert", "a.json", "b.png", "--json", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let json = result.json
      #expect(
        Set(json.keys).isSuperset(of: [
          "input", "outputs", "width", "height", "frameRate", "frameCount", "durationMilliseconds", "diagnostics",
        ]))
      #expect(json["frameCount"] as? Int == 4)
      let outputs = json["outputs"] as? [[String: Any]] ?? []
      #expect(outputs.count == 2)
      for output in outputs {
        let name = URL(filePath: output["path"] as? String ?? "").lastPathComponent
        #expect(output["bytes"] as? Int == Fixture.bytes(folder + "/" + name).count)
      }
      let diagnostics = json["diagnostics"] as? [[String: Any]] ?? []
      #expect(diagnostics.first?["rule"] as? String == "lottie.expression")
    }
  }

  @Test func quietPrintsErrorsOnly() throws {
    try Samples.withFolder(["a.json": Samples.lossy]) { folder in
      let loud = try Command.run("convert", "a.json", "a.svga", folder: folder)
      #expect(loud.output.contains("a.svga") && loud.errors.contains("warning"))
      let quiet = try Command.run("convert", "a.json", "b.svga", "-q", folder: folder)
      #expect(quiet.exitCode == 0)
      #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
      let failed = try Command.run("convert", "none.json", "c.svga", "-q", folder: folder)
      #expect(failed.exitCode == 66)
      #expect(failed.errors.contains("none.json"))
    }
  }

  @Test func messagesAreColouredOnlyWhenAsked() throws {
    let plain = try Command.run("inspect", "none.json", environment: ["NO_COLOR": ""])
    #expect(!plain.errors.contains("\u{1B}"))
    let colored = try Command.run("inspect", "none.json", "--color", "always")
    #expect(colored.errors.contains("\u{1B}[31m"))
  }

  // MARK: - Time

  @Test(arguments: ["25", "24", "0.5", "61"]) func svgaTakesOnlyFrameRatesThatPlayersPlay(_ rate: String) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("convert", "a.json", "a.svga", "--fps", rate, folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("20, 30, 60"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  /// The box plays 200 ms; a source's own odd rate becomes the next that players play.
  @Test(arguments: [("20", [], 20, 4), ("20", ["--fps", "30"], 30, 6), ("25", [], 30, 5), ("23.976", [], 30, 5)])
  func svgaKeepsTheLength(_ rate: String, _ options: [String], _ written: Int, _ count: Int) throws {
    let text = Samples.box.replacing(#""fr":20"#, with: "\"fr\":\(rate)")
    try Samples.withFolder(["a.json": text]) { folder in
      let result = try Command.run(["convert", "a.json", "a.svga"] + options, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let json = try Command.run("inspect", "a.svga", "--json", folder: folder).json
      #expect(json["frameRate"] as? Int == written)
      #expect(json["frameCount"] as? Int == count)
    }
  }

  @Test func aRangeOutsideTheAnimationNamesTheRange() throws {
    try Samples.withFolder(["a.json": Samples.lateBox]) { folder in
      let result = try Command.run("convert", "a.json", "a.webp", "--frames", "2..<12", folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("10") && result.errors.contains("14"), "\(result.errors)")
      let marker = try Command.run("convert", "a.json", "a.webp", "--marker", "Loop", folder: folder)
      #expect(marker.exitCode == 64)
      #expect(marker.errors.contains("Loop"))
    }
  }

  /// As lottie-web finds them: by the name in a JSON comment, in a line `name:…`, or by the whole comment without space.
  @Test(arguments: [
    ("cw", 4), ("out", 2), ("idle", 3), (" idle ", 3), ("{\r\"name\":\"cw\"\r}", 4), ("name:out\r\ntype:segment", 2),
  ])
  func markersAreFoundByTheirNames(_ name: String, _ frames: Int) throws {
    let markers = #"""
      "markers":[{"tm":0,"cm":"{\r\"name\":\"cw\"\r}","dr":4},{"tm":4,"cm":"idle\r","dr":3},
      {"tm":7,"cm":"name:out\r\ntype:segment","dr":2}],
      """#
    let text = Samples.box.replacing(#""fr":20"#, with: markers + #""fr":20"#)
      .replacing(#""op":4"#, with: #""op":10"#)
    try Samples.withFolder(["a.json": text]) { folder in
      let result = try Command.run(
        "convert", "a.json", "a.timeline.json", "--marker", name, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let json = try Command.run("inspect", "a.timeline.json", "--json", folder: folder).json
      #expect(json["frameCount"] as? Int == frames)
      let summary = try Command.run("inspect", "a.json", "--json", folder: folder).json
      #expect((summary["markers"] as? [[String: Any]])?.map { $0["name"] as? String } == ["cw", "idle", "out"])
      let refused = try Command.run("convert", "a.json", "b.webp", "--marker", "none", folder: folder)
      #expect(refused.exitCode == 64)
      #expect(refused.errors.contains("choose one of “cw”, “idle”, “out”"), "\(refused.errors)")
    }
  }

  // MARK: - Files that are not what they are called

  @Test(arguments: [
    ("<!DOCTYPE html><html></html>", "an HTML page"),
    ("version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"),
    ("var animationData = {}", "a JavaScript program (“animationData”)"), ("// c\n{}", "a comment"),
    (#"{"layers": [], "w": NaN}"#, "NaN is no value of JSON (line 1, column 21)"),
  ])
  func otherTextsAreNamed(_ text: String, _ words: String) throws {
    try Samples.withFolder(["a.json": text]) { folder in
      for command in [["convert", "a.json", "a.svga"], ["inspect", "a.json"], ["validate", "a.json"]] {
        let result = try Command.run(command, folder: folder)
        #expect(result.exitCode == 65, "\(result.errors)")
        #expect((result.output + result.errors).contains(words), "\(result.output)\(result.errors)")
      }
    }
  }

  // MARK: - Inspection

  @Test func themesThatAreNotThereAreRefused() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("inspect", "a.json", "--theme", "dark", folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains("there is no theme “dark”"))
    }
  }

  @Test func inspectionHasThePromisedKeys() throws {
    let photo = Samples.photo(folder: "", file: "p.png")
    try Samples.withFolder(["a.json": photo, "lossy.json": Samples.lossy]) { folder in
      try Samples.write(Samples.png(), folder + "/p.png")
      let json = try Command.run("inspect", "a.json", "--json", folder: folder).json
      #expect(
        Set(json.keys).isSuperset(of: [
          "format", "animations", "themes", "width", "height", "frameRate", "frameCount", "durationMilliseconds",
          "sprites", "vectorSprites",
          "bitmapSprites", "images", "decodedBytes", "diagnostics",
        ]))
      let images = json["images"] as? [[String: Any]] ?? []
      #expect(images.map { $0.keys.sorted() } == [["decodedBytes", "height", "key", "width"]])
      #expect(json["sprites"] as? Int == 1 && json["bitmapSprites"] as? Int == 1)
      #expect(json["decodedBytes"] as? Int == 4 * 4 * 4)

      let lossy = try Command.run("inspect", "lossy.json", "--json", folder: folder).json
      let diagnostic = (lossy["diagnostics"] as? [[String: Any]])?.first ?? [:]
      #expect(
        Set(diagnostic.keys).isSuperset(of: ["rule", "severity", "effect", "message", "path", "layers"]))
      #expect(diagnostic["path"] as? String == "/layers/0/ks/o")
      #expect(diagnostic["layers"] as? [String] == ["Box"])
    }
  }
}
