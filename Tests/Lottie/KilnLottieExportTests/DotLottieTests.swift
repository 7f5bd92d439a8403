import KilnCompression
import KilnDiagnostics
import KilnExporting
import KilnJSON
import KilnLottieExport
import KilnLottieImport
import KilnPNG
import KilnPixels
import Testing

/// Archives of one animation and of several.
@Suite struct DotLottieTests {
  private static func document(_ assets: String = "") -> [UInt8] {
    Array(
      #"{"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 64, "h": 64, "assets": [\#(assets)], "layers": []}"#.utf8)
  }

  /// A dotLottie with a theme and a state machine.
  private static func themed(_ theme: String = "{}") throws -> [UInt8] {
    var writer = ZipWriter()
    try writer.add(
      "manifest.json",
      Array(
        #"""
        {"version": "2", "animations": [{"id": "smile", "initialTheme": "dark"}], "themes": [{"id": "dark"}],
         "stateMachines": [{"id": "tap"}], "initial": {"stateMachine": "tap"}}
        """#.utf8))
    try writer.add("a/smile.json", document())
    try writer.add("t/dark.json", Array(theme.utf8))
    try writer.add("s/tap.json", Array(#"{"states": []}"#.utf8))
    return try writer.finish()
  }

  private func archive(_ bytes: [UInt8], name: String = "a") throws -> [UInt8] {
    var options = LottieExporter.Options()
    options.container = .lottie
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: bytes)
    return try #require(
      try LottieExporter(options: options).edit(source, in: ExportContext(name: name), log: &log)?.files.first
    ).bytes
  }

  private func manifest(_ archive: ZipArchive) throws -> JSONValue {
    try JSONTree(archive.data(of: try #require(archive.entry(named: "manifest.json")))).root
  }

  @Test func severalAnimationsHaveTheNamesOfTheirFiles() throws {
    var set = DotLottieSet()
    for name in ["idle", "wave", "idle"] { try set.add(archive(Self.document()), id: name) }
    let zip = try ZipArchive(bytes: set.bytes(), limits: Limits())
    #expect(zip.entries.map(\.name) == ["manifest.json", "a/idle.json", "a/wave.json", "a/idle-2.json"])
    #expect(try manifest(zip)["animations"]?.children.map { $0.string("id") } == ["idle", "wave", "idle-2"])
    #expect(try manifest(zip).string("version") == "2")
    #expect(try set.bytes() == set.bytes())
  }

  @Test func picturesAreFilesAndEqualOnesOne() throws {
    let png = try PNGEncoder.encode(Pixmap(width: 8, height: 4, pixels: Array(repeating: 0xFF40_80C0, count: 32)))
    var beside = ZipWriter()
    try beside.add("x.json", Self.document(#"{"id": "avatar", "w": 8, "h": 4, "u": "images/", "e": 0, "p": "a.png"}"#))
    try beside.add("images/a.png", png)
    let bytes = try archive(beside.finish())
    var set = DotLottieSet()
    try set.add(bytes, id: "one")
    try set.add(bytes, id: "two")
    let zip = try ZipArchive(bytes: set.bytes(), limits: Limits())
    #expect(zip.entries.map(\.name) == ["manifest.json", "a/one.json", "a/two.json", "i/avatar.png"])
    #expect(try zip.data(of: #require(zip.entry(named: "i/avatar.png"))) == png)
    let root = try JSONTree(zip.data(of: try #require(zip.entry(named: "a/two.json")))).root
    let asset = try #require(root["assets"]?.first)
    #expect(asset.string("p") == "avatar.png" && asset.string("u") == "/i/" && asset.integer("e") == 0)
  }

  /// A document alone holds what is beside it.
  @Test func soundsAreEmbeddedOrReported() throws {
    let sound: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 1, 2, 3]
    let json = #"""
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 64, "h": 64, "assets": [
        {"id": "here", "u": "audio/", "p": "here.mp3", "e": 0}, {"id": "gone", "u": "audio/", "p": "gone.mp3", "e": 0}
      ], "layers": [{"ty": 6, "refId": "here", "ip": 0, "op": 10, "st": 0, "au": {"lv": {"a": 0, "k": [100, 100]}}},
        {"ty": 6, "refId": "gone", "ip": 0, "op": 10, "st": 0, "au": {"lv": {"a": 0, "k": [100, 100]}}}]}
      """#
    var beside = ZipWriter()
    try beside.add("x.json", Array(json.utf8))
    try beside.add("audio/here.mp3", sound)
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: beside.finish())
    let file = try #require(try LottieExporter().edit(source, in: ExportContext(), log: &log)?.files.first)
    let assets = try Array(#require(JSONTree(file.bytes).root["assets"]).children)
    #expect(assets.first?.string("p") == "data:audio/mpeg;base64,SUQzBAAAAQID")
    #expect(assets.first?.integer("e") == 1 && assets.last?.string("p") == "gone.mp3")
    #expect(log.diagnostics.map(\.rule.id) == ["lottie.audio"])
    #expect(log.diagnostics.first?.message.contains("gone.mp3") ?? false)
  }

  @Test func themesAndStateMachinesAreKept() throws {
    let kept = try ZipArchive(bytes: archive(Self.themed(), name: "other"), limits: Limits())
    #expect(kept.entries.map(\.name) == ["manifest.json", "a/smile.json", "t/dark.json", "s/tap.json"])
    let manifest = try manifest(kept)
    #expect(manifest["animations"]?.first?.string("initialTheme") == "dark")
    #expect(manifest["initial"]?.string("stateMachine") == "tap")
    #expect(manifest["stateMachines"]?.first?.string("id") == "tap")
  }

  @Test func styleSheetsAreReportedOnce() throws {
    var writer = ZipWriter()
    try writer.add(
      "manifest.json", Array(#"{"animations": [{"id": "smile"}], "themes": [{"id": "night"}]}"#.utf8))
    try writer.add("animations/smile.json", Self.document())
    try writer.add("themes/night.lss", Array("shapes {}".utf8))
    var options = LottieExporter.Options()
    options.container = .lottie
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: writer.finish())
    let files = try LottieExporter(options: options).edit(source, in: ExportContext(), log: &log)?.files
    let kept = try ZipArchive(bytes: #require(files?.first).bytes, limits: Limits())
    #expect(!kept.entries.contains { $0.name.contains("night") })
    #expect(log.diagnostics.map(\.rule) == [.dotLottieStyleSheet])
    #expect(log.diagnostics.first?.message.contains("night") ?? false)
  }

  @Test func differentThemesOfOneNameAreRefused() throws {
    var set = DotLottieSet()
    try set.add(archive(Self.themed()), id: "a")
    let error = #expect(throws: Diagnostic.self) { try set.add(self.archive(Self.themed(#"{"rules": []}"#)), id: "b") }
    #expect(error?.rule == .dotLottieConflict)
  }

  /// Neither rate nor size make an edited document smaller.
  @Test func tooLargeDocumentsGetAdviceThatHelps() throws {
    var context = ExportContext()
    context.budget.bytes = 20
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: Self.document())
    let error = #expect(throws: Diagnostic.self) { try LottieExporter().edit(source, in: context, log: &log) }
    #expect(error?.rule == .budgetExceeded)
    let advice = try #require(error?.advice)
    #expect(advice.contains("\(Choice.bytes)"))
    #expect(!advice.contains("\(Choice.frameRate)") && !advice.contains("\(Choice.scale)"))
  }

  @Test func indentedTextIsTheSameDocument() throws {
    var options = LottieExporter.Options()
    options.isIndented = true
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: Self.document())
    let files = try #require(
      try LottieExporter(options: options).edit(source, in: ExportContext(), log: &log)?.files)
    let text = try #require(files.first).bytes
    #expect(text.contains(UInt8(ascii: "\n")))
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("{\n  \"v\": \"5.7.0\",\n"))
    let plain = try #require(try LottieExporter().edit(source, in: ExportContext(), log: &log)?.files.first).bytes
    #expect(try JSONTree(text).compactBytes == plain)
  }
}
