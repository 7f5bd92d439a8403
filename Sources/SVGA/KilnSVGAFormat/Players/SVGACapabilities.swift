/// Features that a set of SVGA players draws alike: the single source for lowering, for the exporter's check before it
/// writes, and for `SVGAPlayerRules` after it.
///
/// A capability holds if every player of the set has it. No set has features without a field in the format (gradients,
/// even-odd fills, blend modes, filters).
public struct SVGACapabilities: Sendable, Hashable {
  /// Frame rates that are played exactly, in frames per second, ascending. iOS divides the display's 60 Hz by a whole
  /// number, so that others play too fast.
  public let frameRates = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60]
  /// Whether sprites are cut by the alpha of a matte sprite.
  public var drawsMattes: Bool
  /// Whether a clip cuts a sprite that has no bitmap. Sprites with a bitmap are cut by every player.
  public var clipsVectors: Bool
  /// Whether the edges of clips are antialiased.
  public var antialiasesClips: Bool
  /// Whether a transform that is not uniform stretches strokes like all else.
  public var stretchesStrokes: Bool
  /// Whether dashes are drawn alike. They are not: players clamp lengths and take the phase differently.
  let drawsDashes = false
  /// Maximum number of fills and strokes of a sprite in a frame in which it, or one of them, is translucent. Canvas
  /// players apply the alpha to each, so that overlapping ones would show through each other.
  let maximumTranslucentPaintCount = 1

  /// Capabilities that all of some players have.
  public init(_ players: [SVGAPlayer]) {
    drawsMattes = players.allSatisfy(\.drawsMattes)
    clipsVectors = players.allSatisfy(\.clipsVectors)
    antialiasesClips = players.allSatisfy(\.antialiasesClips)
    stretchesStrokes = players.allSatisfy(\.stretchesStrokes)
  }
}

extension SVGACapabilities {
  /// Features of a vector sprite's frame that are not drawn alike.
  ///
  /// - Parameters:
  ///   - shapes: Facts of the shapes that the frame shows.
  ///   - opacity: Opacity of the sprite, 0…1.
  ///   - stretch: Largest and smallest scale of the transform from sprite space to the canvas.
  ///   - isClipped: Whether a clip cuts the sprite.
  ///   - rounding: Maximum error of the numbers, as a distance in pixels of the canvas: 0 before they are
  ///     rounded, the exporter's tolerance after.
  public func unsupportedFeatures(
    of shapes: SVGAShapeFacts, opacity: Double, stretch: (largest: Double, smallest: Double), isClipped: Bool,
    rounding: Double = 0
  ) -> SVGAUnsupportedFeatures {
    var features = shapes.formatFeatures
    if isClipped, !clipsVectors { features.insert(.vectorClip) }
    if shapes.hasDashes, !drawsDashes { features.insert(.dashes) }
    if opacity < 1 || shapes.isTranslucent, shapes.paintCount > maximumTranslucentPaintCount {
      features.insert(.translucentOverlap)
    }
    // A shape's own transform is worked into its outline, and the stroke gets one width for it.
    if shapes.unevenStrokeWidth * stretch.largest > SVGAStrokeTolerance.pixels { features.insert(.unevenStroke) }
    if !stretchesStrokes, shapes.widestStroke > 0,
      !SVGAStrokeTolerance.accepts(width: shapes.widestStroke, stretch: stretch, rounding: rounding)
    {
      features.insert(.unevenStroke)
    }
    return features
  }
}
