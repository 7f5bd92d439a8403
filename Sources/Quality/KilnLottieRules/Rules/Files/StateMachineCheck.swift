internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat

/// Compares the state machines of a dotLottie with themselves and with what else is in the archive.
struct StateMachineCheck {
  private typealias Machine = DotLottieStateMachine

  private let visit: ContainerVisit
  private let animations: Set<String>
  private let themes: Set<String>
  /// Names of markers by animation, of those that were asked for; the inner nil for an animation that cannot be read.
  private var markers: [String?: Set<String>?] = [:]

  init(_ visit: ContainerVisit) {
    self.visit = visit
    func ids(_ name: JSONValue.Name) -> Set<String> {
      Set((visit.manifest?[name].map { Array($0.children) } ?? []).compactMap { $0.string("id") })
    }
    (animations, themes) = (ids("animations"), ids("themes"))
  }

  mutating func check(_ machine: DotLottieStateMachine) {
    for fault in machine.faults { report(.stateMachineInvalid, machine, fault) }
    guard !machine.states.isEmpty else { return }
    checkNames(machine)
    let initial = machine.initial ?? ""
    if machine.state(named: initial) == nil {
      report(
        .stateMachineInitial, machine,
        initial.isEmpty ? "it names no state to start in" : "it starts in the state “\(initial)”, which does not exist")
    } else {
      checkReach(machine, from: initial)
    }
    for state in machine.states { check(state, machine) }
    for interaction in machine.interactions {
      if let state = interaction.state, machine.state(named: state) == nil {
        report(
          .stateMachineState, machine,
          "the interaction “\(interaction.kind)” is of the state “\(state)”, which does not exist")
      }
      check(interaction.actions, of: "the interaction “\(interaction.kind)”", machine)
    }
  }

  private func report(_ rule: Rule, _ machine: DotLottieStateMachine, _ message: String) {
    visit.report(rule, "state machine “\(machine.id)”: \(message)", entry: machine.entry)
  }

  private func checkNames(_ machine: Machine) {
    var seen: Set<String> = []
    for state in machine.states where !seen.insert(state.name).inserted {
      report(.stateMachineDuplicate, machine, "there are two states “\(state.name)”")
    }
    let globals = machine.states.count(where: \.isGlobal)
    if globals > 1 { report(.stateMachineDuplicate, machine, "there are \(globals) global states") }
  }

  /// Reports the states to which no transitions lead. Those of a global state hold everywhere.
  private func checkReach(_ machine: Machine, from initial: String) {
    let byName = Dictionary(machine.states.map { ($0.name, $0) }) { first, _ in first }
    var reached: Set<String> = []
    var open = [initial] + machine.states.filter(\.isGlobal).map(\.name)
    while let name = open.popLast() {
      guard reached.insert(name).inserted, let state = byName[name], !state.isFinal else { continue }
      open += state.transitions.map(\.target)
    }
    for name in machine.states.map(\.name) where !reached.contains(name) {
      report(.stateMachineUnreachable, machine, "no transition leads to the state “\(name)”")
    }
  }

  // MARK: - States

  private mutating func check(_ state: Machine.State, _ machine: Machine) {
    let owner = "the state “\(state.name)”"
    if state.transitions.count(where: { $0.guards == nil }) > 1 {
      report(.stateMachineGuard, machine, "\(owner) has several transitions without guards")
    }
    for transition in state.transitions {
      if machine.state(named: transition.target) == nil {
        report(
          .stateMachineState, machine,
          "a transition of \(owner) leads to the state “\(transition.target)”, which does not exist")
      }
      for condition in transition.guards ?? [] { check(condition, of: owner, machine) }
    }
    check(state.actions, of: owner, machine)
    guard !state.isGlobal else { return }
    if let animation = state.animation, !animations.contains(animation) {
      report(
        .stateMachineAnimation, machine, "\(owner) plays the animation “\(animation)”, which the manifest does not name"
      )
    } else if let segment = state.segment, let known = markers(of: state.animation), !known.contains(segment) {
      report(
        .stateMachineSegment, machine,
        "\(owner) plays the segment “\(segment)”, for which "
          + (state.animation.map { "the animation “\($0)”" } ?? "the first animation") + " has no marker")
    }
  }

  private mutating func markers(of animation: String?) -> Set<String>? {
    if let known = markers[animation] { return known }
    let found = visit.markers(ofAnimation: animation)
    markers[animation] = .some(found)
    return found
  }

  // MARK: - Inputs

  private func check(_ condition: Machine.Guard, of owner: String, _ machine: Machine) {
    check(input: condition.input, condition.kind, "a guard of \(owner)", machine)
    if let other = condition.otherInput { check(input: other, condition.kind, "a guard of \(owner)", machine) }
  }

  private func check(input: String, _ kind: Machine.InputKind, _ owner: String, _ machine: Machine) {
    // Players have these, such as @elapsedTime.
    guard !input.hasPrefix("@") else { return }
    guard let found = machine.inputs.first(where: { $0.name == input }) else {
      return report(.stateMachineInput, machine, "\(owner) names the input “\(input)”, which does not exist")
    }
    if found.kind != kind {
      report(
        .stateMachineInput, machine,
        "\(owner) takes the input “\(input)” for \(kind.words), and it is \(found.kind.words)")
    }
  }

  private func check(_ actions: [Machine.Action], of owner: String, _ machine: Machine) {
    for action in actions {
      if let input = action.input, !input.hasPrefix("@"), !machine.inputs.contains(where: { $0.name == input }) {
        report(
          .stateMachineInput, machine,
          "the action “\(action.kind)” of \(owner) names the input “\(input)”, which does not exist")
      }
      if action.kind == "SetTheme", let theme = action.text, !theme.isEmpty, !themes.contains(theme) {
        report(.stateMachineTheme, machine, "\(owner) sets the theme “\(theme)”, which the manifest does not name")
      }
    }
  }
}

extension DotLottieStateMachine.InputKind {
  /// The kind with its article.
  fileprivate var words: String {
    switch self {
    case .numeric: "a number"
    case .string: "a text"
    case .boolean: "a truth value"
    case .event: "an event"
    }
  }
}
