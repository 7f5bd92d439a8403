internal import KilnGeometry
internal import KilnTimeline

/// Bitmaps that are reduced alike: a single one, or the pictures of a sequence, which would flicker otherwise.
struct BitmapGroup: Sendable {
  /// The bitmaps, in the order in which they are first seen.
  var images: [ImageID]

  /// All bitmaps of a lowered timeline that are drawn.
  static func groups(of timeline: Timeline) -> [BitmapGroup] {
    var order: [String] = []
    var frames: [String: [ImageID: Set<Int>]] = [:]
    var images: [String: [ImageID]] = [:]
    var names: [ImageID: String] = [:]
    timeline.forEachPart { _, sprite in
      guard case .image(let id) = sprite.content else { return }
      let visible = Set(sprite.frames.indices.filter { sprite.frames[$0].isVisible })
      guard !visible.isEmpty else { return }
      // A bitmap counts for the first layer that shows it.
      let name = names[id] ?? stem(of: sprite)
      names[id] = name
      if images[name] == nil { order.append(name) }
      if frames[name]?[id] == nil { images[name, default: []].append(id) }
      frames[name, default: [:]][id, default: []].formUnion(visible)
    }
    return order.flatMap { name in
      let own = images[name] ?? []
      let all = own.map { frames[name]?[$0] ?? [] }
      let isSequence = all.reduce(0) { $0 + $1.count } == all.reduce(Set<Int>()) { $0.union($1) }.count
      guard isSequence else { return own.map { BitmapGroup(images: [$0]) } }
      let sorted = zip(own, all).sorted { ($0.1.min() ?? 0, $0.0.index) < ($1.1.min() ?? 0, $1.0.index) }
      return [BitmapGroup(images: sorted.map(\.0))]
    }
  }

  /// Name of a sprite without the number at its end: the part that the pictures of a sequence have in common.
  private static func stem(of sprite: Sprite) -> String {
    let name = sprite.layers.joined(separator: "\n")
    let stem = name.reversed().drop { $0.isASCII && $0.isNumber }
    return name.count - stem.count >= 2 || sprite.replacementKey == nil ? String(stem.reversed()) : name
  }
}
