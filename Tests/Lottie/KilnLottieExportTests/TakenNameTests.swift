import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnJSON
import KilnLottieExport
import KilnLottieImport
import Testing

/// Names of assets and files that others have already.
@Suite struct TakenNameTests {
  private static func document(_ assets: String) throws -> LottieSource {
    try LottieSource(
      bytes: Array(
        #"{"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 64, "h": 64, "assets": [\#(assets)], "layers": []}"#.utf8))
  }

  /// The composition of a document that is placed on another canvas.
  @Test func compositionsOfCanvasesGetNumbers() throws {
    let source = try Self.document(
      #"{"id": "canvas", "layers": []}, {"id": "canvas_2", "layers": []}"#)
    var context = ExportContext()
    context.change = DocumentChange(
      range: 0..<10, frameRate: 10, frameFactor: 1, speed: 1, canvas: Size(32, 32),
      transform: Affine(a: 0.5, b: 0, c: 0, d: 0.5, tx: 0, ty: 0))
    var log = DiagnosticLog()
    let file = try #require(LottieExporter().edit(source, in: context, log: &log)?.files.first)
    let root = try JSONTree(file.bytes).root
    #expect(root["layers"]?.first?.string("refId") == "canvas_3")
    #expect(root["assets"]?.first?.string("id") == "canvas_3")
  }
}
