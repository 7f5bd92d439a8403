import KilnGeometry
import KilnSVGAFormat
import KilnTimeline
import Testing

/// Every rule of the players is broken once in a movie that is otherwise in order.
@Suite struct PlayerRulesTests {
  /// An image sprite and a vector sprite of two frames.
  private func legalMovie() throws -> SVGAMovieEntity {
    let shown = FrameState(opacity: 1, transform: .identity)
    return try movie(
      timeline(frames: 2) {
        try $0.addImage("hat", shown, shown)
        try $0.addVector("s", [square(5), line()], [square(5), line()])
      })
  }

  private func expectViolation(
    _ reason: String, _ location: SourceLocation = #_sourceLocation, _ change: (inout SVGAMovieEntity) -> Void
  ) throws {
    var movie = try legalMovie()
    change(&movie)
    let violations = SVGAPlayerRules.violations(in: movie)
    #expect(violations.contains { $0.contains(reason) }, "\(violations)", sourceLocation: location)
  }

  private func expectFrameViolation(
    _ reason: String, sprite: Int = 0, _ location: SourceLocation = #_sourceLocation,
    _ change: (inout SVGAFrameEntity) -> Void
  ) throws {
    try expectViolation(reason, location) { change(&$0.sprites[sprite].frames[0]) }
  }

  private func expectShapeViolation(
    _ reason: String, shape: Int = 0, _ location: SourceLocation = #_sourceLocation,
    _ change: (inout SVGAShapeEntity) -> Void
  ) throws {
    try expectFrameViolation(reason, sprite: 1, location) { change(&$0.shapes[shape]) }
  }

  @Test func theLegalMovieIsLegal() throws {
    #expect(try SVGAPlayerRules.violations(in: legalMovie()) == [])
  }

  @Test func profilesAllowWhatTheirPlayersDrawAlike() throws {
    var clipped = try legalMovie()
    clipped.sprites[1].frames[0].clipPath = "M0 0 L1 0 L1 1 Z"
    #expect(SVGAPlayerRules.violations(in: clipped, profile: .native) == [])
    #expect(!SVGAPlayerRules.violations(in: clipped, profile: .web).isEmpty)
    var stretched = try legalMovie()
    stretched.sprites[1].frames[0].transform.a = 3
    #expect(SVGAPlayerRules.violations(in: stretched, profile: .web) == [])
    #expect(!SVGAPlayerRules.violations(in: stretched, profile: .native).isEmpty)
  }

  @Test func movies() throws {
    try expectViolation("the version") { $0.version = "9" }
    try expectViolation("no area") { $0.params.viewBoxWidth = 0 }
    try expectViolation("24 is no frame rate") { $0.params.fps = 24 }
    try expectViolation("no frames") { $0.params.frames = 0 }
  }

  @Test func images() throws {
    try expectViolation("the key \"a.b\"") { $0.setImageBytes(png(1, 1), forKey: "a.b") }
    try expectViolation("not a PNG file") { $0.setImageBytes(webp, forKey: "photo") }
    try expectViolation("audio_") { $0.setImageBytes(Array("ID3".utf8), forKey: "bang") }
  }

  @Test func sprites() throws {
    try expectViolation("the key is not of letters") { $0.sprites[1].imageKey = "形.vector" }
    try expectViolation("the key is not of letters") { $0.sprites[1].imageKey = ".vector" }
    try expectViolation("names no bitmap") { $0.sprites[0].imageKey = "cap" }
    try expectViolation("also names bitmap") { $0.sprites[1].imageKey = "hat.vector" }
    try expectViolation("1 frames") { $0.sprites[0].frames.removeLast() }
  }

  /// The image sprite and the vector sprite, both cut by a vector matte.
  private func mattedMovie() throws -> SVGAMovieEntity {
    var movie = try legalMovie()
    var matte = movie.sprites[1]
    matte.imageKey = "m.matte"
    for index in movie.sprites.indices { movie.sprites[index].matteKey = "m.matte" }
    movie.sprites.insert(matte, at: 0)
    return movie
  }

