public import KilnDiagnostics
internal import KilnGeometry
public import KilnTimeline

extension Conversion.Options {
  /// Sets the part, speed and direction of a state of the file's state machines, and the colour behind it unless there is
  /// one. A speed and a direction that were asked for hold for what the state plays.
  ///
  /// - Parameters:
  ///   - info: The state's animation.
  ///   - log: Receives `conversion.state.whole` if the animation has no marker of the state's name.
  public mutating func play(_ state: AnimationStateMachine.State, of info: AnimationInfo, log: inout DiagnosticLog) {
    range = part(of: state, info, log: &log)
    speed *= state.speed
    if state.direction == .reverse || state.direction == .reverseBounce { isReversed.toggle() }
    bounces = state.direction == .bounce || state.direction == .reverseBounce
    if background == nil { background = state.background }
  }

  /// The frames of a state's marker that the animation has; nil for all of them.
  private func part(
    of state: AnimationStateMachine.State, _ info: AnimationInfo, log: inout DiagnosticLog
  ) -> Range<Double>? {
    guard let name = state.marker else { return nil }
    guard let marker = info.marker(named: name) else {
      let names = info.markers.map { "“\($0.name)”" }.joined(separator: ", ")
      log.add(
        .conversionStateWhole,
        "the state “\(state.name)” plays the segment “\(name)”, and the animation has no marker of that name: all of it is taken",
        advice: names.isEmpty ? "the animation has no markers" : "its markers are \(names)")
      return nil
    }
    let last = info.firstFrame + Double(info.frameCount)
    let start = min(max(marker.firstFrame, info.firstFrame), last - 1)
    return start..<max(start + 1, min(last, marker.firstFrame + marker.frameCount))
  }
}

extension Rule {
  /// The marker of a state is not there.
  public static let conversionStateWhole = Rule(
    "conversion.state.whole", .warning, .exact,
    "A state plays a segment for which its animation has no marker.",
    why: "Players show the whole animation in that state, and so does the result.",
    remedy: "Name the state's segment as the marker in the animation, letter by letter.")
}
