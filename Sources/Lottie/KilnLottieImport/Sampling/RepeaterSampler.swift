package import KilnGeometry
package import KilnLottieFormat

/// The copies of a repeater over time, without expressions.
package struct RepeaterSampler {
  private let track: RepeaterTrack

  package init(_ item: RepeaterItem) { track = RepeaterTrack(item, nil) }

  /// Times at which the copies change.
  package var changes: ChangeTimes { track.steps.changes }

  /// Original → copy at a time in frames; copies are counted from 0.
  package func matrix(ofCopy copy: Int, at time: Double) -> Affine {
    track.steps.value(at: time, in: .constant).matrix(ofCopy: copy)
  }

  /// Opacity of a copy at the start, 0…1.
  package func opacity(ofCopy copy: Int) -> Double { track.opacity(ofCopy: copy, at: 0, in: .constant) }
}
