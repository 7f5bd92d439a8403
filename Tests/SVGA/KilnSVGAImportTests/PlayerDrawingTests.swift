import KilnDiagnostics
import KilnSVGAFormat
import KilnSVGAImport
import KilnTimeline
import Testing

/// Lines of the timeline of a movie that a player draws, without the first, and the rules of its findings.
private func drawn(
  _ movie: SVGAMovieEntity, as player: SVGAPlayer, text isText: Bool = false
) throws -> (lines: [String], rules: [String]) {
  var log = DiagnosticLog()
  let bytes = isText ? try movie.archive(binary: false) : try SVGAContainer.write(movie)
  let source = try SVGASource(bytes: bytes, player: player, log: &log)
  let timeline = try source.timeline(source.info.nativeSampling, log: &log)
  return (Array(timeline.dumpLines.dropFirst()), log.diagnostics.map(\.rule.id))
}

/// What comes after the last sprite's name.
private func states(_ movie: SVGAMovieEntity, as player: SVGAPlayer, text: Bool = false) throws -> [String] {
  let lines = try drawn(movie, as: player, text: text).lines
  return lines.lastIndex { $0.hasPrefix("sprite") }.map { Array(lines[($0 + 1)...]) } ?? []
}

private let square = path("M0 0 L9 0 L9 9 Z")

@Suite("Frames as players draw them")
struct PlayerFrameTests {
  @Test(
    "Coefficients of 0 are 1 where the player takes them for missing",
    arguments: [
      (SVGAPlayer.iOS, false, "[0 1 -1 0 50 0]"),
      (.web, false, "[1 1 -1 1 50 0]"), (.web, true, "[1 1 -1 1 50 0]"), (.webLite, false, "[0 1 -1 0 50 0]"),
      (.svgaWeb, false, "[1 1 -1 1 50 0]"), (.flutter, false, "[0 1 -1 0 50 0]"), (.harmony, false, "[1 1 -1 1 50 0]"),
    ])
  func zeroScale(player: SVGAPlayer, isText: Bool, expected: String) throws {
    let movie = movie(sprite("s.vector", frame(transform: [0, 1, -1, 0, 50, 0], square)))
    #expect(try states(movie, as: player, text: isText) == ["  0 shapes 0 \(expected)"])
  }

  @Test("Android takes them for missing in protobuf only", arguments: [(false, "L59 9 L50 18"), (true, "L50 9 L41 9")])
  func zeroScaleOnAndroid(isText: Bool, expected: String) throws {
    let movie = movie(sprite("s.vector", frame(transform: [0, 1, -1, 0, 50, 0], square)))
    #expect(try drawn(movie, as: .android, text: isText).lines[1] == "  path M50 0 \(expected) Z fill #ff0000")
  }

  @Test("An alpha below .05 is hidden on canvases of the Web")
  func faintAlpha() throws {
    let movie = movie(frames: 2, sprite("s.vector", frame(alpha: 0.04, square), frame(square)))
    for player in [SVGAPlayer.web, .webLite, .svgaWeb, .harmony] {
      #expect(try states(movie, as: player) == ["  0 hidden", "  1 shapes 0 [1 0 0 1 0 0]"], "\(player)")
    }
    for player in [SVGAPlayer.iOS, .android, .flutter] {
      #expect(try !states(movie, as: player)[0].hasSuffix("hidden"), "\(player)")
    }
  }

  @Test("A frame without alpha is opaque in Flutter")
  func missingAlpha() throws {
    let movie = movie(sprite("s.vector", frame(alpha: 0, square)))
    #expect(try states(movie, as: .flutter) == ["  0 shapes 0 [1 0 0 1 0 0]"])
    #expect(try states(movie, as: .iOS) == [])
  }

