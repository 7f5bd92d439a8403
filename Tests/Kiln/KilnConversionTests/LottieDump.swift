import KilnDiagnostics
import KilnJSON

/// What is in a Lottie document, as text: layers with their names, and properties with keyframes or expressions. Pictures
/// show the values.
struct LottieDump {
  private(set) var text = ""

  init(_ bytes: [UInt8]) throws {
    let root = try JSONTree(bytes).root
    add(
      "lottie \(Self.source(root["w"])) × \(Self.source(root["h"])) px, \(Self.source(root["fr"])) fps, \(Self.frames(root))"
    )
    for layer in root["layers"].map({ Array($0.children) }) ?? [] { add(layer) }
    for asset in root["assets"].map({ Array($0.children) }) ?? [] {
      guard let layers = asset["layers"] else { continue }
      add("composition \"\(asset.string("id") ?? "")\"")
      for layer in layers.children { add(layer) }
    }
  }

  private mutating func add(_ line: String) { text += line + "\n" }

  private mutating func add(_ layer: JSONValue) {
    var line = "layer \(Self.source(layer["ty"])) \"\(layer.string("nm") ?? "")\", \(Self.frames(layer))"
    if layer.integer("td") == 1 { line += ", a matte" }
    if let mode = layer["tt"] {
      line += ", cut by \(layer["tp"].map { "layer \(Self.source($0))" } ?? "the one above"), mode \(Self.source(mode))"
    }
    if let mode = layer.integer("ao"), mode != 0 { line += ", auto-oriented" }
    if let effects = layer["ef"], effects.count > 0 { line += ", \(effects.count) effects" }
    add(line)
    add(properties: layer, "")
  }

  /// Properties inside a value with their paths, in the order of the file.
  private mutating func add(properties value: JSONValue, _ path: String) {
    for (index, child) in value.children.enumerated() where child.kind == .object || child.kind == .array {
      let name = path + (path.isEmpty ? "" : ".") + (child.key ?? "\(index)")
      if child["x"]?.kind == .string { add("  \(name): an expression") }
      if let keys = child["k"], keys.kind == .array, keys.first?.kind == .object, keys.first?["t"] != nil {
        let times = keys.children.map { Self.source($0["t"]) }
        add("  \(name): \(times.count) keyframes, at \(times.joined(separator: " "))")
      } else {
        add(properties: child, name)
      }
    }
  }

  private static func frames(_ value: JSONValue) -> String { "frames \(source(value["ip"]))…\(source(value["op"]))" }

  private static func source(_ value: JSONValue?) -> String {
    value.map { String(decoding: $0.source, as: UTF8.self) } ?? "?"
  }
}
