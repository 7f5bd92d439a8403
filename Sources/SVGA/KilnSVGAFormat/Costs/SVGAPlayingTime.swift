/// Limit of the average time that players take to draw a frame, in estimated milliseconds of the official web player.
public enum SVGAPlayingTime: Sendable, Hashable {
  /// Shapes stay shapes, which are sharp at any size.
  case any
  /// If a movie takes so long that players stutter, shapes become bitmaps where that is worth its bytes and its memory.
  case smooth
  /// Above this, shapes become bitmaps wherever players draw these faster.
  case atMost(Double)
}
