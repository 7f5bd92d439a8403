/// What an input may ask for. Checked before memory is allocated, so that no file can exhaust the machine.
public struct Limits: Sendable, Hashable {
  /// Bytes of one input file.
  public var inputBytes = 256 << 20
  /// Bytes that one compressed stream or archive may inflate to.
  public var inflatedBytes = 512 << 20
  /// Nesting of arrays and objects, and of shape groups.
  public var nesting = 256
  /// Nesting of precompositions.
  public var compositionNesting = 64
  /// Pixels along one side of a canvas, image or atlas.
  public var side = 16383
  /// Pixels of one canvas or image.
  public var pixels = 128 << 20
  /// Decoded bytes of all images of one file.
  public var decodedImageBytes = 1 << 30
  /// Frames of a timeline.
  public var frames = 100_000
  /// Sprites × frames of a timeline.
  public var frameStates = 8_000_000
  /// Values of one JSON document: numbers, strings, arrays, objects.
  public var values = 32_000_000
  /// Layers in a file, and layers after all precompositions are expanded.
  public var layers = 100_000
  /// Shape items in a file.
  public var shapeItems = 250_000
  /// Keyframes in a file, those of a slot once for each property that takes them.
  public var keyframes = 1_000_000
  /// Effects, masks, letters and whatever else there are many of in a file.
  public var documentParts = 100_000
  /// Shape items of one layer that its repeaters make.
  public var repeatedItems = 250_000
  /// Different fonts that are looked for outside a document.
  public var fonts = 256
  /// Points of all outlines of a timeline.
  public var outlinePoints = 50_000_000

  /// The default limits.
  public init() {}

  /// Throws `limit.exceeded` when `value` is above `limit`.
  public func check(_ value: Int, atMost limit: Int, _ what: String, at path: DocumentPath = .root) throws(Diagnostic) {
    guard value > limit else { return }
    throw Diagnostic(.limitExceeded, "\(what) is \(value), above the limit of \(limit)", at: path)
  }

  /// Throws `limit.exceeded` unless a picture of this size may be made.
  public func check(width: Int, height: Int, _ what: String, at path: DocumentPath = .root) throws(Diagnostic) {
    try check(max(width, height), atMost: side, "\(what)'s longer side", at: path)
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    try check(overflow ? .max : product, atMost: pixels, "\(what)'s number of pixels", at: path)
  }
}
