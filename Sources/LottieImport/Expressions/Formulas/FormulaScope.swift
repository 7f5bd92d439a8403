internal import JSONTree
internal import LottieFormat

/// What the names in a formula stand for: the counterpart of the prelude's interfaces, for those that are met most.
struct FormulaScope {
  /// What a part of a formula is. Items of a layer come with its start time.
  private enum Meaning {
    case term(ExpressionFormula.Term)
    case composition
    case layer(JSONValue)
    case item(JSONValue, start: Double)
    case transform(JSONValue, start: Double)
    case effect(JSONValue, start: Double)
    case ownProperty
    // Functions.
    case layerNamed
    case contentNamed(inLayer: JSONValue)
    case contentOfGroup(JSONValue, start: Double)
    case effectNamed(inLayer: JSONValue)
    case groupAbove
  }

  private static let degree = Double.pi / 180

  /// The property whose expression it is.
  let property: ScriptProperty
  private let node: Int
  private let document: FormulaDocument
  private let layer: JSONValue
  private let layers: JSONValue
  /// The object that has the property.
  private let item: JSONValue

  /// The scope of an expression; nil if it stands in an unusual place.
  init?(_ node: Int, in document: FormulaDocument) {
    self.node = node
    self.document = document
    let steps = document.document.tree.steps(to: node)
    guard let position = steps.firstIndex(where: { $0.value.key == "layers" }), position + 2 < steps.count else {
      return nil
    }
    layers = steps[position].value
    layer = steps[position + 1].value
    guard Self.isPresented(layer) else { return nil }
    // Repeaters and gradients ask for more than the value at a time.
    guard steps.allSatisfy({ !["rp", "gf", "gs"].contains($0.value.string("ty")) }) else { return nil }
    let parent = steps[steps.count - 2].value
    item = parent
    let key = steps[steps.count - 1].value.key ?? ""
    guard let kind = Self.kind(of: key, in: parent, container: steps[steps.count - 3].value.key),
      let property = ScriptProperty(steps[steps.count - 1].value, as: kind, startTime: Self.startTime(of: layer))
    else { return nil }
    self.property = property
  }

  /// How a property's value is seen, by its place; nil for places of other kinds.
  private static func kind(of key: String, in parent: JSONValue, container: String?) -> LottieScriptKind? {
    if parent.key == "ks" || parent.string("ty") == "tr" {
      return transformMembers.values.first { $0.key == key }?.kind
    }
    if let type = parent.string("ty") { return itemMembers[type]?.values.first { $0.key == key }?.kind }
    // A position along one axis, or a dash.
    let isNumber = container == "ks" && parent.key == "p" && ["x", "y"].contains(key) || container == "d" && key == "v"
    return isNumber ? .number : nil
  }

  private static func startTime(of layer: JSONValue) -> Double { layer.number("st") ?? 0 }

  /// Whether scripts see a layer as one with contents or a picture.
  private static func isPresented(_ layer: JSONValue) -> Bool { (0...5).contains(layer.integer("ty") ?? -1) }

  /// The values of the variables, the last one of `$bm_rt` at the end; nil if there is any that is not understood.
  func statements(of program: FormulaSyntax.Program) -> [ExpressionFormula.Term]? {
    // A second call would go on with the random numbers of the first.
    guard program.assignments.reduce(0, { $0 + $1.value.callCount(of: "wiggle") }) <= 1 else { return nil }
    var statements: [ExpressionFormula.Term] = []
    var values: [String: ExpressionFormula.Term] = [:]
    for (name, syntax) in program.assignments {
      guard case .term(let term)? = meaning(of: syntax, program.variables, values) else { return nil }
      // A variable is evaluated once, however often it is read.
      statements.append(term)
      if case .number = term { values[name] = term } else { values[name] = .variable(statements.count - 1) }
    }
    guard let result = values["$bm_rt"] else { return nil }
    return statements + [result]
  }

  // MARK: - Names, members and calls

