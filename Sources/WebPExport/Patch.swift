internal import Pixels

/// How a rectangle of the canvas becomes what a frame shows: one frame of the file.
struct Patch: Sendable {
  /// Where it lies; its left and top are even, because the container stores halves of them.
  let rect: PixelRect
  /// The pixels that the rectangle is to hold.
  let pixels: Pixmap
  /// What they look like.
  let texture: Texture
  /// Whether the pixels go over what is there, unchanged ones being transparent; otherwise they replace it.
  let isBlended: Bool
  /// Whether the rectangle of the patch before becomes transparent first.
  var isAfterDisposal = false

  init(rect: PixelRect, pixels: Pixmap, isBlended: Bool = false) {
    self.rect = rect
    self.pixels = pixels
    texture = Texture(pixels)
    self.isBlended = isBlended
  }
}
