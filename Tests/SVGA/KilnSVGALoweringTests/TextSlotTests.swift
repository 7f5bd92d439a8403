import KilnDiagnostics
import KilnGeometry
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// Texts as bitmaps that apps replace.
@Suite struct TextSlotTests {
  private let red = StraightColor(red: 1, green: 0, blue: 0)

  private func letter(_ side: Double) -> Shape {
    let path = Path.rect(Rect(x: 0, y: -side, width: side, height: side))
    return Shape(outline: .path(path), fill: Fill(.solid(red)), letter: Letter(size: 10, isAligned: false))
  }

  /// A layer named Title, in which each letter moves in its own way, under a plain square.
  private func timeline(letters: [[Double]]) throws -> Timeline {
    try SampleTimelines.timeline(frames: 2) { builder in
      let origin = SpriteOrigin(
        DocumentPath.Layer(name: "Title", number: 1, composition: "Main"), named: "Title", at: 0, of: "/layers")
      for (index, places) in letters.enumerated() {
        let shapes = try builder.intern([letter(Double(4 + index))])
        builder.sprites.append(
          Sprite(
            letters.count == 1 ? origin : origin.part(named: ["A"]), content: .vector,
            frames: places.map { FrameState(opacity: 1, transform: .translation($0, 20), shapes: shapes) }))
      }
      let square = try builder.intern([SampleTimelines.square(5, red)])
      let still = FrameState(opacity: 1, transform: .identity, shapes: square)
      builder.sprites.append(Sprite(layers: ["Square"], content: .vector, frames: [still, still]))
    }
  }

  private func lowered(_ timeline: Timeline, asBitmaps: Bool = true) throws -> (Timeline, [Diagnostic]) {
    var options = SVGALowerer.Options()
    options.drawsTextAsBitmaps = asBitmaps
    var log = DiagnosticLog()
    return (try SVGALowerer(timeline, options: options).lowered(log: &log), log.diagnostics)
  }

  @Test func textIsAVectorIfNothingIsSaid() throws {
    let (result, findings) = try lowered(timeline(letters: [[3, 3]]), asBitmaps: false)
    #expect(result.images.isEmpty && findings.isEmpty)
    #expect(result.replacementKeys.isEmpty)
  }

  /// One bitmap that moves, with the layer's name as key; the square stays a vector.
  @Test func textIsOneBitmapWithItsLayersName() throws {
    let (result, findings) = try lowered(timeline(letters: [[3, 9]]))
    #expect(result.images.count == 1)
    #expect(result.replacementKeys == ["Title"])
    #expect(result.sprites.map(\.content).contains(.vector))
    #expect(findings.map(\.rule) == [.loweringBitmap])
    #expect(findings.first?.message.contains("because of the text, which apps replace") == true)
    let frames = result.sprites.first?.frames
    #expect((frames?[1].transform.tx ?? 0) - (frames?[0].transform.tx ?? 0) == 6)
  }

  /// Letters that stand still are one picture; letters that move apart are one for each frame, which no app replaces.
  @Test func lettersAreOneText() throws {
    let (still, _) = try lowered(timeline(letters: [[3, 3], [9, 9]]))
    #expect(still.images.count == 1)
    #expect(still.replacementKeys == ["Title"])
    let (moving, _) = try lowered(timeline(letters: [[3, 3], [9, 12]]))
    #expect(moving.images.count == 2)
    #expect(moving.replacementKeys.isEmpty)
  }
}
