public import KilnDiagnostics

extension Timeline {
  /// Frame rates that an animation can have, in frames per second. At the lowest a frame lasts 1000 seconds, which every
  /// format can say.
  public static let frameRates = 0.001...1000.0

  /// Checks that an animation can have a frame rate.
  ///
  /// - Throws: `timeline.frameRate`.
  public static func check(frameRate: Double, at path: DocumentPath = .root) throws(Diagnostic) {
    guard !frameRates.contains(frameRate) else { return }
    throw Diagnostic(
      .timelineBadFrameRate,
      "the frame rate is \(frameRate), and must be at least \(frameRates.lowerBound) and at most 1000", at: path,
      advice: "set the frame rate of the composition, and export again")
  }
}
