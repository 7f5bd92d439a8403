internal import KilnJSON

/// The seeds of random numbers: one for each expression, in the order in which lottie-web makes their properties.
///
/// The counterpart of `makeAll` in the prelude.
struct ScriptSeeds {
  /// Documents with more layers than this, each use of a composition counted, are left to the engine.
  private static let mostLayers = 2000

  /// By the index of the object with the expression. Those in compositions that are used twice have several, and are none.
  private(set) var seeds: [Int: Int] = [:]
  private var repeated: Set<Int> = []
  private var assets: [String: JSONValue] = [:]
  /// Elements that have been made: uses of compositions with positions of layers.
  private var made: Set<SIMD2<Int>> = []
  private var useCount = 0
  private var state: UInt32 = 123_456_789
  private var isComplete = true

  /// Nil if the document has slots, or is too large.
  init?(_ document: JSONValue) {
    guard document["slots"] == nil else { return nil }
    _ = nextNumber()
    for asset in Self.children(document["assets"]) { assets[asset.string("id") ?? ""] = asset }
    guard assets.values.allSatisfy({ !$0.isTruthy("xt") }) else { return nil }
    add(document["layers"], inside: [])
    guard isComplete else { return nil }
    for node in repeated { seeds[node] = nil }
  }

  private static func children(_ json: JSONValue?) -> [JSONValue] { json.map { Array($0.children) } ?? [] }

  private mutating func nextNumber() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state) / 4_294_967_296
  }

  private mutating func add(_ property: JSONValue?) {
    guard let property, property.kind == .object else { return }
    if property["sid"] != nil { isComplete = false }
    guard let source = property.string("x"), !source.isEmpty else { return }
    let seed = Int(nextNumber() * 1_000_000)
    if seeds.updateValue(seed, forKey: property.index) != nil { repeated.insert(property.index) }
  }

  // MARK: - Layers

  private mutating func add(_ layers: JSONValue?, inside assets: [String]) {
    let layers = Self.children(layers)
    let use = useCount
    useCount += 1
    for position in layers.indices { add(position, of: layers, use: use, inside: assets) }
  }

  private mutating func add(_ position: Int, of layers: [JSONValue], use: Int, inside outer: [String]) {
    guard isComplete, made.insert(SIMD2(use, position)).inserted else { return }
    guard made.count <= Self.mostLayers else {
      isComplete = false
      return
    }
    let layer = layers[position]
    let type = layer.number("ty")
    guard !layer.isTruthy("xt") else {
      isComplete = false
      return
    }
    for effect in Self.children(layer["ef"]) {
      for parameter in Self.children(effect["ef"]) where [0, 1, 2, 3, 4, 7, 10, 11].contains(parameter.integer("ty")) {
        add(parameter["v"])
      }
    }
    if type == 5 { addText(layer["t"]) }
    if let transform = layer["ks"] { addTransform(transform) }
    if type != 15 { addAncestors(of: layer, layers, use: use, inside: outer) }
    if layer.isTruthy("hasMask") {
      for mask in Self.children(layer["masksProperties"]) {
        for name in ["o", "pt", "x"] { add(mask.member(named: name)) }
      }
    }
    if type == 4 { addShapes(layer["shapes"]) }
    if type == 0, let asset = layer.string("refId"), !outer.contains(asset) {
      add(assets[asset]?["layers"], inside: outer + [asset])
      add(layer["tm"])
    }
  }

  private mutating func addAncestors(of layer: JSONValue, _ layers: [JSONValue], use: Int, inside outer: [String]) {
    var seen: Set<Int> = []
    var parent = layer.number("parent")
    while let index = parent, let position = layers.firstIndex(where: { $0.number("ind") == index }) {
      add(position, of: layers, use: use, inside: outer)
      guard layers[position].index != layer.index, seen.insert(position).inserted else { return }
      parent = layers[position].number("parent")
    }
  }

  private mutating func addText(_ text: JSONValue?) {
    add(text?["d"])
    for animator in Self.children(text?["a"]) {
      if let selector = animator["s"], selector.number("t") == 1 { add(selector) }
    }
  }

  private mutating func add(_ owner: JSONValue, _ names: String) {
    for name in names.split(separator: " ") { add(owner.member(named: String(name))) }
  }

  private mutating func addTransform(_ transform: JSONValue) {
    if let position = transform["p"], position.isTruthy("s") {
      add(position, "x y z")
    } else {
      add(transform["p"])
    }
    add(transform, transform.isTruthy("rx") ? "rx ry rz or" : "r")
    if transform.isTruthy("sk") { add(transform, "sk sa") }
    add(transform, "a s o")
  }

  // MARK: - Shapes

  /// Adds the items from the last one to the first.
  private mutating func addShapes(_ items: JSONValue?) {
    for item in Self.children(items).reversed() {
      switch item.string("ty") {
      case "gr": addShapes(item["it"])
      case "tr": addTransform(item)
      case "fl": add(item, "o c")
      case "st":
        add(item, "o w")
        addDashes(item)
        add(item["c"])
      case "gf", "gs":
        if item.string("ty") == "gs" {
          add(item["w"])
          addDashes(item)
        }
        add(item, "o s e h a")
        add(item["g"]?["k"])
      case "sh": add(item["ks"])
      case "rc": add(item, "p s r")
      case "el": add(item, "p s")
      case "sr": add(item, "ir is pt p r or os")
      case "tm": add(item, "s e o")
      case "rd": add(item["r"])
      case "rp":
        add(item, "c o")
        if let transform = item["tr"] {
          add(transform, "so eo")
          addTransform(transform)
        }
      case "pb", "op": add(item, "a ml")
      case "zz": add(item, "s r pt")
      default: break
      }
    }
  }

  private mutating func addDashes(_ item: JSONValue) {
    guard let dashes = item["d"], dashes.kind == .array else { return }
    for dash in dashes.children { add(dash["v"]) }
  }
}
