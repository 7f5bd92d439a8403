/// A sound that plays along.
public struct AudioClip: Sendable, Hashable {
  /// What the source calls it.
  public var key: String
  /// The sound file, as the source holds it.
  public var bytes: [UInt8]
  /// Frames in which it plays, as far as it is long enough.
  public var frames: Range<Int>
  /// Where in the sound it starts, in milliseconds.
  public var startMilliseconds: Int
  /// Length of the whole sound in milliseconds, as the source says it.
  public var totalMilliseconds: Int

  /// A sound.
  public init(
    key: String, bytes: [UInt8], frames: Range<Int>, startMilliseconds: Int = 0, totalMilliseconds: Int = 0
  ) {
    self.key = key
    self.bytes = bytes
    self.frames = frames
    self.startMilliseconds = startMilliseconds
    self.totalMilliseconds = totalMilliseconds
  }
}
