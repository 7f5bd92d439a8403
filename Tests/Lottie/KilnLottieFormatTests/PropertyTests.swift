import KilnDiagnostics
import KilnGeometry
import KilnLottieFormat
import KilnTestSupport
import Testing

/// The dialects in which files write properties.
@Suite struct PropertyTests {
  /// The shape items of a document with one shape layer.
  private func items(_ text: String, head: String = "") throws -> [ShapeItem] {
    let layer = #"{"ty": 4, "ks": {}, "shapes": [\#(text)]}"#
    let document = try LottieDocument(
      bytes: Array(#"{\#(head)"fr": 10, "op": 3, "w": 20, "h": 10, "layers": [\#(layer)]}"#.utf8))
    guard case .shapes(let items) = try #require(document.layers.first).content else { return [] }
    return items
  }

  private func size(_ text: String, head: String = "") throws -> LottieProperty<LottieVector> {
    let item = try items(#"{"ty": "el", "s": \#(text)}"#, head: head).first
    guard case .ellipse(let ellipse)? = item else { throw Diagnostic(.internalError, "no ellipse") }
    return ellipse.size
  }

  @Test(arguments: [
    #"{"a": 0, "k": [4, 6]}"#, #"{"a": 1, "k": [4, 6, 0]}"#, "[4, 6]", #"{"k": [{"t": 3, "s": [4, 6]}]}"#,
    #"{"k": [{"t": 3, "e": [4, 6]}]}"#, #"{"k": [9, 9], "sid": "size"}"#,
  ])
  func fixedValue(text: String) throws {
    let size = try size(text, head: #""slots": {"size": {"p": {"k": [4, 6]}}}, "#)
    #expect(size.value == [4, 6, 0])
    #expect(!size.isAnimated)
  }

  @Test func keyframes() throws {
    let size = try size(
      #"{"a": 0, "k": [{"t": 0, "s": [1, 2], "e": [3, 4], "h": 1}, {"s": [7, 7]}, {"t": 5, "to": [1, 0]}]}"#)
    #expect(size.keyframes.map(\.time) == [0, 5])
    #expect(size.keyframes[0].isHold)
    #expect(size.keyframes[0].end == [3, 4, 0])
    #expect(size.keyframes[1].start == nil)
    #expect(size.keyframes[1].outTangent == [1, 0, 0])
    #expect(size.keyframes[0].easing.isEmpty)
  }

  @Test(arguments: [
    (#""o": {"x": 0.1, "y": 0.2}, "i": {"x": 0.3, "y": 0.4}"#, 1),
    (#""o": {"x": [0.1], "y": [0.2]}, "i": {"x": [0.3], "y": [0.4]}"#, 1),
    (#""o": {"x": [0.1, 0.5], "y": [0.2, 0.5]}, "i": {"x": 0.3, "y": 0.4}"#, 2),
    (#""o": {"x": [0.1], "y": [0.2]}, "i": {"x": [0.3, 0.5, 0.5], "y": [0.4, 0.5, 0.5]}"#, 3),
    (#""o": {"x": 0.1, "y": 0.2}, "i": {"x": [0.3, 0.5], "y": [0.4, 0.5]}"#, 1),
    (#""o": {"x": [0.1], "y": [0.2]}"#, 0), (#""o": {"x": [], "y": []}, "i": {"x": 0.3, "y": 0.4}"#, 0),
  ])
  func easing(handles: String, count: Int) throws {
    let size = try size(#"{"k": [{"t": 0, "s": [1, 2], \#(handles)}, {"t": 5, "s": [3, 4]}]}"#)
    #expect(size.keyframes[0].easing.count == count)
    guard count > 0 else { return }
    #expect(size.keyframes[0].easing[0] == CubicEasing(Point(0.1, 0.2), Point(0.3, 0.4)))
  }

  @Test(arguments: [#"{"k": "big"}"#, #"{"k": []}"#, "{}", "null", #"{"k": null}"#, #"{"k": [[1, 2]]}"#, "7"])
  func unreadableValueIsTheDefault(text: String) throws {
    let size = try size(text)
    #expect(size.value == .zero)
    #expect(!size.isAnimated)
  }

  @Test func pathsOfAllFormsAreRead() throws {
    let bezier = #"{"v": [[1, 2], [3, 4]], "i": [[0, 0], [0, -1]], "o": [[1, 0]], "c": true}"#
    for text in [bezier, "[\(bezier)]"] {
      let item = try items(#"{"ty": "sh", "ks": {"k": \#(text)}}"#).first
      guard case .path(let path)? = item else { throw Diagnostic(.internalError, "no path") }
      #expect(path.path.value.isClosed)
      #expect(path.path.value.vertices[0].outgoing == Point(2, 2))
      #expect(path.path.value.vertices[1].incoming == Point(3, 3))
      #expect(path.path.value.vertices[1].outgoing == Point(3, 4))
    }
  }

  @Test func aLaterPathTakesTheFormOfTheFirst() {
    let first = Contour([Point(0, 0), Point(1, 0)].map(Contour.Vertex.init(corner:)), isClosed: true)
    let long = Contour((5..<9).map { Contour.Vertex(corner: Point(Double($0), 0)) }, isClosed: false)
    let short = Contour([Contour.Vertex(corner: Point(7, 7))], isClosed: false)
    #expect(long.conformed(to: first).vertices.map(\.point) == [Point(5, 0), Point(6, 0)])
    #expect(short.conformed(to: first).vertices.map(\.point) == [Point(7, 7), Point(1, 0)])
    #expect(short.conformed(to: first).isClosed)
  }
}
