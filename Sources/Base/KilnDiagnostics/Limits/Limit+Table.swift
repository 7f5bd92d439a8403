extension Limit {
  /// The row of this limit. There is no second place with these values: code that needs one takes it from here or from a
  /// `Limits`, and `Conversions/guide/limits.md` is made from here.
  public var row: Row {
    switch self {
    // The work on one file.
    case .time:
      Row(
        "time", "time for one file", .seconds, 120, untrusted: 30, most: 1_000_000, option: "timeout",
        because:
          "Most files take less than a second. It holds for files of strangers and in batches, and elsewhere if asked for."
      )
    case .memory:
      Row(
        "memory", "memory for one file", .bytes, 2_000_000_000, untrusted: 1_000_000_000, option: "memory",
        because:
          "A machine with several workers stays usable. It holds for files of strangers and in batches, and elsewhere if asked for."
      )
    case .outputBytes:
      Row(
        "outputBytes", "bytes of all files of a result", .bytes, 4 << 30, untrusted: 64 << 20,
        because: "A small file can ask for any number of large frames.")
    // Files.
    case .inputBytes:
      Row(
        "inputBytes", "bytes of one input file, or of one file in an archive", .bytes, 256 << 20, untrusted: 32 << 20,
        because: "Parsed, a file takes up to 25 times its size in memory.")
    case .inflatedBytes:
      Row(
        "inflatedBytes", "bytes that one compressed stream or archive inflates to", .bytes, 512 << 20,
        untrusted: 64 << 20,
        because: "Deflate packs up to a thousand bytes into one.")
    case .assetBytes:
      Row(
        "assetBytes", "bytes of all images, fonts and data beside a file, each counted once", .bytes, 512 << 20,
        untrusted: 64 << 20,
        because: "They are held in memory together.")
    case .fonts:
      Row(
        "fonts", "different fonts that are looked up outside of a document", .number, 256, untrusted: 32,
        because: "Each is searched for among all fonts, and opened.")
    case .atlasPages:
      Row(
        "atlasPages", "further pages of an atlas", .number, 1000, untrusted: 100,
        because: "Each is a file that is opened.")
    // JSON.
    case .nesting:
      Row(
        "nesting", "nested arrays and objects, groups of shapes, masks and modifiers", .levels, 256, untrusted: 128,
        most: 256,
        because: "What is nested is worked on with a stack, whose size is fixed.")
    case .values:
      Row(
        "values", "values of one JSON document", .number, 32_000_000, untrusted: 4_000_000,
        because: "A value of two bytes takes fifty in memory.")
    // Pictures.
    case .side:
      Row(
        "side", "width and height of a canvas, picture or page", .pixels, 16383, untrusted: 8192, most: 16383,
        because: "16383 is what WebP can say, and more than phones draw.")
    case .pixels:
      Row(
        "pixels", "pixels of one canvas or picture", .pixels, 128 << 20, untrusted: 16 << 20,
        because: "Each takes 4 bytes decoded, and up to 35 while an animation is written.")
    case .decodedImageBytes:
      Row(
        "decodedImageBytes", "bytes of all decoded pictures of a file", .bytes, 1 << 30, untrusted: 256 << 20,
        because: "They are held in memory together, and a picture of one colour has a few bytes.")
    case .workingBytes:
      Row(
        "workingBytes", "bytes of canvases and decoded pictures that are held at the same time", .bytes, 1280 << 20,
        untrusted: 512 << 20, because: "With fewer threads, work takes less; with one thread it must fit.")
    case .framePixels:
      Row(
        "framePixels", "pixels of all frames of a moving picture together, beside 4096 for each of its bytes", .pixels,
        1 << 31,
        untrusted: 1 << 29, because: "It is some seconds of decoding; a frame that changes nothing has a few bytes.")
    case .vectorImageBytes:
      Row(
        "vectorImageBytes", "bytes of one SVG image", .bytes, 16 << 20, untrusted: 0,
        because: "librsvg draws them, which takes fonts of this machine; for strangers' files it is not called.")
    case .vectorImageTime:
      Row(
        "vectorImageTime", "processor time for drawing the SVG images of a file", .seconds, 10, untrusted: 2,
        most: 1_000_000, because: "A short document can ask for any amount of work.")
    case .programBytes:
      Row(
        "programBytes", "bytes of a video or sound that the program ffmpeg decodes", .bytes, 256 << 20, untrusted: 0,
        because: "Decoders of videos are large; for strangers' files no program is started.")
    case .soundTime:
      Row(
        "soundTime", "length of one sound that is converted", .seconds, 3600, untrusted: 600, most: 36_000,
        because: "A second takes 192 kB in memory, and a few bytes say how long it is silent.")
    // Documents.
    case .layers:
      Row(
        "layers", "layers of a file, and layers with all compositions expanded", .number, 100_000, untrusted: 10_000,
        because: "Compositions that use each other double with each level.")
    case .compositionNesting:
      Row(
        "compositionNesting", "compositions within each other", .levels, 64, untrusted: 16, most: 64,
        because: "Each level is a call on the stack.")
    case .shapeItems:
      Row(
        "shapeItems", "shape items of a file", .number, 250_000, untrusted: 50_000,
        because: "Each is evaluated in every frame.")
    case .keyframes:
      Row(
        "keyframes", "keyframes of a file; those of a slot once for each property that uses it", .number, 1_000_000,
        untrusted: 250_000, because: "Each takes some hundred bytes in memory.")
    case .documentParts:
      Row(
        "documentParts", "effects, masks, letters, and each other repeated part of a file", .number, 100_000,
        untrusted: 25_000,
        because: "Each takes some hundred bytes in memory.")
    case .repeatedItems:
      Row(
        "repeatedItems", "shape items that all repeaters of a document make", .number, 250_000, untrusted: 50_000,
        because: "A number in a file says how many copies there are, and repeaters multiply each other.")
    case .shapeLinks:
      Row(
        "shapeLinks", "pairs of a path and a style, modifier or merge that reaches it", .number, 8_000_000,
        untrusted: 1_000_000,
        because: "They are as many as paths times styles.")
    case .letters:
      Row(
        "letters", "letters of all texts, for each use of a composition and each text of a layer", .number, 250_000,
        untrusted: 25_000, because: "Each becomes outlines.")
    case .letterSteps:
      Row(
        "letterSteps", "letters times animators times frames, of animated texts", .number, 64_000_000,
        untrusted: 8_000_000,
        because: "In each step a letter is placed anew.")
    case .movieParts:
      Row(
        "movieParts", "sprites, frames and shapes of an SVGA file", .number, 2_000_000, untrusted: 500_000,
        because: "Each takes hundreds of bytes in memory, and no more than two in the file.")
    // Timelines.
    case .frames:
      Row(
        "frames", "frames of a timeline", .number, 100_000, untrusted: 10_000,
        because: "A number in a file says how many there are; 10000 are nearly three minutes at 60 a second.")
    case .frameStates:
      Row(
        "frameStates", "sprites times frames of a timeline", .number, 4_000_000, untrusted: 1_000_000,
        because: "Each state takes some 250 bytes in memory.")
    case .shapes:
      Row(
        "shapes", "different shapes of all frames of a timeline", .number, 3_000_000, untrusted: 500_000,
        because: "A shape that moves has an outline for each frame.")
    case .outlinePoints:
      Row(
        "outlinePoints", "points of all outlines of a timeline", .number, 50_000_000, untrusted: 5_000_000,
        because: "A point takes 16 bytes, and more while it is changed.")
    case .writtenParts:
      Row(
        "writtenParts", "shapes, or points of clips, times frames of one layer that is written as Lottie", .number,
        16_000_000, untrusted: 4_000_000, because: "Each has a sample in each frame, from which keyframes are made.")
    // Expressions.
    case .expressionTime:
      Row(
        "expressionTime", "processor time of all expressions of a file", .seconds, 10, untrusted: 2, most: 1_000_000,
        option: "expression-time",
        because: "Expressions are programs, which need not end.")
    case .expressionCallTime:
      Row(
        "expressionCallTime", "processor time of one call of an expression", .seconds, 1, untrusted: 1, most: 1_000_000,
        because: "One expression that does not end leaves time to the others.")
    case .expressionMemory:
      Row(
        "expressionMemory", "memory by which the process grows in a call of an expression", .bytes, 256 << 20,
        untrusted: 64 << 20,
        because: "Expressions can make lists of any length.")
    }
  }
}

extension Limit.Row {
  fileprivate init(
    _ name: String, _ subject: String, _ unit: Limit.Unit, _ standard: Int, untrusted: Int, most: Int = 1 << 40,
    option: String? = nil,
    because reason: String
  ) {
    self.name = name
    (self.subject, self.unit, self.standard, self.untrusted) = (subject, unit, standard, untrusted)
    (maximum, self.reason, ownOption) = (most, reason, option)
  }
}
