internal import KilnDiagnostics
internal import KilnSVGAFormat
internal import KilnTimeline

/// Joins opaque vector sprites that move together, or stand still.
///
/// The lists of all are one list, which is written again whenever one of them changes; sprites are joined where that takes
/// no more than the frames of a sprite of its own.
struct MotionJoiner {
  /// Number of earlier sprites that one is compared with.
  private static let reach = 32

  private let capabilities: SVGACapabilities
  private var groups: [MotionGroup] = []

  /// The sprites, with those that move together as one.
  ///
  /// - Throws: `limit.exceeded`.
  static func joined(
    _ sprites: [Sprite], _ capabilities: SVGACapabilities, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    var joiner = MotionJoiner(capabilities: capabilities)
    var uses: [ShapeListID: Int] = [:]
    for sprite in sprites {
      for list in Set(sprite.frames.compactMap(\.shapes)) { uses[list, default: 0] += 1 }
    }
    for sprite in sprites { joiner.add(MotionGroup(sprite, uses: uses, builder)) }
    var result: [Sprite] = []
    for group in joiner.groups { result.append(try group.sprite(in: &builder)) }
    return result
  }

  private mutating func add(_ group: MotionGroup) {
    if group.isJoinable {
      for index in groups.indices.suffix(Self.reach).reversed() {
        if groups[index].join(group, capabilities) { return }
        if groups[index].overlaps(group) { break }
      }
    }
    groups.append(group)
  }
}
