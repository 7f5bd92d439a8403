public import KilnPixels
internal import KilnRasterizer
public import KilnTimeline

extension Unpremultiplier {
  /// An unpremultiplier for rendered frames of a timeline; its palette are the colours of solid fills and strokes.
  public init(of timeline: Timeline) { self.init(of: [timeline]) }

  /// An unpremultiplier for rendered frames of several timelines.
  public init(of timelines: [Timeline]) {
    let paints = timelines.lazy.flatMap(\.shapeLists).flatMap(\.shapes).flatMap { [$0.fill?.paint, $0.stroke?.paint] }
    self.init(
      paints.compactMap { paint in
        guard case .solid(let color) = paint else { return nil }
        return PremultipliedColor(red: color.red, green: color.green, blue: color.blue, alpha: 1).word
      })
  }
}
