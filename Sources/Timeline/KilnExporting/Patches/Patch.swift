public import KilnPixels

/// Pixels that turn a rectangle of the canvas into what a frame shows: one frame of a file.
public struct Patch: Sendable {
  /// The rectangle that is drawn; its left and top are multiples of the format's alignment.
  public let rect: PixelRect
  /// The pixels that the rectangle is to hold.
  public let pixels: Pixmap
  /// Whether the pixels are composited onto what is there, unchanged ones being transparent; otherwise they replace it.
  public let isBlended: Bool
  /// Disposal of the previous patch's rectangle, before this one is drawn.
  public var disposal: PatchDisposal

  /// A patch.
  public init(rect: PixelRect, pixels: Pixmap, isBlended: Bool = false, disposal: PatchDisposal = .none) {
    self.rect = rect
    self.pixels = pixels
    self.isBlended = isBlended
    self.disposal = disposal
  }

  /// Statistics of the pixels, which decide about encoder settings. Measured each time.
  public var texture: Texture { Texture(pixels) }
}

/// Disposal of a patch's rectangle before the next patch is drawn (APNG `dispose_op`, GIF disposal method).
public enum PatchDisposal: UInt8, Sendable, Hashable {
  /// It keeps its pixels.
  case none
  /// It becomes transparent.
  case background
  /// It gets back the pixels that it had before the patch.
  case previous
}
