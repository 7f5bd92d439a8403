/// Division of an animation's frames into runs that are encoded in parallel.
///
/// Never depends on the number of threads, because runs change the bytes.
public struct FrameRuns: Sendable {
  /// Number of frames of the animation.
  public let frameCount: Int
  /// Number of frames of each run but the last. Long runs draw fewer frames twice; short ones spread a short animation
  /// over more threads.
  public let length: Int

  /// The runs of an animation.
  public init(frameCount: Int) {
    self.frameCount = frameCount
    length = min(16, max(4, frameCount / 16))
  }

  /// Number of runs.
  public var count: Int { (frameCount + length - 1) / length }

  /// The frames of a run.
  public subscript(run: Int) -> Range<Int> { run * length..<min(frameCount, (run + 1) * length) }
}
