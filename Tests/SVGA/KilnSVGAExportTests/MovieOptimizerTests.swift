import KilnDiagnostics
import KilnSVGAExport
import KilnSVGAFormat
import Testing

@Suite struct MovieOptimizerTests {
  private func optimized(_ movie: SVGAMovieEntity) throws -> SVGAMovieEntity {
    var log = DiagnosticLog()
    let result = try MovieOptimizer().optimized(movie, log: &log)
    #expect(log.diagnostics.isEmpty)
    return result
  }

  /// One sprite's frames, optimized.
  private func frames(_ frames: SVGAFrameEntity...) throws -> [SVGAFrameEntity] {
    try optimized(movie([sprite("s.vector", frames)])).sprites[0].frames
  }

  @Test func shapesThatComeAgainBecomeKeep() throws {
    let shapes = try frames(frame(path("M0 0 L9 9")), frame(path("M0 0 L9 9")), frame(path("M0 0 L8 9"))).map(\.shapes)
    #expect(shapes.map { $0.map(\.type) } == [[.shape], [.keep], [.shape]])
  }

  @Test func hiddenFramesAreEmptyAndShapesComeAgainAfterThem() throws {
    var hidden = frame(keep)
    hidden.alpha = 0
    hidden.layout.width = 5
    let frames = try frames(frame(path("M0 0 L9 9")), hidden, frame(keep))
    #expect(frames[1] == SVGAFrameEntity())
    #expect(frames[2].shapes == [path("M0 0 L9 9")])
  }

  @Test func aHiddenFrameWithOtherShapesStillSaysWhatIsKept() throws {
    var hidden = frame(path("M1 1 L2 2"))
    hidden.alpha = 0
    #expect(try frames(frame(path("M0 0 L9 9")), hidden, frame(keep))[2].shapes == [path("M1 1 L2 2")])
  }

  /// What apps replace by its key, and what cuts others, stays.
  @Test func hiddenSpritesGoUnlessTheirKeyOrTheirCutWouldGoWithThem() throws {
    let hidden = [SVGAFrameEntity()]
    var cut = sprite("shown", [frame()])
    cut.matteKey = "m.matte"
    var source = movie([
      sprite("m.matte", hidden), cut, sprite("shown", hidden), sprite("once", hidden), sprite("once", hidden),
      sprite("slot", hidden), sprite("shape.vector", hidden), sprite("both.vector", hidden),
    ])
    for key in ["shown", "once", "both"] { source.setImageBytes(Array("no picture".utf8), forKey: key) }
    var log = DiagnosticLog()
    let result = try MovieOptimizer().optimized(source, log: &log)
    #expect(result.sprites.map(\.imageKey) == ["m.matte", "shown", "once", "slot", "both.vector"])
    #expect(result.pictureKeys == ["both", "once", "shown"])
  }

  @Test func keepOfNothingDrawsNothing() throws {
    #expect(try frames(frame(keep), frame(keep)).allSatisfy(\.shapes.isEmpty))
  }

  @Test func numbersGetTheDecimalsThatCanBeSeen() throws {
    #expect(try frames(frame(path("M0.123456 0 L9.000000 9.500 L0 9")))[0].shapes == [path("M0.12 0 L9 9.5 L0 9")])
    var large = frame(path("M0.123456 0 L9 9.5 L0 9"))
    large.transform.a = 100
    large.transform.d = 100
    #expect(try frames(large)[0].shapes == [path("M0.1235 0 L9 9.5 L0 9")])
  }

  @Test func withoutToleranceNumbersStay() throws {
    var exact = frame(path("M0.123456 0 L9.000000 9.500"))
    exact.alpha = 0.123456
    exact.transform.tx = 0.123456
    exact.clipPath = "M0.123456 0 L9.000000 9.500"
    var options = SVGAExporter.Options()
    options.tolerance = 0
    var log = DiagnosticLog()
    let movie = try MovieOptimizer(options).optimized(movie([sprite("s.vector", [exact, exact])]), log: &log)
    var repeated = exact
    repeated.shapes = [keep]
    #expect(movie.sprites[0].frames == [exact, repeated])
  }

