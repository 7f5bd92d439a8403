internal import ArgumentParser

/// States of a dotLottie's state machines that become files of their own.
struct StateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Part of a dotLottie, by the name of a state of its state machines: its segment, animation, theme, direction and "
        + "speed. MACHINE/NAME if several machines have it.", valueName: "name"))
  var state: String?

  @Flag(name: .customLong("all-states"), help: "A file of each state of a dotLottie: OUTPUT-STATE.svga and its like.")
  var allStates = false

  /// Whether a state is asked for.
  var isGiven: Bool { state != nil || allStates }

  func validate() throws {
    if state != nil, allStates { throw ValidationError("--state and --all-states exclude each other.") }
  }
}
