import KilnCompression
import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnJSON
import KilnLottieExport
import KilnLottieImport
import KilnPNG
import KilnPixels
import KilnTestSupport
import KilnTimeline
import Testing

/// Timelines as Lottie documents, which Kiln reads back as lottie-web does.
@Suite struct LottieExporterTests {
  private func export(_ timeline: Timeline, _ log: inout DiagnosticLog) throws -> [UInt8] {
    try #require(LottieExporter().export(timeline, in: ExportContext(), log: &log).files.first).bytes
  }

  private func document(_ timeline: Timeline) throws -> JSONValue {
    var log = DiagnosticLog()
    let tree = try JSONTree(export(timeline, &log))
    #expect(log.diagnostics.isEmpty)
    return tree.root
  }

  private func layers(_ timeline: Timeline) throws -> [JSONValue] {
    try Array(#require(document(timeline)["layers"]).children)
  }

  /// What a player shows of the document.
  private func readBack(_ timeline: Timeline) throws -> Timeline {
    var log = DiagnosticLog()
    let source = try LottieSource(bytes: export(timeline, &log))
    return try source.timeline(source.info.nativeSampling, log: &log)
  }

  private func state(_ opacity: Double = 1, _ transform: Affine = .identity) -> FrameState {
    FrameState(opacity: opacity, transform: transform)
  }

  private static func picture() throws -> [UInt8] {
    try PNGEncoder.encode(Pixmap(width: 8, height: 4, pixels: Array(repeating: 0xFF40_80C0, count: 32)))
  }

  @Test func isDrawnAsTheTimelineIs() throws {
    for timeline in [try SampleTimelines.movingSquare(), try SampleTimelines.varied()] {
      let copy = try readBack(timeline)
      #expect(copy.frameCount == timeline.frameCount && copy.frameRate == timeline.frameRate)
      #expect(copy.canvas == timeline.canvas)
      for (a, b) in zip(renderedFrames(timeline), renderedFrames(copy)) {
        let difference = PixelDifference(a, b)
        #expect(difference.largest <= 16, "\(difference)")
      }
    }
  }

  /// Players cut components down to whole levels: a rounded one may be a level too dark.
  @Test(arguments: [1, 63, 127, 191, 254, 255]) func levelsOfColorsStay(level: Int) throws {
    let value = Double(level) / 255
    let timeline = try SampleTimelines.timeline(width: 8, height: 8, frameRate: 10, frames: 1) { builder in
      let color = StraightColor(red: value, green: value, blue: value, alpha: 1)
      let shapes = try builder.intern([
        Shape(outline: .ellipse(center: Point(4, 4), radii: Size(4, 4)), fill: Fill(.solid(color)))
      ])
      let state = FrameState(opacity: 1, transform: .identity, shapes: shapes)
      builder.sprites = [Sprite(layers: ["Disc"], content: .vector, frames: [state])]
    }
    let components = try #require(layers(timeline).first?["shapes"]?.first?["it"]?.children.first { $0["c"] != nil })
    let numbers = try #require(components["c"]?["k"]?.numbers)
    #expect(numbers.prefix(3).allSatisfy { Int($0 * 255) == level } && numbers.last == 1)
  }

  @Test func layersAreFrontToBackAndLastAsLongAsTheyAreSeen() throws {
    let layers = try layers(SampleTimelines.movingSquare())
    #expect(layers.map { $0.string("nm") } == ["Square", "Disc"])
    #expect(layers.map { $0.integer("ip") } == [0, 0])
    #expect(layers.map { $0.integer("op") } == [6, 7])
    for layer in layers {
      #expect(layer.integer("ddd") == 0)
      for name in ["a", "p", "s", "r", "o"] { #expect(layer["ks"]?.member(named: name) != nil) }
      for group in layer["shapes"]?.children.map({ $0 }) ?? [] {
        #expect(group["it"]?.children.map { $0 }.last?.string("ty") == "tr")
      }
    }
    // The disc does not move and does not change.
    let keyframes = try #require(layers.last?["ks"]).children.compactMap { $0.integer("a") }
    #expect(keyframes.allSatisfy { $0 == 0 })
  }

  @Test func keysNameLayersAndImages() throws {
    let bytes = try Self.picture()
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      let image = try builder.add(#require(ImageAsset(name: "file.png", bytes: bytes)))
      for key in ["avatar", "banner", nil] {
        builder.sprites.append(
          Sprite(layers: ["Layer"], replacementKey: key, content: .image(image), frames: [state(), state()]))
      }
    }
    let document = try document(timeline)
    let layers = Array(try #require(document["layers"]).children)
    #expect(layers.map { $0.string("nm") } == ["Layer", "banner", "avatar"])
    #expect(layers.map { $0.string("refId") } == ["file.png", "banner", "avatar"])
    let assets = Array(try #require(document["assets"]).children)
    #expect(assets.map { $0.string("id") } == ["avatar", "banner", "file.png"])
    for asset in assets {
      #expect(asset.integer("w") == 8 && asset.integer("h") == 4 && asset.integer("e") == 1)
      #expect(asset.string("u") == "" && asset.string("p")?.hasPrefix("data:image/png;base64,") ?? false)
    }
  }

  @Test func gapsAreHoldsOfOpacity() throws {
    let timeline = try SampleTimelines.timeline(frames: 7) { builder in
      let square = try builder.intern([SampleTimelines.square(8, .black)])
      var seen = state()
      seen.shapes = square
      builder.sprites = [
        Sprite(
          layers: ["A"], content: .vector, frames: [.hidden, seen, seen, .hidden, .hidden, seen, .hidden])
      ]
    }
    let layer = try #require(layers(timeline).first)
    #expect(layer.integer("ip") == 1 && layer.integer("op") == 6)
    let keyframes = try #require(layer["ks"]?["o"]?["k"]).children.map { $0 }
    #expect(keyframes.map { $0.integer("t") } == [1, 3, 5])
    #expect(keyframes.map { $0["s"]?.numbers } == [[100], [0], [100]])
    #expect(keyframes.map { $0.integer("h") } == [1, 1, nil])
  }

  @Test func cornersKeepToTheTolerance() throws {
    let transforms = (0..<90).map { frame -> Affine in
      let time = Double(frame)
      let wave = Scalar.sineCosine(time / 15)
      return Affine.translation(100 + 60 * wave.sine, 80 + time) * .rotation(radians: time / 20)
        * .scale(1 + wave.cosine / 3, frame < 50 ? 1 : -1) * Affine(a: 1, b: 0, c: 0.2, d: 1, tx: -4, ty: -2)
    }
    let bytes = try Self.picture()
    let timeline = try SampleTimelines.timeline(width: 300, height: 300, frames: 90) { builder in
      let image = try builder.add(#require(ImageAsset(name: "a", bytes: bytes)))
      builder.sprites = [Sprite(layers: ["A"], content: .image(image), frames: transforms.map { state(1, $0) })]
    }
    let copy = try readBack(timeline)
    let box = Rect(x: 0, y: 0, width: 8, height: 4)
    for (frame, transform) in transforms.enumerated() {
      let result = try #require(copy.sprites.first).frames[frame].transform
      for corner in box.corners {
        #expect(result.apply(corner).distance(to: transform.apply(corner)) <= 0.0501)
      }
    }
    let keyframes = try #require(layers(timeline).first?["ks"]?["s"]?["k"]).count
    #expect(keyframes < 30)
  }

  @Test func mattesAreDirectlyAboveTheirLayers() throws {
    let timeline = try mattes(.invertedAlpha)
    let layers = try layers(timeline)
    #expect(layers.map { $0.integer("td") } == [1, nil])
    #expect(layers.map { $0.integer("tt") } == [nil, 2])
    #expect(layers.allSatisfy { $0["tp"] == nil })
    for mode in [Matte.Mode.alpha, .invertedAlpha, .luma] {
      let timeline = try mattes(mode)
      for (a, b) in try zip(renderedFrames(timeline), renderedFrames(readBack(timeline))) {
        #expect(PixelDifference(a, b).largest <= 16, "\(mode)")
      }
    }
  }

  /// A square that is cut by another, which is gone in the last frame.
  private func mattes(_ mode: Matte.Mode) throws -> Timeline {
    try SampleTimelines.timeline(frames: 3) { builder in
      var square = state()
      square.shapes = try builder.intern([SampleTimelines.square(20, .black)])
      var cut = state(0.5, .translation(8, 6))
      cut.shapes = try builder.intern([
        SampleTimelines.square(9, StraightColor(red: 1, green: 0.6, blue: 0))
      ])
      let matte = Sprite(layers: ["M"], content: .vector, frames: [cut, cut, mode == .invertedAlpha ? cut : .hidden])
      builder.sprites = [
        Sprite(
          layers: ["A"], content: .vector, matte: Matte([matte], mode: mode), frames: [square, square, square])
      ]
    }
  }

  @Test(arguments: [false, true]) func clipsWithHolesAreMasks(isStroke: Bool) throws {
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      var line = Path()
      line.move(to: Point(2, 12))
      line.line(to: Point(24, 12))
      let stroke = Shape(outline: .path(line), stroke: Stroke(.solid(.black), style: StrokeStyle(width: 18)))
      var clip = Path.rect(Rect(x: 2, y: 2, width: 20, height: 20))
      var hole = Path()
      hole.move(to: Point(6, 6))
      for point in [Point(6, 12), Point(12, 12), Point(12, 6)] { hole.line(to: point) }
      hole.close()
      clip.append(hole)
      var first = state()
      first.shapes = try builder.intern([isStroke ? stroke : SampleTimelines.square(30, .black)])
      var second = first
      first.clip = try builder.intern(clip: clip)
      second.transform = .translation(3, 3)
      builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: [first, second])]
    }
    for (a, b) in try zip(renderedFrames(timeline), renderedFrames(readBack(timeline))) {
      #expect(PixelDifference(a, b).largest <= 16)
    }
  }

  @Test func movedGroupsAreWhole() throws {
    let timeline = try SampleTimelines.timeline(frames: 2) { builder in
      var child = state(1, .translation(-12, -9))
      child.shapes = try builder.intern([SampleTimelines.square(12, .black)])
      var front = state(1, .translation(-6, -5))
      front.shapes = try builder.intern([SampleTimelines.square(12, StraightColor(red: 1, green: 0, blue: 0))])
      let children = [child, front].map { Sprite(layers: ["C"], content: .vector, frames: [$0, $0]) }
      builder.sprites = [
        Sprite(
          layers: ["G"], content: .group(children),
          frames: [state(0.5, .translation(15, 14)), state(0.5, .translation(20, 15))])
      ]
    }
    for (a, b) in try zip(renderedFrames(timeline), renderedFrames(readBack(timeline))) {
      #expect(PixelDifference(a, b).largest <= 16)
    }
  }

  @Test func unlikeShapesAreSwitched() throws {
    let timeline = try SampleTimelines.timeline(frames: 4) { builder in
      let color = StraightColor(red: 0, green: 0.5, blue: 1)
      var square = state()
      square.shapes = try builder.intern([SampleTimelines.square(20, color)])
      var disc = state()
      disc.shapes = try builder.intern([
        Shape(
          outline: .ellipse(center: Point(20, 15), radii: Size(9, 7)),
          stroke: Stroke(.solid(.black), style: StrokeStyle(width: 3, dashes: [4, 2])))
      ])
      builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: [square, disc, disc, square])]
    }
    let groups = try #require(layers(timeline).first?["shapes"]).count
    #expect(groups == 2)
    for (a, b) in try zip(renderedFrames(timeline), renderedFrames(readBack(timeline))) {
      #expect(PixelDifference(a, b).largest <= 16)
    }
  }

