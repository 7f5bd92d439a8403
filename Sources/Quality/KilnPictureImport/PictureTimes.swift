internal import KilnGeometry

/// Times of stored pictures as whole frames of one frame rate.
struct PictureTimes: Sendable, Hashable {
  /// Frames per second.
  let frameRate: Double
  /// First frame of each picture; the end of the last one follows.
  let frames: [Int]
  /// Largest distance between a time of the file and that of its frame, in milliseconds.
  let largestError: Double

  /// Rates that are tried before others, in frames per second, because most formats have them.
  private static let usualRates: [Double] = [1, 2, 4, 5, 6, 10, 12, 12.5, 15, 20, 24, 25, 30, 40, 50, 60, 100]
  /// Most frames that a rate may make of an animation whose times have no common divisor.
  private static let maximumFrames = 20_000.0
  /// Rate at which such times are rounded if they are too many, in frames per second.
  private static let roundedRate = 100.0

  /// Times of pictures that are shown for equal times.
  init(count: Int, frameRate: Double) {
    self.frameRate = frameRate
    frames = Array(0...max(1, count))
    largestError = 0
  }

  /// The lowest rate at which every picture starts with a frame; for durations that would make too many frames, the nearest
  /// frames of a rate.
  ///
  /// - Parameter starts: Start of each picture in milliseconds, ascending from 0, and the end of the last one, above 0.
  init(_ starts: [Double]) {
    let end = starts.last ?? 1
    let mean = Double(max(1, starts.count - 1)) * 1000 / end
    let usual = [mean] + Self.usualRates.filter { $0 > mean }
    let rates = usual + [Self.commonRate(of: starts)].compactMap(\.self)
    let exact = rates.first { rate in starts.allSatisfy { Self.holds($0, at: rate) } }
    // Times of whole milliseconds are often those of a rate, rounded down.
    let near = usual.first { rate in starts.allSatisfy { abs(Self.time($0, at: rate) - $0) <= 1 } }
    let rate = min(1000, exact ?? near ?? Self.roundedRate)
    frameRate = rate
    var frames: [Int] = []
    for start in starts {
      let frame = Int(clamping: (start * rate / 1000).rounded(), to: 0...1_000_000_000)
      // No picture is lost, however short.
      frames.append(max(frame, (frames.last ?? -1) + 1))
    }
    self.frames = frames
    largestError = zip(starts, frames).map { abs(Double($1) * 1000 / rate - $0) }.max() ?? 0
  }

  /// The time of the nearest frame.
  private static func time(_ milliseconds: Double, at rate: Double) -> Double {
    (milliseconds * rate / 1000).rounded() * 1000 / rate
  }

  /// Whether a time is that of a frame; whole milliseconds may be rounded ones.
  private static func holds(_ milliseconds: Double, at rate: Double) -> Bool {
    let time = time(milliseconds, at: rate)
    return abs(time - milliseconds) < 1e-3 || time.rounded() == milliseconds
  }

  /// The rate whose frames last as long as the greatest common divisor of whole milliseconds; nil for other times, or if that
  /// makes too many frames.
  private static func commonRate(of starts: [Double]) -> Double? {
    var divisor = 0
    for start in starts {
      guard var other = Int(exactly: start) else { return nil }
      while other != 0 { (divisor, other) = (other, divisor % other) }
    }
    guard divisor > 0, let end = starts.last, end / Double(divisor) <= maximumFrames else { return nil }
    return 1000 / Double(divisor)
  }
}
