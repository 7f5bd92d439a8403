public import Pixels

/// How a rectangle of the canvas becomes what a frame shows: one frame of a file.
public struct Patch: Sendable {
  /// Where it lies; its left and top are multiples of the format's alignment.
  public let rect: PixelRect
  /// The pixels that the rectangle is to hold.
  public let pixels: Pixmap
  /// What they look like.
  public let texture: Texture
  /// Whether the pixels are composited onto what is there, unchanged ones being transparent; otherwise they replace it.
  public let isBlended: Bool
  /// What happens to the rectangle of the patch before, before this one is drawn.
  public var disposal: PatchDisposal

  /// A patch.
  public init(rect: PixelRect, pixels: Pixmap, isBlended: Bool = false, disposal: PatchDisposal = .none) {
    self.rect = rect
    self.pixels = pixels
    texture = Texture(pixels)
    self.isBlended = isBlended
    self.disposal = disposal
  }
}

/// What becomes of a patch's rectangle when its time is over.
public enum PatchDisposal: UInt8, Sendable, Hashable {
  /// It stays.
  case none
  /// It becomes transparent.
  case background
  /// It becomes what it was before the patch.
  case previous
}
