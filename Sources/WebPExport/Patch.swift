internal import Pixels

/// How a rectangle of the canvas becomes what a frame shows: one frame of the file.
struct Patch: Sendable {
  /// Where it lies; its left and top are even, because the container stores halves of them.
  var rect: PixelRect
  /// The pixels that the rectangle is to hold.
  var pixels: Pixmap
  /// Whether the pixels go over what is there, unchanged ones being transparent; otherwise they replace it.
  var isBlended = false
  /// Whether the rectangle of the patch before becomes transparent first.
  var isAfterDisposal = false
}