  @Test(
    "A bitmap fills its layout, fits into it, or has its own size",
    arguments: [
      (SVGAPlayer.android, "[3 0 0 1 0 0]"), (.flutter, "[3 0 0 1 0 0]"), (.webLite, "[3 0 0 1 0 0]"),
      (.iOS, "[1 0 0 1 10 0]"), (.web, "[1 0 0 1 0 0]"), (.svgaWeb, "[1 0 0 1 0 0]"), (.harmony, "[1 0 0 1 0 0]"),
    ])
  func bitmapSize(player: SVGAPlayer, expected: String) throws {
    let movie = movie(images: ["a": png(10, 20)], sprite("a", frame(size: (30, 20), clip: "M10 0 L20 0 L20 20 Z")))
    let lines = try drawn(movie, as: player).lines
    #expect(lines.last == "  0 clip 0 \(expected)")
    if player == .iOS { #expect(lines.contains("clip 0 M0 0 L10 0 L10 20 Z")) }
  }

  @Test("The origin of a layout moves the sprite on iOS")
  func layoutOrigin() throws {
    var moved = frame(size: (10, 10), transform: [2, 0, 0, 2, 0, 0], square)
    moved.layout.x = 3
    moved.layout.y = 4
    let movie = movie(sprite("s.vector", moved))
    #expect(try states(movie, as: .iOS) == ["  0 shapes 0 [2 0 0 2 6 8]"])
    #expect(try states(movie, as: .web) == ["  0 shapes 0 [2 0 0 2 0 0]"])
  }

  @Test("Canvases of the Web clip only sprites with a bitmap")
  func vectorClip() throws {
    let movie = movie(sprite("s.vector", frame(clip: "M0 0 L4 4 L0 4 Z", square)))
    for player in SVGAPlayer.allCases {
      let isClipped = try states(movie, as: player)[0].contains("clip")
      #expect(isClipped == [.iOS, .android, .flutter].contains(player), "\(player)")
    }
  }

  @Test("A sprite with too few frames is hidden, stays, or ends the frame or all of it")
  func missingFrames() throws {
    let movie = movie(
      frames: 2, sprite("a.vector", frame(square), frame(square)), sprite("b.vector", frame(square)),
      sprite("c.vector", frame(square), frame(square)))
    func shown(_ player: SVGAPlayer) throws -> [Bool] {
      let lines = try drawn(movie, as: player).lines
      return ["a", "b", "c"].map { name in
        let start = lines.firstIndex { $0.hasPrefix("sprite \"\(name).vector\"") } ?? 0
        return lines[start + 1].hasPrefix("  0…1")
      }
    }
    #expect(try shown(.android) == [true, false, true])
    #expect(try shown(.iOS) == [true, true, true])
    #expect(try shown(.web) == [true, false, false])
    #expect(try shown(.flutter) == [true, false, false])
    #expect(try shown(.webLite) == [false, false, false])
    #expect(try drawn(movie, as: .web).rules == ["svga.player.fails"])
  }

  @Test("Without a key, Android and Flutter draw no sprite")
  func missingKey() throws {
    let movie = movie(sprite("", frame(square)))
    #expect(try drawn(movie, as: .android).lines.isEmpty)
    #expect(try drawn(movie, as: .flutter).lines.isEmpty)
    #expect(try states(movie, as: .web) == ["  0 shapes 0 [1 0 0 1 0 0]"])
  }

  @Test("Bitmaps are found by the part of the key that the player looks for")
  func keys() throws {
    let movie = movie(images: ["a.png": png(10, 10)], sprite("a.png", frame(size: (10, 10))))
    #expect(try drawn(movie, as: .iOS).lines.isEmpty)
    #expect(try drawn(movie, as: .android).lines.count == 3)
    let matte = self.matte("x.matte", images: ["x.matte": png(10, 10)])
    #expect(try drawn(matte, as: .web).lines.contains { $0.hasPrefix("image") })
    #expect(try !drawn(matte, as: .android).lines.contains { $0.hasPrefix("image") })
  }

  private func matte(_ key: String, images: [String: [UInt8]]) -> SVGAMovieEntity {
    var cut = sprite("s.vector", frame(square))
    cut.matteKey = key
    return movie(images: images, sprite(key, frame(size: (10, 10))), cut)
  }

  @Test("What a player cannot show is nothing, and said")
  func refusals() throws {
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
    let foreign = movie(images: ["a": jpeg], sprite("a", frame(size: (1, 1))), sprite("s.vector", frame(square)))
    for player in [SVGAPlayer.web, .harmony] {
      let result = try drawn(foreign, as: player)
      #expect(result.lines.isEmpty, "\(player)")
      #expect(result.rules == ["svga.player.blank"], "\(player)")
    }
    let plain = movie(sprite("s.vector", frame(square)))
    for player in [SVGAPlayer.webLite, .svgaWeb, .flutter] {
      #expect(try drawn(plain, as: player, text: true).rules == ["svga.player.blank"], "\(player)")
    }
    #expect(try drawn(plain, as: .iOS, text: true).rules.isEmpty)
    let beside = movie(
      images: ["a": jpeg, "b": png(1, 1)], sprite("s.vector", frame(square)), sprite("a", frame(size: (1, 1))),
      sprite("t.vector", frame(square)))
    let result = try drawn(beside, as: .web)
    #expect(result.lines.filter { $0.hasPrefix("sprite") } == ["sprite \"s.vector\" vector"])
    #expect(result.rules == ["svga.player.fails"])
  }
}

@Suite("Shapes as players draw them")
struct PlayerShapeTests {
  /// The first shape of the first list.
  private func first(_ shapes: SVGAShapeEntity..., alpha: Float = 1, as player: SVGAPlayer) throws -> String? {
    var frame = frame(alpha: alpha)
    frame.shapes = shapes
    return try drawn(movie(sprite("s.vector", frame)), as: player).lines.dropFirst().first
  }

