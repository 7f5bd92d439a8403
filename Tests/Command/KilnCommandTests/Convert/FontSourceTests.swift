import Foundation
import Kiln
import KilnCompression
import KilnDiagnostics
import KilnGeometry
import KilnTestSupport
import KilnTimeline
import Testing

/// Where the fonts of a text come from, with a font of the tests of Fonts in which A is a rectangle.
@Suite(.enabled(if: PackageTrait.fonts.isEnabled)) struct FontSourceTests {
  private static let font = Fixture.bytes(Fixture.repository("Tests/Images/KilnFontsTests/Fixtures/shaped.ttf"))

  private static func document(path: String = "") -> [UInt8] {
    let text = #"{"t": "A", "s": 20, "f": "F", "fc": [1, 0, 0], "tr": 0, "lh": 30}"#
    let layer =
      #"{"ty": 5, "nm": "Text", "ip": 0, "op": 9, "st": 0, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": \#(text)}]}}}"#
    let font = #"{"fName": "F", "fFamily": "Kiln Shaped", "fPath": "\#(path)", "origin": 3, "ascent": 75}"#
    let head = #""v": "5.9.0", "fr": 10, "ip": 0, "op": 1, "w": 200, "h": 100, "fonts": {"list": [\#(font)]}"#
    return Array("{\(head), \"layers\": [\(layer)]}".utf8)
  }

  /// Whether the letter is the font's, and the rules of what is found.
  private func draw(_ bytes: [UInt8], _ assets: LocalAssets) throws -> (isOwn: Bool, rules: [String]) {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(bytes, assets: assets, log: &log)
    let timeline = try source.timeline(source.info.nativeSampling, log: &log)
    let points = timeline.shapeLists.first?.shapes.first?.outline.path.points ?? []
    let isOwn = points.count <= 5 && points.map(\.x).min() == 0 && points.map(\.x).max() == 12
    return (isOwn, log.diagnostics.map(\.rule.id))
  }

  @Test func fontInTheDocument() throws {
    let path = "data:font/ttf;base64," + Data(Self.font).base64EncodedString()
    let result = try draw(Self.document(path: path), LocalAssets())
    #expect(result.isOwn && result.rules.isEmpty)
  }

  @Test func damagedFontInTheDocumentIsNone() throws {
    let path = "data:font/ttf;base64," + Data(Self.font.prefix(100)).base64EncodedString()
    let result = try draw(Self.document(path: path), LocalAssets())
    #expect(!result.isOwn && result.rules == ["lottie.text.fontSubstituted"])
  }

  @Test func fontInADotLottie() throws {
    var archive = ZipWriter()
    try archive.add("manifest.json", Array(#"{"version": "2", "animations": [{"id": "a"}]}"#.utf8))
    try archive.add("a/a.json", Self.document(path: "/f/own.ttf"))
    try archive.add("f/own.ttf", Self.font)
    let result = try draw(try archive.finish(), LocalAssets())
    #expect(result.isOwn && result.rules.isEmpty)
  }

  /// A font that is put into a folder after a conversion, and one that is taken away again, change the result.
  @Test func aFontThatComesIsSeenByTheNextBatch() throws {
    try Fixture.withTemporaryFolder { folder in
      try FileManager.default.createDirectory(atPath: folder + "/in/fonts", withIntermediateDirectories: true)
      try Data(Self.document()).write(to: URL(filePath: folder + "/in/a.json"))
      let font = URL(filePath: folder + "/in/fonts/any.ttf")
      func status() throws -> String {
        try Command.run(["batch", "in", "--to", "svga", "-o", "out", "--allow-empty"], folder: folder).output
      }
      #expect(try status().contains("converted  1"))
      #expect(try status().contains("up to date  1"))
      try Data(Self.font).write(to: font)
      #expect(try status().contains("converted  1"))
      #expect(try status().contains("up to date  1"))
      try FileManager.default.removeItem(at: font)
      #expect(try status().contains("converted  1"))
    }
  }

  /// By its name, or by its family in the same folder or in `fonts`; not one level up.
  @Test(arguments: [("own.ttf", "own.ttf"), ("", "any.ttf"), ("", "fonts/any.otf"), ("sub/own.ttf", "sub/own.ttf")])
  func fontBesideTheFile(named path: String, at place: String) throws {
    try Fixture.withTemporaryFolder { folder in
      let file = URL(filePath: folder).appending(path: place)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.font).write(to: file)
      let result = try draw(Self.document(path: path), LocalAssets(besideFile: folder + "/a.json"))
      #expect(result.isOwn && result.rules.isEmpty)
      let inside = LocalAssets(besideFile: folder + "/inner/a.json")
      #expect(try draw(Self.document(path: "../" + place), inside).isOwn == false)
    }
  }

  @Test func fontInAnotherFolder() throws {
    try Fixture.withTemporaryFolder { folder in
      try Data(Self.font).write(to: URL(filePath: folder).appending(path: "any.ttf"))
      #expect(try draw(Self.document(), LocalAssets(fontFolders: [folder])).isOwn)
    }
  }

  /// Addresses are not looked at.
  @Test(arguments: ["", "https://example.com/own.ttf"])
  func fontThatIsNowhereIsReplaced(path: String) throws {
    let result = try draw(Self.document(path: path), LocalAssets())
    #expect(!result.isOwn && result.rules == ["lottie.text.fontSubstituted"])
  }
}
