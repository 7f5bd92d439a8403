internal import Geometry
internal import TimelineModel

/// Outlines that were made from the paints of one sprite.
///
/// A sprite is rewritten up to four times, with and without clips and separation, of which the cheapest is kept. What
/// takes the time is the same in all. Copies share their content.
final class PaintCache {
  /// A fill or stroke, and what cuts it.
  struct Key: Hashable {
    var shapes: ShapeListID
    /// Position among the fills and strokes of the list.
    var index: Int
    var clip: ClipID?

    /// The paint as it is without a clip.
    var unclipped: Key { Key(shapes: shapes, index: index) }
  }

  private var areas: [Key: Path?] = [:]
  private var shapes: [Key: Shape?] = [:]
  private var bands: [Key: [Shape]?] = [:]

  /// The area of a paint inside of its clip.
  func area(_ key: Key, _ make: () -> Path?) -> Path? { Self.value(key, in: &areas, make) }
  /// The shape that stands for a paint.
  func shape(_ key: Key, _ make: () -> Shape?) -> Shape? { Self.value(key, in: &shapes, make) }
  /// The bands of a gradient.
  func bands(_ key: Key, _ make: () -> [Shape]?) -> [Shape]? { Self.value(key, in: &bands, make) }

  private static func value<Value>(
    _ key: Key, in table: inout [Key: Value?], _ make: () -> Value?
  ) -> Value? {
    if let known = table[key] { return known }
    let value = make()
    table[key] = .some(value)
    return value
  }
}
