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

  @Test func themesAndStateMachinesAreKept() throws {
    let kept = try ZipArchive(bytes: archive(Self.themed(), name: "other"), limits: Limits())
    #expect(kept.entries.map(\.name) == ["manifest.json", "a/smile.json", "t/dark.json", "s/tap.json"])
    let manifest = try manifest(kept)
    #expect(manifest["animations"]?.first?.string("initialTheme") == "dark")
    #expect(manifest["initial"]?.string("stateMachine") == "tap")
    #expect(manifest["stateMachines"]?.first?.string("id") == "tap")
  }

  @Test func differentThemesOfOneNameAreRefused() throws {
    var set = DotLottieSet()
    try set.add(archive(Self.themed()), id: "a")
    let error = #expect(throws: Diagnostic.self) { try set.add(self.archive(Self.themed(#"{"rules": []}"#)), id: "b") }
    #expect(error?.rule == .dotLottieConflict)
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
