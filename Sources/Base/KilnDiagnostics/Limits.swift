/// Resource limits on inputs. Checked before memory is allocated, so that no file can exhaust the machine.
///
/// Each counts for a whole document, or for a whole timeline, unless it says otherwise: what is counted for a layer, a file or
/// a use of a composition alone, a document can have a hundred thousand times.
public struct Limits: Sendable, Hashable {
  /// Maximum bytes of one input file.
  public var inputBytes = 256 << 20
  /// Maximum bytes that one compressed stream or archive inflates to.
  public var inflatedBytes = 512 << 20
  /// Maximum bytes of all files with images and data that lie outside of a document, each counted once.
  public var assetBytes = 512 << 20
  /// Maximum nesting depth of arrays and objects, and of shape groups.
  public var nesting = 256
  /// Maximum nesting depth of precompositions.
  public var compositionNesting = 64
  /// Maximum width and height of a canvas, image or atlas in pixels.
  public var side = 16383
  /// Maximum number of pixels of one canvas or image; those of all images together are limited by `decodedImageBytes`.
  public var pixels = 128 << 20
  /// Maximum decoded bytes of all images of one file.
  public var decodedImageBytes = 1 << 30
  /// Maximum bytes of the canvases and decoded images that one conversion holds at the same time.
  public var workingBytes = 1280 << 20
  /// Maximum number of frames of a timeline.
  public var frames = 100_000
  /// Maximum number of sprites times frames of a timeline.
  public var frameStates = 4_000_000
  /// Maximum number of sprites, frames and shapes of an SVGA file, of which each takes hundreds of bytes in memory, though
  /// no more than two in the file.
  public var movieParts = 2_000_000
  /// Maximum number of values of one JSON document, including arrays and objects.
  public var values = 32_000_000
  /// Maximum number of layers in a file, and of layers after all precompositions are expanded.
  public var layers = 100_000
  /// Maximum number of shape items in a file.
  public var shapeItems = 250_000
  /// Maximum number of keyframes in a file; those of a slot count once for each property that uses it.
  public var keyframes = 1_000_000
  /// Maximum number of effects, masks, letters, and of each other repeated part of a file.
  public var documentParts = 100_000
  /// Maximum number of shape items that all repeaters of a document generate.
  public var repeatedItems = 250_000
  /// Maximum number of pairs of a path and a style, modifier or merge that reaches it, in all shape layers of a document.
  public var shapeLinks = 8_000_000
  /// Maximum number of letters of all text layers, counted for each use of a composition and each text of a layer.
  public var letters = 250_000
  /// Maximum number of steps in which the letters of all animated texts are placed: letters times animators times frames.
  public var letterSteps = 64_000_000
  /// Maximum number of shapes in the shape lists of a timeline.
  public var shapes = 3_000_000
  /// Maximum number of different fonts that are looked up outside a document.
  public var fonts = 256
  /// Maximum number of points of all outlines of a timeline.
  public var outlinePoints = 50_000_000

  /// The default limits, which each property states.
  public init() {}

  /// Checks that a value does not exceed a limit.
  ///
  /// - Parameters:
  ///   - what: Name of the value in the message.
  ///   - advice: Advice for lowering the value; nil for the default advice of limits.
  /// - Throws: `limit.exceeded` if `value` is above `limit`.
  public func check(
    _ value: Int, atMost limit: Int, _ what: String, at path: DocumentPath = .root, advice: String? = nil
  ) throws(Diagnostic) {
    guard value > limit else { return }
    throw Diagnostic(
      .limitExceeded, "\(what) is \(value), above the limit of \(limit)", at: path, advice: advice ?? Self.advice)
  }

  /// Default advice of limits, which no option raises.
  public static let advice = "make the animation simpler or split it, because this limit is fixed"

  /// Checks an image's size against `side` and `pixels`.
  ///
  /// - Parameters:
  ///   - what: Name of the image in the message.
  /// - Throws: `limit.exceeded` if a side or the number of pixels is too large.
  public func check(width: Int, height: Int, _ what: String, at path: DocumentPath = .root) throws(Diagnostic) {
    let advice = "make it smaller"
    try check(max(width, height), atMost: side, "\(what)'s longer side", at: path, advice: advice)
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    try check(overflow ? .max : product, atMost: pixels, "\(what)'s number of pixels", at: path, advice: advice)
  }
}
