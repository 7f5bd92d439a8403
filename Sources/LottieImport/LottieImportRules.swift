public import Diagnostics

extension Rule {
  /// A layer refers to an asset that the file does not hold.
  public static let lottieAssetMissing = Rule(
    "lottie.asset.missing", .warning, .dropped, "A layer refers to an asset that the file does not hold.")
  /// An image file was not found.
  public static let lottieImageMissing = Rule(
    "lottie.image.missing", .warning, .dropped, fault: .missingInput,
    "An image file is neither in the assets folder nor beside the animation.")
  /// An image cannot be decoded.
  public static let lottieImageUnreadable = Rule(
    "lottie.image.unreadable", .warning, .dropped, "An image is of no format that Kiln decodes.")
  /// Text whose letters are not in the file.
  public static let lottieTextFont = Rule(
    "lottie.text.font", .warning, .dropped, "Text is not drawn because the file does not hold its letters as shapes.")
  /// Text drawn with a font that stands in.
  public static let lottieTextFontSubstituted = Rule(
    "lottie.text.fontSubstituted", .warning, .approximated,
    "Text whose letters the file does not hold is drawn with another font, as its own is not installed.")
  /// Text drawn with a font of the machine.
  public static let lottieTextFontInstalled = Rule(
    "lottie.text.fontInstalled", .note, .exact,
    "Text whose letters the file does not hold is drawn with the font as it is installed; elsewhere it may differ.")
  /// Letters as old plug-ins wrote them.
  public static let lottieTextOutdated = Rule(
    "lottie.text.outdated", .warning, .dropped,
    "Text of files older than version 4.8 is not drawn, as in lottie-web.")
  /// A letter that the file does not hold.
  public static let lottieTextGlyph = Rule(
    "lottie.text.glyph", .warning, .dropped,
    "A character is not among those that the file holds as shapes, or in no installed font.")
  /// A letter with marks, or a flag.
  public static let lottieTextCombined = Rule(
    "lottie.text.combined", .warning, .approximated,
    "Marks, flags and the like are drawn beside each other where fonts combine them to one form.")
  /// A text along a mask that is not there.
  public static let lottieTextPath = Rule(
    "lottie.text.path", .warning, .approximated, "A text runs along a mask that does not exist; it is drawn on lines.")
  /// A selector with a random order.
  public static let lottieTextRandom = Rule(
    "lottie.text.random", .note, .approximated,
    "Letters that are chosen at random, differently each time in lottie-web, are chosen in order.")
  /// A letter made of layers.
  public static let lottieTextComposition = Rule(
    "lottie.text.composition", .warning, .dropped,
    "Animated characters without in point, out point and start time are not drawn.")
  /// Sound is not carried over.
  public static let lottieAudio = Rule("lottie.audio", .warning, .dropped, "Sound is left out.")
  /// Cameras, lights and the like.
  public static let lottieLayerType = Rule(
    "lottie.layer.type", .note, .dropped, "A layer is of a type that lottie-web does not draw either.")
  /// Paths that would take too long to merge.
  public static let lottieMergeTooComplex = Rule(
    "lottie.merge.tooComplex", .warning, .approximated,
    "Paths are too large or too intricate to be merged as in After Effects; together they are one compound path.")
  /// Something that has no effect in lottie-web.
  public static let lottieIgnoredByPlayers = Rule(
    "lottie.ignoredByPlayers", .note, .exact, "Something that differs from After Effects, but not from lottie-web.")
  /// Expressions are not run.
  public static let lottieExpression = Rule(
    "lottie.expression", .warning, .approximated, "Expressions are not run; keyframes or fixed values are used.")
}

/// The rules of importing Lottie.
public enum LottieImportRules {
  /// All of them.
  public static let all: [Rule] = [
    .lottieAssetMissing, .lottieImageMissing, .lottieImageUnreadable,
    .lottieTextFont, .lottieTextFontSubstituted, .lottieTextFontInstalled, .lottieTextOutdated, .lottieTextGlyph,
    .lottieTextCombined, .lottieTextPath, .lottieTextRandom,
    .lottieTextComposition, .lottieAudio, .lottieLayerType,
    .lottieMergeTooComplex, .lottieIgnoredByPlayers, .lottieExpression,
  ]
}
