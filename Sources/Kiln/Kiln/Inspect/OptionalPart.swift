internal import KilnImages
internal import KilnVideo

#if ExpressionEngine
  internal import KilnExpressionEngine
#endif
#if Fonts
  internal import KilnFonts
#endif

/// A part that Kiln uses where a machine has it: a library that is loaded at need, a program, or fonts.
public struct OptionalPart: Encodable, Sendable, Hashable {
  /// Name of the part.
  public var name: String
  /// Purpose of the part, as the end of “for …”.
  public var purpose: String
  /// Whether it is there, and can be used.
  public var isFound: Bool
  /// Its version, or how many there are; nil if it is missing or does not say.
  public var detail: String?
  /// Effect of its absence, as the end of “without it: …”.
  public var without: String
  /// The command that installs it on this system.
  public var installation: String

  /// All parts, in a fixed order, without those that the program was built without.
  ///
  /// Loads the libraries, runs `ffmpeg`, and reads the list of fonts.
  public static var all: [OptionalPart] { expressionEngine + fonts + pictures + [video] }

  private static var expressionEngine: [OptionalPart] {
    #if ExpressionEngine
      [
        OptionalPart(
          "JavaScriptCore", "expressions of Lottie files that Kiln's own interpreter does not know",
          ScriptEngineLibrary.isInstalled, without: "they keep the values of their keyframes, with a warning",
          debian: "libjavascriptcoregtk-4.1-0", brew: nil)
      ]
    #else
      []
    #endif
  }

  private static var fonts: [OptionalPart] {
    #if Fonts
      let families = FontLibraries.familyCount
      return [
        OptionalPart(
          "HarfBuzz", "ligatures, marks and scripts such as Arabic and Hindi, in texts with fonts",
          FontLibraries.shapingVersion != nil, FontLibraries.shapingVersion,
          without: "characters stand beside each other", debian: "libharfbuzz0b", brew: "harfbuzz"),
        OptionalPart(
          "FriBidi", "texts from right to left", FontLibraries.ordersBothDirections,
          without: "they run from left to right", debian: "libfribidi0", brew: "fribidi"),
        OptionalPart(
          "fonts", "texts whose font is not in the file", families > 0,
          families > 0 ? "\(families) famil\(families == 1 ? "y" : "ies")" : nil,
          without: "such texts are left out, with a warning", debian: "fonts-dejavu-core fonts-noto-core",
          brew: "--cask font-dejavu"),
      ]
    #else
      return []
    #endif
  }

  private static var pictures: [OptionalPart] {
    [
      OptionalPart(
        "libavif", "AVIF pictures", ImageLibraries.avifVersion != nil, ImageLibraries.avifVersion,
        without: "they are left out, with a warning", debian: "libavif15", brew: "libavif"),
      OptionalPart(
        "librsvg", "SVG pictures", ImageLibraries.svgVersion != nil, ImageLibraries.svgVersion,
        without: "they are left out, with a warning", debian: "librsvg2-2", brew: "librsvg"),
    ]
  }

  private static var video: OptionalPart {
    let program = try? FFmpeg()
    return OptionalPart(
      "ffmpeg", "video, and sounds that are no MP3", program != nil,
      program.flatMap { $0.version.map { "\($0.major).\($0.minor)" } },
      without: "video is neither written nor read, and such sounds are left out", debian: "ffmpeg", brew: "ffmpeg")
  }

  private init(
    _ name: String, _ purpose: String, _ isFound: Bool, _ detail: String? = nil, without: String, debian: String,
    brew: String?
  ) {
    (self.name, self.purpose, self.isFound, self.detail) = (name, purpose, isFound, detail)
    self.without = without
    #if canImport(Darwin)
      installation = brew.map { "brew install \($0)" } ?? "part of macOS"
    #else
      installation = "apt-get install \(debian)"
    #endif
  }
}
