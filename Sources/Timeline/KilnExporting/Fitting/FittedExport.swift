/// An export, and what was given up for it.
public struct FittedExport: Sendable {
  /// The files; with an `excess` if they do not fit.
  public var export: ExportedAnimation
  /// The settings that were lowered. Frame rate and size are the search's.
  public var reductions: [ReducedSetting]
  /// Mean loss of the frames by these, measured or estimated; 0 for none, nil if that is not known.
  public var loss: Double?
  /// Whether it is the source's file, repacked, with the source's frames and not the variant's.
  public var isRepacked: Bool

  /// An export, as asked for by default.
  public init(
    _ export: ExportedAnimation, reductions: [ReducedSetting] = [], loss: Double? = 0, isRepacked: Bool = false
  ) {
    self.export = export
    self.reductions = reductions
    self.loss = loss
    self.isRepacked = isRepacked
  }
}
