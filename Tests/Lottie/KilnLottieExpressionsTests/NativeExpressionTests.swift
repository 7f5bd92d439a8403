import Foundation
import KilnExpressionEngine
import KilnJSON
import KilnLottieExpressions
import KilnLottieFormat
import KilnTestSupport
import Testing

/// Expressions that are evaluated without the engine give what it gives, to the last bit.
@Suite struct NativeExpressionTests {
  /// Layers that expressions look at, without the brackets around them.
  private static let others: String = {
    let bytes = Fixture.bytes(Fixture.folder() + "/layers-that-expressions-read.json")
    return String(decoding: bytes.dropFirst().dropLast(2), as: UTF8.self)
  }()

  /// - Parameter others: Further layers.
  static func document(
    _ rows: [(key: String, value: String, code: String)], others more: String? = nil
  ) throws -> LottieDocument {
    let layers = try rows.enumerated().map { index, row in
      let code = String(decoding: try JSONEncoder().encode("var $bm_rt; " + row.code), as: UTF8.self)
      return #"""
        {"ty": 1, "nm": "Row", "ind": \#(100 + index), "parent": 51, "ip": 0, "op": 90, "st": 1, "sw": 8, "sh": 4, "sc": "#ff8000",
         "ks": {"\#(row.key)": {\#(row.value), "ix": 10, "x": \#(code)}}}
        """#
    }
    let text =
      #"{"v": "5.7.0", "fr": 12.5, "ip": 0, "op": 90, "w": 200, "h": 100, "layers": ["#
      + (layers + [others] + (more.map { [$0] } ?? [])).joined(separator: ",") + "]}"
    return try LottieDocument(bytes: Array(text.utf8))
  }

  static func expression(_ layer: LottieLayer) -> (LottieExpression, LottieScriptKind)? {
    if let rotation = layer.transform.rotation.expression { return (rotation, .number) }
    guard case .combined(let position) = layer.transform.position else { return nil }
    return position.expression.map { ($0, .numbers) }
  }

  private static let control = "thisComp.layer('Control')"
  private static let shapes = "thisComp.layer('Shapes::Two')"

  /// Results that are points.
  private static let points = [
    // Statements.
    "if (time > 1) { $bm_rt = [1, 2]; } else $bm_rt = [3, value[1]];",
    "var a = [], i; for (i = 0; i < 2; i++) { a.push(i * time); } $bm_rt = a;",
    "var n = 0; while (true) { n += 3; if (n > 20) break; if (n % 2) continue; n -= 1; } $bm_rt = [n, n--, n];",
    "var n = 5; do { --n; } while (n > 2 && n != 3); $bm_rt = [n, ++n];",
    "try { x = 3; $bm_rt = [0, 0]; } catch (e) { $bm_rt = value = value; }",
    "try { null('a'); } catch (e) { $bm_rt = [1, 1]; }",
    "function f(a, b) { var c = a; return [c + b, g(c)]; } function g(n) { return n <= 1 ? 1 : n * g(n - 1); } $bm_rt = f(4, time);",
    "var f = function (a) { return a.top + 1; }, c = [{'top': 2, left: time}]; $bm_rt = [f(c[0]), c[0].left];",
    "var add = function (a) { return function (b) { return a + b; }; }; $bm_rt = [add(1)(time), add(value[0])(2)];",
    "var n = 0; switch (numKeys) { case 0: n += 1; default: n += 2; break; case 2: n += 4; case 3: n += 8; } $bm_rt = [n, 1];",
    "var n = 0; for (var i = 0; i < 4; i++) { switch (i) { case 1: continue; case 2: n += 1; break; } n += 10; } switch ('b') { case 'a': n = 0; } $bm_rt = [n, 1];",
    "var f = function named(a) { return a * 2; }; $bm_rt = [f(time), 1];",
    "var o = {'a b': 1, top: {'x': time}}; $bm_rt = [o.top.x, 1];",
    "try { key(1)[2].length; $bm_rt = [3, 3]; } catch (e) { $bm_rt = [2, numKeys]; }",
    "function all() { if (numKeys < 2) return value; var n = nearestKey(time).index; if (key(n).time > time) n--; var v = []; for (var i = 0; i < 2; i++) v.push(n > 0 ? key(n)[i] : 0); return v; } $bm_rt = all() || value;",
    "var s = [100, 100]; s[0] *= 2; s[1] = s[0] / 3; $bm_rt = s;",
    "var o = {v: [1, 2]}; return o.v;",
    "$bm_rt = value[0] > 3 || !time ? [1, -value[1]] : (2, [4, +true]);",
    "var a, b = 3\n$bm_rt = [b === 3, b == 3 && 1]",
    // Arithmetic.
    "$bm_rt = sum(mul(value, 1.1), [1, 2]);", "$bm_rt = $bm_sub(3, value);", "$bm_rt = $bm_neg(div(value, 3));",
    "$bm_rt = mul(2.2, \(control).transform.scale);", "$bm_rt = normalize([3.3, time + 1]);",
    "$bm_rt = [length(value, [1, 2]), length([3, 4])];", "$bm_rt = [length(3, time), mod(time * 7, -2)];",
    "$bm_rt = linear(time, 1, 3, value, [50, 60]);", "$bm_rt = linear(time, [1, 2], [3, 4]);",
    "$bm_rt = ease(time, 0, 4, value, \(control).transform.scale);",
    "$bm_rt = [easeIn(time, 1, 2), easeOut(time, 1, 3, 4, 9)];",
    "$bm_rt = [clamp(value[0], 2, 20), clamp(time, 3, 1)];",
    "$bm_rt = [radiansToDegrees(time), degreesToRadians(degrees_to_radians(time))];",
    // Layers and their spaces.
    "$bm_rt = thisLayer.toComp([0, 0, 0]);", "$bm_rt = fromComp([time, 20]);",
    "$bm_rt = parent.fromComp(thisComp.layer(40).toWorld([1, 2]));", "$bm_rt = fromCompToSurface(value);",
    "$bm_rt = [hasParent, thisLayer.hasParent + index];", "$bm_rt = thisComp.layer('Base').position;",
    "var p = parent.parent.transform.position; $bm_rt = [p[0], p[1] + parent.transform.xRotation];",
    "$bm_rt = [thisComp.frameDuration, thisComp.width / thisComp.numLayers];",
    "$bm_rt = [inPoint, outPoint + thisComp.layer('Control').outPoint];",
    "$bm_rt = [\(shapes).active ? 1 : 2, active ? 3 : 4];", "$bm_rt = transform.anchorPoint;",
    "var n = thisComp.layer(thisLayer._name + 'Control'); $bm_rt = n === null ? [1, 2] : [3, 4];",
    "$bm_rt = [\(control)._name.split('tr').length, \(shapes)._name.split('::')[1].length];",
    // Effects.
    "$bm_rt = \(control).effect('Slide')('Point');", "$bm_rt = \(control)(4)(1)(2).value;",
    "$bm_rt = \(control).effect('Slide')('Layer').toComp([1, 2, 3]);",
    "try { $bm_rt = \(control).effect('Slide')('Other'); } catch (e) { $bm_rt = [5, 5]; }",
    "$bm_rt = \(control).effect('None') ? [1, 1] : [2, 2];",
    "$bm_rt = [\(control).effect('Slide')('Check'), \(control).effect('Slide')('Slider').value];",
    // Shapes.
    "$bm_rt = \(shapes).content('Group').content('Box').size;", "$bm_rt = \(shapes)(2)('Group')(2)(1)(2);",
    "$bm_rt = \(shapes).content('Group')('ADBE Vector Transform Group')(3);",
    "$bm_rt = \(shapes).content('Group').transform.scale;",
    "$bm_rt = \(shapes).content(4)('ADBE Vector Rect Size') || [1, 9];",
    "$bm_rt = [\(shapes).content('Trim').start, \(shapes)('Contents')('Trim')('End')];",
    "$bm_rt = [\(shapes).content('Line')('Stroke Width'), \(shapes).content('Line').color[2]];",
    "$bm_rt = \(shapes).content('Group').content('Path').path.pointOnPath(Math.abs(time / 5));",
    "var p = \(shapes).content('Group')(2)('Path')('Path'); $bm_rt = [p.points()[1][0], p.inTangents()[2][1] + p.isClosed()];",
    // Keyframes.
    "$bm_rt = valueAtTime(time - 0.3);", "$bm_rt = velocityAtTime(time);", "$bm_rt = loopOut('pingpong', 1);",
    "$bm_rt = [numKeys, nearestKey(time).index];",
    "try { $bm_rt = [key(1).time, key(2)[1]]; } catch (e) { $bm_rt = [0, 1]; }",
    "$bm_rt = \(control).transform.position.valueAtTime(1.5);",
    // Texts.
    "var chain = 'thisLayer'; while (eval([chain][0]).hasParent) { chain += '.parent'; } $bm_rt = eval(chain).transform.position;",
    "var a = 3; $bm_rt = [eval('a * 2'), 'ab' + 1 == 'ab1'];",
  ]

  private static let numbers = [
    "Math.sin(time)", "Math.cos(-time * 33)", "Math.tan(time)", "Math.atan(time - 2)", "Math.atan2(time, -3)",
    "Math.asin(0.2)",
    "Math.acos(time / 9)", "Math.exp(-time)", "Math.log(time + 1)", "Math.sqrt(time + 1)", "Math.pow(time + 1, 2.7)",
    "Math.pow(1.01, 37)",
    "Math.pow(2, -3)", "Math.pow(time, 3)", "Math.abs(time - 1)", "Math.floor(-time)", "Math.ceil(time)",
    "Math.round(time - 2.5)", "Math.max(time, 1, value)",
    "Math.min(time, 2)", "Math.PI", "value % 2", "\(control).effect(1)(1)", "\(control).transform.rotation / 7",
    "\(control).transform.skew", "\(control).transform.anchorPoint[1]", "thisComp.layer('Child').rotation",
    "loopOut('cycle')", "loopIn()", "velocityAtTime(1)", "thisProperty.propertyIndex",
    "thisComp.layer(\(control).effect('Slide')('Layer').index)('Transform')('Rotation')",
    "numKeys > 1 ? sum(value, key(nearestKey(time).index)[0]) : $bm_sum(value, 'x'.length)",
  ]

  @Test func resultsAreTheEngines() throws {
    let animated =
      #""k": [{"t": 0, "s": [1.1, 2.2], "o": {"x": 0.3, "y": 0}, "i": {"x": 0.6, "y": 1}}, {"t": 30, "s": [50.3, 60]}]"#
    // Times of which the sums are rounded.
    let betweenFrames = #""k": [{"t": 0.1, "s": [1]}, {"t": 3.3, "s": [2.5]}, {"t": 9.7, "s": [4]}]"#
    let loops = ["loopOut()", "loopOut('pingpong', 1)", "loopIn()", "loopIn('pingpong', 1)"]
    let rows =
      Self.points.flatMap { [("p", #""k": [5.5, 6]"#, $0), ("p", animated, $0)] }
      + Self.numbers.flatMap {
        [
          ("r", #""k": 3.3"#, "$bm_rt = \($0);"),
          ("r", #""k": [{"t": 0, "s": [1]}, {"t": 9, "s": [4]}]"#, "$bm_rt = \($0);"),
        ]
      } + loops.map { ("r", betweenFrames, "$bm_rt = \($0);") }
    let document = try Self.document(rows.map { (key: $0.0, value: $0.1, code: $0.2) })
    let engine = try ExpressionEvaluator(document, footage: []) { () throws(ScriptError) in try JavaScriptCoreEngine() }
    let machine = try #require(NativeMachine(document, NativeProgramCache()))
    for (layer, row) in zip(document.layers, rows) {
      let (expression, kind) = try #require(Self.expression(layer), "\(row)")
      for frame in stride(from: -3, through: 60, by: 0.75) {
        let expected = try #require(engine.numbers(of: expression, as: kind, at: frame, use: 0), "\(row) at \(frame)")
        let own = machine.numbers(
          of: expression.node, as: kind, in: NativeUse(id: 0, composition: machine.root), at: frame)
        #expect(own == expected, "\(row) at \(frame)")
      }
    }
  }

  /// Those of the table that lottie-web makes, too.
  @Test func resultsOfTheTableAreTheEngines() throws {
    let bytes = Fixture.bytes(Fixture.folder() + "/expressions.table")
    let table = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let times = try #require(table["times"] as? [Double])
    let json = try JSONSerialization.data(withJSONObject: try #require(table["document"]))
    let document = try LottieDocument(bytes: Array(json))
    let engine = try ExpressionEvaluator(document, footage: []) { () throws(ScriptError) in try JavaScriptCoreEngine() }
    let machine = try #require(NativeMachine(document, NativeProgramCache()))
    var count = 0
    for layer in document.layers where layer.name.hasPrefix("Row ") {
      let (expression, kind) = try #require(Self.expression(layer))
      for time in times {
        let use = NativeUse(id: 0, composition: machine.root)
        guard let own = machine.numbers(of: expression.node, as: kind, in: use, at: time) else { continue }
        count += 1
        let expected = engine.numbers(of: expression, as: kind, at: time, use: 0)
        #expect(own == expected, "\(layer.name), \(expression.source) at \(time)")
      }
    }
    #expect(count > 100 * times.count, "\(count)")
  }

  /// Nothing that the interpreter makes of a document owns itself: all goes with the document.
  @Test func nothingIsLeftOfADocument() throws {
    weak var tree: JSONTree?
    let parents = (1...2).map { number in
      #"{"ty": 3, "nm": "Parent", "ind": \#(700 + number), "parent": \#(703 - number), "ip": 0, "op": 90, "st": 0, "ks": {}}"#
    }
    let codes =
      Self.points.map { ("p", $0) } + Self.numbers.map { ("r", "$bm_rt = \($0);") }
      + [("r", "$bm_rt = thisComp.layer(701).hasParent + thisComp.layer(702).hasParent;")]
    try {
      let rows = codes.map { (key: $0.0, value: $0.0 == "p" ? #""k": [5.5, 6]"# : #""k": 3.3"#, code: $0.1) }
      let document = try Self.document(rows, others: parents.joined(separator: ","))
      tree = document.tree
      let machine = try #require(NativeMachine(document, NativeProgramCache()))
      for layer in document.layers.prefix(rows.count) {
        let (expression, kind) = try #require(Self.expression(layer))
        _ = machine.numbers(of: expression.node, as: kind, in: NativeUse(id: 0, composition: machine.root), at: 5)
      }
    }()
    #expect(tree == nil)
  }

  /// What says more, and what a script fails at, is left to the engine.
  @Test(arguments: [
    "$bm_rt = new Number(3);", "$bm_rt = [1, 2].map(x => x)[0];", "$bm_rt = Math.random();",
    "$bm_rt = Math.hypot(3, 4);",
    "throw 1;", "$bm_rt = x;", "$bm_rt = null.a;", "$bm_rt = undefined;", "$bm_rt = [1, 2];", "$bm_rt = /a/.test('a');",
    "$bm_rt = this;", "$bm_rt = Object;", "var f = function g() { return g; }; $bm_rt = 1;",
    "$bm_rt = value.nothing + 1;",
    "$bm_rt = ({a: 1}).b || 1;", "$bm_rt = ({a: 1}).valueOf().a;", "while (true) {}",
    "$bm_rt = 'a\\n'.length;",
    "function f() { return f(); } $bm_rt = f();", "$bm_rt = 010;", "$bm_rt = 0x10;", "$bm_rt = 1 ** 2;",
    "time = 3; $bm_rt = 1;",
    "$bm_rt = value.constructor('return 1')();", "$bm_rt = ({}).toString;", "sum = 1; $bm_rt = 2;",
    "let a = 1; $bm_rt = a;",
    "$bm_rt = eval('var a = 1; a');", "$bm_rt = eval('globalThis');", "$bm_rt = 1 <!-- 2;", "$bm_rt = `1`;",
    "$bm_rt = 1; }, function () {",
    "var s = 'a'; for (var i = 0; i < 99; i++) s += s; $bm_rt = s.length;", "$bm_rt = wiggle(1);",
    "$bm_rt = wiggle(1, [2]);", "$bm_rt = wiggle(1, 0 / 0);",
  ])
  func everythingElseIsLeftToTheEngine(code: String) throws {
    let document = try Self.document([("r", #""k": 3"#, code)])
    let expression = try #require(document.layers[0].transform.rotation.expression)
    let machine = try #require(NativeMachine(document, NativeProgramCache()))
    let use = NativeUse(id: 0, composition: machine.root)
    #expect(machine.numbers(of: expression.node, as: .number, in: use, at: 5) == nil)
  }
}
