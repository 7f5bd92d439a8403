internal import Diagnostics
internal import TimelineModel

extension Sprite {
  /// The place of the sprite for a finding about some frames of its timeline.
  func path(in frames: [Int], of timeline: Timeline) -> DocumentPath {
    origin.path(frames: timeline.sourceFrames(frames))
  }
}
