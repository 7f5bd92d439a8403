import Foundation
import Kiln
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

/// Reports of `kiln batch` and `kiln report merge` as users make them.
@Suite struct BatchReportCommandTests {
  private static let files = Dictionary(
    uniqueKeysWithValues: (0..<12).map { ("in/\($0).json", $0 == 5 ? "{" : $0 == 6 ? Samples.lossy : Samples.box) })

  private func report(_ path: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(Fixture.bytes(path))) as? [String: Any])
  }

  /// A report without times, sorted.
  private func text(_ report: [String: Any]) throws -> String {
    var report = report
    var summary = report["summary"] as? [String: Any]
    summary?["milliseconds"] = nil
    report["summary"] = summary
    report["files"] = (report["files"] as? [[String: Any]])?.map { $0.filter { $0.key != "milliseconds" } }
    return String(decoding: try JSONSerialization.data(withJSONObject: report, options: .sortedKeys), as: UTF8.self)
  }

  /// The reports of parts, merged in any order, are that of the whole; and so are the files.
  @Test func partsBecomeTheWhole() throws {
    try Samples.withFolder(Self.files) { folder in
      let arguments = ["batch", "in", "--to", "webp", "-o"]
      #expect(try Command.run(arguments + ["whole", "--report", "whole.json"], folder: folder).exitCode == 2)
      for part in 0..<3 {
        let result = try Command.run(
          arguments + ["out", "--shard", "auto/3", "--report", "parts/\(part).json"], folder: folder,
          environment: ["JOB_COMPLETION_INDEX": "\(part)"])
        #expect(result.errors.contains("part \(part + 1)/3 of the files, by JOB_COMPLETION_INDEX of Kubernetes"))
      }
      let merge = try Command.run(
        "report", "merge", "parts/2.json", "parts/0.json", "parts/1.json", "-o", "all.json", "-o", "x/all.html",
        folder: folder)
      #expect(merge.exitCode == 0 && merge.output.contains("converted  11"), "\(merge.errors)")
      let whole = try text(report(folder + "/whole.json")).replacing("whole", with: "out")
      #expect(try text(report(folder + "/all.json")) == whole)
      // The state of an incremental batch is another for each part.
      func results(_ name: String) -> [String] { Samples.names(in: folder + "/" + name).filter { !$0.hasPrefix(".") } }
      #expect(results("out") == results("whole") && results("whole").count == 11)
      for name in results("whole") {
        #expect(Fixture.bytes(folder + "/out/" + name) == Fixture.bytes(folder + "/whole/" + name))
      }
      let page = String(decoding: Fixture.bytes(folder + "/x/all.html"), as: UTF8.self)
      #expect(page.contains("11 of 12 converted, 1 failed"))
    }
  }

  /// The same of validations, for every form that is made of the merged report.
  @Test func partsOfValidationsBecomeTheWhole() throws {
    try Samples.withFolder(Self.files) { folder in
      #expect(try Command.run("validate", "in", "--report", "whole.json", folder: folder).exitCode == 2)
      for part in 1...3 {
        _ = try Command.run(
          "validate", "in", "--shard", "\(part)/3", "--report", "parts/\(part).json", folder: folder)
      }
      let outputs = ["all.json", "all.sarif", "all.xml", "all.html"]
      let merge = try Command.run(
        ["report", "merge", "parts/2.json", "parts/3.json", "parts/1.json"] + outputs.flatMap { ["-o", $0] },
        folder: folder)
      #expect(merge.exitCode == 0 && merge.output.contains("11 of 12 files pass; 1 has 1 error"), "\(merge.errors)")
      #expect(try text(report(folder + "/all.json")) == text(report(folder + "/whole.json")))
      for name in outputs { #expect(Files.exists(folder + "/" + name)) }
    }
  }

  @Test func mistakesOfMergingValidationsAreSaid() throws {
    try Samples.withFolder(Self.files) { folder in
      for arguments in [
        ["validate", "in", "--report", "whole.json"],
        ["validate", "in", "--fail-on", "warning", "--report", "strict.json"],
        ["validate", "in", "--shard", "1/3", "--report", "part.json"],
        ["batch", "in", "--to", "svga", "-o", "out", "--report", "batch.json"],
      ] { _ = try Command.run(arguments, folder: folder) }
      let whole = String(decoding: Fixture.bytes(folder + "/whole.json"), as: UTF8.self)
      let bytes = try #require(whole.firstMatch(of: #/"bytes" : \d+/#)).output
      for (name, text, other) in [
        ("damaged", #""input" : "in/0.json""#, #""input" : 3"#), ("other", String(bytes), #""bytes" : 7"#),
        ("negative", String(bytes), #""bytes" : -7"#),
      ] { try Fixture.write(whole.replacing(text, with: other), folder + "/\(name).json") }

      for (arguments, code, reason) in [
        (["part.json"], 0, "there is no report of part 2/3, 3/3"),
        (["whole.json", "strict.json"], 65, "whole.json fails on each error, strict.json on each warning"),
        (["whole.json", "batch.json"], 65, "batch.json is of kiln batch, whole.json of kiln validate"),
        (["whole.json", "other.json"], 65, "whole.json and other.json say different things of in/0.json"),
        (["damaged.json"], 65, "a member is missing or of another type in /files/0"),
        (["negative.json"], 65, "numbers below 0"),
      ] {
        let result = try Command.run(["report", "merge"] + arguments + ["-o", "b.json"], folder: folder)
        #expect(result.exitCode == code && result.errors.contains(reason), "\(arguments): \(result.errors)")
      }
    }
  }

  @Test func mistakesOfMergingAreSaid() throws {
    let files = Self.files.merging(["none.json": "{}", "new.json": #"{"version":7}"#]) { $1 }
    try Samples.withFolder(files) { folder in
      _ = try Command.run(
        "batch", "in", "--to", "svga", "-o", "out", "--shard", "1/2", "--report", "a.json", folder: folder)
      for (arguments, code, reason) in [
        (["a.json", "none.json", "-o", "b.json"], 65, "none.json: this is no report"),
        (["a.json", "new.json", "-o", "b.json"], 65, "new.json: the report has version 7"),
        (["a.json", "gone.json", "-o", "b.json"], 66, "gone.json: there is no such file"),
        (["a.json", "-o", "b.pdf"], 64, "must end in"), (["a.json", "-o", "./a.json"], 64, "one of the reports"),
        (["a.json"], 64, "-o"), (["a.json", "-o", "none.json/b.json"], 73, "none.json"),
        (["a.json", "-o", "b.json"], 0, "there is no report of part 2/2"),
      ] {
        let result = try Command.run(["report", "merge"] + arguments, folder: folder)
        #expect(result.exitCode == code && result.errors.contains(reason), "\(arguments): \(result.errors)")
      }
      let result = try Command.run("report", "merge", "none.json", "-o", "b.json", "--json", folder: folder)
      #expect((result.json["error"] as? [String: Any])?["rule"] as? String == "report.unreadable")
    }
  }

  @Test func withoutVariablesThereIsNoPart() throws {
    try Samples.withFolder(Self.files) { folder in
      let names = ["CI_NODE_INDEX", "CIRCLE_NODE_INDEX", "BUILDKITE_PARALLEL_JOB", "SLURM_ARRAY_TASK_ID"]
      let result = try Command.run(
        "batch", "in", "--to", "svga", "-o", "out", "--shard", "auto", folder: folder,
        environment: Dictionary(uniqueKeysWithValues: names.map { ($0, "") }))
      #expect(result.exitCode == 64 && names.allSatisfy(result.errors.contains), "\(result.errors)")
      #expect(!Files.exists(folder + "/out"))
      for part in ["auto/0", "auto/x", "auto/", "auto/1/2", "1/0", "Auto"] {
        let result = try Command.run("batch", "in", "--to", "svga", "-o", "out", "--shard", part, folder: folder)
        #expect(result.exitCode == 64 && result.errors.contains("--shard"))
      }
    }
  }

  /// Posters are in the page, and nowhere else.
  @Test func pagesHavePosters() throws {
    let files = ["in/a.json": Samples.box, "in/b.json": "{", "in/late.json": Samples.lateBox]
    try Samples.withFolder(files) { folder in
      let result = try Command.run(
        "batch", "in", "--to", "svga", "-o", "out", "--json", "--report", "a.html", "--report", "a.json", folder: folder
      )
      #expect(!result.output.contains("poster"))
      #expect(!String(decoding: Fixture.bytes(folder + "/a.json"), as: UTF8.self).contains("poster"))
      let page = String(decoding: Fixture.bytes(folder + "/a.html"), as: UTF8.self)
      let posters = page.matches(of: #/base64,([^"]+)"/#).map(\.output.1)
      #expect(posters.count == 2)
      for poster in posters {
        let bytes = try #require(Data(base64Encoded: String(poster)))
        let picture = try ImageDecoder.decode([UInt8](bytes), limits: Limits())
        #expect(picture.width == 160 && picture.height == 80)
        #expect(picture[72, 40] >> 24 == 128 && picture[0, 0] == 0)
      }
    }
  }
}

@Suite struct TimelinePosterTests {
  private func timeline(_ text: String) throws -> Timeline {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(Array(text.utf8), log: &log)
    return try source.timeline(source.info.nativeSampling, log: &log)
  }

  @Test func aBlankMiddleGivesAnotherFrame() throws {
    // Sixteen frames; the box is there in the last two only.
    let late = Samples.box.replacing(#""op":4,"w""#, with: #""op":16,"w""#).replacing(
      #""ip":0,"op":4,"st""#, with: #""ip":14,"op":16,"st""#)
    let bytes = try #require(TimelinePoster.webp(of: try timeline(late)))
    let picture = try ImageDecoder.decode(bytes, limits: Limits())
    #expect(picture.pixels.contains { $0 != 0 } && bytes.count <= TimelinePoster.maximumBytes)
    let empty = Samples.box.replacing(#""o":{"k":50}"#, with: #""o":{"k":0}"#)
    #expect(TimelinePoster.webp(of: try timeline(empty)) == nil)
  }

  @Test(arguments: [(4000, 1, 160, 1), (3, 3000, 1, 160), (160, 160, 160, 160)])
  func sidesAreBounded(_ width: Int, _ height: Int, _ posterWidth: Int, _ posterHeight: Int) throws {
    let text = Samples.box.replacing(#""w":20,"h":10"#, with: "\"w\":\(width),\"h\":\(height)").replacing(
      #""sw":8,"sh":4"#, with: #""sw":9000,"sh":9000"#)
    let bytes = try #require(TimelinePoster.webp(of: try timeline(text)))
    let picture = try ImageDecoder.decode(bytes, limits: Limits())
    #expect(picture.width == posterWidth && picture.height == posterHeight)
  }
}