  @Test(arguments: ["M0.123456 0 H7", "M0.123456,0 L1,1", "m0.123456 0 l1 1", "M0.123456 0 L1 1 2 2", "", "nonsense"])
  func pathsThatPlayersReadDifferentlyStay(text: String) throws {
    #expect(try frames(frame(path(text)))[0].shapes == [path(text)])
  }

  @Test func aZeroThatPlayersTakeForOneStays() throws {
    var turned = frame(path("M0 0 L9 9"))
    turned.transform.b = 1
    turned.transform.c = -1
    #expect(try frames(turned)[0].transform == turned.transform)
  }

  @Test func transformsAreRoundedUnseen() throws {
    var moved = frame(path("M0 0 L9 9"))
    moved.transform.a = 1
    moved.transform.d = 1
    moved.transform.tx = 3.333_333
    let written = try frames(moved)[0].transform
    #expect(abs(written.tx - 3.333_333) < 0.05)
    #expect(written.tx * 64 == (written.tx * 64).rounded())
  }

  @Test func whatIsNotFiniteStays() throws {
    var broken = frame(path("M0 0 L9 9"))
    broken.transform.a = .infinity
    broken.alpha = 2
    let written = try frames(broken)[0]
    #expect(written.transform == broken.transform)
    #expect(written.alpha == 1)
  }

  @Test func faintStaysFaint() throws {
    for alpha: Float in [0.000_01, 0.049_99, 0.05, 0.5] {
      var faint = frame(path("M0 0 L9 9"))
      faint.alpha = alpha
      let written = try frames(faint)[0].alpha
      #expect(written > 0 && (written < 0.05) == (alpha < 0.05) && abs(written - alpha) < 0.001)
    }
  }

  @Test func keysMattesAndSoundsStayAndUnusedBitmapsGo() throws {
    var masked = sprite("hat", [frame()])
    masked.matteKey = "m.matte"
    var source = movie([masked, sprite("m.matte", [frame()]), sprite("a.png", [frame()])])
    for key in ["hat", "m", "a", "unused", "bang"] { source.setImageBytes(png(1, 1), forKey: key) }
    var sound = SVGAAudioEntity()
    sound.audioKey = "bang"
    source.audios = [sound]
    let result = try optimized(source)
    #expect(result.sprites.map(\.imageKey) == ["hat", "m.matte", "a.png"])
    #expect(result.sprites[0].matteKey == "m.matte")
    #expect(result.images.keys.sorted() == ["a", "bang", "hat", "m"])
    #expect(result.audios == [sound])
    #expect(result.imageBytes(forKey: "hat") == png(1, 1))
  }

  @Test func renamingReachesEveryPlaceOfAKey() throws {
    var masked = sprite("hat", [frame()])
    masked.matteKey = "m.matte"
    var source = movie([masked, sprite("m.matte", [frame()]), sprite("m2", [frame()])])
    for key in ["hat", "m", "m2"] { source.setImageBytes(png(1, 1), forKey: key) }
    source.renameKeys(["m": "mask", "hat": "cap"])
    #expect(source.sprites.map(\.imageKey) == ["cap", "mask.matte", "m2"])
    #expect(source.sprites[0].matteKey == "mask.matte")
    #expect(source.pictureKeys == ["cap", "m2", "mask"])
  }
}

func movie(_ sprites: [SVGASpriteEntity]) -> SVGAMovieEntity {
  var movie = SVGAMovieEntity()
  movie.params.viewBoxWidth = 100
  movie.params.viewBoxHeight = 50
  movie.params.fps = 20
  movie.params.frames = Int32(sprites[0].frames.count)
  movie.sprites = sprites
  return movie
}

func sprite(_ key: String, _ frames: [SVGAFrameEntity]) -> SVGASpriteEntity {
  var sprite = SVGASpriteEntity()
  sprite.imageKey = key
  sprite.frames = frames
  return sprite
}

func frame(_ shapes: SVGAShapeEntity...) -> SVGAFrameEntity {
  var frame = SVGAFrameEntity()
  frame.alpha = 1
  frame.shapes = shapes
  return frame
}

private let keep: SVGAShapeEntity = {
  var shape = SVGAShapeEntity()
  shape.type = .keep
  return shape
}()

/// A shape filled with black.
private func path(_ data: String) -> SVGAShapeEntity {
  var shape = SVGAShapeEntity()
  shape.shape.d = data
  shape.styles.fill.a = 1
  return shape
}
