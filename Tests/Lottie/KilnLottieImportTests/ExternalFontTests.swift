import KilnDiagnostics
import KilnGeometry
import KilnLottieFormat
import KilnLottieImport
import KilnTestSupport
import KilnTimeline
import Synchronization
import Testing

/// Texts whose letters are not in the document.
@Suite struct ExternalFontTests {
  private static func document(_ font: String, text: String) -> [UInt8] {
    let text = #"{"t": "\#(text)", "s": 20, "f": "F", "fc": [1, 0, 0], "tr": 100, "lh": 30}"#
    let layer =
      #"{"ty": 5, "nm": "Text", "ip": 0, "op": 9, "st": 0, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": \#(text)}]}}}"#
    let head = #""v": "5.9.0", "fr": 10, "ip": 0, "op": 1, "w": 200, "h": 100"#
    return Array(#"{\#(head), "fonts": {"list": [{"fName": "F", \#(font)}]}, "layers": [\#(layer)]}"#.utf8)
  }

  /// Finds fonts by a closure, and no images.
  private struct FontLoader: AssetLoader {
    let find: @Sendable (LottieFontQuery) -> (any LottieFontFace)?
    func image(_ request: ImageRequest) -> [UInt8]? { nil }
    func font(_ query: LottieFontQuery) -> (any LottieFontFace)? { find(query) }
  }

  private static func bake(
    _ bytes: [UInt8], find: @escaping @Sendable (LottieFontQuery) -> (any LottieFontFace)?
  ) throws -> (Timeline, [Diagnostic]) {
    try bake(bytes, FontLoader(find: find))
  }

  private static func bake(_ bytes: [UInt8], _ assets: any AssetLoader) throws -> (Timeline, [Diagnostic]) {
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: bytes, assets: assets)
    return (try source.timeline(source.info.nativeSampling, log: &log), log.diagnostics)
  }

  /// Advances of half a size and tracking of a tenth; the second line is one pixel lower, as with glyphs in the file.
  @Test func lettersStandSideBySide() throws {
    let (timeline, _) = try Self.bake(
      Self.document(#""fFamily": "Sample""#, text: #"AB\rC"#), SampleFont.Loader())
    let frame = try #require(timeline.sprites.first?.frames.first)
    let shapes = try #require(frame.shapes.map { timeline.shapeLists[$0.index].shapes })
    #expect(shapes.map(\.transform.tx) == [0, 12, 0])
    #expect(shapes.map(\.transform.ty) == [0, 0, 31])
    #expect(shapes.count == 3)
  }

  @Test func installedFontIsNoted() throws {
    let (_, findings) = try Self.bake(Self.document(#""fFamily": "Sample""#, text: "A"), SampleFont.Loader())
    #expect(findings.map(\.rule.id) == ["lottie.text.fontInstalled"])
  }

  @Test func otherFontIsNamed() throws {
    let bytes = Self.document(#""fFamily": "Roboto", "fStyle": "Bold""#, text: "A")
    let (_, findings) = try Self.bake(bytes, SampleFont.Loader())
    #expect(findings.map(\.rule.id) == ["lottie.text.fontSubstituted"])
    #expect(findings.first?.message.contains("“Roboto Bold” by “Sample”") == true)
  }

  @Test func reasonForAnotherFontIsSaid() throws {
    let bytes = Self.document(#""fFamily": "Georgia""#, text: "A")
    let (_, findings) = try Self.bake(bytes) { _ in
      SampleFont(isRequested: false, substitutionReason: "a serif font, too")
    }
    #expect(
      findings.first?.message
        == "a font that is not installed is replaced: “Georgia” by “Sample” (a serif font, too)")
  }

  @Test func missingCharactersAreNamed() throws {
    let (_, findings) = try Self.bake(Self.document(#""fFamily": "Sample""#, text: "A b"), SampleFont.Loader())
    #expect(findings.map(\.rule.id) == ["lottie.text.fontInstalled", "lottie.text.glyph"])
    #expect(findings.last?.message.contains("“b”") == true)
  }

  @Test func lettersInFewerColoursAreNamed() throws {
    let (_, findings) = try Self.bake(
      Self.document(#""fFamily": "Sample""#, text: "A\u{1F44D}\u{1F3FD}"), SampleFont.Loader())
    let finding = try #require(findings.first { $0.rule.id == "lottie.text.colors" })
    #expect(finding.message.contains("“\u{1F44D}\u{1F3FD}”"))
  }

  @Test(arguments: [
    (#""fFamily": "Open Sans", "fStyle": "Bold Italic""#, ["Open Sans"], 700, true),
    (#""fFamily": "'Open  Sans', serif", "fStyle": "Thin""#, ["Open Sans", "serif"], 200, false),
    (#""fFamily": "A", "fStyle": "SemiBold""#, ["A"], 400, false),
    (#""fFamily": "A", "fStyle": "Bold", "fWeight": "300""#, ["A"], 300, false),
    (#""fFamily": "A", "fStyle": "Bold", "fWeight": """#, ["A"], 700, false),
    (#""fFamily": "A", "fWeight": 900"#, ["A"], 900, false),
    (#""fFamily": "A", "fWeight": "1e9", "fStyle": "Black""#, ["A"], 400, false),
    (#""fStyle": "Black""#, [], 900, false),
  ])
  func fontIsAskedForAsInBrowsers(font: String, families: [String], weight: Int, isItalic: Bool) throws {
    let asked = Mutex<[LottieFontQuery]>([])
    _ = try Self.bake(Self.document(font, text: "A")) { query in
      asked.withLock { $0.append(query) }
      return nil
    }
    let queries = asked.withLock { $0 }
    let query = try #require(queries.first)
    #expect(query.families == families)
    #expect(query.weight == weight)
    #expect(query.isItalic == isItalic)
  }

  @Test func fontIsLookedForOnce() throws {
    let count = Mutex(0)
    _ = try Self.bake(Self.document(#""fFamily": "Sample""#, text: "ABC")) { _ in
      count.withLock { $0 += 1 }
      return SampleFont(isRequested: true)
    }
    let calls = count.withLock { $0 }
    #expect(calls == 1)
  }
}
