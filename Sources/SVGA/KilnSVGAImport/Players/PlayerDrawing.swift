internal import KilnSVGAFormat

/// The choices that players make differently when they draw a movie.
///
/// What is not in it, all of them do alike.
struct PlayerDrawing: Sendable {
  /// Scope of a sprite's alpha.
  enum AlphaScope {
    /// The sprite as a whole.
    case sprite
    /// The bitmap, each fill and each stroke by itself.
    case paint
    /// The same, in place of the paint's own alpha where the sprite is translucent.
    case replacedPaint
  }

  /// Size of a bitmap in layout space.
  enum BitmapSize {
    /// The layout's.
    case layout
    /// The largest of its own proportions that fits into the layout, in the middle.
    case fitted
    /// Its own, whatever the layout is.
    case pixels
  }

  /// Shapes that KEEP draws.
  enum Keeping {
    /// Those of the sprite's frame before, which is empty where that is hidden by having no shapes.
    case frame
    /// Those of the last frame that has any.
    case filledFrame
    /// Those that the sprite showed last, if they are of the last frame that is no KEEP; else none.
    case shownFrame
    /// Those that were read last, of whatever sprite.
    case movie
  }

  /// Handling of mattes.
  enum Mattes {
    /// Neighbours with the same matte are cut by it, wherever it stands.
    case agreed
    /// The same, if the first sprite is a matte, by one that stands before them.
    case android
    /// The same, but all that a matte cuts stands where its last user starts, and nothing is drawn without the matte.
    case iOS
    /// All that was drawn before is cut, by the matte of the sprites that come next.
    ///
    /// - `opensRuns`: Whether a sprite without a matte counts as cut by one that is not there.
    case erasing(opensRuns: Bool)
    /// Mattes are drawn like other sprites.
    case painted
  }

  /// Use of a stroke's dash, gap and offset.
  enum Dashes {
    /// Dash and gap of a least length, moved by the offset.
    case offset
    /// A dash, a gap and 0, or the offset, as three lengths in turn.
    case threeLengths
    /// The dash, the gap and the offset as lengths in turn, without those that are 0 at the end.
    case lengths
    /// Those that are not 0.
    case filledLengths
  }

  /// Meaning of the components of a colour.
  enum Components {
    /// Parts of 1.
    case exact
    /// Parts of 1, rounded down to a 255th.
    case truncated
    /// The same, unless one is above 1: then 255ths.
    case guessed
  }

  /// Bitmap of a sprite.
  enum Keys {
    /// The one that any player finds.
    case any
    /// That of the sprite's key.
    case whole
    /// That of the sprite's key without `.matte`.
    case plain
    /// That of a key which is the sprite's without `.matte`, each without it.
    case bothPlain
    /// That of the sprite's key without what follows its last dot.
    case stem
  }

  /// Bitmaps that are drawn.
  enum Encodings {
    /// All that can be decoded.
    case any
    /// All that can be decoded, but those whose keys start like a sound's.
    case unlessNamedSound
    /// PNG; the sprite has none without it.
    case png
    /// PNG; nothing is drawn after a sprite with another one, and nothing at all if there are only others.
    case pngOrFailure
    /// PNG; the sprite has none without it, and nothing is drawn at all if there are only others.
    case pngOrBlank
  }

  /// A frame in which a sprite has no state, because it has fewer than the movie.
  enum MissingFrame {
    /// The sprite is hidden.
    case hidden
    /// The sprite stays as it is.
    case kept
    /// Nothing more is drawn.
    case stops
    /// Nothing is drawn.
    case blank
  }

  /// Reading of path data.
  var paths = PlayerPathReader.Kind.tolerant
  /// Value of the coefficients a and d of a sprite's transform that are 0.
  var zeroScale = 0.0
  /// Value of the coefficients a and d of a shape's transform that are 0.
  var zeroShapeScale = 0.0
  /// Smallest alpha that is drawn; 0 for all above 0.
  var faintestAlpha = 0.0
  /// Whether alpha is rounded down to a 255th.
  var truncatesAlpha = false
  /// Whether a frame without alpha is opaque.
  var isOpaqueWithoutAlpha = false
  var alphaScope = AlphaScope.sprite
  /// Whether fills and strokes that are not opaque are left out.
  var hidesTranslucentPaints = false
  var components = Components.exact
  var bitmapSize = BitmapSize.layout
  /// Whether the origin of a layout moves the sprite.
  var movesToLayout = false
  /// Whether a rectangle of negative size or radius ends the frame with an error.
  var failsAtNegativeRects = false
  /// Whether the canvas has whole pixels.
  var truncatesCanvas = false
  /// Whether a clip cuts sprites without a bitmap.
  var clipsVectors = true
  /// Whether shapes without styles are filled black.
  var fillsWithoutStyles = false
  /// Width of strokes without one; nil for none.
  var assumedStrokeWidth: Double?
  /// Miter limit of strokes without one; nil bevels them.
  var assumedMiterLimit: Double?
  /// Whether strokes have one width, which is that of the sprite's transform, whatever the shape's is.
  var strokesAfterTransforms = false
  var dashes = Dashes.offset
  var keeping = Keeping.frame
  var mattes = Mattes.agreed
  var keys = Keys.any
  var encodings = Encodings.any
  var missingFrame = MissingFrame.hidden
  /// Whether sprites without a key are drawn.
  var drawsWithoutKey = true
  /// Whether corners of rectangles are those of iOS, which start earlier than an arc.
  var hasContinuousCorners = false
  /// Whether SVGA 1.x is read.
  var readsArchives = true
  /// Whether one bitmap that cannot be decoded leaves nothing.
  var needsAllBitmaps = false

  /// What iOS and Android agree on, and where they do not, the one that follows the format.
  static let agreed = PlayerDrawing()
}