  private func meaning(
    of syntax: FormulaSyntax, _ variables: Set<String>, _ values: [String: ExpressionFormula.Term]
  ) -> Meaning? {
    func inner(_ syntax: FormulaSyntax) -> Meaning? { meaning(of: syntax, variables, values) }
    func term(_ syntax: FormulaSyntax) -> ExpressionFormula.Term? {
      if case .term(let term)? = inner(syntax) { term } else { nil }
    }
    switch syntax {
    case .number(let number): return .term(.number(number))
    case .text: return nil
    case .name(let name): return variables.contains(name) ? values[name].map(Meaning.term) : named(name)
    case .list(let elements):
      let terms = elements.compactMap(term)
      return terms.count == elements.count ? .term(.list(terms)) : nil
    case .element(let array, let index): return term(array).map { .term(.component($0, index)) }
    case .member(let owner, let name): return inner(owner).flatMap { member(name, of: $0) }
    case .call(let function, let arguments):
      if case .name(let name) = function, !variables.contains(name),
        let operation = ExpressionFormula.Operation(named: name)
      {
        let terms = arguments.compactMap(term)
        guard terms.count == 2, arguments.count == 2 else { return nil }
        return .term(.combined(operation, terms[0], terms[1]))
      }
      if case .name("wiggle") = function, !variables.contains("wiggle") {
        let terms = arguments.compactMap(term)
        guard terms.count == 2, arguments.count == 2, let seed = document.seed(of: node) else { return nil }
        // The frequency is not read by lottie-web.
        return .term(.wiggled(property, seed: seed, frequency: terms[0], amount: terms[1]))
      }
      guard arguments.count == 1, let function = inner(function) else { return nil }
      return called(function, arguments[0])
    }
  }

  private func named(_ name: String) -> Meaning? {
    switch name {
    case "value": .term(.own(property))
    case "time": .term(.time)
    case "index": layer.number("ind").map { .term(.number($0)) }
    case "thisComp": .composition
    case "thisLayer": .layer(layer)
    case "thisProperty": .ownProperty
    case "content", "effect", "transform": member(name, of: .layer(layer))
    default: nil
    }
  }

  private func member(_ name: String, of owner: Meaning) -> Meaning? {
    switch owner {
    case .composition: name == "layer" ? .layerNamed : nil
    case .layer(let layer):
      switch name {
      case "content": layer.integer("ty") == 4 ? .contentNamed(inLayer: layer) : nil
      case "effect": .effectNamed(inLayer: layer)
      case "transform": layer["ks"].map { .transform($0, start: Self.startTime(of: layer)) }
      default: nil
      }
    case .item(let item, let start):
      switch (item.string("ty"), name) {
      case ("gr", "content"): .contentOfGroup(item, start: start)
      case ("gr", "transform"): transform(ofGroup: item).map { .transform($0, start: start) }
      case (let type?, _): Self.itemMembers[type]?[name].flatMap { shown($0, of: item, start: start) }
      default: nil
      }
    case .transform(let transform, let start): transformMember(name, of: transform, start: start)
    case .ownProperty: name == "propertyGroup" ? .groupAbove : nil
    case .term(.shown(let property)), .term(.looped(let property, _)):
      // Numbers and arrays have themselves as their value.
      name == "value" && property.kind != .path ? owner : nil
    default: nil
    }
  }

  private func called(_ function: Meaning, _ argument: FormulaSyntax) -> Meaning? {
    switch (function, argument) {
    case (.layerNamed, .text(let name)):
      document.first(in: layers) { $0.string("nm") == name }.flatMap { Self.isPresented($0) ? .layer($0) : nil }
    case (.contentNamed(let layer), .text(let name)):
      document.first(in: layer["shapes"]) { Self.isListed($0) && $0.string("nm") == name }
        .map { .item($0, start: Self.startTime(of: layer)) }
    case (.contentOfGroup(let group, let start), .text(let name)):
      document.first(in: group["it"]) { Self.isListed($0) && Self.hasName($0, name) }.map { .item($0, start: start) }
    case (.effectNamed(let layer), .text(let name)):
      document.first(in: layer["ef"]) { Self.hasName($0, name) }
        .map { .effect($0, start: Self.startTime(of: layer)) }
    case (.effect(let effect, let start), .text(let name)):
      document.first(in: effect["ef"]) { Self.hasName($0, name) }.flatMap { parameter($0, start: start) }
    case (.effect(let effect, let start), .number(let index)):
      document.first(in: effect["ef"]) { $0.number("ix") == index }.flatMap { parameter($0, start: start) }
    case (.groupAbove, .number(1)):
      Self.isFrame(item) ? .item(item, start: Self.startTime(of: layer)) : nil
    case (.item(let item, let start), .number(let index)):
      // In the order in which lottie-web looks for them.
      Self.isFrame(item)
        ? [("position", "p"), ("roundness", "r"), ("size", "s")].first {
          item.member(named: $0.1)?.number("ix") == index
        }
        .flatMap { member($0.0, of: .item(item, start: start)) } : nil
    default: nil
    }
  }

