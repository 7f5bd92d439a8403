public import KilnDiagnostics
internal import KilnGeometry
public import KilnTimeline

/// Placement of a layer in a frame, as `kiln inspect --at` prints it.
public struct PlacementInspection: Encodable, Sendable {
  /// A rectangle.
  public struct Rectangle: Encodable, Sendable {
    /// Left edge.
    public var x: Double
    /// Upper edge.
    public var y: Double
    /// Width.
    public var width: Double
    /// Height.
    public var height: Double

    init?(_ rect: Rect) {
      guard !rect.isEmpty, rect.isFinite else { return nil }
      (x, y, width, height) = (rect.minX, rect.minY, rect.width, rect.height)
    }
  }

  /// A point of the layer and of the canvas.
  public struct Position: Encodable, Sendable {
    /// Coordinates that are asked for.
    public var point: [Double]
    /// The coordinates converted from the layer to the canvas.
    public var onCanvas: [Double]
    /// The coordinates converted from the canvas to the layer; nil if the layer's matrix has no inverse.
    public var inLayer: [Double]?
  }

  /// Key path, as options such as --hide take it.
  public var keyPath: String
  /// Time in frames of the source.
  public var frame: Double
  /// Position of the anchor in the space of the parent layer or composition.
  public var position: [Double]
  /// The point of the layer about which it turns.
  public var anchor: [Double]
  /// Factors along the axes.
  public var scale: [Double]
  /// Clockwise, in degrees.
  public var rotation: Double
  /// 0…1.
  public var opacity: Double
  /// Layer → canvas: a, b, c, d, e, f as in SVG.
  public var matrix: [Double]
  /// Bounds of the outlines in the layer, without strokes; nil if it draws nothing itself.
  public var bounds: Rectangle?
  /// The rectangle on the canvas around the corners.
  public var rectangle: Rectangle?
  /// The corners of the bounds on the canvas: from the upper left one clockwise in the layer.
  public var corners: [[Double]]
  /// The point that was asked for; nil if none was.
  public var point: Position?

  /// The layers of a key path in a frame.
  ///
  /// - Parameters:
  ///   - time: In frames of the source.
  ///   - point: A point of the layer and of the canvas to convert.
  /// - Throws: `keyPath.unmatched` if no layer that is drawn in the frame has the key path; what baking throws.
  public static func inspect(
    _ source: any AnimationSource, _ pattern: KeyPathPattern, at time: Double, point: (x: Double, y: Double)?,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> [PlacementInspection] {
    let placements = try source.placements(of: pattern, at: time, log: &log)
    guard placements.isEmpty else { return placements.map { PlacementInspection($0, time, point) } }
    let sampling = FrameSampling(times: [time], frameRate: source.info.frameRate)
    let paths = try source.timeline(sampling, log: &log).keyPaths
    throw pattern.unmatched("layer that is drawn in frame \(time.shortDescription)", among: paths)
  }

  private init(_ placement: LayerPlacement, _ time: Double, _ point: (x: Double, y: Double)?) {
    let (parts, matrix) = (placement.parts, placement.toCanvas)
    keyPath = KeyPathPattern.text(placement.names)
    frame = time
    position = [parts.position.x, parts.position.y]
    anchor = [parts.anchor.x, parts.anchor.y]
    scale = [parts.scale.x, parts.scale.y]
    (rotation, opacity) = (parts.rotation, parts.opacity)
    self.matrix = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty]
    bounds = Rectangle(placement.bounds)
    rectangle = placement.bounds.isEmpty ? nil : Rectangle(matrix.apply(placement.bounds))
    corners = placement.bounds.isEmpty ? [] : placement.bounds.corners.map { matrix.apply($0) }.map { [$0.x, $0.y] }
    self.point = point.map { point in
      let (asked, seen) = (Point(point.x, point.y), matrix.apply(Point(point.x, point.y)))
      return Position(
        point: [point.x, point.y], onCanvas: [seen.x, seen.y],
        inLayer: matrix.inverse?.apply(asked).components)
    }
  }
}

extension Point {
  fileprivate var components: [Double] { [x, y] }
}
