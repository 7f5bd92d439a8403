extension Limits {
  /// Largest number of pixels of all frames of a moving picture together, beside 4096 for each of its bytes
  /// (`Limit.framePixels`).
  public var framePixels: Int {
    get { self[.framePixels] }
    set { self[.framePixels] = newValue }
  }

  /// Largest number of bytes of one input file, or of one file in an archive (`Limit.inputBytes`).
  public var inputBytes: Int {
    get { self[.inputBytes] }
    set { self[.inputBytes] = newValue }
  }

  /// Largest number of bytes that one compressed stream or archive inflates to (`Limit.inflatedBytes`).
  public var inflatedBytes: Int {
    get { self[.inflatedBytes] }
    set { self[.inflatedBytes] = newValue }
  }

  /// Largest number of bytes of all images, fonts and data beside a file, each counted once (`Limit.assetBytes`).
  public var assetBytes: Int {
    get { self[.assetBytes] }
    set { self[.assetBytes] = newValue }
  }

  /// Greatest depth of nested arrays and objects, groups of shapes, masks and modifiers (`Limit.nesting`).
  public var nesting: Int {
    get { self[.nesting] }
    set { self[.nesting] = newValue }
  }

  /// Greatest depth of compositions within each other (`Limit.compositionNesting`).
  public var compositionNesting: Int {
    get { self[.compositionNesting] }
    set { self[.compositionNesting] = newValue }
  }

  /// Greatest width and height of a canvas, picture or page in pixels (`Limit.side`).
  public var side: Int {
    get { self[.side] }
    set { self[.side] = newValue }
  }

  /// Largest number of pixels of one canvas or picture (`Limit.pixels`).
  public var pixels: Int {
    get { self[.pixels] }
    set { self[.pixels] = newValue }
  }

  /// Largest number of bytes of all decoded pictures of a file (`Limit.decodedImageBytes`).
  public var decodedImageBytes: Int {
    get { self[.decodedImageBytes] }
    set { self[.decodedImageBytes] = newValue }
  }

  /// Largest number of bytes of canvases and decoded pictures that are held at the same time (`Limit.workingBytes`).
  public var workingBytes: Int {
    get { self[.workingBytes] }
    set { self[.workingBytes] = newValue }
  }

  /// Largest number of frames of a timeline (`Limit.frames`).
  public var frames: Int {
    get { self[.frames] }
    set { self[.frames] = newValue }
  }

  /// Largest number of sprites times frames of a timeline (`Limit.frameStates`).
  public var frameStates: Int {
    get { self[.frameStates] }
    set { self[.frameStates] = newValue }
  }

  /// Largest number of sprites, frames and shapes of an SVGA file (`Limit.movieParts`).
  public var movieParts: Int {
    get { self[.movieParts] }
    set { self[.movieParts] = newValue }
  }

  /// Largest number of values of one JSON document (`Limit.values`).
  public var values: Int {
    get { self[.values] }
    set { self[.values] = newValue }
  }

  /// Largest number of layers of a file, and layers with all compositions expanded (`Limit.layers`).
  public var layers: Int {
    get { self[.layers] }
    set { self[.layers] = newValue }
  }

  /// Largest number of shape items of a file (`Limit.shapeItems`).
  public var shapeItems: Int {
    get { self[.shapeItems] }
    set { self[.shapeItems] = newValue }
  }

  /// Largest number of keyframes of a file; those of a slot once for each property that uses it (`Limit.keyframes`).
  public var keyframes: Int {
    get { self[.keyframes] }
    set { self[.keyframes] = newValue }
  }

  /// Largest number of effects, masks, letters, and each other repeated part of a file (`Limit.documentParts`).
  public var documentParts: Int {
    get { self[.documentParts] }
    set { self[.documentParts] = newValue }
  }

  /// Largest number of shape items that all repeaters of a document make (`Limit.repeatedItems`).
  public var repeatedItems: Int {
    get { self[.repeatedItems] }
    set { self[.repeatedItems] = newValue }
  }

  /// Largest number of pairs of a path and a style, modifier or merge that reaches it (`Limit.shapeLinks`).
  public var shapeLinks: Int {
    get { self[.shapeLinks] }
    set { self[.shapeLinks] = newValue }
  }

  /// Largest number of letters of all texts, for each use of a composition and each text of a layer (`Limit.letters`).
  public var letters: Int {
    get { self[.letters] }
    set { self[.letters] = newValue }
  }

  /// Largest number of letters times animators times frames, of animated texts (`Limit.letterSteps`).
  public var letterSteps: Int {
    get { self[.letterSteps] }
    set { self[.letterSteps] = newValue }
  }

  /// Largest number of different shapes of all frames of a timeline (`Limit.shapes`).
  public var shapes: Int {
    get { self[.shapes] }
    set { self[.shapes] = newValue }
  }

  /// Largest number of different fonts that are looked up outside of a document (`Limit.fonts`).
  public var fonts: Int {
    get { self[.fonts] }
    set { self[.fonts] = newValue }
  }

  /// Largest number of points of all outlines of a timeline (`Limit.outlinePoints`).
  public var outlinePoints: Int {
    get { self[.outlinePoints] }
    set { self[.outlinePoints] = newValue }
  }
}
