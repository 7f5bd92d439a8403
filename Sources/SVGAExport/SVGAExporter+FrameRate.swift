internal import SVGAFormat

extension SVGAExporter {
  /// Frame rates that every player keeps, in frames per second.
  public static var legalFrameRates: [Int] { SVGAPlayers.legalFrameRates }

  /// The rate to write for a source's: the smallest legal one that loses no frames, else the highest.
  ///
  /// 2 % slower is let pass, so that 30.3 becomes 30 and not 60.
  public static func legalFrameRate(for frameRate: Double) -> Int {
    legalFrameRates.first { Double($0) >= frameRate * 0.98 } ?? 60
  }
}
