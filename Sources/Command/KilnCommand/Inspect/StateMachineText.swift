internal import KilnDiagnostics
internal import Kiln

extension Inspection.StateMachine {
  /// A line for the machine, and one for each state.
  var lines: [String] {
    let start = initial.map { ", starts in \($0.printable)" } ?? ", says no state to start in"
    return ["state machine \(id.printable)\(start)"] + states.map { "  " + $0.line }
  }
}

extension Inspection.State {
  fileprivate var line: String {
    var parts: [String] = []
    if !isGlobal {
      parts.append(
        (segment.map { "segment \($0.printable)" } ?? "all") + (animation.map { " of \($0.printable)" } ?? ""))
    }
    if let theme { parts.append("theme \(theme.printable)") }
    switch direction {
    case "reverse": parts.append("backwards")
    case "bounce": parts.append("there and back")
    case "reverseBounce": parts.append("backwards and there again")
    default: break
    }
    if speed != 1 { parts.append("\(speed.shortDescription) × as fast") }
    if loopCount == 0 { parts.append("for ever") } else if loopCount > 1 { parts.append("\(loopCount) times") }
    if isGlobal { parts.append("in every state") }
    if isFinal { parts.append("the end") }
    parts += transitions.map { transition in
      let when = transition.conditions.map(\.printable).joined(separator: " and ")
      return "→ \(transition.target.printable)" + (when.isEmpty ? "" : " when \(when)")
    }
    return "\(name.printable)  " + parts.joined(separator: ", ")
  }
}
