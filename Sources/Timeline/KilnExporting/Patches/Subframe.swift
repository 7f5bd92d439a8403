public import KilnPixels

/// A sub-frame rectangle: the pixels that turn a rectangle of the canvas into the next frame. One frame of the file.
public struct Subframe: Sendable {
  /// The rectangle that is drawn; its left and top are multiples of the format's alignment.
  public let rect: PixelRect
  /// The pixels that the rectangle is to hold.
  public let pixels: Pixmap
  /// Whether the pixels are composited onto what is there, unchanged ones being transparent; otherwise they replace it.
  public let isBlended: Bool
  /// Disposal of the previous patch's rectangle, before this one is drawn.
  public var disposal: SubframeDisposal

  /// A patch.
  public init(rect: PixelRect, pixels: Pixmap, isBlended: Bool = false, disposal: SubframeDisposal = .none) {
    self.rect = rect
    self.pixels = pixels
    self.isBlended = isBlended
    self.disposal = disposal
  }

  /// Statistics of the pixels, which decide about encoder settings. Measured each time.
  public var pixelStatistics: PixelStatistics { PixelStatistics(pixels) }
}

/// Disposal of a patch's rectangle before the next patch is drawn (APNG `dispose_op`, GIF disposal method).
public enum SubframeDisposal: UInt8, Sendable, Hashable {
  /// The rectangle keeps its pixels.
  case none
  /// The rectangle becomes transparent.
  case background
  /// It gets back the pixels that it had before the patch.
  case previous
}
