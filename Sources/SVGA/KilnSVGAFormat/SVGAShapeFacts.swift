/// Properties of a list of shapes that decide whether players draw it alike.
///
/// Timelines and movies are both reduced to it, so that one predicate serves both.
public struct SVGAShapeFacts: Sendable, Hashable {
  /// Features that the format has no field for.
  private(set) var formatFeatures: SVGAUnsupportedFeatures = []
  /// Number of fills and strokes.
  private(set) var paintCount = 0
  /// Whether a fill or stroke is translucent by itself.
  private(set) var isTranslucent = false
  /// Whether a stroke is dashed.
  private(set) var hasDashes = false
  /// Width of the widest stroke in sprite space; 0 if there is none.
  private(set) var widestStroke = 0.0
  /// Largest difference, in sprite space, between the widths that a stroke has in different directions by its shape's
  /// own transform; 0 where that is within the relative tolerance.
  private(set) var unevenStrokeWidth = 0.0

  /// Facts of an empty list.
  public init() {}

  /// Adds a fill or a stroke.
  ///
  /// - Parameter alpha: Alpha of its colour, 0…1; nil for a gradient.
  public mutating func addPaint(alpha: Double?) {
    paintCount += 1
    guard let alpha else { return formatFeatures.formUnion(.gradient) }
    if alpha < 1 { isTranslucent = true }
  }

  /// Adds an even-odd fill rule.
  public mutating func addEvenOddRule() { formatFeatures.insert(.evenOddFill) }

  /// Adds the geometry of a stroke.
  ///
  /// - Parameters:
  ///   - width: Width in shape space.
  ///   - isDashed: Whether it has dashes.
  ///   - stretch: Largest and smallest scale of the shape's own transform.
  public mutating func addStroke(
    width: Double, isDashed: Bool, stretch: (largest: Double, smallest: Double) = (1, 1)
  ) {
    if isDashed { hasDashes = true }
    widestStroke = max(widestStroke, width * stretch.largest)
    if !SVGAStrokeTolerance.accepts(width: .infinity, stretch: stretch) {
      unevenStrokeWidth = max(unevenStrokeWidth, width * (stretch.largest - stretch.smallest))
    }
  }
}
