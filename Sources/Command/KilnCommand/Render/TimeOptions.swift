internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnTimeline

/// Part of the source that is shown, and its timing.
struct TimeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Part of the source, as 10..<50 in its frames.", valueName: "range"))
  var frames: FrameRangeArgument?

  @Option(help: ArgumentHelp("Part of the source, by the name of its marker.", valueName: "name"))
  var marker: String?

  @Option(help: ArgumentHelp("Frames per second of the result.", valueName: "rate"))
  var fps: Double?

  @Option(help: ArgumentHelp("How much faster the result plays.", valueName: "factor"))
  var speed: Double = 1

  @Flag(help: "Play backwards.")
  var reverse = false

  func validate() throws {
    if let fps, !Timeline.frameRates.contains(fps) { throw ValidationError("--fps takes a number from 0.001 to 1000.") }
    guard speed > 0, speed <= 1000 else { throw ValidationError("--speed takes a number above 0 and at most 1000.") }
    if frames != nil && marker != nil { throw ValidationError("--frames and --marker exclude each other.") }
  }

  func apply(to options: inout Conversion.Options, _ info: AnimationInfo) throws(Diagnostic) {
    options.frameRate = fps
    options.speed = speed
    options.isReversed = reverse
    options.range = try range(info)
  }

  private func range(_ info: AnimationInfo) throws(Diagnostic) -> Range<Double>? {
    if let marker {
      guard let found = info.marker(named: marker) else {
        let names = info.markers.map { "“\($0.name)”" }.joined(separator: ", ")
        throw Diagnostic(
          .usageInvalid, "there is no marker “\(marker)”",
          advice: names.isEmpty ? "the animation has none" : "choose one of \(names)")
      }
      return try FrameList.checked(
        found.firstFrame..<found.firstFrame + max(1, found.frameCount), as: "marker “\(marker)”", info)
    }
    return try frames.map { argument throws(Diagnostic) in try FrameList.checked(argument.range, as: "--frames", info) }
  }
}
