public import SVGAFormat
public import SVGALowering

extension LoweringTarget {
  /// What all players of a profile draw right.
  public init(_ profile: SVGAProfile) {
    self.init()
    clipsVectors = profile.clipsVectors
    antialiasesClips = profile.antialiasesClips
    drawsMattes = profile.drawsMattes
    stretchesStrokes = profile.stretchesStrokes
  }
}
