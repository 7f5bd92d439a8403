import Foundation
import KilnTestSupport
import Testing

/// `--json`: one object on standard output, however the command ends.
@Suite struct ReportTests {
  /// Commands that fail: arguments, exit code, and the rule of the error.
  @Test(arguments: [
    (["convert", "none.json", "a.svga"], 66, "input.notFound"),
    (["convert", "broken.json", "a.svga"], 65, "json.syntax"),
    (["convert", "box.json", "old.svga"], 73, "output.exists"),
    (["convert", "lossy.json", "a.svga", "--strict"], 1, "strict.loss"),
    (["convert", "lossy.json", "a.svga", "--deny", "lottie.*"], 1, "strict.denied"),
    (["convert", "photo.json", "a.svga"], 65, "lottie.image.missing"),
    (["convert", "box.json", "a.webp", "--max-bytes", "10"], 1, "budget.exceeded"),
    (["convert", "box.json", "a.svga", "--fps", "25"], 64, "usage.invalid"),
    (["convert", "box.json", "a.svga", "--quality", "5"], 64, "usage.invalid"),
    (["convert", "box.json"], 64, "usage.invalid"),
    (["render", "box.json", "--frames", "99", "-o", "."], 64, "usage.invalid"),
    (["inspect", "none.json"], 66, "input.notFound"),
    (["nonsense"], 64, "usage.invalid"),
  ])
  func failureIsOneObject(_ arguments: [String], _ exitCode: Int, _ rule: String) throws {
    let files = [
      "box.json": Samples.box, "lossy.json": Samples.lossy, "broken.json": #"{"layers":["#, "old.svga": "",
      "photo.json": Samples.photo(folder: "", file: "p.png"),
    ]
    try Samples.withFolder(files) { folder in
      let result = try Command.run(arguments + ["--json"], folder: folder)
      #expect(result.exitCode == exitCode, "\(result.errors)")
      let json = result.json
      #expect(json["ok"] as? Bool == false)
      #expect(json["exitCode"] as? Int == exitCode)
      let error = json["error"] as? [String: Any] ?? [:]
      #expect(error["rule"] as? String == rule, "\(result.output)")
      #expect((error["message"] as? String)?.isEmpty == false)
      #expect(json["diagnostics"] is [Any])
      #expect(Samples.names(in: folder) == files.keys.sorted())
      #expect(!result.errors.isEmpty)
    }
  }

  @Test func successSaysWhatWasMadeAndHowLongItTook() throws {
    try Samples.withFolder(["a.json": Samples.lossy]) { folder in
      for (format, decoded) in [("svga", 0), ("webp", 20 * 10 * 4)] {
        let json = try Command.run("convert", "a.json", "b." + format, "--json", folder: folder).json
        #expect(json["ok"] as? Bool == true && json["exitCode"] as? Int == 0 && json["error"] == nil)
        #expect(json["input"] as? String == "a.json")
        #expect(json["decodedBytes"] as? Int == decoded)
        #expect((json["reductions"] as? [Any])?.isEmpty == true)
        let timings = json["timingsMilliseconds"] as? [String: Int] ?? [:]
        #expect(timings.keys.sorted() == ["converting", "reading", "writing"])
        #expect((json["diagnostics"] as? [[String: Any]])?.first?["rule"] as? String == "lottie.expression")
      }
    }
  }
}
