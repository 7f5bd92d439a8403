internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat

/// Rectangles with corners that are rounded by less than anybody sees.
///
/// ThorVG puts the edges of upright rectangles on whole pixels, which moves them by up to half a pixel, and does not smooth
/// them. Others it draws as they are.
struct RectangleEdgeRewrite: TargetRewrite {
  let features = ["rectangleEdges"]

  /// Radius of the corners in pixels.
  private static let radius = 0.01

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("rectangleEdges") else { return }
    try draft.eachLayer { draft, layer, _ in
      for list in ShapeList.all(of: layer, draft.json(layer.node)) {
        for item in list.items {
          guard case .rectangle(let rectangle) = item, !rectangle.radius.isAnimated,
            rectangle.radius.expression == nil, rectangle.radius.value == 0
          else { continue }
          draft.set("r", EditText.fixed(Self.radius), of: draft.json(rectangle.head.node))
        }
      }
    }
  }
}
