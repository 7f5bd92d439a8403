public import KilnDiagnostics

extension Rule {
  /// A layer refers to an asset that the file does not hold.
  public static let lottieAssetMissing = Rule(
    "lottie.asset.missing", .warning, .dropped,
    "A layer refers to an asset that the file does not hold.",
    why: "The layer shows nothing.",
    remedy: "Export the animation again; the file was cut or edited after the export.")
  /// An image was not found or cannot be decoded.
  public static let lottieImageMissing = Rule(
    "lottie.image.missing", .warning, .dropped, fault: .missingImage,
    "An image file is neither in the assets folder nor beside the animation, or cannot be decoded.",
    why: "A part of the picture is missing.",
    remedy: "Put the image beside the animation or into images/ there, name its folder with --assets, or export "
      + "with images included, as PNG, JPEG, WebP, GIF, AVIF or SVG. --missing-images skip or placeholder goes on without "
      + "it.")
  /// Text whose letters are not in the file.
  public static let lottieTextFont = Rule(
    "lottie.text.font", .warning, .dropped,
    "Text is not drawn because the file does not hold its letters as shapes.",
    why: "The text is missing.",
    remedy: "Export with glyphs, install the font, or choose Create Shapes from Text in After Effects.")
  /// Text drawn with a font that stands in.
  public static let lottieTextFontSubstituted = Rule(
    "lottie.text.fontSubstituted", .warning, .approximated,
    "Text whose letters the file does not hold is drawn with another font, as its own is not installed: with that of "
      + "browsers if there is one, else with one of the same class (sans-serif, serif, monospaced, script).",
    why: "Letters and line lengths differ from the design.",
    remedy: "Install the font, export with glyphs, or choose Create Shapes from Text in After Effects.")
  /// Text drawn with a font of the machine.
  public static let lottieTextFontInstalled = Rule(
    "lottie.text.fontInstalled", .note, .exact,
    "Text whose letters the file does not hold is drawn with the font as it is installed; elsewhere it may "
      + "differ.",
    why: "On a machine without the font, or with another version of it, the picture differs.",
    remedy: "Export with glyphs, or choose Create Shapes from Text in After Effects.")
  /// Letters as old plug-ins wrote them.
  public static let lottieTextOutdated = Rule(
    "lottie.text.outdated", .warning, .dropped,
    "Text of files older than version 4.8 is not drawn, as in lottie-web.",
    why: "The text is missing.",
    remedy: "Export the animation again with a current Bodymovin.")
  /// A letter that the file does not hold.
  public static let lottieTextGlyph = Rule(
    "lottie.text.glyph", .warning, .dropped,
    "A character is not among those that the file holds as shapes, or in no installed font.",
    why: "A letter is missing from the text.",
    remedy: "Export with the glyphs of all characters, or use a font that has the character.")
  /// A letter with marks, or a flag.
  public static let lottieTextCombined = Rule(
    "lottie.text.combined", .warning, .approximated,
    "Marks, flags and the like are drawn beside each other where fonts combine them to one form, because there is no library "
      + "that does it.",
    why: "Letters of Arabic, Indic and other scripts, flags and some emoji look wrong.",
    remedy:
      "Install HarfBuzz (Debian and Ubuntu: libharfbuzz0b, with libfribidi0 for text from right to left), or choose "
      + "Create Shapes from Text in After Effects before the export.")
  /// A letter with blended parts.
  public static let lottieTextColors = Rule(
    "lottie.text.colors", .warning, .approximated,
    "Parts of letters that their font blends with others are drawn one over the other, and those with gradients around a "
      + "point, between circles side by side, or repeated ones, more plainly (COLR, version 1).",
    why: "Emoji look flatter than in browsers.",
    remedy: "Use a picture in place of the letter, or a font whose emoji have plain colours or are bitmaps.")
  /// A text along a mask that is not there.
  public static let lottieTextPath = Rule(
    "lottie.text.path", .warning, .approximated,
    "A text runs along a mask that does not exist; it is drawn on lines.",
    why: "The text stands somewhere else than in the design.",
    remedy: "In After Effects, choose the path again under Text › Path Options, or remove it.")
  /// A selector with a random order.
  public static let lottieTextRandom = Rule(
    "lottie.text.random", .note, .approximated,
    "Letters that are chosen at random, differently each time in lottie-web, are chosen in order.",
    why: "Letters appear in another order than in After Effects.",
    remedy: "In After Effects, turn Randomize Order off in the range selector.")
  /// A letter made of layers.
  public static let lottieTextComposition = Rule(
    "lottie.text.composition", .warning, .dropped,
    "Animated characters without in point, out point and start time are not drawn.",
    why: "The text shows nothing.",
    remedy: "Export the animation again with a current Bodymovin, or create shapes from the text.")
  /// A sound is not carried over.
  public static let lottieAudio = Rule(
    "lottie.audio", .warning, .dropped,
    "A sound is left out where its file is missing, or where its time stands still or runs backwards.",
    why: "The result is silent where the animation has a sound.",
    remedy:
      "Put the sound's file beside the animation, or name its folder with --assets; in After Effects, do not remap the time "
      + "of sounds.")
  /// Cameras, lights and the like.
  public static let lottieLayerType = Rule(
    "lottie.layer.type", .note, .dropped,
    "A layer is of a type that lottie-web does not draw either.",
    why: "The layer is not seen in any player.",
    remedy: "In After Effects, remove cameras, lights and guides, or replace the layer by a shape, solid, image "
      + "or text layer.")
  /// An asset that is no still picture.
  public static let lottieVideo = Rule(
    "lottie.video", .warning, .dropped,
    "An image layer shows a video, which is not drawn.",
    why: "ThorVG and dotLottie players show it; lottie-web, lottie-ios and lottie-android show nothing.",
    remedy: "In After Effects, replace the footage by a picture or a sequence of pictures.")
  /// A gradient whose colours run around a point.
  public static let lottieGradientConic = Rule(
    "lottie.gradient.conic", .warning, .approximated,
    "A conic gradient is drawn as a radial one.",
    why:
      "Colours run from the centre outwards instead of around it, as in lottie-web and other players that do not know the "
      + "type, which is part of the specification since 2026.",
    remedy: "Use a linear or radial gradient, a picture, or segments of one colour each.")
  /// A layer that no time is within.
  public static let lottieLayerUntimed = Rule(
    "lottie.layer.untimed", .warning, .dropped,
    "A layer without in point, out point or start time is not drawn, as in lottie-web.",
    why: "The layer is missing in browsers; mobile players may show it.",
    remedy: "Export the animation again, or choose --fidelity ae, with which a missing time sets no bound.")
  /// Repeaters that work on each other.
  public static let lottieRepeaters = Rule(
    "lottie.repeaters", .note, .exact,
    "Several repeaters in one list are drawn as in After Effects: each repeats what those above it have made.",
    why: "lottie-web mixes up their copies, so that browsers show fewer or others.",
    remedy: "In After Effects, put the upper repeater with what it repeats into a group of its own.")
  /// Paths that would take too long to merge.
  public static let lottieMergeTooComplex = Rule(
    "lottie.merge.tooComplex", .warning, .approximated,
    "Paths are too large or too intricate to be merged as in After Effects; together they are one compound path.",
    why: "Holes and overlaps may look different.",
    remedy: "In After Effects, merge the paths yourself, for example in Illustrator, and use the result as one "
      + "path.")
  /// Something that has no effect in lottie-web.
  public static let lottieIgnoredByPlayers = Rule(
    "lottie.ignoredByPlayers", .note, .exact,
    "Something that After Effects draws and lottie-web ignores is ignored.",
    why: "The designer sees something in After Effects that no player shows.",
    remedy: "In After Effects, build it from features that players have, or choose --fidelity ae where Kiln can "
      + "draw it.")
  /// A layer style of After Effects that is drawn in part or not at all.
  public static let lottieLayerStyle = Rule(
    "lottie.layerStyle", .warning, .dropped,
    "A layer style is not drawn, or drawn without one of its settings.",
    why: "Of After Effects' layer styles, Stroke, Drop Shadow, Color Overlay and Gradient Overlay (linear, radial, "
      + "reflected) are drawn; the others, spread and some blend modes are not, and what they add is missing.",
    remedy: "In After Effects, build it from shapes or from one of these styles, or let the layer become an image.")
  /// An expression without a result.
  public static let lottieExpression = Rule(
    "lottie.expression", .warning, .approximated,
    "An expression has no result, so that the property keeps its keyframes or its fixed value: it throws, what it computes is "
      + "no value of the property, or it is not run, by --no-expressions or because there is no JavaScript engine.",
    why: "The motion that the expression makes is missing.",
    remedy: "In After Effects, mend the expression (lottie-web lacks some of After Effects' functions), or choose "
      + "Animation › Keyframe Assistant › Convert Expression to Keyframes before the export. Where it is not run, leave "
      + "--no-expressions out, or install JavaScriptCore (Debian and Ubuntu: libjavascriptcoregtk-4.1-0).")
  /// An expression that was ended.
  public static let lottieExpressionLimit = Rule(
    "lottie.expressionLimit", .warning, .approximated,
    "An expression was ended because it took more than a second of processor time or 256 MB; it is not run again, and the "
      + "property keeps its keyframes or its fixed value.",
    why: "The motion that the expression makes is missing, and players hang or crash over it.",
    remedy:
      "Look for an endless loop in the expression, or choose Animation › Keyframe Assistant › Convert Expression to "
      + "Keyframes in After Effects before the export.")
  /// Expressions that take too long for any result.
  public static let lottieExpressionTime = Rule(
    "lottie.expressionTime", .error, .rejected,
    "The expressions of the file together take more processor time than they may, or one goes beyond its limits in a step "
      + "that cannot be ended.",
    why:
      "Where they end depends on the machine, so that there is no result that could be relied on; players hang over the file.",
    remedy: "Look for loops and regular expressions that take long, or choose Animation › Keyframe Assistant › Convert "
      + "Expression to Keyframes in After Effects before the export.")
}

/// The rules of importing Lottie.
public enum LottieImportRules {
  /// All rules, for the catalogue.
  public static let all: [Rule] = [
    .lottieAssetMissing, .lottieImageMissing,
    .lottieTextFont, .lottieTextFontSubstituted, .lottieTextFontInstalled, .lottieTextOutdated, .lottieTextGlyph,
    .lottieTextCombined, .lottieTextColors, .lottieTextPath, .lottieTextRandom,
    .lottieTextComposition, .lottieAudio, .lottieLayerType, .lottieLayerUntimed, .lottieRepeaters,
    .lottieMergeTooComplex, .lottieIgnoredByPlayers, .lottieExpression, .lottieExpressionLimit,
    .lottieExpressionTime, .lottieVideo, .lottieGradientConic, .lottieLayerStyle,
  ]
}
