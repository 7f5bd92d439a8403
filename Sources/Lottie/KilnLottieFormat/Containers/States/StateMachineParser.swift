internal import KilnDiagnostics
internal import KilnJSON

/// Reads the file of a state machine. What is in no form that players read is left out, and is a fault.
struct StateMachineParser {
  private typealias Machine = DotLottieStateMachine

  private var machine: DotLottieStateMachine

  /// The machine in a file, with its faults.
  static func machine(id: String, bytes: [UInt8], limits: Limits) -> DotLottieStateMachine {
    var parser = StateMachineParser(machine: DotLottieStateMachine(id: id))
    do throws(Diagnostic) {
      parser.read(try JSONTree(bytes, limits: limits).root)
    } catch {
      parser.fault(error.message)
    }
    return parser.machine
  }

  /// A machine whose file cannot be read.
  static func unreadable(id: String, because reason: String) -> DotLottieStateMachine {
    var machine = DotLottieStateMachine(id: id)
    machine.faults = [reason]
    return machine
  }

  private mutating func fault(_ reason: String) { machine.faults.append(reason) }

  private mutating func read(_ root: JSONValue) {
    guard root.kind == .object else { return fault("it is no object") }
    machine.initial = root.string("initial")
    if root["states"]?.kind != .array { fault("it has no list of states") }
    for state in list(root, "states") {
      if let state = self.state(state) { machine.states.append(state) }
    }
    for input in list(root, "inputs") {
      guard let kind = input.string("type").flatMap(Machine.InputKind.init), let name = input.string("name") else {
        fault("an input lacks a name or a known type")
        continue
      }
      // Players keep these names to themselves.
      if !name.hasPrefix("@") { machine.inputs.append(Machine.Input(name: name, kind: kind)) }
    }
    for interaction in list(root, "interactions") {
      if let interaction = self.interaction(interaction) { machine.interactions.append(interaction) }
    }
  }

  // MARK: - Parts

  private mutating func state(_ json: JSONValue) -> Machine.State? {
    guard let name = json.string("name") else {
      fault("a state has no name")
      return nil
    }
    let type = json.string("type")
    if type != "PlaybackState", type != "GlobalState" {
      fault("the state “\(name)” has the type “\(type ?? "")”, which no player knows")
    }
    if json["transitions"]?.kind != .array { fault("the state “\(name)” has no list of transitions") }
    let isGlobal = type == "GlobalState"
    if !isGlobal, json["animation"]?.kind != .string {
      fault("the state “\(name)” names no animation, not even an empty one")
    }
    let segment = json["segment"]
    if let segment, ![.string, .null].contains(segment.kind) {
      fault("the segment of the state “\(name)” is not the name of a marker")
    }
    let mode = json.string("mode") ?? "Forward"
    if !["Forward", "Reverse", "Bounce", "ReverseBounce"].contains(mode) {
      fault("the state “\(name)” has the mode “\(mode)”, which no player knows")
    }
    let entry = list(json, "entryActions").compactMap { action($0, of: "the state “\(name)”") }
    let exit = list(json, "exitActions").compactMap { action($0, of: "the state “\(name)”") }
    // Without `loop` the count means nothing.
    let loops = json["loop"]?.bool ?? false
    let count = max(0, min(65535, json.integer("loopCount") ?? 0))
    let speed = json.number("speed") ?? 1
    return Machine.State(
      name: name, isGlobal: isGlobal, animation: isGlobal ? nil : json.string("animation").flatMap(Self.filled),
      segment: isGlobal ? nil : segment?.string.flatMap(Self.filled), mode: mode,
      speed: speed.isFinite && speed > 0 ? speed : 1, loopCount: loops ? count : 1,
      background: json.number("backgroundColor").flatMap { UInt32(exactly: $0) } ?? 0,
      isFinal: json["final"]?.bool ?? false,
      transitions: list(json, "transitions").compactMap { transition($0, of: name) }, actions: entry + exit,
      theme: entry.last { $0.kind == "SetTheme" }?.text.flatMap(Self.filled))
  }

