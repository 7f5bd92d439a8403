internal import KilnDiagnostics
internal import KilnJSON

/// Rewrites the rules of a dotLottie 2 theme as a document's `slots`, so that one parser reads both.
struct ThemeParser {
  let theme: String
  /// ID of the animation that the theme is for.
  let animation: String
  /// Findings about rules that are left out.
  private(set) var findings: [Diagnostic] = []

  /// `{id: {p: property}}`, as JSON.
  mutating func slots(_ json: JSONValue) -> [UInt8] {
    var members: [(name: [UInt8], value: [UInt8]?)] = []
    for rule in json["rules"].map({ Array($0.children) }) ?? [] {
      guard let id = rule["id"], let slot = id.string else {
        add(.lottieThemeUnreadable, "has a rule without a slot")
        continue
      }
      if let animations = rule["animations"], animations.kind == .array,
        !animations.children.contains(where: { $0.string == animation })
      {
        add(.lottieThemeUnused, "has a value for the slot “\(slot)” of other animations")
        continue
      }
      if let property = property(rule) {
        members.append((Array(id.source), object(["p": property])))
      } else {
        let type = rule.string("type") ?? "unknown"
        add(.lottieThemeUnreadable, "has a value for the slot “\(slot)” that cannot be read as type “\(type)”")
      }
    }
    return object(members)
  }

  private mutating func add(_ rule: Rule, _ message: String) {
    findings.append(Diagnostic(rule, "the theme “\(theme)” \(message)"))
  }

  // MARK: - Properties

  /// JSON of the property that replaces the object with the slot's ID; nil if the rule cannot be read.
  private func property(_ rule: JSONValue) -> [UInt8]? {
    switch rule.string("type") {
    case "Scalar": property(rule) { $0.number == nil ? nil : Array($0.source) }
    case "Color", "Position", "Vector": property(rule) { $0.first?.number == nil ? nil : Array($0.source) }
    case "Gradient": gradient(rule)
    case "Text": text(rule)
    case "Image": rule["value"].flatMap(image)
    default: nil
    }
  }

  /// A property. Keys go before a fixed value; an expression may stand alone.
  private func property(_ rule: JSONValue, value: (JSONValue) -> [UInt8]?) -> [UInt8]? {
    let expression = rule.string("expression") == nil ? nil : source(rule["expression"])
    if let keys = rule["keyframes"], keys.first != nil {
      let texts = keys.children.map { key($0, value: value) }
      return texts.contains(nil) ? nil : object(["k": array(texts.compactMap(\.self)), "x": expression])
    }
    let fixed = rule["value"].flatMap(value)
    return fixed == nil && expression == nil ? nil : object(["k": fixed, "x": expression])
  }

  private func key(_ json: JSONValue, value: (JSONValue) -> [UInt8]?) -> [UInt8]? {
    guard json.number("frame") != nil, let value = json["value"].flatMap(value) else { return nil }
    return object([
      "t": source(json["frame"]), "s": value, "h": source(json["hold"]),
      "i": source(json["inTangent"]), "o": source(json["outTangent"]),
      "ti": source(json["valueInTangent"]), "to": source(json["valueOutTangent"]),
    ])
  }

  // MARK: - Gradients

  /// `g` of a gradient: the number of colours, and the property.
  private func gradient(_ rule: JSONValue) -> [UInt8]? {
    let first = rule["keyframes"]?.first?["value"] ?? rule["value"]
    guard let first, let property = property(rule, value: stops) else { return nil }
    return object(["p": Array(String(first.count).utf8), "k": property])
  }

  /// All offsets with colours, then all offsets with alphas if there is one.
  private func stops(_ json: JSONValue) -> [UInt8]? {
    var colors: [Double] = []
    var alphas: [Double] = []
    var hasAlpha = false
    for stop in json.children {
      guard let offset = stop.number("offset"), let color = stop["color"]?.numbers, color.count >= 3 else {
        return nil
      }
      colors += [offset] + color.prefix(3)
      alphas += [offset, color.count > 3 ? color[3] : 1]
      hasAlpha = hasAlpha || color.count > 3
    }
    let numbers = hasAlpha ? colors + alphas : colors
    return numbers.isEmpty ? nil : Array("\(numbers)".utf8)
  }

  // MARK: - Texts and images

  /// `d` of a text, which has keys even if it is fixed.
  private func text(_ rule: JSONValue) -> [UInt8]? {
    if let keys = rule["keyframes"], keys.first != nil { return property(rule, value: document) }
    return rule["value"].flatMap(document).map { object(["k": array([object(["t": Array("0".utf8), "s": $0])])]) }
  }

  private func document(_ json: JSONValue) -> [UInt8]? {
    guard json.kind == .object else { return nil }
    return object([
      "t": source(json["text"]), "f": source(json["fontName"] ?? json["fontFamily"]), "s": source(json["fontSize"]),
      "fc": source(json["fillColor"]), "sc": source(json["strokeColor"]), "sw": source(json["strokeWidth"]),
      "of": source(json["strokeOverFill"]), "lh": source(json["lineHeight"]), "tr": source(json["tracking"]),
      "j": code(json["justify"], in: Self.justifications), "ca": code(json["textCaps"], in: Self.capitals),
      "ls": source(json["baselineShift"]), "sz": source(json["wrapSize"]), "ps": source(json["wrapPosition"]),
    ])
  }

  /// Names in the order of Lottie's numbers.
  private static let justifications = [
    "Left", "Right", "Center", "JustifyLastLeft", "JustifyLastRight", "JustifyLastCenter", "JustifyLastFull",
  ]
  private static let capitals = ["Regular", "AllCaps", "SmallCaps"]

  private func code(_ json: JSONValue?, in names: [String]) -> [UInt8]? {
    json?.string.flatMap(names.firstIndex).map { Array(String($0).utf8) }
  }

  /// Members of an image asset. Tools differ in how they call the file.
  private func image(_ json: JSONValue) -> [UInt8]? {
    guard let file = json["dataUrl"] ?? json["path"] ?? json["src"] ?? json["url"], file.string != nil else {
      return nil
    }
    return object([
      "p": Array(file.source), "u": Array(#""""#.utf8), "w": source(json["width"]), "h": source(json["height"]),
    ])
  }

  // MARK: - JSON

  /// Some tools write null for what they leave out.
  private func source(_ json: JSONValue?) -> [UInt8]? { json.flatMap { $0.kind == .null ? nil : Array($0.source) } }

  /// Members without a value are left out.
  private func object(_ members: KeyValuePairs<String, [UInt8]?>) -> [UInt8] {
    object(members.map { (Array("\"\($0.key)\"".utf8), $0.value) })
  }

  private func object(_ members: [(name: [UInt8], value: [UInt8]?)]) -> [UInt8] {
    list(members.compactMap { name, value in value.map { name + Array(":".utf8) + $0 } }, in: "{", "}")
  }

  private func array(_ elements: [[UInt8]]) -> [UInt8] { list(elements, in: "[", "]") }

  private func list(_ elements: [[UInt8]], in opening: String, _ closing: String) -> [UInt8] {
    Array(opening.utf8) + elements.joined(separator: Array(",".utf8)) + Array(closing.utf8)
  }
}
