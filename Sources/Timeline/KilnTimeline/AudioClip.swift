/// A sound that is played during a range of frames.
public struct AudioClip: Sendable, Hashable {
  /// Key or name in the source.
  public var key: String
  /// Content of the sound file, as in the source.
  public var bytes: [UInt8]
  /// Frames in which it is played, unless it ends earlier.
  public var frames: Range<Int>
  /// Offset into the sound at which playback starts, in milliseconds.
  public var startMilliseconds: Int
  /// Duration of the whole sound in milliseconds, as given by the source.
  public var totalMilliseconds: Int
  /// Seconds of the sound that are played in a second; pitch changes with it.
  public var speed = 1.0
  /// Factor on the amplitude in each of `frames`; empty for 1 in all.
  public var gains: [Double] = []

  /// A clip; by default it starts at the beginning of the sound and its duration is unknown (0).
  public init(
    key: String, bytes: [UInt8], frames: Range<Int>, startMilliseconds: Int = 0, totalMilliseconds: Int = 0
  ) {
    self.key = key
    self.bytes = bytes
    self.frames = frames
    self.startMilliseconds = startMilliseconds
    self.totalMilliseconds = totalMilliseconds
  }

  /// Whether it is played as it is stored: at its own speed and volume.
  public var isPlain: Bool { speed == 1 && gains.allSatisfy { $0 == 1 } }
}