  private func filled(_ alpha: Float) -> SVGAShapeEntity {
    shape {
      $0.shape.d = "M0 0 L9 0 L9 9 Z"
      $0.styles.fill = color(1, 0, 0, alpha)
    }
  }

  private func stroked(_ change: (inout SVGAShapeEntity) -> Void) -> SVGAShapeEntity {
    shape {
      $0.shape.d = "M0 0 L9 0"
      $0.styles.stroke = color(1, 0, 0)
      $0.styles.strokeWidth = 2
      $0.styles.miterLimit = 4
      change(&$0)
    }
  }

  @Test("Alpha is of the sprite, of each paint, or in its place")
  func alphaScope() throws {
    #expect(try first(filled(0.5), alpha: 0.2, as: .iOS) == "  path M0 0 L9 0 L9 9 Z fill #ff0000@0.5")
    #expect(try first(filled(0.5), alpha: 0.2, as: .android) == "  path M0 0 L9 0 L9 9 Z fill #ff0000@0.2")
    #expect(try first(filled(0.5), as: .android) == "  path M0 0 L9 0 L9 9 Z fill #ff0000@0.5")
    #expect(try first(filled(0.5), alpha: 0.2, as: .web) == "  path M0 0 L9 0 L9 9 Z fill #ff0000@0.1")
    #expect(try first(filled(0.5), as: .webLite) == nil)
  }

  @Test("A shape without styles is black on iOS, and nowhere else")
  func missingStyles() throws {
    let bare = shape { $0.shape.d = "M0 0 L9 0 L9 9 Z" }
    #expect(try first(bare, as: .iOS) == "  path M0 0 L9 0 L9 9 Z fill #000000")
    #expect(try first(bare, as: .android) == nil)
    #expect(try first(bare, as: .web) == nil)
  }

  @Test("A canvas draws strokes without width and corners without limit by its own values")
  func assumedStrokes() throws {
    let bare = stroked { ($0.styles.strokeWidth, $0.styles.miterLimit) = (0, 0) }
    #expect(try first(bare, as: .web) == "  path M0 0 L9 0 stroke #ff0000 width 1 butt miter limit 10")
    #expect(try first(bare, as: .iOS) == nil)
    let sharp = stroked { $0.styles.miterLimit = 0 }
    #expect(try first(sharp, as: .flutter) == "  path M0 0 L9 0 stroke #ff0000 width 2 butt bevel")
  }

  @Test(
    "Dash, gap and offset are lengths or an offset",
    arguments: [
      (SVGAPlayer.iOS, "dashes 5,3 phase 2"), (.flutter, "dashes 5,3 phase 2"), (.web, "dashes 5,3,2,5,3,2 phase 0"),
      (.webLite, "dashes 5,3,2,5,3,2 phase 0"), (.svgaWeb, "dashes 5,3,2,5,3,2 phase 0"),
      (.harmony, "dashes 5,3,2,5,3,2 phase 0"),
    ])
  func dashes(player: SVGAPlayer, expected: String) throws {
    let dashed = stroked { ($0.styles.lineDashI, $0.styles.lineDashIi, $0.styles.lineDashIii) = (5, 3, 2) }
    #expect(try first(dashed, as: player)?.hasSuffix(expected) == true)
  }

