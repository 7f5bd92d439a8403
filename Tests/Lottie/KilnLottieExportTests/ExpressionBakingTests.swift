import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnJSON
import KilnLottieExport
import KilnLottieFormat
import KilnLottieImport
import KilnTimeline
import Testing

/// Expressions of documents that become keyframes.
@Suite struct ExpressionBakingTests {
  // MARK: - Documents

  /// A document of 40 frames at 10 frames a second.
  private func document(layers: String, assets: String = "", version: String = "5.7.4") -> String {
    """
    {"v":"\(version)","fr":10,"ip":0,"op":40,"w":200,"h":200,"nm":"Main","assets":[\(assets)],"layers":[\(layers)]}
    """
  }

  /// A layer with a square of 20 pixels.
  private func layer(
    _ name: String = "Square", position: String = #"{"a":0,"k":[100,100]}"#, rotation: String = #"{"a":0,"k":0}"#,
    color: String = #"{"a":0,"k":[1,0,0,1]}"#, path: String? = nil, more: String = ""
  ) -> String {
    let path =
      path ?? #"{"a":0,"k":{"v":[[0,0],[20,0],[20,20],[0,20]],"i":[[0,0],[0,0],[0,0],[0,0]],"#
      + #""o":[[0,0],[0,0],[0,0],[0,0]],"c":true}}"#
    return """
      {"ty":4,"nm":"\(name)","ip":0,"op":40,"st":0,\(more)"ks":{"p":\(position),"r":\(rotation)},\
      "shapes":[{"ty":"sh","ks":\(path)},{"ty":"fl","c":\(color),"o":{"a":0,"k":100}}]}
      """
  }

