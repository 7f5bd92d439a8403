extension Timeline {
  /// When a frame begins, in whole milliseconds.
  ///
  /// Rounded from the exact time, so that errors do not add up: the frame after the last one begins when the animation
  /// ends, to the millisecond.
  public func startMilliseconds(ofFrame frame: Int) -> Int {
    // A frame rate next to nothing gives times that fit into no number.
    Int(min(Double(frame) * 1000 / frameRate, 1e15).rounded())
  }

  /// How long a frame is shown, in whole milliseconds.
  public func milliseconds(ofFrame frame: Int) -> Int {
    startMilliseconds(ofFrame: frame + 1) - startMilliseconds(ofFrame: frame)
  }
}
