internal import KilnDiagnostics
internal import KilnJSON
internal import KilnPixels

/// A part of a document with the names that lead to it.
struct NamedProperty {
  /// Names of the layers, then those of After Effects' property groups.
  let names: [String]
  let value: JSONValue

  /// Whether the property is the text of a text layer.
  var isText: Bool {
    guard let keys = value["k"] else { return false }
    return keys["t"]?.kind == .string || keys.first?["s"]?["t"]?.kind == .string
  }

  /// The first value that it has.
  private var sample: JSONValue? {
    guard let keys = value["k"] else { return nil }
    guard keys.kind == .array, let first = keys.first, first.kind == .object else { return keys }
    return first["s"] ?? first["e"]
  }

  /// Number of its components; 0 if it is no number.
  private var count: Int {
    guard let sample else { return 0 }
    if sample.number != nil { return 1 }
    return sample.firstNumber == nil ? 0 : sample.count
  }

  private var isColor: Bool { names.last?.hasSuffix("Color") ?? false || names.count == 1 && count == 4 }

  /// Description of the values that it takes, for messages.
  var expected: String {
    if isText { return "a text" }
    if isColor { return "a colour such as #ff8800" }
    return count == 0 ? "a value that cannot be set" : count == 1 ? "a number" : "\(count) numbers, such as 10,20"
  }

  /// A value as JSON; nil if it is none for this property. Of two or three numbers one may stand for both first.
  func json(of text: String) -> String? {
    if isText { return "" }
    if isColor, let color = Self.color(text) { return color }
    let numbers = text.split(separator: ",").map { Double($0.filter { $0 != " " }) }
    guard count > 0, !numbers.isEmpty, numbers.allSatisfy({ $0?.isFinite ?? false }) else { return nil }
    var values = numbers.compactMap(\.self)
    if count == 1 { return values.count == 1 ? "\(values[0])" : nil }
    guard count <= 4, values.count <= count, values.count >= min(2, count) || names.last == "Scale" else { return nil }
    if values.count == 1 { values.append(values[0]) }
    // Components that are not given keep their values: depth, alpha.
    let old = sample?.numbers ?? []
    while values.count < count { values.append(values.count < old.count ? old[values.count] : 0) }
    return "[" + values.map { "\($0)" }.joined(separator: ",") + "]"
  }

  /// A colour of CSS as components.
  private static func color(_ text: String) -> String? {
    guard let color = CSSColor.parse(text) else { return nil }
    return "[" + (0..<4).map { "\(color[$0])" }.joined(separator: ",") + "]"
  }
}

/// All layers, shape items and properties of a document with their names. What is inside a composition has a name for each
/// layer that shows it.
struct NamedProperties {
  private(set) var layers: [NamedProperty] = []
  private(set) var items: [NamedProperty] = []
  private(set) var properties: [NamedProperty] = []
  private let limits: Limits

  init(limits: Limits) { self.limits = limits }

  mutating func visit(_ root: JSONValue) throws(Diagnostic) {
    var compositions: [String: JSONValue] = [:]
    if let assets = root["assets"], assets.kind == .array {
      for asset in assets.children {
        if let id = asset.string("id"), let layers = asset["layers"] { compositions[id] = layers }
      }
    }
    if let layers = root["layers"] { try visit(layers: layers, [], compositions, depth: 0) }
  }

  private mutating func visit(
    layers list: JSONValue, _ outer: [String], _ compositions: [String: JSONValue], depth: Int
  ) throws(Diagnostic) {
    guard list.kind == .array, depth < limits.compositionNesting else { return }
    for (position, layer) in list.children.enumerated() where layer.kind == .object {
      let name = layer.string("nm") ?? ""
      let names = outer + [name.isEmpty ? "Layer \(layer.integer("ind") ?? position + 1)" : name]
      layers.append(NamedProperty(names: names, value: layer))
      try limits.check(layers.count, atMost: .layers, "the number of layers")
      try visit(members: layer, names, .layer)
      if let id = layer.string("refId"), let inner = compositions[id] {
        try visit(layers: inner, names, compositions, depth: depth + 1)
      }
    }
  }

  /// The depth of the recursion is limited by that of the JSON.
  private mutating func visit(members value: JSONValue, _ names: [String], _ group: PropertyGroup) throws(Diagnostic) {
    guard value.kind == .object else { return }
    for member in value.children {
      guard let key = member.key else { continue }
      let (name, inner) = group.member(key)
      guard name != nil || inner != .value else { continue }
      try visit(member, names + (name.map { [$0] } ?? []), inner)
    }
  }

  private mutating func visit(_ value: JSONValue, _ names: [String], _ group: PropertyGroup) throws(Diagnostic) {
    if value.kind == .object, value["k"] != nil {
      properties.append(NamedProperty(names: names, value: value))
      try limits.check(
        properties.count, atMost: limits.times(8, .shapeItems), by: .shapeItems, "the number of properties")
    }
    guard value.kind == .array else { return try visit(members: value, names, group) }
    for (position, element) in value.children.enumerated() {
      let (name, inner) = group.element(element, number: position + 1)
      let path = names + (name.map { [$0] } ?? [])
      if group == .contents { items.append(NamedProperty(names: path, value: element)) }
      try visit(members: element, path, inner)
    }
  }
}