  private func composition(_ id: String, _ layers: String) -> String { #"{"id":"\#(id)","layers":[\#(layers)]}"# }

  private func use(of id: String, start: Double, stretch: Double = 1, first: Int = 0, end: Int = 40) -> String {
    """
    {"ty":0,"nm":"Use","refId":"\(id)","ip":\(first),"op":\(end),"st":\(start),"sr":\(stretch),"w":200,"h":200,"ks":{}}
    """
  }

  private struct Baked {
    var text: String
    var root: JSONValue
    var log: DiagnosticLog
  }

  private func bake(_ document: String) throws -> Baked {
    var log = DiagnosticLog()
    let bytes = try LottieExpressionBaking().bake(LottieSource(bytes: Array(document.utf8)), log: &log)
    return Baked(text: String(decoding: bytes, as: UTF8.self), root: try JSONTree(bytes).root, log: log)
  }

  /// The largest difference of the numbers in the transforms of two documents' sprites at some times; infinite if the sprites
  /// differ. The second one is read without expressions.
  private func deviation(_ a: String, _ b: String, step: Double = 0.5) throws -> Double {
    let times = Array(stride(from: 0, to: 40, by: step))
    func timeline(_ text: String, _ expressions: LottieExpressions) throws -> Timeline {
      var log = DiagnosticLog()
      return try LottieSource(bytes: Array(text.utf8), expressions: expressions)
        .timeline(FrameSampling(times: times, frameRate: 10), log: &log)
    }
    let (first, second) = (try timeline(a, .run), try timeline(b, .ignore))
    guard first.sprites.count == second.sprites.count else { return .infinity }
    var largest = 0.0
    for (mine, its) in zip(first.sprites, second.sprites) {
      for (a, b) in zip(mine.frames, its.frames) {
        guard a.isVisible == b.isVisible else { return .infinity }
        let (s, t) = (a.transform, b.transform)
        for (x, y) in [(s.a, t.a), (s.b, t.b), (s.c, t.c), (s.d, t.d), (s.tx, t.tx), (s.ty, t.ty)] {
          largest = max(largest, abs(x - y))
        }
      }
    }
    return largest
  }

  private func value(_ root: JSONValue, _ pointer: String) -> JSONValue? {
    pointer.split(separator: "/").reduce(root as JSONValue?) { value, step in
      Int(step).flatMap { value?[$0] } ?? value?.member(named: String(step))
    }
  }

  // MARK: - Values

  @Test func motionBecomesFewKeyframes() throws {
    let source = document(
      layers: layer(position: #"{"a":0,"k":[100,100],"x":"var $bm_rt;\n$bm_rt = [time * 30, 50];","ix":2}"#))
    let baked = try bake(source)
    let position = try #require(value(baked.root, "layers/0/ks/p"))
    #expect(position["x"] == nil)
    #expect(position.integer("a") == 1)
    #expect(position.integer("ix") == 2)
    #expect(position["k"]?.children.compactMap { $0.number("t") } == [0, 40])
    #expect(try deviation(source, baked.text) <= 0.05)
    #expect(baked.log.diagnostics.map(\.rule) == [.lottieExportExpression])
  }

  @Test(arguments: [
    "[100 + 80 * Math.cos(time), 100 + 80 * Math.sin(time)]", "[time * 40, time * time * 9 - time * 20]",
  ])
  func curvesBecomeMotionPaths(code: String) throws {
    let source = document(layers: layer(position: #"{"a":0,"k":[100,100],"x":"var $bm_rt;\n$bm_rt = \#(code);"}"#))
    let baked = try bake(source)
    let keys = try #require(value(baked.root, "layers/0/ks/p/k"))
    #expect(keys.count <= 6)
    #expect(keys[0]?["to"]?.count == 2 && keys[0]?["ti"]?.count == 2)
    #expect(try deviation(source, baked.text) <= 0.06)
  }

  /// Values that are met between some frames in addition must not be missed between others.
  @Test(arguments: ["continue", "pingpong", "offset"])
  func motionPathsAreMetBetweenFrames(kind: String) throws {
    let ease = #""to":[20,-40],"ti":[-20,-40],"o":{"x":0.4,"y":0},"i":{"x":0.6,"y":1}"#
    let source = document(
      layers: layer(
        position: #"{"a":1,"k":[{"t":20,"s":[60,60],\#(ease)},{"t":30,"s":[200,60],\#(ease)},{"t":38,"s":[200,140]}],"#
          + #""x":"var $bm_rt;\n$bm_rt = loopIn('\#(kind)');"}"#))
    let baked = try bake(source)
    #expect(try #require(value(baked.root, "layers/0/ks/p/k")).count <= 22)
    #expect(try deviation(source, baked.text, step: 1) <= 0.1)
    #expect(try deviation(source, baked.text, step: 0.5) <= 0.51)
  }

  @Test func constantsBecomeConstants() throws {
    let baked = try bake(
      document(layers: layer(rotation: #"{"a":0,"k":5,"x":"var $bm_rt;\n$bm_rt = 3 * 15;"}"#)))
    #expect(baked.text.contains(#""r":{"a":0,"k":45}"#))
  }

  @Test func whatIsTheSameKeepsItsBytes() throws {
    let keys = #"[{"t":0,"s":[0],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.7],"y":[1]}},{"t":39.0,"s":[90.00]}]"#
    let without = document(layers: layer(rotation: #"{"a":1,"k":\#(keys)}"#))
    let source = document(
      layers: layer(rotation: #"{"a":1,"k":\#(keys),"x":"var $bm_rt;\n$bm_rt = value;"}"#))
    #expect(try bake(source).text == without)
    #expect(try bake(without).text == without)
  }

  @Test func loopsRepeatTheKeyframesOfTheDesigner() throws {
    let ease = #""o":{"x":[0.9],"y":[0]},"i":{"x":[0.1],"y":[1]}"#
    let source = document(
      layers: layer(
        rotation: #"{"a":1,"k":[{"t":2,"s":[0],\#(ease)},{"t":7,"s":[90],\#(ease)},{"t":12,"s":[0]}],"#
          + #""x":"var $bm_rt;\n$bm_rt = loopOut('cycle');"}"#))
    let baked = try bake(source)
    let keys = try #require(value(baked.root, "layers/0/ks/r/k"))
    #expect(keys.children.compactMap { $0.number("t") } == [2, 7, 12, 17, 22, 27, 32, 37, 42])
    #expect(keys[3]?["o"]?["x"]?.firstNumber == 0.9)
    // rlottie takes 0 where the last keyframe has an easing.
    #expect(keys[8]?["i"] == nil && keys[8]?["o"] == nil && keys[8]?["s"] != nil)
    #expect(try deviation(source, baked.text) < 1e-6)
  }

  @Test(arguments: [
    ("loopOut('pingpong')", "100,0", 2e-3), ("loopOut('offset')", "10,20", 2e-3),
    // The jump takes a thousandth of a frame.
    ("loopOut('Cycle', 1)", "100,0", 0.05), ("loopOut('pingpong', 1)", "50,10", 2e-3),
  ])
  func loopsKeepTheEasesBetweenFrames(call: String, last: String, tolerance: Double) throws {
    let source = document(
      layers: layer(
        position: #"{"a":1,"k":[{"t":2,"s":[10,20],"o":{"x":0.9,"y":0.1},"i":{"x":0.2,"y":0.9}},"#
          + #"{"t":6.5,"s":[40,20],"o":{"x":0.3,"y":0},"i":{"x":0.4,"y":1}},{"t":11,"s":[\#(last)]}],"#
          + #""x":"var $bm_rt;\n$bm_rt = \#(call);"}"#))
    let baked = try bake(source)
    #expect(value(baked.root, "layers/0/ks/p/k")?.children.contains { $0["o"]?.number("x") == 0.9 } == true)
    #expect(try deviation(source, baked.text, step: 0.25) < tolerance)
  }

  @Test func onlyTheRoundsThatAreSeenAreWritten() throws {
    let source = document(
      layers: layer(
        rotation: #"{"a":1,"k":[{"t":-100,"s":[0],"o":{"x":1,"y":0},"i":{"x":0,"y":1}},{"t":-96,"s":[90]}],"#
          + #""x":"var $bm_rt;\n$bm_rt = loopOut('cycle');"}"#))
    let keys = try #require(value(try bake(source).root, "layers/0/ks/r/k"))
    #expect((keys[0]?.number("t") ?? -100) >= -4.1)
    #expect(keys.count < 26)
  }

  @Test func whatIsNotSeenIsNothing() throws {
    let opacity = #"{"a":0,"k":100,"x":"var $bm_rt;\n$bm_rt = time < 1 ? 0 : (time - 1) * 30;"}"#
    let source = document(
      layers: #"{"ty":4,"nm":"A","ip":0,"op":40,"st":0,"ks":{"o":\#(opacity)},"shapes":[]}"#)
    let keys = try #require(value(try bake(source).root, "layers/0/ks/o/k"))
    #expect(keys.children.compactMap { $0.number("t") } == [0, 10, 40])
    #expect(keys[0]?.integer("h") == 1)
  }

  @Test func compositionsThatOnlyExpressionsReadGo() throws {
    let palette = composition("palette", layer("Colours")).replacing("{\"id\"", with: "{\"nm\":\"Palette\",\"id\"")
    let source = document(
      layers: layer(rotation: #"{"a":0,"k":5,"x":"var $bm_rt;\n$bm_rt = comp('Palette').width;"}"#) + ","
        + use(of: "c", start: 0),
      assets: [
        palette, composition("c", layer("Inner")), composition("kept", ""), #"{"id":"i","p":"a.png","w":1,"h":1}"#,
      ].joined(separator: ","))
    #expect(try bake(source).root["assets"]?.children.compactMap { $0.string("id") } == ["c", "kept", "i"])
  }

  @Test func jumpsAreHeld() throws {
    let source = document(
      layers: layer(position: #"{"a":0,"k":[0,0],"x":"var $bm_rt;\n$bm_rt = [Math.floor(time) * 50, 0];"}"#))
    let baked = try bake(source)
    #expect(try deviation(source, baked.text) <= 0.05)
    #expect(value(baked.root, "layers/0/ks/p/k")?[0]?.integer("h") == 1)
  }

  @Test func oldColoursKeepTheirRange() throws {
    let baked = try bake(
      document(
        layers: layer(color: #"{"a":0,"k":[255,0,0,255],"x":"var $bm_rt;\n$bm_rt = [0, 1, 0, 1];"}"#),
        version: "4.1.0"))
    #expect(value(baked.root, "layers/0/shapes/1/c/k")?.numbers == [0, 255, 0, 255])
  }

  @Test func pathsBecomeKeyframes() throws {
    let path =
      #"{"a":0,"k":{"v":[[0,0]],"i":[[0,0]],"o":[[0,0]],"c":true},"#
      + #""x":"var $bm_rt;\n$bm_rt = createPath([[0, 0], [10, 0], [10, time * 10]], [], [], true);"}"#
    let baked = try bake(document(layers: layer(path: path)))
    let keys = try #require(value(baked.root, "layers/0/shapes/0/ks/k"))
    #expect(keys.count == 2)
    #expect(keys[1]?["s"]?.first?["v"]?.numberPairs?.map(\.y) == [0, 0, 40])
    #expect(keys[1]?["s"]?.first?["c"]?.bool == true)
  }

  @Test func textsBecomeTextKeyframes() throws {
    let text = """
      {"ty":5,"nm":"Text","ip":0,"op":40,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"x","s":20,"f":"F"}}],\
      "x":"var $bm_rt;\\n$bm_rt = 'n ' + Math.floor(time);"},"p":{},"m":{"g":1,"a":{"k":[0,0]}},"a":[]}}
      """
    let baked = try bake(document(layers: text))
    let keys = try #require(value(baked.root, "layers/0/t/d/k"))
    #expect(keys.children.compactMap { $0["s"]?.string("t") } == ["n 0", "n 1", "n 2", "n 3", "n 4"])
    #expect(keys.children.compactMap { $0.number("t") } == [0, 10, 20, 30, 40])
    #expect(keys[3]?["s"]?.number("s") == 20)
    #expect(value(baked.root, "layers/0/t/d")?["x"] == nil)
  }

  /// A layer's or composition's name is its own, not that of the function that it is.
  @Test(arguments: [
    ("thisLayer.name + ' in ' + thisComp.name", "Text in Main"), ("thisComp.layer('Text').name + '!'", "Text!"),
    ("name", "Text"),
  ])
  func textsNameLayers(code: String, expected: String) throws {
    let text = """
      {"ty":5,"nm":"Text","ip":0,"op":40,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"x","s":20,"f":"F"}}],\
      "x":"var $bm_rt;\\n$bm_rt = \(code);"},"p":{},"m":{"g":1,"a":{"k":[0,0]}},"a":[]}}
      """
    let baked = try bake(document(layers: text))
    #expect(value(baked.root, "layers/0/t/d/k/0/s")?.string("t") == expected)
  }

  // MARK: - Compositions

  @Test func timesAreThoseOfTheComposition() throws {
    let inner = composition(
      "c", layer(position: #"{"a":0,"k":[0,0],"x":"var $bm_rt;\n$bm_rt = [time * 20, 0];"}"#))
    let source = document(layers: use(of: "c", start: 10, stretch: 2, first: 10), assets: inner)
    let baked = try bake(source)
    let keys = try #require(value(baked.root, "assets/0/layers/0/ks/p/k"))
    #expect(keys.children.compactMap { $0.number("t") } == [0, 15])
    #expect(try deviation(source, baked.text) <= 0.05)
  }

  @Test func usesThatDifferGetCopies() throws {
    let driver =
      #"{"ty":3,"nm":"Driver","ind":9,"ip":0,"op":40,"st":0,"ks":{"r":{"a":1,"k":[{"t":0,"s":[0],"#
      + #""o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},{"t":40,"s":[120]}]}}}"#
    let inner = composition(
      "c",
      layer(rotation: #"{"a":0,"k":0,"x":"var $bm_rt;\n$bm_rt = comp('Main').layer('Driver').transform.rotation;"}"#))
    let source = document(
      layers: [driver, use(of: "c", start: 0), use(of: "c", start: 0), use(of: "c", start: 10)].joined(separator: ","),
      assets: inner + "," + composition("c-2", ""))
    let baked = try bake(source)
    #expect(baked.root["assets"]?.children.compactMap { $0.string("id") } == ["c", "c-3", "c-2"])
    // The null that only the expression has read is gone.
    #expect(baked.root["layers"]?.children.compactMap { $0.string("refId") } == ["c", "c", "c-3"])
    #expect(baked.root["layers"]?.count == 3)
    #expect(try deviation(source, baked.text, step: 1) <= 0.01)
  }

  // MARK: - Controls

  @Test func controlsGoUnlessSomethingNamesThem() throws {
    func control(_ index: Int) -> String {
      """
      {"ty":3,"nm":"Control \(index)","ind":\(index),"ip":0,"op":40,"st":0,"ks":{},"ef":[{"ty":5,"nm":"Slider","mn":\
      "ADBE Slider Control","ef":[{"ty":0,"nm":"Slider","v":{"a":0,"k":7}}]}]}
      """
    }
    let source = document(
      layers: [
        control(1), control(2),
        layer(
          rotation:
            #"{"a":0,"k":0,"x":"var $bm_rt;\n$bm_rt = thisComp.layer('Control 1').effect('Slider')('Slider');"}"#,
          more: #""parent":2,"#),
      ].joined(separator: ","))
    let baked = try bake(source)
    #expect(baked.root["layers"]?.children.compactMap { $0.string("nm") } == ["Control 2", "Square"])
    #expect(value(baked.root, "layers/0")?["ef"] == nil)
    #expect(value(baked.root, "layers/1/ks/r")?.integer("k") == 7)
  }

  @Test func whatIsNeverSeenIsReported() throws {
    let source = document(
      layers: layer(
        rotation: #"{"a":0,"k":12,"x":"var $bm_rt;\n$bm_rt = time;"}"#, more: #""hd":true,"#))
    let baked = try bake(source)
    #expect(value(baked.root, "layers/0/ks/r")?.source.elementsEqual(#"{"a":0,"k":12}"#.utf8) == true)
    #expect(baked.log.diagnostics.map(\.path.pointer) == ["/layers/0/ks/r"])
  }

  // MARK: - Whole files

  @Test func pictureFilesAreInTheDocument() throws {
    struct Beside: AssetLoader {
      func image(_ request: ImageRequest) -> [UInt8]? { [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] }
    }
    let image = #"{"id":"i","u":"images/","p":"a.png","w":10,"h":10,"e":0}"#
    let source = try LottieSource(
      bytes: Array(document(layers: "", assets: image).utf8), assets: Beside())
    var log = DiagnosticLog()
    let export = try #require(try LottieExporter().edit(source, in: ExportContext(name: "a"), log: &log))
    let root = try JSONTree(export.files[0].bytes).root
    #expect(export.files.map(\.name) == ["a.json"])
    #expect(value(root, "assets/0")?.string("p")?.hasPrefix("data:image/png;base64,iVBOR") == true)
    #expect(value(root, "assets/0")?.string("u") == "")
    #expect(value(root, "assets/0")?.integer("e") == 1)
  }

  @Test func documentsHaveAVersion() throws {
    let text = document(layers: layer()).replacing(#""v":"5.7.4","#, with: "")
    var log = DiagnosticLog()
    let export = try LottieExporter().edit(
      LottieSource(bytes: Array(text.utf8)), in: ExportContext(name: "a"), log: &log)
    #expect(try JSONTree(#require(export).files[0].bytes).root.string("v") == "5.12.0")
  }

  @Test func layersAreHiddenInTheDocument() throws {
    let source = try LottieSource(
      bytes: Array(
        document(
          layers: layer("A") + "," + layer("B") + "," + use(of: "c", start: 0),
          assets: composition("c", layer("A"))
        ).utf8))
    let hidden = try source.hiding(
      LottieHiding(limits: Limits(), isHidden: { $0 == ["A"] }, isDrawn: { $0 != ["A"] }))
    #expect(hidden.document.layers.map(\.isHidden) == [true, false, false])
    guard case .precomposition(let inner) = hidden.document.assets["c"] else {
      Issue.record("the composition is gone")
      return
    }
    #expect(inner.layers.map(\.isHidden) == [false])
  }
}
