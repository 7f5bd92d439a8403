/// An upper bound on what a file may take, under the name that `--limit` knows.
///
/// The values stand in one table, `Limit.row`; `Limits` holds those of one piece of work.
public enum Limit: Int, Sendable, CaseIterable {
  // The work on one file.
  case time, memory, outputBytes
  // Files.
  case inputBytes, inflatedBytes, assetBytes, fonts, atlasPages
  // JSON.
  case nesting, values
  // Pictures.
  case side, pixels, decodedImageBytes, workingBytes, framePixels, vectorImageBytes, vectorImageTime, programBytes
  case soundTime
  // Documents.
  case layers, compositionNesting, shapeItems, keyframes, documentParts, repeatedItems, shapeLinks, letters, letterSteps
  case movieParts
  // Timelines.
  case frames, frameStates, shapes, outlinePoints, writtenParts
  // Expressions.
  case expressionTime, expressionCallTime, expressionMemory

  /// Unit of a limit's number; `levels` are of nesting.
  public enum Unit: String, Sendable {
    case bytes, pixels, seconds, levels, number
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
