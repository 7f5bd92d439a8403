internal import KilnTimeline

extension SVGAExporter {
  /// A fitter that chooses, for each bitmap and each sprite, what is given up.
  public func fitter() -> SVGAFitter { SVGAFitter(self) }
}
