internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnRendering
internal import KilnRuleEngine
internal import KilnTimeline

/// The drawn frames of an animation.
final class FramesVisit {
  let animation: TimelineVisit
  let facts: FrameMeasurements

  var timeline: Timeline { animation.timeline }

  init(_ animation: TimelineVisit) {
    self.animation = animation
    facts = FrameMeasurements(animation.timeline, limits: animation.findings.options.limits)
  }

  /// Whether nothing can be seen in a frame: no pixel has more than a fiftieth of full opacity.
  func isBlank(_ frame: Int) -> Bool { facts.largestAlpha[frame] <= 5 }

  /// Adds a finding about frames of the timeline; none for the whole animation.
  func report(_ rule: Rule, _ message: @autoclosure () -> String, frames: some Sequence<Int> = EmptyCollection()) {
    animation.findings.report(
      rule, message(), at: DocumentPath(chain: [], frames: timeline.sourceFrames(frames)))
  }

  /// Value of a rule's option.
  func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { animation.value(option, of: rule) }
}
