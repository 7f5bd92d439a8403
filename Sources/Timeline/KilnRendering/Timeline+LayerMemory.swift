internal import KilnPixels
public import KilnTimeline

extension Timeline {
  /// Bytes that drawing a frame takes for each pixel of the canvas at most, besides the canvas: layers of groups and mattes,
  /// and what filters work on.
  public var layerBytesPerPixel: Int { layerBytes(of: sprites) }

  private func layerBytes(of sprites: [Sprite]) -> Int { sprites.reduce(0) { max($0, layerBytes(of: $1)) } }

  private func layerBytes(of sprite: Sprite) -> Int {
    var bytes = 0
    if case .group(let children) = sprite.content { bytes = Self.layerBytes + layerBytes(of: children) }
    // The sprite and its matte are drawn apart.
    if let matte = sprite.matte { bytes = 2 * Self.layerBytes + max(bytes, layerBytes(of: matte.sprites)) }
    if sprite.blendMode != .normal { bytes += Self.layerBytes }
    let isBlurred = sprite.frames.contains { state in state.filters.map { self[$0].isSpatial } ?? false }
    return isBlurred ? bytes + Self.filterBytes : bytes
  }

  /// Bytes a pixel of a layer.
  private static let layerBytes = 4
  /// Bytes a pixel of a layer, and of two copies in linear light.
  private static let filterBytes = 20
}
