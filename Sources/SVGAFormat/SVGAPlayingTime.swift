/// What players may take to draw a frame, on average: milliseconds of the official web player, as they are estimated.
public enum SVGAPlayingTime: Sendable, Hashable {
  /// Shapes stay shapes, which are sharp at any size.
  case any
  /// Where a movie takes so long that players stutter, shapes become bitmaps if that is worth its bytes and its memory.
  case smooth
  /// Above this, shapes become bitmaps wherever players draw these faster.
  case atMost(Double)
}