  @Test("Without an offset, Web has a third length of 0, which Web-Lite has not")
  func dashesWithoutOffset() throws {
    let dashed = stroked { ($0.styles.lineDashI, $0.styles.lineDashIi) = (5, 3) }
    #expect(try first(dashed, as: .web)?.hasSuffix("dashes 5,3,0,5,3,0 phase 0") == true)
    #expect(try first(dashed, as: .webLite)?.hasSuffix("dashes 5,3 phase 0") == true)
    let gap = stroked { $0.styles.lineDashIi = 3 }
    #expect(try first(gap, as: .harmony)?.hasSuffix("dashes 3,3 phase 0") == true)
  }

  @Test("Android strokes have one width, by the sprite's transform and not by the shape's")
  func strokesAfterTransforms() throws {
    let wide = stroked {
      $0.shape.d = "M0 0 L1 0 L1 1"
      $0.transform = SVGATransform([3, 0, 0, 3, 0, 0])
    }
    let movie = movie(sprite("s.vector", frame(transform: [4, 0, 0, 2, 0, 0], wide)))
    let lines = try drawn(movie, as: .android).lines
    #expect(lines[1] == "  path M0 0 L12 0 L12 6 stroke #ff0000 width 4 butt miter limit 8")
    #expect(lines.last == "  0 shapes 0 [1 0 0 1 0 0]")
    #expect(try drawn(movie, as: .iOS).lines[1].hasSuffix("width 2 butt miter limit 4 [3 0 0 3 0 0]"))
  }

  @Test("Colours above 1 are 255ths on Android")
  func components() throws {
    let bright = shape {
      $0.shape.d = "M0 0 L9 0 L9 9 Z"
      $0.styles.fill = color(255, 128, 0, 255)
    }
    #expect(try first(bright, as: .android) == "  path M0 0 L9 0 L9 9 Z fill #ff8000")
    #expect(try first(bright, as: .web) == "  path M0 0 L9 0 L9 9 Z fill #ffff00")
  }

  @Test("Corners of iOS start 1.53 radii from the corner")
  func continuousCorners() throws {
    let rounded = shape {
      $0.type = .rect
      ($0.rect.width, $0.rect.height, $0.rect.cornerRadius) = (40, 40, 10)
      $0.styles.fill = color(1, 0, 0)
    }
    #expect(
      try first(rounded, as: .iOS)?.hasPrefix("  path M24.713 0 C29.115 0 31.316 0 33.301 0.655 L33.685 0.749 C")
        == true)
    #expect(try first(rounded, as: .android)?.hasPrefix("  path") == true)
    #expect(try first(rounded, as: .web) == "  rect 0 0 40 40 radius 10 fill #ff0000")
  }
}

@Suite("KEEP as players follow it")
struct PlayerKeepTests {
  private let other = path("M0 0 L5 0 L5 5 Z")

  @Test("In a first frame, it draws the shapes of another sprite where the player has one memory for all")
  func firstFrame() throws {
    let movie = movie(sprite("a.vector", frame(square)), sprite("b.vector", frame(keep)))
    for player in [SVGAPlayer.web, .svgaWeb, .harmony] {
      #expect(try states(movie, as: player) == ["  0 shapes 0 [1 0 0 1 0 0]"], "\(player)")
    }
    for player in [SVGAPlayer.iOS, .android, .webLite, .flutter] {
      #expect(try drawn(movie, as: player).lines.filter { $0.hasPrefix("sprite") }.count == 1, "\(player)")
    }
  }

  @Test("After a hidden frame, Flutter still has the shapes")
  func afterHiddenFrame() throws {
    let movie = movie(frames: 3, sprite("s.vector", frame(square), hidden, frame(keep)))
    #expect(try states(movie, as: .android) == ["  0 shapes 0 [1 0 0 1 0 0]", "  1…2 hidden"])
    #expect(try states(movie, as: .flutter).last == "  2 shapes 0 [1 0 0 1 0 0]")
  }