  @Test func mattes() throws {
    func expectViolation(
      _ reason: String, _ profile: SVGAProfile = .native, _ location: SourceLocation = #_sourceLocation,
      _ change: (inout SVGAMovieEntity) -> Void
    ) throws {
      var movie = try mattedMovie()
      change(&movie)
      let violations = SVGAPlayerRules.violations(in: movie, profile: profile)
      #expect(violations.contains { $0.contains(reason) }, "\(violations)", sourceLocation: location)
    }
    #expect(try SVGAPlayerRules.violations(in: mattedMovie(), profile: .native) == [])
    try expectViolation("drawn by some players", .portable) { _ in }
    try expectViolation("which not all players do", .web) { _ in }
    try expectViolation("comes after") { $0.sprites.swapAt(0, 1) }
    try expectViolation("there is no matte") { $0.sprites.removeFirst() }
    try expectViolation("two mattes") { $0.sprites.insert($0.sprites[0], at: 0) }
    try expectViolation("cut by another one") { $0.sprites[0].matteKey = "m.matte" }
    try expectViolation("not neighbours") { movie in
      var free = movie.sprites[2]
      free.matteKey = ""
      movie.sprites.insert(free, at: 2)
    }
  }

  @Test func frames() throws {
    try expectFrameViolation("alpha 0.04") { $0.alpha = 0.04 }
    try expectFrameViolation("must be empty") { $0.alpha = 0 }
    try expectFrameViolation("alpha 2") { $0.alpha = 2 }
    try expectFrameViolation("no finite transform") { $0.clearTransform() }
    try expectFrameViolation("no finite transform") { $0.transform.tx = .nan }
    try expectFrameViolation("a or d") { $0.transform.a = 0 }
    try expectFrameViolation("a or d") { $0.transform.d = 0 }
    try expectFrameViolation("the layout is missing") { $0.clearLayout() }
    try expectFrameViolation("not at 0, 0") { $0.layout.y = 1 }
    try expectFrameViolation("not the bitmap's size") { $0.layout.width = 9 }
    try expectFrameViolation("not plain path data") { $0.clipPath = "M0 0 H5" }
    try expectFrameViolation("a clip of vectors", sprite: 1) { $0.clipPath = "M0 0 L5 5 Z" }
    try expectFrameViolation("several translucent fills or strokes", sprite: 1) { $0.alpha = 0.5 }
    try expectFrameViolation("a stroke under uneven scale", sprite: 1) { $0.transform.a = 3 }
  }

  @Test func keep() throws {
    try expectViolation("KEEP does not follow") { $0.sprites[1].frames[0] = SVGAFrameEntity() }
    try expectViolation("KEEP does not follow") { $0.sprites[1].frames[0] = $0.sprites[1].frames[1] }
    try expectViolation("KEEP is not the only shape") { movie in
      movie.sprites[1].frames[1].shapes += movie.sprites[1].frames[0].shapes
    }
  }

  @Test func shapes() throws {
    try expectShapeViolation("a shape has a transform") { $0.transform.a = 1 }
    try expectShapeViolation("not plain path data") { $0.shape.d = "" }
    try expectShapeViolation("a rectangle") { $0.type = .rect }
    try expectShapeViolation("an ellipse") { $0.type = .ellipse }
    try expectShapeViolation("no styles") { $0.clearStyles() }
    try expectShapeViolation("a fill is translucent") { $0.styles.fill.a = 0.5 }
    try expectShapeViolation("a stroke is translucent", shape: 1) { $0.styles.stroke.a = 0.5 }
    try expectShapeViolation("no width", shape: 1) { $0.styles.strokeWidth = 0 }
    try expectShapeViolation("miter limit", shape: 1) { $0.styles.miterLimit = 0 }
    try expectShapeViolation("a dashed stroke", shape: 1) { $0.styles.lineDashI = 3 }
  }

  @Test(arguments: [
    "L0 0", "M0", "M0 0 5 5", "M0 0 L5 5 Z L1 1", "M0 0 L5", "M0 0  L5 5", "M0,0 L5 5", "M0 0 L1e3 5", "M0 0 m5 5",
    "M0 0 C1 2 3 4 5", "M 0 0", "M0 0 L.5 1", "M0 0 Z5", "M0 0 ", "M0 0 L-- 5",
  ])
  func pathsThatSomePlayerMisreads(data: String) throws {
    try expectShapeViolation("not plain path data") { $0.shape.d = data }
  }

  @Test func pathsThatAllPlayersRead() throws {
    var movie = try legalMovie()
    movie.sprites[1].frames[0].shapes[0].shape.d = "M-1.5 2 L0.25 -3 C1 2 3 4 5 6 Z M0 0 L5 5"
    #expect(SVGAPlayerRules.violations(in: movie) == [])
  }
}
