import KilnExpressionEngine
import KilnLottieExpressions
import KilnLottieFormat
import Testing

/// Expressions that only look values up and compute with them take no engine, and give what it gives, to the last bit.
@Suite struct LookUpExpressionTests {
  /// A control with keyframes of every kind, shapes, and one layer for each expression.
  private static func document(
    _ rows: [(key: String, value: String, code: String)], head: String = #""v": "5.7.0""#, before: String = ""
  ) throws -> LottieDocument {
    let ease = #""o": {"x": [0.33, 0.8], "y": [0, 0.1]}, "i": {"x": [0.66, 0.2], "y": [1, 1.4]}"#
    let shared = #""o": {"x": 0.7, "y": 0}, "i": {"x": 0.1, "y": 1}"#
    let triangle =
      #"{"c": true, "v": [[0, 0], [9, 1], [4, 7]], "i": [[0, 0], [1, 1], [0, 2]], "o": [[1, 0], [0, 1], [0, 0]]}"#
    let other =
      #"{"c": true, "v": [[1, 0], [8, 3], [4.3, 9]], "i": [[0, 0], [1, 2], [0, 2]], "o": [[1, 0], [0, 3], [0, 0]]}"#
    let control =
      #"""
      {"ty": 3, "nm": "Control", "ind": 40, "ip": 0, "op": 90, "st": 2.5, "ks": {
        "p": {"k": [
          {"t": 3, "s": [10, 20, 0], "to": [5, 40, 0], "ti": [-30, 7, 0], \#(shared)},
          {"t": 20, "s": [90.1, 33, 0], "to": [0, 0, 0], "ti": [0, 0, 0], \#(shared)},
          {"t": 31.5, "s": [12, 80, 0], "h": 1}, {"t": 44, "s": [3, 4, 0]}]},
        "s": {"k": [{"t": 0, "s": [100, 80.3, 100], \#(ease)}, {"t": 25, "s": [33.3, 140, 100]}]},
        "r": {"k": [{"t": 0, "s": [1.7], "e": [200.2], \#(ease)}, {"t": 40}]}, "o": {"k": 37.7},
        "sk": {"k": [{"t": 5, "s": [1.5], \#(ease)}, {"t": 11, "s": [20]}], "x": "var $bm_rt; $bm_rt = loopOut('pingpong');"},
        "a": {"k": [{"t": 12, "s": [1.5, 3], \#(shared)}, {"t": 21, "s": [20, 7]}], "x": "var $bm_rt; $bm_rt = loopIn('cycle', 1);"}},
       "ef": [{"ty": 5, "nm": "Slide", "mn": "ADBE Slider Control", "ix": 1, "ef": [
         {"ty": 0, "nm": "Slider", "mn": "ADBE Slider Control-0001", "ix": 1,
          "v": {"k": [{"t": 0, "s": [0.1], \#(shared)}, {"t": 50, "s": [77]}]}},
         {"ty": 3, "nm": "Point", "ix": 2, "v": {"k": [3.3, 4.4]}}]}]}
      """#
    let shapes =
      #"""
      {"ty": 4, "nm": "Shapes", "ind": 41, "ip": 0, "op": 90, "st": 0, "ks": {}, "shapes": [
        {"ty": "gr", "nm": "Group", "mn": "ADBE Vector Group", "np": 3, "it": [
          {"ty": "rc", "nm": "Box", "p": {"k": [1, 2], "ix": 3}, "r": {"k": 4, "ix": 4},
           "s": {"k": [{"t": 2, "s": [11, 12.1], \#(ease)}, {"t": 33, "s": [40, 5]}], "ix": 2}},
          {"ty": "sh", "nm": "Path", "ks": {"k": [{"t": 1, "s": [\#(triangle)], \#(shared)}, {"t": 30, "s": [\#(other)]}]}},
          {"ty": "tr", "p": {"k": [7.7, 8]}, "a": {"k": [0, 0]}, "s": {"k": [50, 60.6]}, "r": {"k": 12}, "o": {"k": 100},
           "sk": {"k": 5.5}, "sa": {"k": 0}}]}]}
      """#
    let layers = rows.enumerated().map { index, row in
      #"""
      {"ty": 1, "nm": "Row", "ind": \#(index), "ip": 0, "op": 90, "st": 0, "sw": 8, "sh": 4, "sc": "#ff8000",
       "ks": {"\#(row.key)": {\#(row.value), "x": "var $bm_rt; \#(row.code)"}}}
      """#
    }
    let text =
      #"{\#(head), "fr": 12.5, "ip": 0, "op": 90, "w": 200, "h": 100, "layers": [\#(before)"#
      + (layers + [control, shapes]).joined(separator: ",") + "]}"
    return try LottieDocument(bytes: Array(text.utf8))
  }

  private static func expression(_ layer: LottieLayer) -> (LottieExpression?, LottieScriptKind) {
    if let rotation = layer.transform.rotation.expression { return (rotation, .number) }
    if let scale = layer.transform.scale.expression { return (scale, .numbers) }
    if case .combined(let position) = layer.transform.position { return (position.expression, .numbers) }
    return (nil, .numbers)
  }

  private static let fixed = #""k": [5.5, 6]"#
  private static let animated = #""k": [{"t": 0, "s": [1.1, 2.2]}, {"t": 30, "s": [50.3, 60]}]"#

  @Test func resultsAreTheEngines() throws {
    let control = "thisComp.layer('Control').transform"
    let group = "thisComp.layer('Shapes').content('Group')"
    let points = [
      "\(control).position", "\(control).scale", "\(control).anchorPoint",
      "$bm_sum(value, $bm_div(\(control).position, 3.33))",
      "sub(sum(value, \(control).scale), [100, 100])", "mul(value, 1.1)", "wiggle(2, 30)",
      "sum(value, wiggle(1, \(control).opacity))", "sum(value, 2.3)", "sub(2.3, value)",
      "div(2.5, sum(\(control).scale, 1000))", "[time, index]", "[\(control).position[1], value[0]]",
      "thisComp.layer('Control').effect('Slide')('Point').value", "\(group).content('Box').size",
      "\(group).transform.position", "add(\(group).transform.scale, \(group).content('Box').position)",
    ].flatMap { [("p", Self.fixed, $0), ("p", Self.animated, $0), ("s", Self.animated, $0)] }
    let numbers = [
      "\(control).rotation", "\(control).opacity", "transform.rotation", "\(control).skew", "$bm_mul(time, -500)",
      "div(mul(index, 360), 10)", "value",
      "thisComp.layer('Control').effect('Slide')('Slider')", "thisComp.layer('Control').effect('Slide')(1)",
      "thisComp.layer('Control').effect('Slide')('ADBE Slider Control-0001').value", "\(control).scale[1]",
      "\(group).content('Box').roundness", "\(group).transform.skew", "\(group).transform.rotation",
      "sum(value, \(control).rotation)", "wiggle(10, 4)",
    ].flatMap { [("r", #""k": 3.3"#, $0), ("r", #""k": [{"t": 0, "s": [1]}, {"t": 9, "s": [4]}]"#, $0)] }
    let several = [
      ("r", #""k": 0"#, "var a, b; a = \(control).scale[0]; b = 42; $bm_rt = $bm_div(b, $bm_div(a, 100))"),
      ("p", Self.animated, "$bm_rt = transform.position;"),
      ("p", Self.animated, "var w; w = wiggle(1, 20); $bm_rt = [w[0], w[0]];"),
      // A second call goes on with the random numbers of the first.
      ("p", Self.animated, "$bm_rt = sum(wiggle(1, 20), wiggle(3, 7));"),
      ("r", #""k": 3"#, "$bm_rt = 0; for (var i = 0; i < 3; i++) $bm_rt += wiggle(1, i);"),
      ("s", Self.animated, "$bm_rt = sum(transform.scale, [1, 2]);"),
    ]
    let rows =
      (points + numbers).map { (key: $0.0, value: $0.1, code: "$bm_rt = \($0.2);") }
      + several.map { ($0.0, $0.1, $0.2) }
    let document = try Self.document(rows)
    let engine = try Self.engine(document)
    for (layer, row) in zip(document.layers, rows) {
      let (expression, kind) = Self.expression(layer)
      try Self.compare(try #require(expression, "\(row)"), kind, in: document, engine, "\(row)")
    }
    #expect(engine.takeFailures().isEmpty)
  }

  private static func engine(_ document: LottieDocument) throws -> ExpressionEvaluator {
    try ExpressionEvaluator(document, footage: []) { () throws(ScriptError) in try JavaScriptCoreEngine() }
  }

  /// Expects the engine's results without it.
  private static func compare(
    _ expression: LottieExpression, _ kind: LottieScriptKind, in document: LottieDocument,
    _ engine: ExpressionEvaluator, _ comment: Comment
  ) throws {
    let machine = try #require(NativeMachine(document, NativeProgramCache()))
    let use = NativeUse(id: 0, composition: machine.root)
    for frame in stride(from: -3, through: 60, by: 0.75) {
      let expected = try #require(engine.numbers(of: expression, as: kind, at: frame, use: 0), comment)
      #expect(machine.numbers(of: expression.node, as: kind, in: use, at: frame) == expected, comment)
    }
  }

  /// Those of a shape layer that stands before the others.
  @Test(arguments: [
    #"{"ty": "sh", "ks": {"k": {"c": false, "v": [[0, 0]], "i": [[0, 0]], "o": [[0, 0]]}, "x": "CODE.content('Path').path;"}}"#,
    #"{"ty": "st", "c": {"k": [0, 0, 0]}, "w": {"k": 1}, "o": {"k": 100}, "d": [{"n": "d", "v": {"k": 2, "x": "CODE.content('Box').size[0];"}}]}"#,
  ])
  func valuesOfShapesAreTheEngines(item: String) throws {
    let code = "var $bm_rt; $bm_rt = thisComp.layer('Shapes').content('Group')"
    let layer =
      #"{"ty": 4, "nm": "Reader", "ip": 0, "op": 90, "st": 0, "ks": {}, "shapes": [\#(item.replacing("CODE", with: code))]}, "#
    let document = try Self.document([], before: layer)
    guard case .shapes(let items) = document.layers[0].content else {
      Issue.record("no shapes")
      return
    }
    switch items.first {
    case .path(let path)?:
      try Self.compare(try #require(path.path.expression), .path, in: document, try Self.engine(document), "path")
    case .stroke(let stroke)?:
      let dash = try #require(stroke.line.dashes.first?.expression)
      try Self.compare(dash, .number, in: document, try Self.engine(document), "dash")
    default: Issue.record("no item")
    }
  }

  /// Whatever else the document has that is left to the engine.
  @Test(arguments: [
    #""v": "4.1.8""#, #""v": 5"#, #""slots": {"a": {"p": {"k": 3}}}"#,
  ])
  func documentsMayHaveOldColorsAndSlots(head: String) throws {
    let document = try Self.document(
      [("r", #""k": 3"#, "$bm_rt = thisComp.layer('Control').transform.rotation;")], head: head)
    let expression = try #require(document.layers[0].transform.rotation.expression)
    try Self.compare(expression, .number, in: document, try Self.engine(document), "\(head)")
  }

  @Test func oldColorsAreLeftToTheEngine() throws {
    let layer =
      #"{"ty": 4, "nm": "Old", "ip": 0, "op": 90, "st": 0, "ks": {}, "shapes": [{"ty": "fl", "nm": "Fill", "c": {"k": [255, 0, 0, 255]}, "o": {"k": 9}}]}, "#
    for (name, isKnown) in [("color[0]", false), ("opacity", true)] {
      let code = "$bm_rt = thisComp.layer('Old').content('Fill').\(name);"
      let document = try Self.document([("r", #""k": 3"#, code)], head: #""v": "4.1.8""#, before: layer)
      let expression = try #require(document.layers[1].transform.rotation.expression)
      let machine = try #require(NativeMachine(document, NativeProgramCache()))
      let use = NativeUse(id: 0, composition: machine.root)
      #expect((machine.numbers(of: expression.node, as: .number, in: use, at: 3) != nil) == isKnown)
    }
  }

  /// Names that have the letters of random numbers, of which there are none.
  @Test func textsMaySpeakOfRandomNumbers() throws {
    let code = "$bm_rt = thisComp.layer('random') === null ? thisComp.layer('Control').transform.rotation : 1;"
    let document = try Self.document([("r", #""k": 3"#, code), ("r", #""k": 3"#, "'random'; $bm_rt = wiggle(1, 2);")])
    let expressions = document.layers.prefix(2).compactMap(\.transform.rotation.expression)
    try Self.compare(expressions[0], .number, in: document, try Self.engine(document), "a name")
    // These would begin with the time.
    let machine = try #require(NativeMachine(document, NativeProgramCache()))
    let use = NativeUse(id: 0, composition: machine.root)
    #expect(machine.numbers(of: expressions[1].node, as: .number, in: use, at: 3) == nil)
  }
}