  @Test("iOS keeps the shapes that it showed, and none if they are not the last that were new")
  func shownFrame() throws {
    let hiddenShapes = movie(frames: 3, sprite("s.vector", frame(square), frame(alpha: 0, other), frame(keep)))
    #expect(try states(hiddenShapes, as: .iOS) == ["  0 shapes 0 [1 0 0 1 0 0]", "  1…2 hidden"])
    #expect(try states(hiddenShapes, as: .android).last == "  2 shapes 1 [1 0 0 1 0 0]")
    let first = movie(frames: 2, sprite("s.vector", frame(alpha: 0, square), frame(keep)))
    #expect(try states(first, as: .iOS).last == "  1 shapes 0 [1 0 0 1 0 0]")
  }
}

@Suite("Mattes as players handle them")
struct PlayerMatteTests {
  private func cut(_ key: String, by matte: String) -> SVGASpriteEntity {
    var sprite = sprite(key, frame(square))
    sprite.matteKey = matte
    return sprite
  }

  private let matte = sprite("m.matte", frame(path("M0 0 L4 0 L4 4 Z")))

  /// Names of the top sprites, with a bracket around what a matte cuts.
  private func outline(_ movie: SVGAMovieEntity, as player: SVGAPlayer) throws -> [String] {
    try drawn(movie, as: player).lines.filter { $0.contains("sprite ") || $0.contains("matte alpha") }
  }

  @Test("They are painted where the player knows none")
  func painted() throws {
    let movie = movie(matte, cut("a.vector", by: "m.matte"))
    for player in [SVGAPlayer.webLite, .svgaWeb, .flutter] {
      #expect(
        try outline(movie, as: player) == ["sprite \"m.matte\" vector", "sprite \"a.vector\" vector"], "\(player)")
    }
  }

  @Test("Android looks for them if the first sprite is one")
  func android() throws {
    let first = movie(matte, cut("a.vector", by: "m.matte"))
    #expect(
      try outline(first, as: .android) == [
        "sprite \"a.vector\" vector", "  matte alpha", "    sprite \"m.matte\" vector",
      ])
    let second = movie(sprite("b.vector", frame(square)), matte, cut("a.vector", by: "m.matte"))
    #expect(try outline(second, as: .android).count == 3)
    #expect(try outline(second, as: .iOS).count == 4)
  }

  @Test("On iOS, what a matte cuts is in one place, and nowhere without the matte")
  func iOS() throws {
    let movie = movie(
      matte, cut("a.vector", by: "m.matte"), sprite("b.vector", frame(square)), cut("c.vector", by: "m.matte"),
      cut("d.vector", by: "none.matte"))
    #expect(
      try outline(movie, as: .iOS) == [
        "sprite \"b.vector\" vector", "sprite \"m.matte\" group", "  matte alpha", "    sprite \"m.matte\" vector",
        "  sprite \"a.vector\" vector", "  sprite \"c.vector\" vector",
      ])
  }

  @Test("The Web player erases what it drew before, by the matte of what comes next")
  func web() throws {
    let last = movie(matte, cut("a.vector", by: "m.matte"))
    #expect(
      try outline(last, as: .web) == [
        "sprite \"m.matte\" group", "  matte alpha", "    sprite \"m.matte\" vector", "  sprite \"a.vector\" vector",
      ])
    let plain = movie(matte, sprite("a.vector", frame(square)), sprite("b.vector", frame(square)))
    #expect(try outline(plain, as: .web) == ["sprite \"a.vector\" vector"])
    #expect(try outline(plain, as: .harmony) == ["sprite \"a.vector\" vector", "sprite \"b.vector\" vector"])
  }

  @Test("A matte of two shapes is, on the Web, where both are, and a hidden one cuts nothing")
  func webMattes() throws {
    let double = sprite("m.matte", frame(path("M0 0 L4 0 L4 4 Z"), path("M0 0 L6 0 L6 6 Z")))
    #expect(
      try outline(movie(double, cut("a.vector", by: "m.matte")), as: .web).filter { $0.contains("alpha") }.count == 2)
    let late = movie(
      frames: 2, sprite("m.matte", hidden, frame(path("M0 0 L4 0 L4 4 Z"))),
      {
        var sprite = sprite("a.vector", frame(square), frame(square))
        sprite.matteKey = "m.matte"
        return sprite
      }())
    let lines = try drawn(late, as: .web).lines
    #expect(lines.contains { $0.contains("rect 0 0 100 50 fill #000000") })
  }
}

