public import KilnDiagnostics
internal import KilnSVGALowering

extension Rule {
  /// An app must use another key than the source's.
  public static let svgaKeyChanged = Rule(
    "svga.key.changed", .note, .approximated,
    "A key by which an app replaces a bitmap was changed: players find only letters, digits, _ and -, and a key "
      + "names one bitmap.",
    why: "An app that replaces the bitmap by its old key does not find it.",
    remedy: "Tell the app's developers the new key, or choose one with --key; name layers and images with "
      + "letters, digits, _ and - only.")
  /// Bitmaps have fewer colours.
  public static let svgaBitmapColors = Rule(
    "svga.bitmap.colors", .note, .approximated,
    "Bitmaps have fewer colours than the source's; those whose error would be too large keep all.",
    why: "Fine gradients in bitmaps may show steps.",
    remedy: "Leave --lossy out, or allow more with --max-bytes.")
  /// No bitmap has fewer colours.
  public static let svgaBitmapKept = Rule(
    "svga.bitmap.kept", .warning, .exact,
    "Fewer colours were asked for, and no bitmap has fewer: they would be seen, or the files would not be smaller.",
    why: "The file is as large as without the option.",
    remedy: "Choose --max-bytes, which takes as many colours as it must, or leave --lossy out.")
  /// One bitmap lies under several keys.
  public static let svgaBitmapCopies = Rule(
    "svga.bitmap.copies", .note, .exact,
    "Several keys hold the same bitmap. Each is stored and loaded by itself, because apps replace bitmaps by key.",
    why: "The file holds the same bitmap once for each key.",
    remedy: "Nothing, if apps replace these keys separately; otherwise use one image for all layers.")
  /// A sound is in no form that players play.
  public static let svgaAudioUnconverted = Rule(
    "svga.audio.unconverted", .warning, .dropped,
    "A sound is no MP3, or changes its volume or speed, and could not be converted: it is left out, or plays as it is.",
    why: "The animation is silent, or too loud, where its source is not.",
    remedy:
      "Install ffmpeg (`apt install ffmpeg`, `brew install ffmpeg`), which converts it, or use an MP3 file at its own "
      + "speed and volume.")
  /// There are markers.
  public static let svgaMarkersDropped = Rule(
    "svga.markers.dropped", .note, .dropped,
    "SVGA has no markers.",
    why: "Apps cannot jump to the marker by its name.",
    remedy: "Tell the app's developers the frame numbers that `kiln inspect` shows.")
  /// An SVGA file would be too large for phones.
  public static let svgaTooLarge = Rule(
    "svga.size.refused", .error, .rejected, fault: .policy,
    "The file would have more than 20 MB, or its bitmaps would take more than 64 MB of a player's memory.",
    why: "No phone plays such a file without running out of memory or stuttering.",
    remedy: "In After Effects, simplify the layers that the message names, above all blurs, glows and moving "
      + "gradients; or choose a smaller --scale, a lower --fps or --bitmap-scale. --max-memory and --max-bytes set "
      + "other limits, none lifts them.")
  /// An SVGA file is larger than is common.
  public static let svgaLarge = Rule(
    "svga.size.large", .warning, .exact,
    "The bitmaps take more than 8 MB of a player's memory, or the file has more than 2 MB.",
    why: "Old phones may run out of memory, and apps commonly accept no more; the official converter warns above "
      + "8 MB.",
    remedy: "In After Effects, simplify the layers that need bitmaps; or choose a smaller --bitmap-scale or "
      + "--max-memory.")
  /// An SVGA file is larger than its source.
  public static let svgaFileGrown = Rule(
    "svga.file.grown", .warning, .exact,
    "The file is larger than the SVGA file that it was made from: SVGA 2.x stores a bitmap for each of its keys, "
      + "SVGA 1.x once for all.",
    why: "A file that is converted to become smaller should not grow.",
    remedy: "Use fewer keys for the same bitmap, write --svga-version 1, or keep the source.")
  /// An SVGA file is many times larger than its Lottie.
  public static let svgaFileInflated = Rule(
    "svga.file.inflated", .warning, .exact,
    "The file has at least 20 times the bytes of its Lottie as servers send it, and more than 10 kB.",
    why: "A Lottie says how layers move; SVGA stores what each of them shows in each frame, and what it cannot say as "
      + "bitmaps. Where many shapes or bitmaps change all the time, an app loads much more than the design suggests.",
    remedy:
      "Simplify the layers that the message names, choose a lower --fps, or a smaller --bitmap-scale where these are "
      + "bitmaps; --max-bytes finds the least loss.")
}

/// Rules of this module and of `SVGALowering`.
public enum SVGAExportRules {
  /// All rules that the two modules declare.
  public static let all: [Rule] =
    SVGALoweringRules.all + [
      .svgaAudioUnconverted, .svgaBitmapColors, .svgaBitmapCopies, .svgaBitmapKept, .svgaKeyChanged,
      .svgaMarkersDropped, .svgaTooLarge,
      .svgaLarge,
      .svgaFileGrown, .svgaFileInflated,
    ]
}
