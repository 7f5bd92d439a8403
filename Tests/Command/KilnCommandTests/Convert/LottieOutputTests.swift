import Foundation
import KilnPNG
import KilnPixels
import KilnTestSupport
import Testing

/// `kiln convert` to Lottie, from Lottie and from SVGA, with the options that change what is shown.
@Suite struct LottieOutputTests {
  /// Two boxes, one with an expression, and a sound, in a document with members that nobody knows.
  private static let rig = #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":4,"w":20,"h":10,"mine":[1, 2],"assets":[{"id":"s","u":"","p":"s.mp3","e":0,"t":2}],
     "layers":[
      {"ty":1,"nm":"Left","ind":1,"ip":0,"op":4,"st":0,"sw":8,"sh":4,"sc":"#ff8000","ks":{"p":{"k":[5,3,0]},
       "r":{"a":0,"k":0,"x":"var $bm_rt;\n$bm_rt = time * 90;"}}},
      {"ty":6,"nm":"Ping","ind":2,"refId":"s","ip":0,"op":4,"st":0,"au":{"lv":{"k":[100,100]}}},
      {"ty":1,"nm":"Right","ind":3,"ip":0,"op":4,"st":0,"sw":8,"sh":4,"sc":"#0080ff","ks":{"p":{"k":[15,3,0]}}}]}
    """#

  /// A document that `convert` makes of the rig.
  private static func text(_ options: String...) throws -> String { try text(options) }

  private static func text(_ options: [String]) throws -> String {
    try Samples.withFolder(["rig.json": rig]) { folder in
      let result = try Command.run(
        ["convert", "rig.json", "out.json", "--missing-images", "skip"] + options, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let text = String(decoding: Fixture.bytes(folder + "/out.json"), as: UTF8.self)
      #expect(text.contains(#""mine":[1,2]"#) && !text.contains("$bm_rt"), "\(text)")
      return text
    }
  }

  /// The layers of the document.
  private static func layers(_ options: String...) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Data(text(options).utf8)) as? [String: Any]
    return try #require(document?["layers"] as? [[String: Any]])
  }

  @Test func changesAreEditsOfTheDocument() throws {
    func names(_ layers: [[String: Any]]) -> [String] {
      layers.filter { $0["hd"] as? Bool != true }.compactMap { $0["nm"] as? String }
    }
    #expect(try names(Self.layers()) == ["Left", "Ping", "Right"])
    #expect(try names(Self.layers("--mute")) == ["Left", "Right"])
    #expect(try Self.text("--mute").contains(#""assets":[]"#))
    #expect(try names(Self.layers("--hide", "Right")) == ["Left", "Ping"])
    #expect(try names(Self.layers("--solo", "Right", "--mute")) == ["Right"])
    let colored = try Self.layers("--set", "Right.Transform.Position=9,9")
    #expect(((colored[2]["ks"] as? [String: Any])?["p"] as? [String: Any])?["k"] as? [Double] == [9, 9, 0])
  }

  /// What no edit gives is drawn from the timeline, which is said, and refused by `--strict`.
  @Test(arguments: [
    ["--reverse"], ["--background", "#ffffff"], ["--crop", "2,0,16,8"],
    ["--set", "Right.Transform.Position@1..<3=9,9", "--mute"],
  ])
  func whatNoEditGivesIsMadeAnew(_ options: [String]) throws {
    try Samples.withFolder(["rig.json": Self.rig]) { folder in
      func run(_ output: String, _ more: [String] = []) throws -> Command.Result {
        try Command.run(["convert", "rig.json", output] + options + more, folder: folder)
      }
      let made = try run("out.json")
      #expect(made.exitCode == 0 && made.errors.contains("is made anew from its frames"), "\(made.errors)")
      #expect(try run("out.apng").exitCode == 0)
      let compared = try Command.run("compare", "out.apng", "out.json", "--min-ssim", "0.98", folder: folder)
      #expect(compared.exitCode == 0, "\(compared.output)")
      #expect(try run("no.json", ["--strict", "--allow", "lottie.*", "--allow", "timeline.audio.*"]).exitCode == 1)
      let allowed = ["lottie.*", "timeline.audio.*", "conversion.remade"].flatMap { ["--allow", $0] }
      #expect(try run("yes.json", ["--strict"] + allowed).exitCode == 0)
    }
  }

  /// What a player lacks is said by the exporter, of edited documents and of those that are made anew.
  @Test(arguments: [[], ["--reverse"]])
  func whatAPlayerLacksIsSaidOnce(_ options: [String]) throws {
    let multiplied = Self.rig.replacing(##""sc":"#ff8000","##, with: ##""sc":"#ff8000","bm":1,"##)
    try Samples.withFolder(["a.json": multiplied]) { folder in
      let result = try Command.run(
        ["convert", "a.json", "out.json", "--mute", "--target", "rlottie"] + options, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.components(separatedBy: "Multiply").count == 2, "\(result.errors)")
    }
  }

  @Test func documentsAndArchivesGoToFilesAndToStandardOutput() throws {
    try Samples.withFolder(["rig.json": Self.rig]) { folder in
      #expect(try Command.run("convert", "rig.json", "out.lottie", folder: folder).exitCode == 0)
      #expect(Fixture.bytes(folder + "/out.lottie").starts(with: Array("PK".utf8)))
      let again = try Command.run("compare", "rig.json", "out.lottie", "--json", folder: folder)
      #expect(again.json["verdict"] as? String != "differs visibly", "\(again.output)")
      let printed = try Command.run("convert", "rig.json", "-", "--to", "lottie", folder: folder)
      let written = try Command.run("convert", "rig.json", "out.json", folder: folder)
      #expect(printed.exitCode == 0 && written.exitCode == 0)
      #expect(printed.bytes == Fixture.bytes(folder + "/out.json"))
    }
  }

  /// Frames, rate, size and pictures in the report are those of the document that was written.
  @Test func theReportTellsWhatWasWritten() throws {
    let picture = Data(try PNGEncoder.encode(Pixmap(width: 5, height: 3))).base64EncodedString()
    let design = Self.rig.replacing(
      #""assets":["#, with: #""assets":[{"id":"p","w":5,"h":3,"u":"","p":"data:image/png;base64,\#(picture)","e":1},"#)
    try Samples.withFolder(["rig.json": design]) { folder in
      let report = try Command.run(
        "convert", "rig.json", "out.json", "--mute", "--frames", "1..<4", "--fps", "40", "--width", "40", "--json",
        folder: folder
      ).json
      #expect(report["frameCount"] as? Int == 6 && report["frameRate"] as? Double == 40, "\(report)")
      #expect(report["width"] as? Double == 40 && report["height"] as? Double == 20)
      #expect(report["durationMilliseconds"] as? Double == 150)
      #expect(report["decodedBytes"] as? Int == 5 * 3 * 4)
    }
  }

  /// Limits of frames and canvas hold for documents, too, of which no frames are baked.
  @Test(arguments: [["--scale", "99"], ["--fps", "1000", "--speed", "0.00001"]])
  func whatIsTooLargeIsRefused(_ options: [String]) throws {
    let design = Samples.box.replacing(#""w":20"#, with: #""w":2000"#)
    try Samples.withFolder(["a.json": design]) { folder in
      let result = try Command.run(["convert", "a.json", "b.json"] + options, folder: folder)
      #expect(result.exitCode == 65 && Samples.names(in: folder) == ["a.json"], "\(result.output)")
    }
  }

  /// All frames are looked at before a document is said to be empty.
  @Test(arguments: [(#""ip":0"#, 0), (#""ip":3"#, 0), (#""ip":4"#, 65)])
  func whatIsSeenInOneFrameIsNotEmpty(_ start: String, _ exitCode: Int32) throws {
    let design = Samples.box.replacing(#""ind":1,"ip":0"#, with: #""ind":1,"# + start)
    try Samples.withFolder(["a.json": design]) { folder in
      let result = try Command.run("convert", "a.json", "b.json", folder: folder)
      #expect(result.exitCode == exitCode, "\(result.errors)")
      #expect(result.errors.contains("draws nothing in any of its 4 frames") == (exitCode != 0))
    }
  }

  /// A movie keeps its keys as names, so that a second conversion finds the same layers.
  @Test func moviesBecomeDocumentsWithTheirKeys() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      for (input, output) in [("a.json", "a.svga"), ("a.svga", "b.json"), ("b.json", "c.svga")] {
        let result = try Command.run("convert", input, output, folder: folder)
        #expect(result.exitCode == 0, "\(result.errors)")
      }
      let first = try Command.run("inspect", "a.svga", "--layers", folder: folder).output
      #expect(try Command.run("inspect", "b.json", "--layers", folder: folder).output == first)
      let compared = try Command.run("compare", "a.svga", "c.svga", "--min-ssim", "0.99", folder: folder)
      #expect(compared.exitCode == 0, "\(compared.output)")
    }
  }

  @Test func theSourceIsNeverReplaced() throws {
    try Samples.withFolder(["in/a.json": Samples.box, "in/b.json": Samples.box]) { folder in
      #expect(try Command.run("convert", "in/a.json", "in/a.json", "--overwrite", folder: folder).exitCode == 73)
      let batch = try Command.run("batch", "in", "--to", "lottie", "-o", "in", "--overwrite", folder: folder)
      #expect(batch.exitCode == 64 && batch.errors.contains("--name"), "\(batch.errors)")
      #expect(Fixture.bytes(folder + "/in/a.json") == Array(Samples.box.utf8))
      for _ in 0..<2 {
        let named = try Command.run(
          "batch", "in", "--to", "lottie", "-o", "in", "--name", "{dir}/{stem}.phones", folder: folder)
        #expect(named.exitCode == 0, "\(named.errors)")
      }
      #expect(Samples.results(in: folder + "/in") == ["a.json", "a.phones.json", "b.json", "b.phones.json"])
      // A movie was made of a design with its name: the design is not a result of the movie.
      #expect(try Command.run("convert", "in/a.json", "in/a.svga", folder: folder).exitCode == 0)
      let clash = try Command.run(
        "batch", "in", "--include", "a.*", "--exclude", "*.phones.json", "--to", "lottie", "-o", "in", "--overwrite",
        folder: folder)
      #expect(clash.exitCode == 64, "\(clash.output)")
      #expect(Fixture.bytes(folder + "/in/a.json") == Array(Samples.box.utf8))
    }
  }

  @Test func projectFilesNamePlayers() throws {
    let project = { (player: String) in
      "version: 1\nconversions:\n  a: {inputs: [in/*.json], outputs: 'out/{stem}.json', options: {target: \(player)}}\n"
    }
    try Samples.withFolder(["in/a.json": Self.rig, ".kiln.yml": project("[lottie-ios, lottie-android]")]) { folder in
      let result = try Command.run("batch", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      for wrong in ["lottie-iso", "svga-web"] {
        try Samples.write(Array(project(wrong).utf8), folder + "/.kiln.yml")
        let refused = try Command.run("batch", folder: folder)
        #expect(refused.exitCode == 78 && refused.errors.contains(".kiln.yml:3:"), "\(refused.errors)")
        #expect(refused.errors.contains(wrong == "svga-web" ? "no player of lottie" : "did you mean lottie-ios?"))
      }
    }
  }
}