@Suite("Path data as players read it")
struct PlayerPathTests {
  /// Plain path data of what a player draws; nil for nothing.
  private func read(_ data: String, as player: SVGAPlayer) throws -> String? {
    let line = try drawn(movie(sprite("s.vector", frame(path(data)))), as: player).lines.dropFirst().first
    return line.map { String($0.dropFirst("  path ".count).dropLast(" fill #ff0000".count)) }
  }

  @Test(
    "Unusual path data",
    arguments: [
      ("M0 0 H9 V9 Z", SVGAPlayer.iOS, "M0 0 L9 0 L9 9 Z"), ("M5 5 H9 V9 Z", .android, "M5 5 L9 0 L0 9 Z"),
      ("M5 5 H9 V9 Z", .web, "M5 5 L9 5 L9 9 Z"), ("M0 0 L9 0 9 9 Z", .web, "M0 0 L9 0 Z"),
      ("M0 0 L9 0 9 9 Z", .iOS, "M0 0 Z"), ("M0 0 L9 0 9 9 Z", .android, "M0 0 L9 0 Z"),
      ("M0 0 L9, 5 L9 9 Z", .web, "M0 0 L9 0 L9 9 Z"), ("M0 0 L9, 5 L9 9 Z", .android, "M0 0 L9 5 L9 9 Z"),
      ("M0 0 L9, 5 L9 9 Z", .iOS, "M0 0 L9 9 Z"), ("M0 0 L9, 5 L9 9 Z", .flutter, "M0 0"),
      ("M0 0 L9 1e1 L9 9 Z", .web, "M0 0 L9 1 L9 9 Z"), ("M0 0 L9 1e1 L9 9 Z", .android, "M0 0 L9 10 L9 9 Z"),
      ("L9 0 L9 9 Z", .web, "M9 0 L9 0 L9 9 Z"), ("L9 0 L9 9 Z", .android, "M0 0 L9 0 L9 9 Z"),
      ("M0 0 C1 1 2 2 3 0 S5 -2 6 0 Z", .iOS, "M0 0 C1 1 2 2 3 0 Z"),
      ("M0 0 C1 1 2 2 3 0 S5 -2 6 0 Z", .web, "M0 0 C1 1 2 2 3 0 C4 -2 5 -2 6 0 Z"),
      ("M3 0 S5 6 6 0 Z", .webLite, "M3 0 C6 0 5 6 6 0 Z"), ("M3 0 S6 6 6 0 Z", .web, "M3 0 C5 4 6 4 6 0 Z"),
      ("M0 0 L9 0 L9 9 Z l1 1 Z", .web, "M0 0 L9 0 L9 9 Z L10 10 Z"),
      ("M0 0 L9 0 L9 9 Z l1 1 Z", .android, "M0 0 L9 0 L9 9 Z L1 1 Z"),
      ("M0 0 L9 0 L50T80 L9 9 Z", .android, "M0 0 L9 0 L0 0 L9 9 Z"),
    ] as [(String, SVGAPlayer, String)])
  func unusual(data: String, player: SVGAPlayer, expected: String) throws {
    // Both are written in the same form: a contour after a closed one starts with a move or goes on.
    let found = try read(data, as: player)?.replacing("M0 0 L10", with: "L10").replacing("Z M0 0 L", with: "Z L")
    #expect(found == expected)
  }

  @Test("Plain data is read alike by all")
  func plain() throws {
    for player in SVGAPlayer.allCases {
      #expect(try read("M0 0 L9 0 C9 3 9 6 9 9 L0 9 Z", as: player) == "M0 0 L9 0 C9 3 9 6 9 9 L0 9 Z", "\(player)")
    }
  }
}
