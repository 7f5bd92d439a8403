import KilnDiagnostics
import KilnGeometry
import KilnSVGAExport
import KilnSVGAFormat
import KilnTimeline
import Testing

/// What lowering must have removed is refused as a bug of ours, never written.
@Suite struct NotLoweredTests {
  private let shown = FrameState(opacity: 1, transform: .identity)

  private func expectRefusal(
    _ reason: String, frameRate: Double = 20, _ location: SourceLocation = #_sourceLocation,
    _ build: (inout TimelineBuilder) throws -> Void
  ) throws {
    let timeline = try timeline(frameRate: frameRate, build)
    var log = DiagnosticLog()
    do throws(Diagnostic) {
      _ = try SVGAEncoder().encode(timeline, log: &log)
      Issue.record("was written", sourceLocation: location)
    } catch {
      #expect(error.rule == .internalError, sourceLocation: location)
      #expect(error.message.contains(reason), sourceLocation: location)
    }
  }

  @Test func frameRates() throws {
    try expectRefusal("a frame rate", frameRate: 24) { try $0.addImage("a", shown) }
  }

  @Test func groups() throws {
    try expectRefusal("a group") {
      try $0.addImage("a", shown)
      $0.sprites = [Sprite(layers: ["g"], content: .group($0.sprites), frames: [shown])]
    }
  }

  @Test func mattes() throws {
    try expectRefusal("a group") { try $0.addMatted(children: ["a"], by: "m", shown) }
    try expectRefusal("a matte") {
      try $0.addMatted(children: ["a"], by: "m", shown)
      guard case .group(let children) = $0.sprites[0].content else { return }
      $0.sprites = children.map { child in
        var child = child
        child.matte = Matte(children, mode: .alpha)
        return child
      }
    }
  }

  @Test func otherImages() throws {
    try expectRefusal("an image that is not PNG") { try $0.addImage("a", bytes: webp, shown) }
  }

  @Test func clipsOfVectors() throws {
    try expectRefusal("a clip of vectors") {
      try $0.addVector("a", [square(5)])
      $0.sprites[0].frames[0].clip = try $0.intern(clip: .rect(Rect(x: 0, y: 0, width: 5, height: 5)))
    }
  }

  @Test func whatAProfileAllowsIsWritten() throws {
    let timeline = try timeline(frameRate: 20) {
      try $0.addVector("a", transform: .scale(2, 1), [line()])
      $0.sprites[0].frames[0].clip = try $0.intern(clip: .rect(Rect(x: 0, y: 0, width: 5, height: 5)))
    }
    func refusal(by profile: SVGAProfile) -> String? {
      var options = SVGAExporter.Options()
      options.profile = profile
      var log = DiagnosticLog()
      do throws(Diagnostic) {
        _ = try SVGAEncoder(options).encode(timeline, log: &log)
        return nil
      } catch {
        return error.message
      }
    }
    // Android stretches no strokes, browsers do not clip vectors.
    #expect(refusal(by: .native)?.contains("a stroke under uneven scale") == true)
    #expect(refusal(by: .web)?.contains("a clip of vectors") == true)
  }

  @Test func evenOddFills() throws {
    var shape = square(5)
    shape.fill?.rule = .evenOdd
    try expectRefusal("an even-odd fill") { try $0.addVector("a", [shape]) }
  }

  @Test func dashes() throws {
    try expectRefusal("a dashed stroke") { try $0.addVector("a", [line(dashes: [3, 4])]) }
  }

  @Test func stretchedStrokes() throws {
    try expectRefusal("a stroke under uneven scale") { try $0.addVector("a", transform: .scale(2, 1), [line()]) }
    try expectRefusal("a stroke under uneven scale") { try $0.addVector("a", [line(transform: .scale(2, 1))]) }
  }

  @Test func severalTranslucentShapes() throws {
    try expectRefusal("several translucent fills or strokes") {
      try $0.addVector("a", opacity: 0.5, [square(5), square(6)])
    }
    try expectRefusal("several translucent fills or strokes") {
      try $0.addVector("a", [square(5, alpha: 0.5), square(6)])
    }
    var outlined = square(5, alpha: 0.5)
    outlined.stroke = line().stroke
    try expectRefusal("several translucent fills or strokes") { try $0.addVector("a", [outlined]) }
  }
}
