extension Limits {
  /// `Limit.framePixels`.
  public var framePixels: Int {
    get { self[.framePixels] }
    set { self[.framePixels] = newValue }
  }

  /// `Limit.inputBytes`.
  public var inputBytes: Int {
    get { self[.inputBytes] }
    set { self[.inputBytes] = newValue }
  }

  /// `Limit.inflatedBytes`.
  public var inflatedBytes: Int {
    get { self[.inflatedBytes] }
    set { self[.inflatedBytes] = newValue }
  }

  /// `Limit.assetBytes`.
  public var assetBytes: Int {
    get { self[.assetBytes] }
    set { self[.assetBytes] = newValue }
  }

  /// `Limit.nesting`.
  public var nesting: Int {
    get { self[.nesting] }
    set { self[.nesting] = newValue }
  }

  /// `Limit.compositionNesting`.
  public var compositionNesting: Int {
    get { self[.compositionNesting] }
    set { self[.compositionNesting] = newValue }
  }

  /// `Limit.side`.
  public var side: Int {
    get { self[.side] }
    set { self[.side] = newValue }
  }

  /// `Limit.pixels`.
  public var pixels: Int {
    get { self[.pixels] }
    set { self[.pixels] = newValue }
  }

  /// `Limit.decodedImageBytes`.
  public var decodedImageBytes: Int {
    get { self[.decodedImageBytes] }
    set { self[.decodedImageBytes] = newValue }
  }

  /// `Limit.workingBytes`.
  public var workingBytes: Int {
    get { self[.workingBytes] }
    set { self[.workingBytes] = newValue }
  }

  /// `Limit.frames`.
  public var frames: Int {
    get { self[.frames] }
    set { self[.frames] = newValue }
  }

  /// `Limit.frameStates`.
  public var frameStates: Int {
    get { self[.frameStates] }
    set { self[.frameStates] = newValue }
  }

  /// `Limit.movieParts`.
  public var movieParts: Int {
    get { self[.movieParts] }
    set { self[.movieParts] = newValue }
  }

  /// `Limit.values`.
  public var values: Int {
    get { self[.values] }
    set { self[.values] = newValue }
  }

  /// `Limit.layers`.
  public var layers: Int {
    get { self[.layers] }
    set { self[.layers] = newValue }
  }

  /// `Limit.shapeItems`.
  public var shapeItems: Int {
    get { self[.shapeItems] }
    set { self[.shapeItems] = newValue }
  }

  /// `Limit.keyframes`.
  public var keyframes: Int {
    get { self[.keyframes] }
    set { self[.keyframes] = newValue }
  }

  /// `Limit.documentParts`.
  public var documentParts: Int {
    get { self[.documentParts] }
    set { self[.documentParts] = newValue }
  }

  /// `Limit.repeatedItems`.
  public var repeatedItems: Int {
    get { self[.repeatedItems] }
    set { self[.repeatedItems] = newValue }
  }

  /// `Limit.shapeLinks`.
  public var shapeLinks: Int {
    get { self[.shapeLinks] }
    set { self[.shapeLinks] = newValue }
  }

  /// `Limit.letters`.
  public var letters: Int {
    get { self[.letters] }
    set { self[.letters] = newValue }
  }

  /// `Limit.letterSteps`.
  public var letterSteps: Int {
    get { self[.letterSteps] }
    set { self[.letterSteps] = newValue }
  }

  /// `Limit.shapes`.
  public var shapes: Int {
    get { self[.shapes] }
    set { self[.shapes] = newValue }
  }

  /// `Limit.fonts`.
  public var fonts: Int {
    get { self[.fonts] }
    set { self[.fonts] = newValue }
  }

  /// `Limit.outlinePoints`.
  public var outlinePoints: Int {
    get { self[.outlinePoints] }
    set { self[.outlinePoints] = newValue }
  }
}
