internal import KilnGeometry
internal import KilnTimeline

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

  private var outlines: [Key: Path?] = [:]
  private var paints: [ShapeListID: [Shape]] = [:]
  private var areas: [Key: Path?] = [:]
  private var shapes: [Key: Shape?] = [:]
  private var bands: [Key: [Shape]?] = [:]
  /// A gradient of many frames: its position in the lists, and whether a clip cuts it, which makes other bands of it.
  private struct Gradient: Hashable {
    var index: Int
    var isClipped: Bool
  }

  /// Number of attempts in a row that gave no bands.
  private var refusals: [Gradient: Int] = [:]
  /// Number of refusals in a row after which only one in as many is tried: frames change slowly.
  private static let refusalsBeforeSkipping = 4
  private static let interval = 8

  /// The whole area of a paint.
  func outline(_ key: Key, _ make: () -> Path?) -> Path? { Self.value(key.unclipped, in: &outlines, make) }

  /// The fills and strokes of a list.
  func paints(_ list: ShapeListID, _ make: () -> [Shape]) -> [Shape] {
    if let known = paints[list] { return known }
    let made = make()
    paints[list] = made
    return made
  }

  /// The area of a paint inside of its clip.
  func area(_ key: Key, _ make: () -> Path?) -> Path? { Self.value(key, in: &areas, make) }
  /// The shape that stands for a paint.
  func shape(_ key: Key, _ make: () -> Shape?) -> Shape? { Self.value(key, in: &shapes, make) }
  /// The bands of a gradient; nil where a bitmap costs less, or is expected to, because it did in the frames before.
  func bands(_ key: Key, _ make: () -> [Shape]?) -> [Shape]? {
    Self.value(key, in: &bands) {
      let gradient = Gradient(index: key.index, isClipped: key.clip != nil)
      let row = refusals[gradient] ?? 0
      let made = row < Self.refusalsBeforeSkipping || row.isMultiple(of: Self.interval) ? make() : nil
      refusals[gradient] = made == nil ? row + 1 : 0
      return made
    }
  }

  /// Starts to count refusals anew: what comes next is not the frame after the last one.
  func forgetRefusals() { refusals.removeAll() }

  private static func value<Value>(
    _ key: Key, in table: inout [Key: Value?], _ make: () -> Value?
  ) -> Value? {
    if let known = table[key] { return known }
    let value = make()
    table[key] = .some(value)
    return value
  }
}
