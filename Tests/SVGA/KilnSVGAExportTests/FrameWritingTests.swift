import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnSVGAExport
import KilnSVGAFormat
import KilnTimeline
import Testing

@Suite struct FrameWritingTests {
  /// The first shape's type in each frame; nil for an empty frame.
  private func types(_ movie: SVGAMovieEntity) -> [SVGAShapeEntity.ShapeType?] {
    movie.sprites[0].frames.map { $0 == SVGAFrameEntity() ? nil : $0.shapes.first?.type }
  }

  @Test func unchangedShapesAreKeptButNotOverAHiddenFrame() throws {
    let original = try timeline(frames: 6) { builder in
      try builder.addVector("a", [square(5)], [square(5)], nil, [square(5)], [square(6)], [square(6)])
    }
    #expect(try types(movie(original)) == [.shape, .keep, nil, .shape, .shape, .keep])
    var options = SVGAExporter.Options()
    options.keepsUnchangedShapes = false
    #expect(try types(movie(original, options)) == [.shape, .shape, nil, .shape, .shape, .shape])
  }

  @Test func faintFramesAreHiddenOrMadeVisible() throws {
    let opacities = [0.01, 0.024, 0.026, 0.049, 0.5, 1]
    let original = try timeline(frames: 6) { builder in
      let image = try builder.add(#require(ImageAsset(name: "a", bytes: png(10, 20))))
      let states = opacities.map { FrameState(opacity: $0, transform: .identity) }
      builder.sprites.append(Sprite(layers: ["a"], content: .image(image), frames: states))
    }
    let alphas = try movie(original).sprites[0].frames.map(\.alpha)
    #expect(alphas[0...1] == [0, 0])
    #expect(alphas[2...3].allSatisfy { $0 >= 0.05 && $0 < 0.051 })
    #expect(alphas[4...5] == [0.5, 1])
  }

  @Test func spritesThatAreNeverSeenAreLeftOutWithTheirImages() throws {
    let original = try timeline { builder in
      try builder.addImage("faint", FrameState(opacity: 0.01, transform: .identity))
    }
    #expect(try movie(original).sprites.isEmpty)
    #expect(try movie(original).images.isEmpty)
  }

  @Test func flattenedFramesAreHidden() throws {
    let original = try timeline(frames: 2) { builder in
      try builder.addImage(
        "a", FrameState(opacity: 1, transform: .scale(0, 1)), FrameState(opacity: 1, transform: .identity))
    }
    #expect(try movie(original).sprites[0].frames.map(\.alpha) == [0, 1])
  }

  @Test func aTranslucentColourMovesIntoTheFrame() throws {
    let movie = try movie(timeline { try $0.addVector("a", opacity: 0.5, [square(5, alpha: 0.5)]) })
    #expect(movie.sprites[0].frames[0].alpha == 0.25)
    #expect(movie.sprites[0].frames[0].shapes[0].styles.fill.a == 1)
  }

  @Test func bitmapsFillTheirLayout() throws {
    let movie = try movie(timeline { try $0.addImage("a", FrameState(opacity: 1, transform: .identity)) })
    let layout = movie.sprites[0].frames[0].layout
    #expect(layout.x == 0 && layout.y == 0 && layout.width == 10 && layout.height == 20)
    #expect(movie.imageBytes(forKey: "a") == png(10, 20))
  }

  @Test func factsOfTheMovie() throws {
    let movie = try movie(timeline(frames: 3) { _ in })
    #expect(movie.version == "2.0.0")
    #expect(movie.params.viewBoxWidth == 100 && movie.params.viewBoxHeight == 50)
    #expect(movie.params.fps == 20 && movie.params.frames == 3)
  }

  @Test(arguments: [
    (0.5, 1), (1, 1), (7, 10), (24, 30), (25, 30), (29.97, 30), (30, 30), (30.3, 30), (31, 60), (50, 60), (60, 60),
    (120, 60),
  ])
  func frameRates(source: Double, legal: Int) {
    #expect(SVGAExporter().capabilities.frameRates.nearest(to: source) == Double(legal))
  }

  @Test func markersAreReported() throws {
    var log = DiagnosticLog()
    let original = try timeline { $0.markers = [Marker(name: "here", firstFrame: 0, frameCount: 1)] }
    _ = try SVGAEncoder().encode(original, log: &log)
    #expect(log.diagnostics.map(\.rule) == [.svgaMarkersDropped])
  }
}
