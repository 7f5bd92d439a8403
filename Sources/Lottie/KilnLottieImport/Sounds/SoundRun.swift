/// Frames of a timeline in which a sound runs steadily.
struct SoundRun: Sendable, Hashable {
  /// Frames of the timeline.
  var frames: Range<Int>
  /// Time in the sound at the first frame, in seconds; at least 0.
  var start: Double
  /// Seconds of the sound in a second of the timeline.
  var speed: Double

  /// Speeds at which a sound is heard as one.
  private static let speeds = 0.1...10.0
  /// Largest difference of speeds that are taken for the same.
  private static let tolerance = 1e-3

  /// The runs of a sound that is at some times in some frames.
  ///
  /// - Parameters:
  ///   - positions: For each frame, the time in the sound in seconds; nil where it is not heard.
  ///   - frameRate: Frames per second.
  /// - Returns: The runs in order, and whether there are frames in which the sound stands still, runs backwards, or too fast or
  ///   slowly to be heard.
  static func runs(_ positions: [Double?], frameRate: Double) -> (runs: [SoundRun], isComplete: Bool) {
    var runs: [SoundRun] = []
    var isComplete = true
    var frame = 0
    while frame < positions.count {
      guard let start = positions[frame], start > -1e-6 else {
        frame += 1
        continue
      }
      let step = positions[safe: frame + 1].map { $0 - start }
      let speed = step.map { $0 * frameRate } ?? 1
      var end = frame + 1
      while let next = positions[safe: end], let last = positions[end - 1],
        abs((next - last) * frameRate - speed) <= tolerance
      { end += 1 }
      if speeds.contains(speed) {
        let isPlain = abs(speed - 1) <= tolerance
        runs.append(SoundRun(frames: frame..<end, start: max(0, start), speed: isPlain ? 1 : speed))
      } else {
        isComplete = false
      }
      frame = end
    }
    return (runs, isComplete)
  }
}

extension [Double?] {
  /// The element at an index; nil if there is none, or if it is nil.
  fileprivate subscript(safe index: Int) -> Double? { indices.contains(index) ? self[index] : nil }
}
