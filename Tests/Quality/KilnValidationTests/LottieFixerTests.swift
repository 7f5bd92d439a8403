import KilnCompression
import KilnDiagnostics
import KilnJSON
import KilnLottieFormat
import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnTestSupport
import KilnValidation
import Testing

@Suite struct LottieFixerTests {
  private func mended(_ text: String, rules: Set<String>? = nil) throws -> (file: FixedFile, text: String) {
    let file = try LottieFixer(rules: rules).fix(Array(text.utf8))
    return (file, String(decoding: file.bytes, as: UTF8.self))
  }

  @Test func allFixesTogether() throws {
    let messy = lottie(
      square(1, "Off", #""hd":true"#), layer(2, 2, "Picture", #""refId":"image_0","hd":true"#),
      square(3, "Seen", #""mn":"ADBE Vector Layer""#), assets: picture("image_0", data(16, 16)))
    let (file, text) = try mended(messy.replacing(",", with: ", "))
    #expect(text == lottie(square(3, "Seen")))
    #expect(file.refusals == [])
    #expect(file.originalCount == messy.replacing(",", with: ", ").utf8.count)
    #expect(
      file.changes.map(\.rule.id) == [
        "handoff.layer.hidden", "handoff.layer.hidden", "asset.unused", "performance.editorData",
        "performance.whitespace",
      ])
    #expect(file.changes.first?.path.layers == ["Off"])
  }

  @Test func onlyChosenRulesAreMended() throws {
    let messy = lottie(square(1, "Off", #""hd":true"#), square(0, "Seen"))
    #expect(try mended(messy, rules: ["handoff.layer.hidden"]).text == lottie(square(0, "Seen")))
    // A chosen fix may make the file larger; among all it must not.
    #expect(try mended(lottie(square(0)), rules: ["lottie.layer.indexMissing"]).text.contains(#""ind":1"#))
    #expect(try mended(lottie(square(0))).text == lottie(square(0)))
  }

  @Test func filesWithNothingToFixKeepTheirBytes() throws {
    for file in GoodFileTests.files {
      let bytes = Fixture.bytes(file)
      let rules: Set<String> = ["handoff.layer.hidden", "asset.unused", "lottie.layer.indexMissing"]
      #expect(try LottieFixer(rules: rules).fix(bytes).bytes == bytes, "\(file)")
    }
  }

  /// A fix that changes what is drawn.
  private struct Breaking: LottieFix {
    let rules: [Rule] = [.handoffEmptyLayer]
    let summary = ""
    func apply(to draft: inout FixDraft) {
      guard let layer = draft.document.layers.first else { return }
      draft.edits.remove(draft.document.tree.value(at: layer.node))
      draft.note(.removed, "removed")
    }
  }

  /// A fix that breaks the document unless it is weak.
  private struct Strong: LottieFix {
    let rules: [Rule] = [.performancePrecision]
    let summary = ""
    var text = "7"
    var weakerForms: [any LottieFix] { text == "7" ? [Strong(text: "[]"), Strong(text: "0")] : [] }
    func apply(to draft: inout FixDraft) {
      guard let rotation = draft.root["layers"]?.first?["ks"]?["r"]?["k"] else { return }
      draft.edits.replace(rotation, by: text)
      draft.note(.changed, text)
    }
  }

  @Test func fixesThatChangeFramesAreLeftOut() throws {
    let text = lottie(
      square(1, "A", transform: still(["r": fixed("0.00000")])), square(2, "Off", #""hd":true"#), square(3, "B"))
    let hidden = try #require(FixCatalogue.lottie.first { $0.rule == .handoffHidden })
    let fixer = LottieFixer(fixes: [Breaking(), hidden, Strong()])
    let file = try fixer.fix(Array(text.utf8))
    #expect(
      String(decoding: file.bytes, as: UTF8.self)
        == lottie(square(1, "A", transform: still(["r": fixed("[]")])), square(3, "B"))
        || String(decoding: file.bytes, as: UTF8.self)
          == lottie(square(1, "A", transform: still(["r": fixed("0")])), square(3, "B"))
    )
    #expect(file.refusals.map(\.rule) == [.handoffEmptyLayer])
    #expect(file.refusals.first?.reason.contains("frame 0") == true)
    #expect(file.changes.map(\.rule) == [.handoffHidden, .performancePrecision])
  }

  /// A second `--fix` finds nothing: in CI it is a check.
  @Test(arguments: FixTests.cases) func fixedFilesStayAsTheyAre(_ item: FixCase) throws {
    // Some cannot be drawn, and so not be compared.
    guard let once = try? LottieFixer().fix(Array(item.before.utf8)) else { return }
    let again = try LottieFixer().fix(once.bytes)
    #expect(again.bytes == once.bytes && again.changes == [], "\(again.changes.map(\.text))")
  }

  @Test func fixedFixturesStayAsTheyAre() throws {
    for fixture in RuleTests.fixtures where fixture.bad.count < 20_000 && fixture.bad.first == UInt8(ascii: "{") {
      // Some cannot be drawn, as their rules say.
      guard let once = try? LottieFixer().fix(fixture.bad) else { continue }
      let again = try LottieFixer().fix(once.bytes)
      #expect(again.changes == [], "\(fixture.id): \(again.changes.map(\.text))")
    }
  }

  /// The numbers that came out shorter each time: half of them are the same level of 255 in fewer digits.
  @Test func coloursAreRoundedOnce() throws {
    let channels = (0..<256).map { String(Double($0) / 255) } + ["0.5019", "0.50193", "0.3923", "0.74512"]
    for start in stride(from: 0, to: channels.count - 2, by: 3) {
      let color = "[\(channels[start...start + 2].joined(separator: ",")),1]"
      let before = lottie(shapes(rectangle, fill(color)))
      let once = try FixCase("colour", .performancePrecision, before, "").result().text
      #expect(try FixCase("colour", .performancePrecision, once, "").result().text == once, "\(color)")
    }
  }

  @Test func changesNameTheirProperties() throws {
    let still = animated((0, "[7]"), (9, "[7]"))
    let layer = square(
      1, "A", transform: KilnValidationTests.still(["r": still, "o": animated((0, "[50]"), (9, "[50]"))]))
    let texts = try FixCase("still", .timeKeyframesStill, lottie(layer), "").result().changes.map(\.text)
    #expect(texts == ["Opacity and Rotation become fixed, all keyframes have the same value"])
  }

  @Test func smallDifferencesInLargePicturesAreFound() throws {
    // A square of four pixels beside one that fills the canvas: similarity alone is a mean over the content.
    let dot = solid(1, 2, transform: still(["p": fixed("[20,20,0]")]))
    let backdrop = solid(2, 200, transform: still(["p": fixed("[0,0,0]")])).replacing("#00aa22", with: "#102030")
    let file = try LottieFixer(fixes: [Breaking()]).fix(Array(lottie(dot, backdrop).utf8))
    #expect(file.refusals.count == 1)
    #expect(file.bytes == Array(lottie(dot, backdrop).utf8))
  }

  @Test func imagesAreReducedToTwiceTheDrawnSize() throws {
    let small = lottie(
      layer(2, 1, "P", transform: still(["s": fixed("[12.5,12.5,100]"), "p": fixed("[0,0,0]")]), #""refId":"i""#),
      assets: picture("i", data(512, 512), width: 512, height: 512), end: "3")
    let (file, text) = try mended(small, rules: ["asset.image.oversized"])
    #expect(file.changes.count == 1 && file.refusals == [])
    #expect(text.utf8.count < small.utf8.count)
    #expect(file.changes.first?.text.contains("512 × 512 to 128 × 128") == true, "\(file.changes)")
    // One that is drawn in its size stays.
    let large = small.replacing("[12.5,12.5,100]", with: "[100,100,100]")
    #expect(try mended(large, rules: ["asset.image.oversized"]).text == large)
  }

  @Test func containersStayWhatTheyAre() throws {
    let text = lottie(square(1, "Off", #""hd":true"#), square(2, "Seen"))
    let sticker = try LottieFixer().fix(Gzip.deflate(Array(text.utf8)))
    #expect(Gzip.isGzip(sticker.bytes))
    #expect(try LottieContainer(bytes: sticker.bytes).document == Array(lottie(square(2, "Seen")).utf8))
    var writer = ZipWriter()
    try writer.add("manifest.json", Array(#"{"version":"2","animations":[{"id":"a"},{"id":"b"}]}"#.utf8))
    try writer.add("a/a.json", Array(text.utf8))
    try writer.add("a/b.json", Array(text.utf8))
    try writer.add("x/notes.txt", Array("notes".utf8))
    let archive = try LottieFixer().fix(try writer.finish())
    for id in ["a", "b"] {
      #expect(
        try LottieContainer(bytes: archive.bytes, animation: id).document == Array(lottie(square(2, "Seen")).utf8))
    }
    let entries = try ZipArchive(bytes: archive.bytes, limits: Limits()).entries
    #expect(entries.map(\.name) == ["manifest.json", "a/a.json", "a/b.json", "x/notes.txt"])
  }

  @Test func stateMachinesMayNameLayers() throws {
    var writer = ZipWriter()
    try writer.add("manifest.json", Array(#"{"version":"2","animations":[{"id":"a"}]}"#.utf8))
    try writer.add("a/a.json", Array(lottie(square(1, "Off", #""hd":true"#), square(2)).utf8))
    try writer.add("s/machine.json", Array("{}".utf8))
    let bytes = try writer.finish()
    #expect(try LottieFixer(rules: ["handoff.layer.hidden"]).fix(bytes).bytes == bytes)
  }

  @Test func hostileDocumentsAreSurvived() throws {
    let deep = String(repeating: #"{"ty":"gr","it":["#, count: 60) + rectangle + String(repeating: "]}", count: 60)
    let texts = [
      // Duplicate keys: the last one counts.
      lottie(square(1, "A", #""hd":true,"hd":false,"ind":1,"ind":7,"mn":"a","mn":"b""#), square(2)),
      lottie(
        square(1, "A", transform: still(["r": fixed("1e999"), "o": fixed("-1e-999")])), square(2, "B", #""hd":true"#)),
      lottie(shapes(deep), square(2, "B", #""hd":true"#)),
      "\u{FEFF}" + lottie(square(1, #"\"\u0041\\"#), square(2, "B", #""\u0068d":true"#)),
      lottie(
        square(1, "A", #""parent":1"#), square(2, "B", #""parent":3,"hd":true"#),
        square(3, "C", #""parent":2,"hd":true"#)),
      lottie(
        layer(0, 1, "Inner", #""refId":"c","w":9,"h":9"#),
        assets: composition("c", layer(0, 1, "Self", #""refId":"d","w":9,"h":9"#)) + ","
          + composition("d", square(1)) + "," + composition("d", square(1, "Other"))),
    ]
    for text in texts {
      let file = try LottieFixer().fix(Array(text.utf8))
      #expect(file.bytes.count <= file.originalCount)
      #expect(file.refusals == [])
      _ = try LottieDocument(bytes: file.bytes)
    }
    #expect(throws: Diagnostic.self) { try LottieFixer().fix([]) }
    #expect(throws: Diagnostic.self) { try LottieFixer().fix(Array("{}".utf8)) }
    #expect(throws: Diagnostic.self) {
      try LottieFixer().fix(Array((String(repeating: "[", count: 100_000)).utf8))
    }
  }

  @Test func damagedFilesAreSurvived() {
    var random = SplitMix64(seed: 23)
    var limits = Limits()
    (limits.frames, limits.side) = (100, 256)
    let fixtures = RuleTests.fixtures.filter { $0.bad.count < 8000 }
    for round in 0..<12 {
      var bytes = fixtures[Int(random.next() % UInt64(fixtures.count))].bad
      guard !bytes.isEmpty else { continue }
      for _ in 0...(round % 3) {
        let position = Int(random.next() % UInt64(bytes.count))
        bytes[position] = Array("0123456789-.e\"[]{},:".utf8)[Int(random.next() % 20)]
      }
      if let file = try? LottieFixer(limits: limits).fix(bytes) { #expect(file.bytes.count <= bytes.count) }
    }
  }

  @Test func resultsAreTheSameEachTime() throws {
    let text = Array(lottie(square(1, "Off", #""hd":true,"mn":"x""#), square(2, "B", #""mn":"y""#)).utf8)
    let (first, second) = (try LottieFixer().fix(text), try LottieFixer().fix(text))
    #expect(first.bytes == second.bytes && first.changes == second.changes)
  }
}

@Suite struct RoundTripTests {
  /// Every Lottie fixture of the repository, written with every number and string replaced by its own text.
  @Test func fixturesKeepTheirBytes() throws {
    let fixtures = Fixture.repository("Tests/Lottie/KilnLottieImportTests/Fixtures")
    let files = Fixture.files(in: fixtures, extension: "json")
    #expect(files.count > 50)
    for file in files {
      // UTF-16 becomes UTF-8.
      let bytes = JSONText.utf8(Fixture.bytes(file))
      guard let document = try? LottieDocument(bytes: bytes) else { continue }
      let draft = FixDraft(document, FixContext(limits: Limits()) { _ in nil }, .assetUnused)
      #expect(draft.result == bytes, "\(file)")
      let rewriting = try LottieRewriting(bytes: bytes)
      #expect(try rewriting.replacing(rewriting.documents.map(\.json)) == bytes, "\(file)")
    }
  }
}