  @Test func soundsAreAudioLayers() throws {
    let timeline = try SampleTimelines.timeline(frameRate: 20, frames: 10) { builder in
      var seen = state()
      seen.shapes = try builder.intern([SampleTimelines.square(8, .black)])
      builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: Array(repeating: seen, count: 10))]
      builder.audioClips = [
        AudioClip(key: "a", bytes: [1, 2, 3], frames: 2..<8, startMilliseconds: 500),
        AudioClip(key: "b", bytes: [1, 2, 3], frames: 0..<10),
      ]
    }
    let document = try document(timeline)
    let sounds = try #require(document["layers"]).children.filter { $0.integer("ty") == 6 }
    #expect(sounds.map { $0.integer("ip") } == [2, 0])
    #expect(sounds.map { $0.integer("op") } == [8, 10])
    #expect(sounds.map { $0.number("st") } == [-8, 0])
    // Both are the same sound.
    #expect(sounds.map { $0.string("refId") } == ["a", "a"])
    let assets = Array(try #require(document["assets"]).children)
    #expect(assets.map { $0.string("p") } == ["data:audio/mpeg;base64,AQID"])
  }

  @Test func soundsKeepTheirSpeedAndVolume() throws {
    let timeline = try SampleTimelines.timeline(frameRate: 20, frames: 10) { builder in
      var clip = AudioClip(key: "a", bytes: [1, 2, 3], frames: 2..<6, startMilliseconds: 100)
      (clip.speed, clip.gains) = (0.5, [1, 0.5, 0.5, 0])
      builder.audioClips = [clip]
    }
    let sound = try #require(document(timeline)["layers"]?.children.first { $0.integer("ty") == 6 })
    // 100 ms of the sound are 4 frames at half of its speed.
    #expect(sound.number("sr") == 2 && sound.number("st") == -2)
    let keys = try #require(sound["au"]?["lv"]?["k"])
    #expect(keys.children.map { $0.integer("t") } == [2, 3, 5])
    #expect(keys.children.map { $0["s"]?[0]?.number } == [100, 50, 0])
  }

  @Test func reportsWhatPlayersDoNotKnow() throws {
    let timeline = try SampleTimelines.timeline { builder in
      var seen = state()
      seen.shapes = try builder.intern([SampleTimelines.square(8, .black)])
      seen.filters = builder.intern(
        filters: FilterChain([.blur(deviation: Size(2, 2))], region: Rect(x: -9, y: -9, width: 40, height: 40)))
      builder.sprites = [Sprite(layers: ["A"], content: .vector, blendMode: .hardMix, frames: [seen])]
    }
    var log = DiagnosticLog()
    _ = try export(timeline, &log)
    #expect(log.diagnostics.map(\.rule) == [.lottieExportFilter, .lottieExportBlendMode])
    _ = try export(mattes(.invertedLuma), &log)
    #expect(log.diagnostics.map(\.rule).last == .lottieExportMatte)
    #expect(log.diagnostics.allSatisfy { $0.path.location.contains("A") })
  }

  @Test func changingNumbersOfVerticesKeepTheOutline() throws {
    // A disc of 300 vertices becomes a triangle.
    var disc = Path()
    for index in 0..<300 {
      let angle = Scalar.sineCosine(Double(index) / 150 * .pi)
      let point = Point(20 + 12 * angle.cosine, 15 + 12 * angle.sine)
      if index == 0 { disc.move(to: point) } else { disc.line(to: point) }
    }
    disc.close()
    var triangle = Path()
    triangle.move(to: Point(4, 4))
    triangle.line(to: Point(36, 6))
    triangle.cubic(Point(36, 20), Point(30, 28), to: Point(12, 27))
    triangle.close()
    let timeline = try SampleTimelines.timeline(frames: 3) { builder in
      let frames = try [disc, triangle, triangle].map { path -> FrameState in
        var seen = state()
        seen.shapes = try builder.intern([Shape(outline: .path(path), fill: Fill(.solid(.black)))])
        return seen
      }
      builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: frames)]
    }
    for (a, b) in try zip(renderedFrames(timeline), renderedFrames(readBack(timeline))) {
      #expect(PixelDifference(a, b).largest <= 16)
    }
  }

  @Test func longAnimationsTakeSeconds() throws {
    var random = SplitMix64(seed: 3)
    let timeline = try SampleTimelines.timeline(frames: 20_000) { builder in
      let square = try builder.intern([SampleTimelines.square(8, .black)])
      let frames = (0..<20_000).map { _ -> FrameState in
        let turn = Affine.rotation(radians: Double.random(in: 0...6, using: &random))
        var seen = state(1, .translation(Double.random(in: 0...40, using: &random), 9) * turn)
        seen.shapes = square
        return seen
      }
      builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: frames)]
    }
    let clock = ContinuousClock()
    var log = DiagnosticLog()
    let duration = try clock.measure { _ = try export(timeline, &log) }
    #expect(duration < .seconds(20))
  }

  @Test func tooManyPartsAreRefused() throws {
    let timeline = try SampleTimelines.timeline(frames: 20_000) { builder in
      var seen = state()
      seen.shapes = try builder.intern(
        (0..<1000).map { SampleTimelines.square(8, .black, at: Point(Double($0), 0)) })
      builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: Array(repeating: seen, count: 20_000))]
    }
    #expect(throws: Diagnostic.self) {
      var log = DiagnosticLog()
      _ = try export(timeline, &log)
    }
  }

  @Test func archivesHoldTheDocument() throws {
    let timeline = try SampleTimelines.movingSquare()
    var options = LottieExporter.Options()
    options.container = .lottie
    var log = DiagnosticLog()
    let context = ExportContext(name: "a.b/c")
    let file = try #require(LottieExporter(options: options).export(timeline, in: context, log: &log).files.first)
    #expect(file.name == "a.b/c.lottie")
    let archive = try ZipArchive(bytes: file.bytes, limits: Limits())
    #expect(archive.entries.map(\.name) == ["manifest.json", "a/a-b-c.json"])
    let source = try LottieSource(bytes: file.bytes)
    #expect(source.info.frameCount == 7)
  }
}
