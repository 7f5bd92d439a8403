import KilnDiagnostics
import KilnExpressionEngine
import KilnJSON
import KilnLottieExport
import KilnLottieExpressions
import KilnLottieFormat
import KilnLottieImport
import Testing

/// Documents whose expressions become keyframes, made to hang, to fill the memory, or to make huge files.
@Suite struct HostileBakingTests {
  private func document(
    _ layers: [String], assets: [String] = [], first: String = "0", end: String = "40"
  ) -> String {
    """
    {"v":"5.7.4","fr":10,"ip":\(first),"op":\(end),"w":200,"h":200,"nm":"Main",\
    "assets":[\(assets.joined(separator: ","))],"layers":[\(layers.joined(separator: ","))]}
    """
  }

  private func layer(_ properties: String, name: String = "Box", end: String = "40", more: String = "") -> String {
    """
    {"ty":1,"nm":"\(name)","ip":0,"op":\(end),"st":0,"sw":20,"sh":20,"sc":"#ff0000",\(more)"ks":{\(properties)}}
    """
  }

  private func rotation(_ code: String) -> String { #""r":{"a":0,"k":12,"x":"var $bm_rt; \#(code)"}"# }

  private func use(of id: String, more: String = #""sr":1,"st":0"#) -> String {
    #"{"ty":0,"nm":"Use of \#(id)","refId":"\#(id)","ip":0,"op":40,\#(more),"w":200,"h":200,"ks":{}}"#
  }

  private func composition(_ id: String, _ layers: [String]) -> String {
    #"{"id":"\#(id)","layers":[\#(layers.joined(separator: ","))]}"#
  }

  /// The document without expressions, of which none is left in the text.
  private func bake(
    _ text: String, _ log: inout DiagnosticLog, limits documentLimits: Limits = Limits()
  ) throws -> (text: String, root: JSONValue) {
    var limits = ScriptLimits()
    (limits.callTime, limits.totalTime, limits.memory) = (0.2, 2, 128 << 20)
    let expressions = LottieExpressions.run(
      by: { [limits] () throws(ScriptError) in try JavaScriptCoreEngine(limits: limits) }, limits: limits,
      whenStuck: nil)
    let bytes = try LottieExpressionBaking().bake(
      LottieSource(bytes: Array(text.utf8), expressions: expressions, limits: documentLimits), log: &log)
    let baked = String(decoding: bytes, as: UTF8.self)
    #expect(!baked.contains("$bm_rt"))
    return (baked, try JSONTree(bytes).root)
  }

  /// A few bytes that would become a keyframe in each of very many frames.
  @Test func keyframesAreCounted() throws {
    var limits = Limits()
    limits[.keyframes] = 20
    let text = document([layer(rotation("$bm_rt = time * 10 % 2 < 1 ? 0 : 90;"))])
    #expect(try rule(of: text, limits: limits).rule == .limitExceeded)
    limits[.keyframes] = 1000
    #expect(try rule(of: text, limits: limits).rule == nil)
  }

  private func rule(of text: String, limits: Limits = Limits()) throws -> (rule: Rule?, path: DocumentPath?) {
    var log = DiagnosticLog()
    do {
      _ = try bake(text, &log, limits: limits)
      return (nil, nil)
    } catch let error as Diagnostic {
      return (error.rule, error.path)
    }
  }

  // MARK: - Scripts

  @Test(arguments: [
    "nothing.is.here();", "throw 'no';", "$bm_rt = [1, 2", "while (true) {}", "$bm_rt = 'text';", "$bm_rt = {a: 1};",
    "$bm_rt = function () {};", "$bm_rt = NaN;", "$bm_rt = [NaN];",
    "var a = []; while (true) a.push(a.concat(a));",
  ])
  func propertiesKeepTheirValuesWhereExpressionsFail(code: String) throws {
    var log = DiagnosticLog()
    let root = try bake(document([layer(rotation(code))]), &log).root
    #expect(root["layers"]?[0]?["ks"]?["r"]?.number("k") == 12)
    let rules: [Rule] = [.lottieExpression, .lottieExpressionLimit]
    let failure = log.diagnostics.first { rules.contains($0.rule) }
    #expect(failure?.path.pointer == "/layers/0/ks/r")
    #expect(failure?.path.layers == ["Box"])
  }

  @Test func numbersOutOfRangeAreWrittenAsNumbers() throws {
    var log = DiagnosticLog()
    let properties =
      rotation("$bm_rt = time > 2 ? 1e308 : -1e308;")
      + #","p":{"a":0,"k":[1,2],"x":"var $bm_rt; $bm_rt = [time / 0, 1e308 * time];"}"#
      + #","s":{"a":0,"k":[1,2],"x":"var $bm_rt; $bm_rt = [1, 2, 3, 4, 5, 6, 7];"}"#
    let baked = try bake(document([layer(properties)]), &log)
    #expect(!baked.text.contains("inf") && !baked.text.contains("nan"))
    #expect(baked.root["layers"]?[0]?["ks"]?["s"]?["k"]?.count ?? 9 <= 3)
  }

  @Test func hiddenAndUnseenLayersKeepTheirValues() throws {
    var log = DiagnosticLog()
    let layers = [
      layer(rotation("$bm_rt = time;"), name: "Hidden", more: #""hd":true,"#),
      layer(rotation("$bm_rt = time;"), name: "Never", end: "-5"),
    ]
    let root = try bake(document(layers), &log).root
    #expect(root["layers"]?.children.compactMap { $0["ks"]?["r"]?.number("k") } == [12, 12])
    #expect(log.diagnostics.map(\.repetitions) == [1])
    #expect(log.diagnostics.first?.path.layers == ["Hidden"])
  }

  @Test func selectorsWhoseExpressionIsNotRunAreReported() throws {
    var log = DiagnosticLog()
    let selector = #"{"t":1,"x":"var $bm_rt; $bm_rt = textIndex;","a":{"a":0,"k":100},"b":1,"rn":0,"sh":1}"#
    let text = """
      {"ty":5,"nm":"Title","ip":0,"op":40,"st":0,"ks":{},"t":{"d":{"k":[{"t":0,"s":{"t":"x","s":20,"f":"F"}}]},"p":{},\
      "m":{"g":1,"a":{"k":[0,0]}},"a":[{"s":\(selector),"a":{"o":{"a":0,"k":0}}}]}}
      """
    let baked = try bake(document([text]), &log)
    #expect(baked.text.contains(#"{"t":0,"a":{"a":0,"k":100},"b":1"#))
    #expect(log.diagnostics.map(\.rule) == [.lottieExpression])
    #expect(log.diagnostics.first?.path.layers == ["Title"])
  }

  // MARK: - Documents

  @Test func compositionsThatShowThemselvesEnd() throws {
    var log = DiagnosticLog()
    let assets = [
      composition("a", [use(of: "b"), layer(rotation("$bm_rt = time;"))]),
      composition("b", [use(of: "a"), use(of: "b"), layer(rotation("$bm_rt = time * 2;"))]),
    ]
    let root = try bake(document([use(of: "a"), use(of: "b")], assets: assets), &log).root
    #expect(root["assets"]?.children.compactMap { $0.string("id") } == ["a", "b"])
  }

  @Test func usesOfCompositionsAreCounted() throws {
    let levels = (0..<6).map { level in
      composition("c\(level)", Array(repeating: use(of: "c\(level + 1)"), count: 10))
    }
    let text = document([use(of: "c0")], assets: levels + [composition("c6", [layer(rotation("$bm_rt = time;"))])])
    let error = try rule(of: text)
    #expect(error.rule == .limitExceeded)
    #expect(error.path?.layers.last?.hasPrefix("Use of c") == true)
  }

  @Test func valuesOfAllFramesAreCounted() throws {
    let layers = (0..<100).map { layer(rotation("$bm_rt = \($0) * time;"), name: "Box \($0)", end: "999") }
    var limits = Limits()
    limits.frameStates = 20_000
    let error = try rule(of: document(layers, end: "600"), limits: limits)
    #expect(error.rule == .limitExceeded)
    #expect(error.path?.layers.first?.hasPrefix("Box") == true)
  }

  @Test(arguments: [
    #""sr":0,"st":0"#, #""sr":-1,"st":0"#, #""sr":1e-9,"st":0"#, #""sr":1,"st":1e308"#,
    #""sr":1,"st":0,"tm":{"a":0,"k":0,"x":"var $bm_rt; $bm_rt = time * 1e300;"}"#,
    #""sr":1,"st":0,"tm":{"a":0,"k":0,"x":"var $bm_rt; $bm_rt = -time / 0;"}"#,
  ])
  func wildTimesHaveNumbers(times: String) throws {
    var log = DiagnosticLog()
    let inner = composition("a", [layer(rotation("$bm_rt = time * 7;"), end: "1e9")])
    let baked = try bake(document([use(of: "a", more: times)], assets: [inner]), &log)
    let keys = baked.root["assets"]?[0]?["layers"]?[0]?["ks"]?["r"]?["k"]
    #expect(keys?.children.allSatisfy { $0.number("t")?.isFinite ?? false } == true)
  }

  @Test func animationsWithoutEndAreRefused() throws {
    #expect(try rule(of: document([layer(rotation("$bm_rt = time;"), end: "1e9")], end: "1e9")).rule == .limitExceeded)
  }

  @Test func loopsOfAnInstantAreFew() throws {
    var log = DiagnosticLog()
    let keys = #"[{"t":0,"s":[0],"o":{"x":0.5,"y":0},"i":{"x":0.5,"y":1}},{"t":0.0001,"s":[90]}]"#
    let layers = ["cycle", "pingpong", "offset"].map { kind in
      layer(#""r":{"a":1,"k":\#(keys),"x":"var $bm_rt;\n$bm_rt = loopOut('\#(kind)');"}"#)
    }
    #expect(try bake(document(layers), &log).text.utf8.count < 20_000)
  }

  @Test func layersOfOneNumberAndNameEnd() throws {
    var log = DiagnosticLog()
    let code = #"$bm_rt = thisComp.layer('Box').transform.rotation + time;"#
    let layers = Array(repeating: layer(rotation(code), more: #""ind":1,"parent":1,"#), count: 3)
    let assets = [
      composition("a", [layer(rotation("$bm_rt = time;"))]), composition("a", [layer(rotation("$bm_rt = 2;"))]),
    ]
    _ = try bake(document(layers + [use(of: "a")], assets: assets), &log)
  }
}