  private mutating func transition(_ json: JSONValue, of state: String) -> Machine.Transition? {
    let type = json.string("type")
    guard let target = json.string("toState"), type == "Transition" || type == "Tweened" else {
      fault("a transition of the state “\(state)” lacks a known type or the state to which it leads")
      return nil
    }
    let hasGuards = json["guards"].map { $0.kind != .null } ?? false
    var guards: [Machine.Guard] = []
    for condition in list(json, "guards") {
      if let condition = self.condition(condition, of: state) { guards.append(condition) }
    }
    var seconds: Double?
    if type == "Tweened" {
      seconds = json.number("duration")
      if seconds == nil || json["easing"]?.numbers?.count != 4 {
        fault("a tweened transition of the state “\(state)” lacks its duration or the four numbers of its easing")
      }
    }
    return Machine.Transition(target: target, guards: hasGuards ? guards : nil, tweenSeconds: seconds)
  }

  private static let comparisons: Set<String> = [
    "Equal", "NotEqual", "GreaterThan", "GreaterThanOrEqual", "LessThan", "LessThanOrEqual",
  ]

  private mutating func condition(_ json: JSONValue, of state: String) -> Machine.Guard? {
    guard let kind = json.string("type").flatMap(Machine.InputKind.init), let input = json.string("inputName") else {
      fault("a guard in the state “\(state)” lacks a known type or the name of its input")
      return nil
    }
    guard kind != .event else {
      return Machine.Guard(kind: kind, input: input, comparison: nil, otherInput: nil, value: "")
    }
    let comparison = json.string("conditionType") ?? ""
    let value = json["compareTo"]
    guard Self.comparisons.contains(comparison), let value, [.string, .number, .bool].contains(value.kind) else {
      fault("the guard of “\(input)” in the state “\(state)” has no known condition or nothing to compare with")
      return nil
    }
    let text = value.string
    var other: String?
    // Text beside a number or a truth can only be the name of an input.
    if let text, text.hasPrefix("$") || kind != .string {
      other = text.hasPrefix("$") ? String(text.drop { $0 == "$" }) : text
    }
    return Machine.Guard(
      kind: kind, input: input, comparison: comparison, otherInput: other,
      value: text ?? String(decoding: value.source, as: UTF8.self))
  }

  private static let interactions: Set<String> = [
    "PointerUp", "PointerDown", "PointerEnter", "PointerMove", "PointerExit", "Click", "OnComplete", "OnLoopComplete",
  ]

  private mutating func interaction(_ json: JSONValue) -> Machine.Interaction? {
    let type = json.string("type") ?? ""
    guard Self.interactions.contains(type) else {
      fault("there is an interaction of the type “\(type)”, which no player knows")
      return nil
    }
    let isOfState = type.hasPrefix("On")
    if isOfState, json.string("stateName") == nil { fault("an interaction “\(type)” names no state") }
    return Machine.Interaction(
      kind: type, layer: isOfState ? nil : json.string("layerName").flatMap(Self.filled),
      state: isOfState ? json.string("stateName") : nil,
      actions: list(json, "actions").compactMap { action($0, of: "an interaction “\(type)”") })
  }

  /// Types of actions, and whether they change an input.
  private static let actions: [String: Bool] = [
    "OpenUrl": false, "SetTheme": false, "SetFrame": false, "SetProgress": false, "FireCustomEvent": false,
    "Increment": true, "Decrement": true, "Toggle": true, "SetBoolean": true, "SetString": true, "SetNumeric": true,
    "SetRandom": true, "Multiply": true, "Floor": true, "Clamp": true, "Fire": true, "Reset": true,
  ]

  private mutating func action(_ json: JSONValue, of owner: String) -> Machine.Action? {
    let type = json.string("type") ?? ""
    guard let changesInput = Self.actions[type] else {
      fault("\(owner) has an action of the type “\(type)”, which no player knows")
      return nil
    }
    let input = changesInput ? json.string("inputName") : nil
    if changesInput, input == nil { fault("\(owner) has an action “\(type)” that names no input") }
    return Machine.Action(kind: type, input: input, text: json.string("value"))
  }

  private func list(_ json: JSONValue, _ name: JSONValue.Name) -> [JSONValue] {
    guard let list = json[name], list.kind == .array else { return [] }
    return Array(list.children)
  }

  private static func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
}
