package import KilnDiagnostics
package import KilnTimeline

extension FrameStates {
  /// Hides every frame.
  mutating func hideAll() { self = FrameStates(Array(repeating: .hidden, count: count)) }
}

extension Sprite {
  /// Document path of the sprite for a finding about some frames of its timeline.
  package func path(in frames: [Int], of timeline: Timeline) -> DocumentPath {
    origin.path(frames: timeline.sourceFrames(frames))
  }
}
