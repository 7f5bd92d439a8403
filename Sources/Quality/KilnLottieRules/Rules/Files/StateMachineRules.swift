internal import KilnDiagnostics
internal import KilnRuleEngine

// Rules of the state machines of dotLottie files.

extension Rule {
  static let stateMachineMissing = Rule(
    "dotlottie.stateMachine.missing", .error, .dropped,
    "The manifest names a state machine that is not in the archive.",
    why: "Players cannot start it, and show the plain animation.",
    remedy: "Pack the dotLottie again, with all state machines, or remove it from the manifest.")
  static let stateMachineInvalid = Rule(
    "dotlottie.stateMachine.invalid", .error, .dropped,
    "The file of a state machine is in a form that players refuse.",
    why: "Players read a state machine whole or not at all: without it nothing reacts.",
    remedy: "Export the state machine again with a current tool.")
  static let stateMachineInitial = Rule(
    "dotlottie.stateMachine.initial", .error, .dropped,
    "A state machine does not say in which state it starts, or names one that it does not have.",
    why: "It never starts.",
    remedy: "Choose one of the states as the initial one.")
  static let stateMachineState = Rule(
    "dotlottie.stateMachine.state", .error, .dropped,
    "A transition or an interaction names a state that does not exist.",
    why: "The transition fails when its conditions hold, and the interaction never happens.",
    remedy: "Write the name as that of the state, or remove what names it.")
  static let stateMachineDuplicate = Rule(
    "dotlottie.stateMachine.duplicate", .error, .dropped,
    "A state machine has two states of one name, or two global states.",
    why: "Players refuse the state machine.",
    remedy: "Rename one of them; put the transitions of both global states into one.")
  static let stateMachineUnreachable = Rule(
    "dotlottie.stateMachine.unreachable", .warning, .exact,
    "No transition leads to a state, from the one that the machine starts in.",
    why: "It is never shown, and its part of the animation is loaded for nothing.",
    remedy: "Add a transition to it, or remove it.")
  static let stateMachineInput = Rule(
    "dotlottie.stateMachine.input", .error, .dropped,
    "A guard or an action names an input that does not exist, or that is of another type.",
    why: "Players refuse the state machine, or the transition is never made and the action does nothing.",
    remedy: "Declare the input with that type, or write its name as it is declared.")
  static let stateMachineGuard = Rule(
    "dotlottie.stateMachine.guard", .error, .dropped,
    "A state has several transitions without guards.",
    why: "Players refuse the state machine: they could not say which of them is meant.",
    remedy: "Give all but one of them a guard, or remove them.")
  static let stateMachineAnimation = Rule(
    "dotlottie.stateMachine.animation", .error, .dropped,
    "A state plays an animation that is not in the archive.",
    why: "The state shows nothing, or what was shown before.",
    remedy: "Write the animation's ID as in the manifest, or pack the dotLottie with that animation.")
  static let stateMachineSegment = Rule(
    "dotlottie.stateMachine.segment", .error, .approximated,
    "A state plays a segment for which its animation has no marker.",
    why: "Players show the whole animation in that state.",
    remedy: "Name the segment as the marker in the animation, letter by letter.")
  static let stateMachineTheme = Rule(
    "dotlottie.stateMachine.theme", .error, .dropped,
    "An action sets a theme that is not in the archive.",
    why: "The colours and texts stay as they are.",
    remedy: "Write the theme's ID as in the manifest, or pack the dotLottie with that theme.")
}

extension RuleCheck {
  static let stateMachines = RuleCheck(
    .containers,
    [
      .stateMachineInvalid, .stateMachineInitial, .stateMachineState, .stateMachineDuplicate, .stateMachineUnreachable,
      .stateMachineInput, .stateMachineGuard, .stateMachineAnimation, .stateMachineSegment, .stateMachineTheme,
    ],
    { (visit: ContainerVisit) in
      var check = StateMachineCheck(visit)
      for machine in visit.stateMachines { check.check(machine) }
    })
}
