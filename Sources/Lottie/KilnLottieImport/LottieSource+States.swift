package import KilnDiagnostics
package import KilnLottieFormat
package import KilnTimeline

extension LottieContainer {
  /// State machines of a dotLottie; none of other containers.
  package func states(limits: Limits) -> [AnimationStateMachine] {
    stateMachines(limits: limits).map(AnimationStateMachine.init)
  }
}

extension AnimationStateMachine {
  /// What a dotLottie's state machine plays.
  fileprivate init(_ machine: DotLottieStateMachine) {
    self.init(id: machine.id, initial: machine.initial, states: machine.states.map(State.init))
  }
}

extension AnimationStateMachine.State {
  fileprivate init(_ state: DotLottieStateMachine.State) {
    self.init(name: state.name)
    isGlobal = state.isGlobal
    (animation, theme, marker) = (state.animation, state.theme, state.segment)
    direction =
      switch state.mode {
      case "Reverse": .reverse
      case "Bounce": .bounce
      case "ReverseBounce": .reverseBounce
      default: .forward
      }
    (speed, loopCount, isFinal) = (state.speed, state.loopCount, state.isFinal)
    background = StraightColor(player: state.background)
    transitions = state.transitions.map { transition in
      .init(target: transition.target, conditions: (transition.guards ?? []).map(\.text))
    }
  }
}

extension DotLottieStateMachine.Guard {
  /// The condition as people read it.
  fileprivate var text: String {
    guard let comparison else { return input }
    let sign =
      switch comparison {
      case "NotEqual": "≠"
      case "GreaterThan": ">"
      case "GreaterThanOrEqual": "≥"
      case "LessThan": "<"
      case "LessThanOrEqual": "≤"
      default: "="
      }
    return "\(input) \(sign) \(value)"
  }
}

extension StraightColor {
  /// A colour of four bytes, alpha in the lowest; nil for a transparent one.
  fileprivate init?(player bytes: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(bytes >> shift & 0xFF) / 255 }
    guard bytes & 0xFF != 0 else { return nil }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }
}
