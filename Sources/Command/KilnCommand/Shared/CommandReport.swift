internal import KilnDiagnostics
internal import Kiln

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// JSON output of a command: one object, whether the command succeeds or not.
///
/// The members of `result` stand beside those of the report; a command that fails has none.
struct CommandReport: Encodable {
  var input: String?
  var exitCode: Int32
  var error: Diagnostic?
  var log = DiagnosticLog()
  var result: (any Encodable)?

  private enum Key: String, CodingKey { case ok, exitCode, input, error, diagnostics }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(exitCode == 0, forKey: .ok)
    try container.encode(exitCode, forKey: .exitCode)
    try container.encodeIfPresent(input, forKey: .input)
    try container.encodeIfPresent(error?.report, forKey: .error)
    try container.encode(log.diagnostics.map(\.report), forKey: .diagnostics)
    try result?.encode(to: encoder)
  }
}

/// Result of a command: an object for `--json`, and lines of text.
struct CommandResult {
  /// An object of its members.
  let json: any Encodable
  /// Lines for standard output.
  let lines: [PrintedLine]
  /// Whether the lines may be cut between words; not those of JSON.
  var canBeWrapped = true
  /// Whether the lines are what was asked for, which `-q` prints, too.
  let isAnswer: Bool
  /// Why the command fails though it has a result; nil if it does not.
  let refusal: Diagnostic?

  /// A result with lines of its own.
  init(json: any Encodable, lines: [PrintedLine], isAnswer: Bool = false, refusal: Diagnostic? = nil) {
    self.json = json
    self.lines = lines
    self.isAnswer = isAnswer
    self.refusal = refusal
  }

  /// A result with lines of text that is not escaped yet.
  init(json: any Encodable, texts: [String], isAnswer: Bool = false, refusal: Diagnostic? = nil) {
    self.init(json: json, lines: PrintedLine.lines(texts), isAnswer: isAnswer, refusal: refusal)
  }

  /// A result that people read as JSON, too.
  init(json: any Encodable) throws(Diagnostic) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(json) else {
      throw Diagnostic(.internalError, "the result cannot be encoded as JSON")
    }
    let lines = PrintableJSON.printable(Array(data)).split(separator: UInt8(ascii: "\n"))
    self.init(json: json, texts: lines.map { String(decoding: $0, as: UTF8.self) }, isAnswer: true)
    canBeWrapped = false
  }
}
