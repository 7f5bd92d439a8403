/// Costs of the parts of an SVGA movie: bytes of the file, bytes of memory, and milliseconds of a player. The one table
/// of these numbers; the models that sum them up are `LoweringCost`, `MotionGroup`, `OutlineCosts` and `PlayerWork`.
///
/// A movie is a message whose outlines are texts, and which is deflated as a whole. So the same thing has several sizes,
/// which are never added to each other: its bytes in the message (`Message`), what deflate leaves of them (`Packed`), and
/// what is left where deflate finds a copy nearby, as in the frame before (`Packed.repeatedShape`).
///
/// Computed properties, so that other modules get the numbers and not calls.
public enum SVGACosts {
  /// Bytes of the message, before it is deflated.
  public enum Message {
    /// A point of an outline: two numbers of about four characters with what separates them.
    public static var point: Int { 9 }
    /// A shape without its points: fill, stroke and transform.
    public static var shape: Int { 40 }
    /// A frame without its shapes: layout, alpha, and the six numbers of the transform.
    public static var frame: Int { 48 }
    /// A frame in which nothing is visible.
    public static var emptyFrame: Int { 2 }
  }

  /// Bytes in the deflated file.
  public enum Packed {
    /// A point of an outline.
    public static var point: Double { 5 }
    /// A point of an outline that other sprites have, too, if it is written in another space: a little more than a new
    /// point, because a copy that cost next to nothing is lost.
    public static var movedPoint: Double { 6 }
    /// A shape without its points, and what its setting up in the player is worth: more than its `Message.shape` bytes.
    public static var shape: Double { 60 }
    /// A shape that was in the file a frame before: a reference to the copy.
    public static var repeatedShape: Double { 6 }
    /// A sprite without its frames: its key.
    public static var sprite: Double { 20 }
    /// A frame that is like the one before.
    public static var frame: Double { 2 }
    /// A frame in which nothing is visible: long runs of them are alike.
    public static var emptyFrame: Double { 0.25 }
    /// A transform that differs from that of the frame before, beside the frame.
    public static var move: Double { 14 }
    /// A pixel of a PNG file of gradients and soft edges, as lowering draws them.
    public static var pixel: Double { 0.3 }
    /// Least share of the bytes of sprites packed with light effort that more effort leaves.
    public static var leastShareOfSprites: Double { 0.9 }
    /// Least share of the bytes of a bitmap packed with light effort that more effort leaves: it saves 10 to 20 %.
    public static var leastShareOfBitmap: Double { 0.8 }
    /// Bytes of a bitmap packed with light effort relative to those with more, as a mean.
    public static var lightBitmap: Double { 1.08 }
    /// Share of the source's bytes that a repacked file hardly ever goes below.
    public static var leastShareOfRepacked: Double { 0.2 }
    /// Exponent of a bitmap's resolution in its bytes, where only one resolution is known: edges have bytes in proportion
    /// to their length, which is 1, textures to their area, which is 2.
    public static var resolutionExponent: Double { 1.6 }
  }

  /// Size of the texts of outlines, to compare forms of one sprite: only ratios count, because deflate takes the same
  /// share of all of them.
  public enum Text {
    /// Characters of a point beside the decimals of its numbers.
    public static var point: Double { 1.6 }
    /// A frame's transform.
    public static var transform: Double { 6 }
    /// Divisor of a clip's text where it is that of the frame before: clips are written in every frame, so that deflate
    /// has to find the copy; shapes are not.
    public static var repeatedClip: Double { 25 }
    /// Share of a transform's bytes that twice as coarse numbers save.
    public static var savedByCoarserTransform: Double { 0.1 }
    /// Bytes of a sprite, however few outlines it has.
    public static var leastSprite: Int { 16 }
  }

  /// Bytes of a player's memory.
  public enum Memory {
    /// A pixel of a decoded bitmap.
    public static var pixel: Int { 4 }
    /// Bytes in the file that a byte of memory is worth: lowering takes a sixteenth, so that a bitmap of flat colour is
    /// not taken for free.
    public static var byte: Double { 1.0 / 16 }
  }

  /// Milliseconds of a player, as `scripts/bench/svga-player-cost` measures them: SVGAPlayer-Web in Chromium without a
  /// graphics card, on one core of a server of 2023.
  public enum Playing {
    /// A frame in which nothing is drawn.
    public static var emptyFrame: Double { 0.07 }
    /// A sprite, mattes included.
    public static var sprite: Double { 0.0132 }
    /// A point of a shape or clip, which is read from its text in every frame.
    public static var point: Double { 0.00052 }
    /// The same point in a stroke, in addition.
    public static var strokePoint: Double { 0.00041 }
    /// A row of pixels that a fill or clip crosses.
    public static var row: Double { 9.6e-5 }
    /// A pixel of a bitmap that is drawn as it is.
    public static var copiedPixel: Double { 3.1e-7 }
    /// A pixel of a bitmap that is scaled or turned.
    public static var resampledPixel: Double { 5.0e-6 }
    /// A frame above which a movie is heavy: it takes several times as long on a phone, which has 16.
    public static var heavyFrame: Double { 2 }
    /// Bytes in the file that a millisecond in every frame is worth: a tenth of a frame on a phone, of a file that is small
    /// enough for it.
    public static var millisecond: Double { 8000 }
  }
}
