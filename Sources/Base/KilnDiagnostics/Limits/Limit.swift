/// An upper bound on what a file may take, under the name that `--limit` knows.
///
/// The values stand in one table, `Limit.row`; `Limits` holds those of one piece of work.
public enum Limit: Int, Sendable, CaseIterable {
  // The work on one file.
  /// Time for one file, in seconds.
  case time
  /// Memory for one file, in bytes.
  case memory
  /// Bytes of all files of a result.
  case outputBytes
  // Files.
  /// Bytes of one input file, or of one file in an archive.
  case inputBytes
  /// Bytes that one compressed stream or archive inflates to.
  case inflatedBytes
  /// Bytes of all images, fonts and data beside a file.
  case assetBytes
  /// Different fonts that are looked up outside of a document.
  case fonts
  /// Further pages of an atlas.
  case atlasPages
  // JSON.
  /// Levels of nested arrays, objects, groups, masks and modifiers.
  case nesting
  /// Values of one JSON document.
  case values
  // Pictures.
  /// Width and height of a canvas, picture or page, in pixels.
  case side
  /// Pixels of one canvas or picture.
  case pixels
  /// Bytes of all decoded pictures of a file.
  case decodedImageBytes
  /// Bytes of canvases and decoded pictures that are held at the same time.
  case workingBytes
  /// Pixels of all frames of a moving picture together.
  case framePixels
  /// Bytes of one SVG image.
  case vectorImageBytes
  /// Processor time for drawing the SVG images of a file, in seconds.
  case vectorImageTime
  /// Bytes of a video or sound that the program ffmpeg decodes.
  case programBytes
  /// Length of one sound that is converted, in seconds.
  case soundTime
  // Documents.
  /// Layers of a file, with all compositions expanded.
  case layers
  /// Levels of compositions within each other.
  case compositionNesting
  /// Shape items of a file.
  case shapeItems
  /// Keyframes of a file.
  case keyframes
  /// Effects, masks, letters, and each other repeated part of a file.
  case documentParts
  /// Shape items that all repeaters of a document make.
  case repeatedItems
  /// Pairs of a path and a style, modifier or merge that reaches it.
  case shapeLinks
  /// Letters of all texts.
  case letters
  /// Letters times animators times frames, of animated texts.
  case letterSteps
  /// Sprites, frames and shapes of an SVGA file.
  case movieParts
  // Timelines.
  /// Frames of a timeline.
  case frames
  /// Sprites times frames of a timeline.
  case frameStates
  /// Different shapes of all frames of a timeline.
  case shapes
  /// Points of all outlines of a timeline.
  case outlinePoints
  /// Shapes, or points of clips, times frames of one layer that is written as Lottie.
  case writtenParts
  // Expressions.
  /// Processor time of all expressions of a file, in seconds.
  case expressionTime
  /// Processor time of one call of an expression, in seconds.
  case expressionCallTime
  /// Memory by which the process grows in a call of an expression, in bytes.
  case expressionMemory

  /// Unit of a limit's number; `levels` are of nesting.
  public enum Unit: String, Sendable {
    /// Bytes in memory or in a file.
    case bytes
    /// Pixels, or columns and rows of them.
    case pixels
    /// Seconds of time, or of a processor.
    case seconds
    /// Levels of values, groups or compositions within each other.
    case levels
    /// Things that are counted.
    case number
  }

  /// The row of a limit in the table.
  public struct Row: Sendable, Hashable {
    /// Name of the limit.
    public let name: String
    /// Description of the limited quantity, as messages and the guide have it.
    public let subject: String
    /// Unit of the values.
    public let unit: Unit
    /// The value for files of people whom one knows.
    public let standard: Int
    /// The value for files of strangers (`Limits.untrusted`).
    public let untrusted: Int
    /// The largest value that options take. Levels need room on the stack, and some code relies on the sides.
    public let maximum: Int
    /// Reason for a limit, and for these values.
    public let reason: String
    /// The option of the command that sets this limit alone, without dashes; nil if only `--limit` does.
    package let ownOption: String?
  }

  /// The limit of a name; nil if there is none.
  public init?(name: some StringProtocol) {
    guard let limit = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = limit
  }

  /// The name by which options and messages know it, which is that of the case.
  public var name: String { row.name }

  /// The option of the command that sets it: `--limit frames=NUMBER`, or one of its own.
  package var option: String { row.ownOption.map { "--" + $0 } ?? limitOption }

  /// The form of `--limit` that sets it.
  package var limitOption: String { "--limit \(name)=NUMBER" }

  /// Advice to do something or else to raise the limit, if that is possible.
  ///
  /// - Parameter advice: What else can be done; nil for the general advice.
  public func advice(_ advice: String? = nil) -> String {
    let advice = advice ?? Limits.remedy
    let (standard, maximum) = (row.standard, row.maximum)
    return standard < maximum
      ? "\(advice), or raise the limit with \(self)" : "\(advice); \(self) is at most \(maximum)"
  }
}

extension Limit: CustomStringConvertible {
  /// The name that it has in the library, quoted as code, which `Diagnostic.naming` replaces.
  public var description: String { "`limits[.\(name)]`" }

  /// The limit that a description without its quotes names; nil if it names none.
  init?(code: Substring) {
    guard code.hasPrefix("limits[."), code.hasSuffix("]") else { return nil }
    self.init(name: code.dropFirst(8).dropLast())
  }
}
