public import KilnDiagnostics

// Rules of what is left out.
extension Rule {
  /// A sound is not in the file.
  public static let svgaAudioMissing = Rule(
    "svga.audio.missing", .note, .exact,
    "A sound is not in the file and nothing is heard, as in every player.",
    why: "The animation is silent where a sound should be heard.",
    remedy: "Export the SVGA file with its sound, or remove the sound.")
  /// A sprite names a matte that is not in the file.
  public static let svgaMatteMissing = Rule(
    "svga.matte.missing", .warning, .approximated,
    "A sprite names a matte that the file does not hold.",
    why: "The sprite is drawn uncut.",
    remedy: "Export the SVGA file again.")
  /// Mattes are not for all players.
  public static let svgaMattePlayers = Rule(
    "svga.matte.players", .note, .exact,
    "Mattes are drawn as on iOS and Android; web players and Flutter fail at them.",
    why: "Web players and Flutter show the sprite uncut, or nothing.",
    remedy: "Convert the file with Kiln and the default --profile portable, which writes what all players draw.")
  /// The encoding of a bitmap is unknown.
  public static let svgaImageUnreadable = Rule(
    "svga.image.unreadable", .warning, .dropped, fault: .missingImage,
    "A sprite's bitmap cannot be decoded.",
    why: "A part of the picture is missing.",
    remedy: "Export the image as PNG. --missing-images skip or placeholder goes on without it.")
  /// Coordinates of an outline that are far from any canvas.
  public static let svgaPathFar = Rule(
    "svga.path.far", .warning, .approximated,
    "An outline has points more than a thousand million pixels away, which are moved to that distance.",
    why: "Its curves may have another form, and players, which compute with fewer digits, draw yet others.",
    remedy: "In After Effects, check the path for points far away, and export again.")
  /// A number of a shape's geometry is not finite.
  public static let svgaShapeNotFinite = Rule(
    "svga.shape.notFinite", .warning, .dropped,
    "A shape is left out, because a number in it is not finite.",
    why: "A part of the picture is missing.",
    remedy: "Export the SVGA file again; a scale of 0 or an expression often makes such numbers.")
}

// Rules of the drawing of one player.
extension Rule {
  /// A player shows nothing of the file.
  public static let svgaPlayerBlank = Rule(
    "svga.player.blank", .warning, .dropped,
    "The player whose drawing is asked for shows nothing of the file.",
    why: "Its users see nothing.",
    remedy: "Convert the file with Kiln, which writes what all players draw.")
  /// A player ends a frame with an error.
  public static let svgaPlayerFails = Rule(
    "svga.player.fails", .warning, .dropped,
    "The player whose drawing is asked for fails at a sprite; what comes after it is not drawn.",
    why: "Its users see a part of the picture, and some players stop.",
    remedy: "Convert the file with Kiln, which writes what all players draw.")
}

// Rules of what the file leaves open.
extension Rule {
  /// The file does not say how fast it plays.
  public static let svgaFrameRateMissing = player(
    "svga.frameRate.missing",
    "There is no frame rate: 20 a second, as on Android, Web and Flutter; iOS does not play",
    why: "iOS does not play the animation.",
    remedy: "Convert the file with Kiln, which writes a frame rate.")
  /// A sprite has fewer or more frames than the movie.
  public static let svgaFrameCountMismatch = player(
    "svga.frames.count",
    "A sprite has fewer or more frames than the movie: it is hidden after its last, as on Android; iOS keeps the "
      + "last one, Web and Flutter fail",
    why: "Players differ at the end of the animation, and some fail.",
    remedy: "Convert the file with Kiln, which gives every sprite all frames.")
  /// A sprite names a bitmap that the file does not hold.
  public static let svgaImageMissing = player(
    "svga.image.missing",
    "A sprite's bitmap is not in the file and nothing is drawn, as in every player",
    why: "A part of the picture is missing in every player.",
    remedy: "Export the SVGA file again with all images, or remove the layer.")
}