  private static func hasName(_ json: JSONValue, _ name: String) -> Bool {
    json.string("nm") == name || json.string("mn") == name
  }

  /// Whether an item is a rectangle or an ellipse.
  private static func isFrame(_ item: JSONValue) -> Bool { ["rc", "el"].contains(item.string("ty")) }

  /// What scripts take for a group's transform: its last item.
  private func transform(ofGroup group: JSONValue) -> JSONValue? {
    var last: JSONValue?
    _ = document.first(in: group["it"]) { item in
      last = item
      return false
    }
    return last?.string("ty") == "tr" ? last : nil
  }

  /// Whether scripts find an item by its name.
  private static func isListed(_ item: JSONValue) -> Bool {
    ["gr", "fl", "st", "tm", "el", "sr", "sh", "rc", "rd", "rp", "gf"].contains(item.string("ty"))
  }

  // MARK: - Properties

  private struct Place {
    var key: String
    var kind: LottieScriptKind
    var factor = 1.0
  }

  private static let itemMembers: [String: [String: Place]] = [
    "sh": ["path": Place(key: "ks", kind: .path), "shape": Place(key: "ks", kind: .path)],
    "rc": [
      "position": Place(key: "p", kind: .numbers), "size": Place(key: "s", kind: .numbers),
      "roundness": Place(key: "r", kind: .number),
    ],
    "el": ["position": Place(key: "p", kind: .numbers), "size": Place(key: "s", kind: .numbers)],
    "st": ["strokeWidth": Place(key: "w", kind: .number), "opacity": Place(key: "o", kind: .number, factor: 0.01)],
    "fl": ["opacity": Place(key: "o", kind: .number, factor: 0.01)],
    "tm": [
      "start": Place(key: "s", kind: .number, factor: 0.01), "end": Place(key: "e", kind: .number, factor: 0.01),
      "offset": Place(key: "o", kind: .number),
    ],
  ]

  private static let transformMembers: [String: Place] = [
    "position": Place(key: "p", kind: .numbers), "anchorPoint": Place(key: "a", kind: .numbers),
    "scale": Place(key: "s", kind: .numbers, factor: 0.01), "rotation": Place(key: "r", kind: .number, factor: degree),
    "opacity": Place(key: "o", kind: .number, factor: 0.01), "skew": Place(key: "sk", kind: .number, factor: degree),
    "skewAxis": Place(key: "sa", kind: .number, factor: degree),
  ]

  private func transformMember(_ name: String, of transform: JSONValue, start: Double) -> Meaning? {
    // Rotations around three axes have other names; an axis without a skew is never read.
    guard let place = Self.transformMembers[name], transform["rx"] == nil, place.key != "sa" || transform["sk"] != nil,
      place.key != "p" || transform["p"]?["s"] == nil
    else { return nil }
    return shown(place, of: transform, start: start)
  }

  private func parameter(_ parameter: JSONValue, start: Double) -> Meaning? {
    switch parameter.integer("ty") {
    case 2, 3: shown(Place(key: "v", kind: .numbers), of: parameter, start: start)
    case 0, 1, 4, 7, 11: shown(Place(key: "v", kind: .number), of: parameter, start: start)
    default: nil
    }
  }

  private func shown(_ place: Place, of owner: JSONValue, start: Double) -> Meaning? {
    guard let json = owner.member(named: place.key),
      let property = document.property(json, as: place.kind, factor: place.factor, startTime: start)
    else { return nil }
    // While its own expression is evaluated a property is what it is without.
    guard let source = json.string("x"), json.index != node else { return .term(.shown(property)) }
    guard let call = KeyframeLoop.Call(source) else { return nil }
    return .term(KeyframeLoop(call, times: property.keyTimes).map { .looped(property, $0) } ?? .shown(property))
  }
}
