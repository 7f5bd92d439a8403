import Foundation
import KilnCommand
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

/// Which findings are printed, and which make a command fail.
@Suite struct FindingTests {
  // MARK: - The same finding in many places

  private func text(_ places: Int, advice: String? = nil) -> [String] {
    let findings = (0..<places).map {
      Diagnostic(.limitExceeded, "too large", at: DocumentPath(layers: ["Layer \($0)"]), advice: advice)
    }
    return FindingGroup.groups(findings).map(\.text)
  }

  @Test func theSameFindingIsToldOnceWithACount() {
    #expect(text(1) == ["too large (Layer 0)"])
    #expect(text(2) == ["too large, 2 times: Layer 0; Layer 1"])
    #expect(
      text(100, advice: "make it smaller")
        == ["too large, 100 times: Layer 0; Layer 1; Layer 2; and 97 more; make it smaller"])
  }

  @Test func manyLayersAreOneLineAndVerboseListsThem() throws {
    let layer =
      ##"{"ty":1,"nm":"Box","ind":1,"ip":0,"op":4,"st":0,"sw":8,"sh":4,"sc":"#ff8000","##
      + #""ks":{"p":{"k":[5,3,0]},"o":{"k":50,"x":"var $bm_rt; $bm_rt = nothing.value;"}}}"#
    let layers = (0..<100).map { layer.replacing("Box", with: "Box \($0)") }.joined(separator: ",")
    let text = #"{"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,"layers":[\#(layers)]}"#
    try Samples.withFolder(["a.json": text]) { folder in
      let short = try Command.run("convert", "a.json", "a.webp", folder: folder).errors
      #expect(short.split(separator: "\n").count == 1, "\(short)")
      #expect(short.contains("100 times") && short.contains("and 97 more"), "\(short)")
      let long = try Command.run("convert", "a.json", "b.webp", "-v", folder: folder).errors
      #expect(long.split(separator: "\n").filter { $0.contains("lottie.expression") }.count == 100)
    }
  }

  /// What is missing matters more than what looks a little different; pointers are for machines.
  @Test func whatMattersMostComesLastAndPointersAreForVerbose() throws {
    let photo = #"{"ty":2,"nm":"Photo","ind":2,"refId":"i","ip":0,"op":4,"st":0,"ks":{}}"#
    let text = Samples.lossy.replacing(#""layers":["#, with: #""layers":[\#(photo),"#)
      .replacing(#""w":20"#, with: #""assets":[{"id":"i","w":4,"h":4,"u":"","p":"none.png","e":0}],"w":20"#)
    try Samples.withFolder(["a.json": text]) { folder in
      func lines(_ words: String...) throws -> [Substring] {
        let words = ["convert", "a.json", "a.gif", "--missing-images", "skip", "--overwrite"] + words
        return try Command.run(words, folder: folder).errors.split(separator: "\n")
      }
      let short = try lines()
      #expect(short.count == 3 && short.last?.contains("none.png") == true, "\(short)")
      #expect(short.contains { $0.contains("Box › Transform › Opacity") }, "\(short)")
      #expect(!short.contains { $0.contains("/layers/") || $0.contains("/assets/") }, "\(short)")
      let long = try lines("-v")
      #expect(long.contains { $0.contains("/layers/1/ks/o") }, "\(long)")
    }
  }

  // MARK: - Policy

  /// `--allow` and `--deny`: the options, and the exit code for a file with an expression.
  @Test(arguments: [
    ([], 0), (["--strict"], 1), (["--strict", "--allow", "lottie.expression"], 0),
    (["--strict", "--allow", "lottie.*"], 0), (["--strict", "--allow", "*"], 0),
    (["--strict", "--allow", "svga.*"], 1), (["--deny", "lottie.expression"], 1), (["--deny", "*.expression"], 1),
    (["--deny", "lottie.*", "--allow", "lottie.expression"], 0),
    (["--deny", "lottie.expression", "--allow", "lottie.*"], 1), (["--deny", "lottie.text"], 64),
    (["--allow", "lotie.expression"], 64),
  ])
  func rulesAreAllowedAndDenied(_ options: [String], _ exitCode: Int) throws {
    try Samples.withFolder(["a.json": Samples.lossy]) { folder in
      for command in [["convert", "a.json", "a.webp"], ["render", "a.json", "-o", "out"]] {
        let result = try Command.run(command + options, folder: folder)
        #expect(result.exitCode == exitCode, "\(options): \(result.errors)")
        #expect(Samples.names(in: folder) == ["a.json"] || exitCode == 0)
        try? FileManager.default.removeItem(atPath: folder + "/a.webp")
        try? FileManager.default.removeItem(atPath: folder + "/out")
      }
    }
  }

  @Test func unknownRulesSuggestTheNearest() throws {
    let result = try Command.run("convert", "a.json", "a.svga", "--allow", "lotie.expresion")
    #expect(result.errors.contains("did you mean lottie.expression?"), "\(result.errors)")
  }

  /// What the user asked for with a budget is no loss.
  @Test func reductionsForABudgetAreNoLoss() throws {
    try Samples.withFolder(["a.json": Samples.box.replacing(#""op":4"#, with: #""op":40"#)]) { folder in
      let plain = try Command.run("convert", "a.json", "a.webp", folder: folder)
      #expect(plain.exitCode == 0)
      let size = Fixture.bytes(folder + "/a.webp").count - 1
      let result = try Command.run(
        "convert", "a.json", "b.webp", "--max-bytes", "\(size)", "--strict", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.contains("to keep to the budget"), "\(result.errors)")
    }
  }

  // MARK: - Missing images

  @Test(arguments: [[], ["-q"]]) func aMissingImageIsAnErrorThatIsAlwaysPrinted(_ options: [String]) throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "p.png")]) { folder in
      let result = try Command.run(["convert", "a.json", "a.webp"] + options, folder: folder)
      #expect(result.exitCode == 65)
      let last = try #require(result.errors.split(separator: "\n").last)
      #expect(last.hasPrefix("error: a.json: ") && last.contains("p.png"), "\(result.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
    }
  }

  @Test func missingImagesAreSkippedOrReplaced() throws {
    try Samples.withFolder(["a.json": Samples.photo(folder: "", file: "p.png")]) { folder in
      let skipped = try Command.run(
        "convert", "a.json", "a.webp", "--missing-images", "skip", "--allow-empty", folder: folder)
      #expect(skipped.exitCode == 0, "\(skipped.errors)")
      #expect(skipped.errors.contains("p.png"))
      let replaced = try Command.run(
        "convert", "a.json", "b.png", "--missing-images", "placeholder", folder: folder)
      #expect(replaced.exitCode == 0, "\(replaced.errors)")
      #expect(replaced.errors.contains("a placeholder is drawn"))
      let drawn = try Command.run(
        "render", "a.json", "--frames", "0", "--missing-images", "placeholder", "-o", ".", folder: folder)
      #expect(drawn.exitCode == 0, "\(drawn.errors)")
      let picture = try ImageDecoder.decode(Fixture.bytes(folder + "/0.png"), limits: Limits())
      #expect(picture[1, 1] == 0xFF99_9999 && picture[6, 6] == 0)
    }
  }

  // MARK: - Said when it happens

  @Test func aChangedFrameRateIsSaid() throws {
    let text = Samples.box.replacing(#""fr":20"#, with: #""fr":23.976"#).replacing(#""op":4"#, with: #""op":180"#)
    try Samples.withFolder(["a.json": text]) { folder in
      let result = try Command.run("convert", "a.json", "a.svga", "--strict", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.contains("23.976 frames per second become 30") && result.errors.contains("180 → 225"))
      let asked = try Command.run("convert", "a.json", "b.svga", "--fps", "30", folder: folder)
      #expect(asked.errors.isEmpty, "\(asked.errors)")
    }
  }

  @Test(arguments: [#""layers":[]"#, #""layers":[{"ty":3,"ip":0,"op":4,"st":0,"ks":{}}]"#])
  func anAnimationThatDrawsNothingIsAnError(_ layers: String) throws {
    let text = #"{"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,\#(layers)}"#
    try Samples.withFolder(["a.json": text]) { folder in
      for format in ["svga", "webp", "png", "lottie"] {
        let result = try Command.run("convert", "a.json", "b." + format, folder: folder)
        #expect(result.exitCode == 65, "\(result.errors)")
        #expect(result.errors.contains("draws nothing") && result.errors.contains("--allow-empty"))
        let allowed = try Command.run("convert", "a.json", "c." + format, "--allow-empty", folder: folder)
        #expect(allowed.exitCode == 0, "\(allowed.errors)")
      }
    }
  }

  /// Options that the output's format ignores: the output and the options.
  @Test(arguments: [
    ("a.svga", ["--quality", "80"]), ("a.svga", ["--codec", "mixed"]), ("a.svga", ["--poster", "0"]),
    ("a.webp", ["--max-memory", "8M"]), ("a.webp", ["--profile", "web"]), ("a.webp", ["-O3"]),
    ("a.png", ["--max-memory", "10k"]), ("a.png", ["--loop", "2"]), ("a.webp", ["--lossy"]),
  ])
  func anOptionThatTheOutputIgnoresIsWrongUsage(_ output: String, _ options: [String]) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run(["convert", "a.json", output] + options, folder: folder)
      #expect(result.exitCode == 64)
      #expect(result.errors.contains(options[0].prefix(2) == "-O" ? "-O" : options[0]), "\(result.errors)")
    }
  }
}
