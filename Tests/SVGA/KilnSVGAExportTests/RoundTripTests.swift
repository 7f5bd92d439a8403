import KilnDiagnostics
import KilnGeometry
import KilnSVGAExport
import KilnSVGAFormat
import KilnTimeline
import Testing

@Suite struct RoundTripTests {
  @Test func aLoweredTimelineComesBack() throws {
    let original = try timeline(frames: 4) { builder in
      let image = try builder.add(#require(ImageAsset(name: "hat", bytes: png(10, 20))))
      let clip = try builder.intern(clip: .rect(Rect(x: 0, y: 0, width: 5, height: 5)))
      let shown = FrameState(opacity: 1, transform: .translation(5, 6))
      try builder.addImage(
        "hat", key: "hat", image: image, shown, .hidden,
        FrameState(opacity: 0.5, transform: Affine(a: 0.5, b: 0.25, c: -0.25, d: 0.5, tx: 1, ty: 2)),
        FrameState(opacity: 1, transform: .scale(-1, 1), clip: clip))
      try builder.addImage("hat", key: "hat", image: image, .hidden, shown, shown, shown)
      let rounded = Shape(
        outline: .rect(Rect(x: 1, y: 2, width: 30, height: 20), cornerRadius: 4), fill: Fill(.solid(.black)))
      let ellipse = Shape(
        outline: .ellipse(center: Point(9, 8), radii: Size(7, 6)), fill: Fill(.solid(.black)),
        stroke: Stroke(.solid(.black), style: StrokeStyle(width: 2, cap: .round, join: .bevel)))
      try builder.addVector("s.vector", transform: .scale(2, 2), [rounded, line()], [rounded, line()], nil, [ellipse])
      let disc = Shape(outline: ellipse.outline, fill: ellipse.fill)
      try builder.addVector("t.vector", opacity: 0.25, [disc], [square(9)], [square(9)], [square(9)])
    }
    #expect(try reimported(original).dump == original.dump)
  }

  @Test func mattesComeFirstAndComeBack() throws {
    let shown = FrameState(opacity: 1, transform: .identity)
    let original = try timeline { builder in
      try builder.addImage("a", key: "a", shown)
      try builder.addMatted(children: ["b", "c"], by: "m.matte", shown)
      try builder.addMatted(children: ["d"], by: "m.matte", shown)
    }
    var options = SVGAExporter.Options()
    options.profile = .native
    let movie = try movie(original, options)
    #expect(movie.sprites.map(\.imageKey) == ["m.matte", "m_2.matte", "a", "b", "b", "b"])
    #expect(movie.sprites.map(\.matteKey) == ["", "", "", "m.matte", "m.matte", "m_2.matte"])
    let comeBack = try reimported(original, options)
    #expect(comeBack.sprites.map { $0.matte?.mode } == [nil, .alpha, .alpha])
    #expect(matteShapes(comeBack) == matteShapes(original))
  }

  /// Shapes of all mattes.
  private func matteShapes(_ timeline: Timeline) -> [[Shape]] {
    timeline.sprites.flatMap { $0.matte?.sprites ?? [] }.compactMap { $0.frames[0].shapes }
      .map { timeline[$0].shapes }
  }

  @Test func theSameTimelineGivesTheSameBytes() throws {
    let original = try timeline { builder in
      for name in ["a", "b", "c", "d", "e", "f"] {
        try builder.addImage(name, FrameState(opacity: 1, transform: .identity))
      }
    }
    var log = DiagnosticLog()
    let bytes = try SVGAEncoder().encode(original, log: &log)
    for _ in 0..<5 { #expect(try SVGAEncoder().encode(original, log: &log) == bytes) }
    #expect(log.diagnostics.isEmpty)
  }

  @Test func aQuarterTurnHasNoZeros() throws {
    let movie = try movie(
      timeline { builder in
        try builder.addImage("a", FrameState(opacity: 1, transform: .rotation(radians: .pi / 2)))
      })
    let transform = movie.sprites[0].frames[0].transform
    #expect(transform.a == 0x1p-20 && transform.d == 0x1p-20)
    #expect(transform.b == 1 && transform.c == -1)
  }

  @Test func roundingMovesNoPointByMoreThanTheTolerance() throws {
    for step in 0..<200 {
      let turn = Affine.rotation(radians: Double(step) * 0.37)
      let transform = Affine.translation(Double(step) * 1.234_567, 3.3) * turn * .scale(0.01 + Double(step) / 30, 1.7)
      let movie = try movie(
        timeline { builder in
          try builder.addImage("a", bytes: png(200, 100), FrameState(opacity: 1, transform: transform))
        })
      let written = movie.sprites[0].frames[0].transform
      let rounded = Affine(
        a: Double(written.a), b: Double(written.b), c: Double(written.c), d: Double(written.d),
        tx: Double(written.tx), ty: Double(written.ty))
      for corner in Rect(x: 0, y: 0, width: 200, height: 100).corners {
        let error = rounded.apply(corner) - transform.apply(corner)
        #expect(abs(error.x) <= 0.0502 && abs(error.y) <= 0.0502, "\(step)")
      }
    }
  }

  @Test func outlinesAreAsFineAsTheirScaleAsks() throws {
    let third = square(1 / 3.0)
    func path(_ scale: Double) throws -> Path {
      let movie = try movie(timeline { try $0.addVector("a", transform: .scale(scale, scale), [third]) })
      return Path(text: movie.sprites[0].frames[0].shapes[0].shape.d)
    }
    #expect(try path(1) == Path(text: "M0.33 0 L0.33 0.33 L0 0.33 L0 0 Z"))
    #expect(try path(100) == Path(text: "M0.3333 0 L0.3333 0.3333 L0 0.3333 L0 0 Z"))
  }

  @Test func transformsOfShapesAreWorkedIn() throws {
    let movie = try movie(
      timeline { builder in
        let rect = Shape(
          outline: .rect(Rect(x: 0, y: 0, width: 4, height: 4), cornerRadius: 0), fill: Fill(.solid(.black)),
          transform: .translation(3, 2))
        try builder.addVector("a", [rect, square(4, transform: .scale(2, 1)), line(transform: .scale(3, 3))])
      })
    let shapes = movie.sprites[0].frames[0].shapes
    #expect(shapes[0].rect.x == 3 && shapes[0].rect.y == 2 && shapes[0].rect.width == 4)
    #expect(shapes[1].shape.d == "M8 0 L8 4 L0 4 L0 0 Z")
    #expect(shapes[2].shape.d == "M0 0 L90 120" && shapes[2].styles.strokeWidth == 6)
    #expect(shapes.allSatisfy { !$0.hasTransform })
  }
}
