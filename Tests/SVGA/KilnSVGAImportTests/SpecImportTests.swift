import KilnSVGAFormat
import Testing

/// What `movie.spec` says, feature by feature.
@Suite struct SpecImportTests {
  private let square = #"{"type":"shape","args":{"d":"M0 0 L9 0 L9 9 Z"},"styles":{"fill":[1,0,0,1]}}"#

  private func imported(frames: Int = 1, images: String = "", _ sprites: String) throws -> Imported {
    let spec = spec(frames: frames, images: images, sprites)
    return try Imported(bytes: archive(("movie.spec", spec), ("hat.png", png(10, 20))))
  }

  /// One sprite with one visible frame of shapes.
  private func shapes(_ shapes: String) throws -> (lines: [String], rules: [String]) {
    let imported = try imported(#"{"imageKey":"s.vector","frames":[{"alpha":1,"shapes":[\#(shapes)]}]}"#)
    let lines = imported.dump.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("  0") }
    return (lines.map { String($0.dropFirst(2)) }, imported.rules)
  }

  /// A line with some styles.
  private func line(_ styles: String) -> String { #"{"type":"shape","args":{"d":"M0 0 L9 0"},"styles":{\#(styles)}}"# }

  @Test func bitmapsWithTransformAndClip() throws {
    let layout = #""layout":{"x":0,"y":0,"width":10,"height":20}"#
    let imported = try imported(
      frames: 3, images: #""hat":"hat""#,
      #"""
      {"imageKey":"hat","frames":[
        {"alpha":1,\#(layout),"transform":{"a":2,"b":0,"c":0,"d":2.5,"tx":5,"ty":6e0}},
        {"alpha":0.5,\#(layout),"clipPath":"M0 0 L5 0 L5 5 Z"}, {}]}
      """#)
    #expect(
      imported.dump == """
        image 0 "hat" png 10 × 20
        clip 0 M0 0 L5 0 L5 5 Z
        sprite "hat" image 0 key "hat"
          0 [2 0 0 2.5 5 6]
          1 opacity 0.5 clip 0 [1 0 0 1 0 0]
          2 hidden
        """)
    #expect(imported.rules.isEmpty)
  }

  @Test func framesAreHiddenWithoutAlpha() throws {
    let frames = #"{"shapes":[\#(square)]}, {"alpha":0,"shapes":[\#(square)]}, {"alpha":null,"shapes":[\#(square)]}"#
    let imported = try imported(frames: 4, #"{"imageKey":"s.vector","frames":[\#(frames), {}]}"#)
    #expect(!imported.dump.contains("sprite"))
    #expect(imported.rules.isEmpty)
  }

  @Test func pathsRectanglesAndEllipses() throws {
    let fill = #""styles":{"fill":[0,0,1,1]}"#
    let result = try shapes(
      #"""
      \#(square), {"type":"rect","args":{"x":1,"y":2,"width":30,"height":40,"cornerRadius":5},\#(fill)},
      {"type":"ellipse","args":{"x":10,"y":20,"radiusX":3,"radiusY":4},\#(fill),
       "transform":{"a":2,"b":0,"c":0,"d":2,"tx":5,"ty":6}}
      """#)
    #expect(
      result.lines == [
        "path M0 0 L9 0 L9 9 Z fill #ff0000", "rect 1 2 30 40 radius 5 fill #0000ff",
        "ellipse 10 20 3 4 fill #0000ff [2 0 0 2 5 6]",
      ])
    #expect(result.rules.isEmpty)
  }

  @Test func strokes() throws {
    let stroke = #""stroke":[0,0,0,1],"strokeWidth":2"#
    let result = try shapes(
      [
        line(stroke + #","lineCap":"round","lineJoin":"miter","miterLimit":3"#),
        line(stroke + #","lineCap":"square","lineJoin":"bevel""#),
        line(stroke + #","lineCap":"butt","lineJoin":"round","lineDash":[5,0,2]"#),
        line(stroke + #","lineJoin":"round","lineDash":[]"#),
      ].joined(separator: ","))
    #expect(
      result.lines == [
        "path M0 0 L9 0 stroke #000000 width 2 round miter limit 3",
        "path M0 0 L9 0 stroke #000000 width 2 square bevel",
        "path M0 0 L9 0 stroke #000000 width 2 butt round dashes 5,0.1 phase 2",
        "path M0 0 L9 0 stroke #000000 width 2 butt round",
      ])
    #expect(result.rules == ["svga.stroke.dashes"])
  }

  @Test func absentNumbersOfStrokesAreThoseOfIOS() throws {
    let result = try shapes(line(#""stroke":[0,0,0,1]"#))
    #expect(result.lines == ["path M0 0 L9 0 stroke #000000 width 1 butt miter limit 10"])
    #expect(result.rules == ["svga.spec.malformed"])
  }

  @Test func keepRepeatsTheShapesOfTheFrameBefore() throws {
    let keep = #"{"alpha":1,"shapes":[{"type":"keep"}]}"#
    let frames = [#"{"alpha":1,"shapes":[\#(square)]}"#, keep, #"{"alpha":0,"shapes":[]}"#, keep].joined(separator: ",")
    let imported = try imported(frames: 4, #"{"imageKey":"s.vector","frames":[\#(frames)]}"#)
    #expect(imported.dump.hasSuffix("  0…1 shapes 0 [1 0 0 1 0 0]\n  2…3 hidden"))
    #expect(imported.rules == ["svga.keep.empty"])
  }

  @Test func coloursAboveOneAreTakenAsBytes() throws {
    let result = try shapes(line(#""fill":[255,0,51,255]"#) + "," + line(#""fill":[1,0,0.2,1]"#))
    #expect(result.lines == ["path M0 0 L9 0 fill #ff0033", "path M0 0 L9 0 fill #ff0033"])
    #expect(result.rules == ["svga.spec.colorScale"])
    let mixed = try shapes(line(#""fill":[255,0,0,0.5]"#))
    #expect(mixed.lines == ["path M0 0 L9 0 fill #ff0000@0.5"])
  }

  @Test func mattesAreKnownByTheirKeys() throws {
    let frames = #""frames":[{"alpha":1,"shapes":[\#(square)]}]"#
    let imported = try imported(
      #"{"imageKey":"m.matte",\#(frames)},{"imageKey":"s.vector","matteKey":"m.matte",\#(frames)}"#)
    #expect(imported.rules == ["svga.matte.players"])
  }

  @Test func theBitmapOfAMatteLiesUnderItsPlainKey() throws {
    let bytes = try archive(("movie.spec", spec(images: #""hat.matte":"hat""#, "")), ("hat.png", png(10, 20)))
    #expect(try SVGAContainer.read(bytes).images.keys.sorted() == ["hat"])
  }

  @Test func theRateLosesItsFraction() throws {
    let text = #"{"movie":{"viewBox":{"width":8,"height":8},"fps":29.97,"frames":1e99}}"#
    let params = try SVGAContainer.read(archive(("movie.spec", Array(text.utf8)))).params
    #expect(params.fps == 29)
    #expect(params.frames == .max)
  }
}