// Rules of what players draw differently. Kiln takes what iOS and Android agree on.
extension Rule {
  /// A sound that some players take for a bitmap.
  public static let svgaAudioUntagged = player(
    "svga.audio.untagged",
    "A sound does not start with an ID3 tag: iOS and Web take it for a bitmap, so that Web shows nothing at all",
    why: "The animation is not shown at all in browsers.",
    remedy: "Convert the file with Kiln, which adds a tag, or give the MP3 file an ID3 tag before the export.")
  /// A bitmap in an encoding that Web does not start with.
  public static let svgaImageEncoding = player(
    "svga.image.encoding",
    "A bitmap is no PNG, with which the Web player shows nothing at all",
    why: "Browsers show nothing.",
    remedy: "Convert the file with Kiln, which writes PNG.")
  /// A frame rate that iOS cannot play.
  public static let svgaFrameRateUneven = player(
    "svga.frameRate.uneven",
    "The frame rate is no divisor of 60: iOS rounds 60 divided by it down and plays faster",
    why: "The animation ends earlier on iOS than elsewhere.",
    remedy: "Convert the file with --fps 20, 30 or another divisor of 60.")
  /// A sprite without a key.
  public static let svgaKeyEmpty = player(
    "svga.key.empty",
    "A sprite has no key, without which Flutter does not draw it",
    why: "Flutter does not draw the sprite.",
    remedy: "Convert the file with Kiln, or name the image or layer.")
  /// A dot in the key of a bitmap.
  public static let svgaKeyDotted = player(
    "svga.key.dotted",
    "A bitmap's key has a dot, at which iOS cuts it off and then finds no bitmap",
    why: "iOS shows nothing there.",
    remedy: "Convert the file with Kiln, or name the image without a dot.")
  /// A matte's bitmap under the matte's whole key.
  public static let svgaKeyMatte = player(
    "svga.key.matte",
    "A matte's bitmap has the matte's whole key, under which Web finds it; Android looks for it under the key without .matte, "
      + "finds none, and shows nothing of what the matte cuts",
    why: "What the matte cuts is not seen on Android.",
    remedy: "Convert the file with Kiln, which writes the bitmap under the key that all players look for.")
  /// A bitmap without a size to draw it in.
  public static let svgaLayoutMissing = player(
    "svga.layout.missing",
    "A bitmap's layout has no area, which hides it; Web draws it in its own size",
    why: "The sprite is seen in browsers only.",
    remedy: "Export the SVGA file again.")
  /// A bitmap drawn in another size than its own.
  public static let svgaLayoutStretched = player(
    "svga.layout.stretched",
    "A bitmap is stretched to its layout, as on Android and Flutter; iOS keeps its proportions, Web its size",
    why: "The bitmap has another shape on iOS and in browsers.",
    remedy: "Export the image in the size of its layer.")
  /// A layout away from the origin.
  public static let svgaLayoutOffset = player(
    "svga.layout.offset",
    "A layout is not at 0, 0, which moves the sprite on iOS only and is ignored",
    why: "The sprite stands somewhere else on iOS.",
    remedy: "Convert the file with Kiln, which writes layouts at 0, 0.")
  /// A coefficient that some players replace.
  public static let svgaTransformZero = player(
    "svga.transform.zero",
    "A transform has a or d = 0, as on iOS; Android and Web take it as 1",
    why: "The sprite has its full size on Android and in browsers where it should have none.",
    remedy: "Convert the file with Kiln, which hides such sprites.")
  /// A sprite too faint for Web.
  public static let svgaAlphaFaint = player(
    "svga.alpha.faint",
    "A sprite has an alpha below 0.05, at which Web hides it; iOS and Android draw it",
    why: "What is hardly seen in an app is not seen at all in a browser.",
    remedy: "In After Effects, fade from and to 0 quickly; nothing needs to be done if the sprite only passes "
      + "through such values.")
  /// Translucent shapes over each other.
  public static let svgaAlphaOverlap = player(
    "svga.alpha.overlap",
    "A translucent sprite has several shapes, which fade as one, as on iOS; elsewhere each shows through the next",
    why: "Players show the same sprite differently while it fades.",
    remedy: "Convert the file with Kiln, which writes such shapes so that all players agree; or give each shape a "
      + "layer of its own.")
  /// A colour with alpha.
  public static let svgaColorTranslucent = player(
    "svga.color.translucent",
    "A colour is translucent, which Web-Lite does not draw",
    why: "The light web player shows nothing there, or an opaque colour.",
    remedy: "Convert the file with Kiln, which uses the sprite's alpha instead.")
  /// A shape without styles.
  public static let svgaStylesMissing = player(
    "svga.styles.missing",
    "A shape has no styles and is not drawn, as on Android and Web; iOS fills it black",
    why: "A black shape is seen on iOS only.",
    remedy: "Convert the file with Kiln, which leaves such shapes out.")
  /// A stroke without width.
  public static let svgaStrokeWidthMissing = player(
    "svga.stroke.width",
    "A stroke has a colour but no width and is not drawn; Web draws it 1 px wide",
    why: "A thin line is seen in browsers only.",
    remedy: "Remove the stroke, or give it a width.")
  /// A mitre without limit.
  public static let svgaMiterLimitMissing = player(
    "svga.stroke.miterLimit",
    "A stroke has no miter limit and its corners are bevelled, as on iOS and Android; Web takes 10",
    why: "Corners look different in browsers.",
    remedy: "Convert the file with Kiln, which writes a miter limit.")
  /// Dashes.
  public static let svgaDashes = player(
    "svga.stroke.dashes",
    "A stroke is dashed as on iOS and Android; Web takes the dashes' offset as a third length",
    why: "Dashes look different in browsers.",
    remedy: "Convert the file with Kiln, which writes dashes as shapes.")
  /// A stroke under a stretched shape.
  public static let svgaStrokeScaled = player(
    "svga.stroke.scaled",
    "A shape's transform stretches its stroke, which Android does not do",
    why: "Lines have another width on Android.",
    remedy: "Convert the file with Kiln, which writes strokes that need no transform.")
  /// A clip of vectors.
  public static let svgaClipOnVector = player(
    "svga.clip.vector",
    "A clip cuts vector shapes, which Web does not do",
    why: "Browsers show what the clip should hide.",
    remedy: "Convert the file with Kiln, which cuts the shapes themselves.")
  /// Path data that players read differently.
  public static let svgaPathCommands = player(
    "svga.path.commands",
    "A path has commands other than M L C Q Z, repeated coordinates, exponents or several separators, which "
      + "players read differently",
    why: "The outline differs from player to player.",
    remedy: "Convert the file with Kiln, which writes the commands that all players read alike.")
  /// KEEP in a sprite's first frame.
  public static let svgaKeepFirst = player(
    "svga.keep.first",
    "A sprite's first frame keeps the shapes of the frame before, which is none; Web draws those of another "
      + "sprite",
    why: "Browsers show the shapes of another sprite.",
    remedy: "Convert the file with Kiln, which writes the shapes of every first frame.")
  /// KEEP with nothing to keep.
  public static let svgaKeepEmpty = player(
    "svga.keep.empty",
    "A frame keeps the shapes of a frame that has none and nothing is drawn, as in every player",
    why: "The sprite is not seen where it should be.",
    remedy: "Export the SVGA file again.")

