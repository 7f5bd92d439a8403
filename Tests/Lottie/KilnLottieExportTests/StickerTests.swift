import KilnCompression
import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnJSON
import KilnLottieExport
import KilnLottieImport
import KilnPNG
import KilnPixels
import KilnPlayers
import KilnRendering
import KilnTestSupport
import KilnTimeline
import Testing

/// Animated stickers of Telegram.
@Suite struct StickerTests {
  private static let exporter: LottieExporter = {
    var options = LottieExporter.Options()
    options.container = .tgs
    return LottieExporter(options: options)
  }()

  /// A square that moves over a canvas of 100 × 50 px, at 24 frames per second.
  private static func document(frames: Int = 24, layer: String = "", items: String = "") -> [UInt8] {
    Array(
      #"""
      {"v": "5.7.4", "fr": 24, "ip": 0, "op": \#(frames), "w": 100, "h": 50, "layers": [{"ddd": 0, "ty": 4, "nm": "Box",
       "ip": 0, "op": \#(frames), "st": 0, \#(layer) "ks": {"o": {"a": 0, "k": 100}, "r": {"a": 0, "k": 0},
       "a": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [100, 100]}, "p": {"a": 1, "k": [
         {"t": 0, "s": [10, 25], "o": {"x": 0.3, "y": 0}, "i": {"x": 0.7, "y": 1}}, {"t": 24, "s": [80, 25]}]}},
       "shapes": [{"ty": "gr", "it": [\#(items) {"ty": "rc", "d": 1, "p": {"a": 0, "k": [0, 0]},
         "s": {"a": 0, "k": [20.123456, 20]}, "r": {"a": 0, "k": 0}},
         {"ty": "fl", "c": {"a": 0, "k": [1, 0, 0, 1]}, "o": {"a": 0, "k": 100}, "r": 1},
         {"ty": "tr", "p": {"a": 0, "k": [0, 0]}, "a": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [100, 100]},
          "r": {"a": 0, "k": 0}, "o": {"a": 0, "k": 100}}]}]}]}
      """#.utf8)
  }

  /// As a conversion asks for it.
  private static var context: ExportContext {
    var context = ExportContext(name: "wave")
    context.budget.bytes = exporter.capabilities.maximumBytes
    return context
  }

  private static func change(frames: Int = 24) -> DocumentChange {
    DocumentChange(
      range: 0..<Double(frames), frameRate: 30, frameFactor: 1.25, speed: 1, canvas: Size(512, 512),
      transform: .translation(0, 128) * .scale(5.12, 5.12))
  }

  private func edit(
    _ document: [UInt8], _ log: inout DiagnosticLog, context: ExportContext = context,
    change: DocumentChange? = change()
  ) throws -> [UInt8]? {
    var context = context
    context.change = change
    guard let file = try Self.exporter.edit(LottieSource(bytes: document), in: context, log: &log)?.files.first else {
      return nil
    }
    #expect(file.name == "wave.tgs")
    return try Gzip.inflate(file.bytes, limit: 1 << 20)
  }

  private func timeline(_ document: [UInt8], at times: [Double]) throws -> Timeline {
    var log = DiagnosticLog()
    return try LottieSource(bytes: document).timeline(FrameSampling(times: times, frameRate: 30), log: &log)
  }

  /// Messages name who plays stickers, and not players of Lottie.
  @Test func telegramPlaysStickers() {
    #expect(Self.exporter.capabilities.players?.contains("Telegram") ?? false)
    #expect(LottieExporter().capabilities.players == nil)
  }

  @Test func otherSizesAndRatesAreFitted() throws {
    var log = DiagnosticLog()
    let json = try #require(try edit(Self.document(), &log))
    #expect(log.diagnostics.isEmpty)
    let root = try JSONTree(json).root
    #expect(root.integer("tgs") == 1 && root.integer("w") == 512 && root.integer("h") == 512)
    #expect(root.number("fr") == 30 && root.number("ip") == 0 && root.number("op") == 30)
    let layer = try #require(root["layers"]?.first)
    #expect(layer.integer("ty") == 0 && layer["ks"]?["p"]?["k"]?.numbers == [0, 128])
    let box = try #require(root["assets"]?.first?["layers"]?.first)
    #expect(box["ks"]?["p"]?["k"]?.children.map { $0.number("t") } == [0, 30])
    // The sticker in its own frames is the source at the same times, five times as large.
    let source = try timeline(Self.document(), at: [0, 4.8, 12, 23.2]).fitted(
      by: Self.change().transform, canvas: Size(512, 512), limits: Limits(), log: &log)
    for (a, b) in zip(renderedFrames(source), renderedFrames(try timeline(json, at: [0, 6, 15, 29]))) {
      #expect(PixelDifference(a, b).largest <= 3)
    }
  }

  @Test func partsBeginAtFrameZero() throws {
    var log = DiagnosticLog()
    var change = Self.change()
    (change.range, change.frameFactor, change.speed) = (6..<18, 0.625, 2)
    let json = try #require(try edit(Self.document(), &log, change: change))
    let root = try JSONTree(json).root
    #expect(root.number("ip") == 0 && root.number("op") == 8)
    let times = root["layers"]?.first.map { [$0.number("ip"), $0.number("op"), $0.number("st")] }
    // rlottie shows the out point, too.
    #expect(times == [0, 7.49, 0])
    let box = try #require(root["assets"]?.first?["layers"]?.first)
    #expect([box.number("ip"), box.number("op"), box.number("st")] == [-3, 11.49, -3.75])
    #expect(box["ks"]?["p"]?["k"]?.children.map { $0.number("t") } == [-3.75, 11.25])
  }

  @Test func longAnimationsAreRefused() throws {
    var log = DiagnosticLog()
    let error = #expect(throws: Diagnostic.self) {
      try self.edit(Self.document(frames: 80), &log, change: Self.change(frames: 80))
    }
    #expect(error?.rule == .tgsDuration)
  }

  @Test func whatIsForbiddenIsLeftToATimeline() throws {
    var log = DiagnosticLog()
    let stroke = #"""
      {"ty": "rc", "p": {"a": 0, "k": [5, 5]}, "s": {"a": 0, "k": [9, 9]}, "r": {"a": 0, "k": 0}},
      {"ty": "gs", "t": 1, "s": {"a": 0, "k": [0, 0]}, "e": {"a": 0, "k": [9, 9]}, "w": {"a": 0, "k": 2}, "lc": 1, "lj": 1,
       "o": {"a": 0, "k": 100}, "g": {"p": 2, "k": {"a": 0, "k": [0, 1, 0, 0, 1, 0, 0, 1]}}},
      """#
    #expect(try edit(Self.document(items: stroke), &log) == nil)
    #expect(log.diagnostics.isEmpty)
  }

  @Test func picturesAreErrorsThatNameTheLayer() throws {
    let bytes = try PNGEncoder.encode(Pixmap(width: 8, height: 4, pixels: Array(repeating: 0xFF40_80C0, count: 32)))
    let timeline = try SampleTimelines.timeline(width: 512, height: 512, frameRate: 30, frames: 2) { builder in
      let image = try builder.add(#require(ImageAsset(name: "file.png", bytes: bytes)))
      let state = FrameState(opacity: 1, transform: .identity)
      builder.sprites = [Sprite(layers: ["Photo"], content: .image(image), frames: [state, state])]
    }
    var log = DiagnosticLog()
    _ = try Self.exporter.export(timeline, in: Self.context, log: &log)
    let errors = log.diagnostics.filter { $0.rule == .tgsFeature }
    #expect(errors.count == 1 && errors.first?.path.location.contains("Photo") ?? false)
  }

  @Test func largeStickersLoseNamesAndDecimals() throws {
    var log = DiagnosticLog()
    let whole = try #require(try edit(Self.document(), &log))
    var context = Self.context
    context.budget.bytes = try Gzip.deflate(whole).count - 8
    let short = try #require(try edit(Self.document(), &log, context: context))
    #expect(short.count < whole.count)
    #expect(log.diagnostics.map(\.rule) == [.budgetReduced])
    let box = try #require(JSONTree(short).root["assets"]?.first?["layers"]?.first)
    #expect(box["nm"] == nil && box["ty"] != nil)
    // The pictures stay.
    for (a, b) in zip(
      renderedFrames(try timeline(whole, at: [0, 15])), renderedFrames(try timeline(short, at: [0, 15])))
    {
      #expect(PixelDifference(a, b).largest <= 3)
    }
    context.budget.bytes = 40
    #expect(try edit(Self.document(), &log, context: context) == nil)
  }

  @Test func shortStickersKeepCompositionsWhoseIDsAreNumbers() throws {
    let document = Array(
      #"""
      {"v": "5.7.4", "fr": 30, "ip": 0, "op": 30, "w": 512, "h": 512, "assets": [{"id": 7, "layers": [
       {"ty": 4, "nm": "A long name", "ip": 0, "op": 30, "st": 0, "ks": {}, "shapes": [
         {"ty": "rc", "p": {"a": 0, "k": [256, 256]}, "s": {"a": 0, "k": [100, 100]}, "r": {"a": 0, "k": 0}},
         {"ty": "fl", "c": {"a": 0, "k": [1, 0, 0, 1]}, "o": {"a": 0, "k": 100}, "r": 1}]}]}],
       "layers": [{"ty": 0, "nm": "Another long name", "refId": 7, "w": 512, "h": 512, "ip": 0, "op": 30, "st": 0,
         "ks": {}}]}
      """#.utf8)
    var log = DiagnosticLog()
    var context = Self.context
    let whole = try #require(try edit(document, &log, change: nil))
    context.budget.bytes = try Gzip.deflate(whole).count - 8
    let short = try #require(try edit(document, &log, context: context, change: nil))
    let root = try JSONTree(short).root
    #expect(log.diagnostics.map(\.rule) == [.budgetReduced])
    #expect(root["assets"]?.count == 1 && root["assets"]?.first?["layers"]?.count == 1)
  }

  @Test func clipsAreMattes() throws {
    let timeline = try SampleTimelines.timeline(frames: 3) { builder in
      let square = try builder.intern([SampleTimelines.square(40, .black)])
      var state = FrameState(opacity: 1, transform: .identity)
      state.shapes = square
      state.clip = try builder.intern(clip: .ellipse(center: Point(20, 20), radii: Size(15, 15)))
      var moved = state
      moved.transform = .translation(4, 2)
      builder.sprites = [Sprite(layers: ["A"], content: .vector, frames: [state, moved, moved])]
    }
    var log = DiagnosticLog()
    var options = LottieExporter.Options()
    options.container = .json
    options.clipsAreMattes = true
    let json = try LottieExporter(options: options).export(timeline, in: ExportContext(), log: &log).files[0].bytes
    let layers = try Array(#require(JSONTree(json).root["layers"]).children)
    #expect(layers.map { $0.integer("td") } == [1, nil] && layers.map { $0.integer("tt") } == [nil, 1])
    #expect(layers.allSatisfy { $0["masksProperties"] == nil })
    let copy = try self.timeline(json, at: [0, 1, 2])
    for (a, b) in zip(renderedFrames(timeline), renderedFrames(copy)) {
      #expect(PixelDifference(a, b).largest <= 16)
    }
  }

  /// SVG players cut what a matte is for to its outlines' bounding box, in which strokes do not count.
  @Test(arguments: [false, true]) func strokesUnderMattesAreWhole(isInGroup: Bool) throws {
    let timeline = try SampleTimelines.timeline { builder in
      var line = Path()
      line.move(to: Point(4, 15))
      line.line(to: Point(36, 15))
      let stroke = Stroke(.solid(.black), style: StrokeStyle(width: 12))
      let shapes = try builder.intern([Shape(outline: .path(line), stroke: stroke)])
      let clip = try builder.intern(clip: .ellipse(center: Point(20, 15), radii: Size(14, 14)))
      let drawn = FrameState(opacity: 1, transform: .identity, shapes: shapes)
      var cut = isInGroup ? FrameState(opacity: 1, transform: .identity) : drawn
      cut.clip = clip
      let child = Sprite(layers: ["A"], content: .vector, frames: [drawn])
      builder.sprites = [Sprite(layers: ["A"], content: isInGroup ? .group([child]) : .vector, frames: [cut])]
    }
    var log = DiagnosticLog()
    var options = LottieExporter.Options()
    options.container = .json
    options.clipsAreMattes = true
    let json = try LottieExporter(options: options).export(timeline, in: ExportContext(), log: &log).files[0].bytes
    let copy = try self.timeline(json, at: [0])
    #expect(PixelDifference(renderedFrames(timeline)[0], renderedFrames(copy)[0]).largest <= 16)
  }

  @Test func rulesAreThoseOfTelegram() {
    let good = TelegramSticker(width: 512, height: 512, frameRate: 60, frameCount: 180)
    #expect(good.violations.isEmpty)
    let bad = TelegramSticker(width: 512, height: 300, frameRate: 29.97, frameCount: 100)
    #expect(bad.violations.map(\.rule) == [.tgsCanvas, .tgsRate, .tgsDuration])
    #expect(TelegramSticker.forbids("images") && TelegramSticker.forbids("masks"))
    #expect(!TelegramSticker.forbids("mattes") && !TelegramSticker.forbids("skew"))
  }
}
