import KilnDiagnostics
import KilnSVGAFormat
import KilnSVGAImport
import Testing

/// JSON that is not as it should be, read as iOS reads it.
@Suite struct SpecKindsTests {
  private let square = #"{"type":"shape","args":{"d":"M0 0 L9 0 L9 9 Z"},"styles":{"fill":[1,0,0,1]}}"#

  private func imported(_ sprites: String, frames: Int = 1) throws -> Imported {
    try Imported(bytes: archive(("movie.spec", spec(frames: frames, sprites))))
  }

  private func imported(shapes: String) throws -> Imported {
    try imported(#"{"imageKey":"s.vector","frames":[{"alpha":1,"shapes":[\#(shapes)]}]}"#)
  }

  @Test(arguments: [
    #"{"a":2,"b":0,"c":0,"d":2,"tx":5}"#, #"{"a":2,"b":0,"c":0,"d":2,"tx":5,"ty":"6"}"#, "[2,0,0,2,5,6]", "7", "{}",
  ])
  func aTransformCountsOnlyAsAWhole(_ transform: String) throws {
    let imported = try imported(
      #"{"imageKey":"s.vector","frames":[{"alpha":1,"transform":\#(transform),"shapes":[\#(square)]}]}"#)
    #expect(imported.dump.hasSuffix("0 shapes 0 [1 0 0 1 0 0]"))
    #expect(imported.rules == ["svga.spec.malformed"])
  }

  @Test(arguments: [
    "7", "null", #"{"type":"star"}"#, #"{"args":{"d":"M0 0 L9 0"}}"#, #"{"type":"shape"}"#,
    #"{"type":"shape","args":{"d":5},"styles":{"fill":[0,0,0,1]}}"#,
    #"{"type":"rect","args":{"x":1,"y":2,"width":30,"height":40},"styles":{"fill":[0,0,0,1]}}"#,
    #"{"type":"ellipse","args":{"x":1,"y":2,"radiusX":3,"radiusY":true},"styles":{"fill":[0,0,0,1]}}"#,
  ])
  func shapesThatAreNoneHoldTheirPlace(_ shape: String) throws {
    let expected = """
      shapes 0
        path M0 0 L9 0 L9 9 Z fill #ff0000
      sprite "s.vector" vector
        0 shapes 0 [1 0 0 1 0 0]
      """
    let first = try imported(shapes: #"\#(shape),\#(square)"#)
    #expect(first.dump == expected)
    #expect(first.rules == ["svga.spec.malformed"])
    // KEEP counts only as the first shape.
    #expect(try imported(shapes: #"\#(shape),{"type":"keep"},\#(square)"#).dump == expected)
  }

  @Test(arguments: ["[1,0,0]", #"[1,0,0,"1"]"#, #""red""#, "{}", "[1,0,0,1,1]"])
  func coloursThatAreNonePaintNothing(_ color: String) throws {
    let imported = try imported(shapes: #"{"type":"shape","args":{"d":"M0 0 L9 0"},"styles":{"fill":\#(color)}}"#)
    #expect(imported.dump.isEmpty)
    #expect(imported.rules == ["svga.spec.malformed"])
  }

  @Test(arguments: ["[5,3]", #"[5,3,"0"]"#, "5"])
  func dashesThatAreNoneLeaveTheLineWhole(_ dash: String) throws {
    let imported = try imported(
      shapes: #"""
        {"type":"shape","args":{"d":"M0 0 L9 0"},"styles":
         {"stroke":[0,0,0,1],"strokeWidth":2,"lineCap":7,"lineJoin":"round","lineDash":\#(dash)}}
        """#)
    #expect(imported.dump.contains("stroke #000000 width 2 butt round\n"))
    #expect(imported.rules == ["svga.spec.malformed"])
  }

  @Test func shapesWithoutStylesAreNotDrawn() throws {
    #expect(try imported(shapes: #"{"type":"shape","args":{"d":"M0 0 L9 0"}}"#).rules == ["svga.styles.missing"])
  }

  @Test func spritesAndFramesThatAreNoObjectsDoNotCount() throws {
    let frame = #"{"alpha":1,"shapes":[\#(square)]}"#
    let imported = try imported(#"7,{"imageKey":"s.vector","frames":["x",\#(frame),null,\#(frame)]}"#, frames: 2)
    #expect(imported.dump.hasSuffix("0…1 shapes 0 [1 0 0 1 0 0]"))
    #expect(imported.rules == ["svga.spec.malformed"])
  }

  @Test func membersOfAnotherKindCountAsAbsent() throws {
    let text = #"{"ver":1,"movie":{"viewBox":{"width":8,"height":8},"fps":"20","frames":1},"images":[],"sprites":{}}"#
    let imported = try Imported(bytes: archive(("movie.spec", Array(text.utf8))))
    #expect(imported.rules == ["svga.spec.malformed", "svga.frameRate.missing"])
  }

  @Test func aFindingNamesItsFirstPlaceAndTheNumberOfOthers() throws {
    var log = DiagnosticLog()
    let bytes = try archive(("movie.spec", spec(#"{"imageKey":5,"frames":[{"alpha":"1"},{"layout":[]}]}"#)))
    _ = try SVGAContainer.read(bytes, log: &log)
    #expect(log.diagnostics.map(\.path.pointer) == ["/sprites/0/imageKey"])
    #expect(log.diagnostics.first?.repetitions == 2)
    #expect(!log.isLossy)
  }

  @Test(arguments: ["7", "[]", #""movie""#])
  func otherDocumentsAreRefused(_ text: String) throws {
    let bytes = try archive(("movie.spec", Array(text.utf8)))
    #expect(throws: Diagnostic.self) { try SVGAContainer.read(bytes) }
  }
}
