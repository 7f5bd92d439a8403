extension Timeline {
  /// Start time of a frame, in whole milliseconds.
  ///
  /// Rounded from the exact time, so that errors do not accumulate. The frame after the last one starts at the end of the
  /// animation.
  public func startMilliseconds(ofFrame frame: Int) -> Int {
    // Clamped, because times at a tiny frame rate overflow.
    Int(min(Double(frame) * 1000 / frameRate, 1e15).rounded())
  }

  /// Duration of a frame, in whole milliseconds.
  public func milliseconds(ofFrame frame: Int) -> Int {
    startMilliseconds(ofFrame: frame + 1) - startMilliseconds(ofFrame: frame)
  }
}
