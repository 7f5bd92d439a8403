/// Frame rates that nobody tells apart: 29.97 is called 30.
package enum NominalFrameRate {
  /// Largest difference as a share of the rate.
  ///
  /// Rates of NTSC video are 1000/1001 of whole ones, 0.1 % below; files have them with few digits, and Bodymovin writes 30
  /// as 30.0000305. At 0.2 % two clocks are one frame apart after more than eight seconds of 60 frames.
  private static let tolerance = 0.002

  /// Whether two rates, in frames per second, are so close that one name is used for both.
  package static func isSame(_ rate: Double, _ other: Double) -> Bool {
    abs(rate - other) <= tolerance * max(abs(rate), abs(other))
  }
}
