internal import KilnGeometry
internal import KilnTimeline

/// Cache of stroke outlines in their own space: many sprites and shape lists repeat a stroke at another position, or
/// beside other shapes.
///
/// Copies share their content.
final class StrokeOutlineCache {
  /// Key of the cache: the parameters of an outline.
  struct Key: Hashable {
    var outline: Shape.Outline
    var style: StrokeStyle
    /// In the space of the stroke.
    var tolerance: Double
    var fitsCurves: Bool
  }

  private var paths: [Key: Path] = [:]

  /// The outline of a stroke.
  func path(_ key: Key, _ make: () -> Path) -> Path {
    if let known = paths[key] { return known }
    let path = make()
    paths[key] = path
    return path
  }
}