  /// A note about what some player does; its message is its summary.
  private static func player(_ id: String, _ summary: String, why: String, remedy: String) -> Rule {
    Rule(id, .note, .exact, summary + ".", why: why, remedy: remedy)
  }
}

/// Rules of this module.
public enum SVGAImportRules {
  /// All rules that this module declares.
  public static let all: [Rule] = [
    .svgaAudioMissing, .svgaAudioUntagged, .svgaMatteMissing, .svgaMattePlayers, .svgaImageUnreadable,
    .svgaPathFar, .svgaShapeNotFinite, .svgaPlayerBlank, .svgaPlayerFails,
    .svgaFrameRateMissing, .svgaFrameRateUneven, .svgaKeyEmpty, .svgaKeyDotted, .svgaKeyMatte,
    .svgaFrameCountMismatch, .svgaImageMissing, .svgaImageEncoding, .svgaLayoutMissing, .svgaLayoutStretched,
    .svgaLayoutOffset, .svgaTransformZero, .svgaAlphaFaint, .svgaAlphaOverlap, .svgaColorTranslucent,
    .svgaStylesMissing, .svgaStrokeWidthMissing, .svgaMiterLimitMissing, .svgaDashes, .svgaStrokeScaled,
    .svgaClipOnVector, .svgaPathCommands, .svgaKeepFirst, .svgaKeepEmpty,
  ]
}
