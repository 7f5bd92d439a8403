internal import KilnExporting
internal import KilnTimeline

/// Names of the layers that the bitmaps and sprites of a lowered timeline are made from.
struct MovieLayerNames {
  private var images: [ImageID: String] = [:]
  private var places: [SpritePosition: String] = [:]

  init(_ timeline: Timeline) {
    timeline.forEachPart { place, sprite in
      let name = sprite.layers.joined(separator: " › ")
      places[place] = name
      if case .image(let id) = sprite.content { images[id] = images[id] ?? name }
    }
  }

  /// The first layer that shows a bitmap of a group.
  func name(_ group: BitmapGroup) -> String { group.images.first.flatMap { images[$0] } ?? "" }

  /// The layer of a sprite.
  func name(_ place: SpritePosition) -> String { places[place] ?? "" }

  /// Shares of amounts by layer, largest first.
  static func shares(of amounts: [String: Int]) -> [LayerShare] {
    let total = Double(max(1, amounts.values.reduce(0, +)))
    return amounts.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
      LayerShare(layer: $0.key, share: Double($0.value) / total)
    }
  }
}
