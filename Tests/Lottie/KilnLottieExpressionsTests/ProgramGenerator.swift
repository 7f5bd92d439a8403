/// Makes small programs of what expressions mostly say, some of which fail.
struct ProgramGenerator {
  private var state: UInt64
  private var depth = 0
  private var isInFunction = false
  private var hasFunction = false
  private var isPoint = false
  private var loops = 0

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func next(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: (state >> 33) % UInt64(count))
  }

  private mutating func one(_ choices: [String]) -> String { choices[next(choices.count)] }

  mutating func program(isPoint: Bool) -> String {
    self.isPoint = isPoint
    hasFunction = next(2) == 0
    var lines = ["var a = 1, b = 2, c = [\(number()), \(number())], i = 0, n = 0;"]
    if hasFunction {
      isInFunction = true
      lines.append("function f(a, x) { \(statement()) return \(number()); }")
      isInFunction = false
    }
    lines.append(statements(3))
    lines.append(isPoint ? "$bm_rt = \(point());" : "$bm_rt = \(number());")
    return lines.joined(separator: one([" ", "\n"]))
  }

  private mutating func statements(_ most: Int) -> String {
    (0..<1 + next(most)).map { _ in statement() }.joined(separator: one([" ", "\n"]))
  }

  private mutating func statement() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 4 else { return "\(variable()) = \(number());" }
    switch next(13) {
    case 0: return "if (\(value())) { \(statements(2)) } else { \(statements(2)) }"
    case 1: return "if (\(number()) > \(number())) \(statement())"
    case 2:
      loops += 1
      defer { loops -= 1 }
      return "for (i = 0; i < \(1 + next(4)); i++) { n++; if (n > 30) break; \(statements(2)) }"
    case 3: return "try { \(statements(2)) } catch (e) { \(statements(2)) }"
    case 4:
      return
        "switch (\(one(["a", "n", "b", "c[0]", "numKeys"]))) { case \(next(4)): \(statement()) \(one(["", "break;"])) "
        + one(["default: \(statement()) case 'x': n += 1;", "case \(next(4)): \(statement())"]) + " }"
    case 5: return loops > 0 ? one(["continue;", "break;", "if (a) continue;"]) : "n += 1;"
    case 6: return "c[\(one(["0", "1", "1", "0", "0", "i"]))] \(one(["=", "+=", "-=", "*="])) \(number());"
    case 7:
      return one(["c = [1, \(number())]; c.push(\(number()));", "c = \(point());", "\(variable()) = \(value());"])
    case 8: return "\(variable()) \(one(["+=", "-=", "*=", "/=", "%="])) \(number());"
    case 9:
      return one([
        "a++", "n--", "++b", isPoint ? "value = \(point())" : "value = \(number())", "var d = \(value())",
        isPoint ? "value[0] = \(number())" : "b = a",
      ]) + one([";", "\n"])
    default: return "\(variable()) = \(number());"
    }
  }

  private mutating func variable() -> String { one(["a", "b", "a", "n", "b"]) }

  private mutating func literal() -> String {
    one([
      "0", "1", "2", "-1", "0.5", "3.7", "1e3", ".1", "-0", "NaN", "100", "7", "Infinity", "null", "true", "undefined",
      "'ab'", "''",
      "12345.678", "1e-7", "-2.5", "0", "1", "2", "0.5", "3.7", "7",
    ])
  }

  private mutating func number() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 5 else { return one(["a", "n", "time", "1", "2.5"]) }
    switch next(16) {
    case 0, 1: return one(["0", "1", "2", "-1", "0.5", "3.7", "100", "-2.5"])
    case 2:
      return one([
        "time", "index", "numKeys", "a", "n", "i", "c[0]", "c[1]", "c.length", isPoint ? "value[0]" : "value",
        isPoint ? "value[1]" : "b",
      ])
    case 3: return "(\(number()) \(one(["+", "-", "*", "/", "%"])) \(number()))"
    case 4: return "\(number()) \(one(["+", "-", "*", "/", "%"])) \(number())"
    case 5:
      return
        "Math.\(one(["sin", "cos", "floor", "ceil", "round", "abs", "sqrt", "exp", "log", "atan", "tan", "asin", "acos"]))(\(number()))"
    case 6: return "Math.\(one(["min", "max", "pow", "atan2"]))(\(number()), \(number()))"
    case 7: return "\(one(["sum", "sub", "mul", "div", "mod", "length"]))(\(number()), \(number()))"
    case 8:
      return
        "\(one(["linear", "ease", "easeIn", "easeOut"]))(\(number()), \(number()), \(number()), \(number()), \(number()))"
    case 9: return "clamp(\(number()), \(number()), \(number()))"
    case 10: return "\(point())[\(one(["0", "1", "2"]))]"
    case 11: return "(\(value()) ? \(number()) : \(number()))"
    case 12: return isInFunction ? "x" : hasFunction ? "f(\(number()), \(number()))" : "b"
    case 13:
      return one([
        "thisComp.layer('Control').effect(1)(1)", "thisComp.layer('Base').transform.rotation",
        "thisComp.layer('Zero').effect(1)(1)",
        "thisComp.layer('Loop').transform.rotation", "valueAtTime(\(number()))", "wiggle(1, \(number()))",
        "transform.rotation",
        "parent.rotation",
      ])
    case 14: return "(\(one(["a", "n", "b"]))\(one(["++", "--"])))"
    default: return "- \(number())"
    }
  }

  private mutating func point() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 5 else { return one(["c", "[1, 2]", "[time, n]"]) }
    switch next(12) {
    case 0, 1: return "[\(number()), \(number())]"
    case 2: return one(["c", isPoint ? "value" : "c"])
    case 3: return "\(one(["sum", "sub", "add"]))(\(point()), \(one([point(), number()])))"
    case 4: return "\(one(["mul", "div"]))(\(point()), \(number()))"
    case 5: return "\(one(["linear", "ease"]))(\(number()), \(number()), \(number()), \(point()), \(point()))"
    case 6:
      return one([
        "thisComp.layer('Control').transform.position", "thisComp.layer('Control').transform.scale",
        "thisComp.layer('Base').transform.position",
        "thisComp.layer('Loop').transform.position", "transform.anchorPoint", "anchorPoint", "transform.position.value",
      ])
    case 7:
      return
        "\(one(["thisLayer", "thisComp.layer('Child')", "parent"])).\(one(["toComp", "fromComp", "toWorld"]))(\(point()))"
    case 8: return "$bm_neg(\(point()))"
    case 9: return "normalize(\(point()))"
    case 10: return "(\(value()) ? \(point()) : \(point()))"
    default: return "(c = \(point()))"
    }
  }

  private mutating func value() -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 5 else { return literal() }
    switch next(10) {
    case 0, 1: return number()
    case 2: return point()
    case 3: return literal()
    case 4: return "\(number()) \(one(["<", ">", "<=", ">=", "==", "!=", "===", "!=="])) \(number())"
    case 5: return "\(value()) \(one(["&&", "||", "==", "===", "!=", "!=="])) \(value())"
    case 6: return "!\(value())"
    case 7: return "(\(value()), \(value()))"
    case 8: return variable()
    default: return "(\(variable()) = \(number()))"
    }
  }
}
