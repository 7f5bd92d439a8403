internal import KilnTimeline

extension SVGAExporter {
  /// A session that chooses, for each bitmap and each sprite, what is given up.
  public func session() -> SVGASession { SVGASession(self) }
}
