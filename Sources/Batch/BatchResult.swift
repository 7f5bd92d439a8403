public import Diagnostics

/// What became of one conversion of a batch. Small whatever the input is, for thousands are kept.
public struct BatchResult: Sendable, Codable {
  /// The end of a conversion.
  public enum Status: String, Sendable, Codable {
    case converted, failed
    /// The result of an earlier run still holds.
    case upToDate
    /// Found in a folder, and no animation.
    case skipped
  }

  /// A file that was written.
  public struct Output: Sendable, Codable {
    /// Path of the file, relative to the working folder or absolute as the plan says it.
    public var path: String
    /// Size of the file in bytes.
    public var bytes: Int

    /// A file at a path.
    public init(path: String, bytes: Int) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// Number of findings of a rule.
  public struct RuleCount: Sendable, Codable {
    /// ID of the rule, as `kiln rules` lists it.
    public var rule: String
    /// `note`, `warning` or `error`.
    public var severity: String
    /// Number of findings of this rule in the file.
    public var count: Int
  }

  /// What became of the file.
  public var status: Status
  /// Path of the input.
  public var input: String
  /// Path of the output as planned.
  public var output: String
  /// The variant's name; nil if there is only one.
  public var variant: String?
  /// Why there is no result.
  public var error: BatchFinding?
  /// The first findings.
  public var diagnostics: [BatchFinding] = []
  /// Number of findings by rule, by ID.
  public var rules: [RuleCount] = []
  /// Files that were written; of a folder of frames at most 100.
  public var outputs: [Output] = []
  /// Bytes of the input.
  public var inputBytes = 0
  /// Bytes of all outputs.
  public var outputBytes = 0
  /// Number of all outputs.
  public var outputCount = 0
  /// Bytes of the decoded pictures that a player holds in memory.
  public var decodedBytes = 0
  /// Columns of the result in pixels; nil if the conversion failed.
  public var width: Double?
  /// Rows of the result in pixels; nil if the conversion failed.
  public var height: Double?
  /// Frames per second of the result; nil if the conversion failed.
  public var frameRate: Double?
  /// Number of frames of the result; nil if the conversion failed.
  public var frameCount: Int?
  /// Wall time from start to end in milliseconds.
  public var milliseconds = 0

  /// Most findings and outputs that are kept of one conversion.
  static let keptFindings = 20
  static let keptOutputs = 100

  /// Whether its worker was lost, which another limit on time or memory may prevent.
  var isLost: Bool {
    guard let error else { return false }
    return BatchRules.lostWorkers.contains { $0.id == error.rule }
  }

  /// A result of a job, to be filled in.
  public init(_ status: Status, of job: BatchJob) {
    self.status = status
    input = job.input
    output = job.output
    variant = job.variant
    inputBytes = job.inputBytes
  }

  /// Takes over the findings: all are counted, the first ones kept.
  public mutating func setFindings(_ findings: [Diagnostic]) {
    diagnostics = findings.prefix(Self.keptFindings).map(BatchFinding.init)
    var counts: [Rule: Int] = [:]
    for finding in findings { counts[finding.rule, default: 0] += 1 + finding.repetitions }
    rules = counts.sorted { $0.key.id < $1.key.id }.map {
      RuleCount(rule: $0.key.id, severity: $0.key.severity.rawValue, count: $0.value)
    }
  }

  /// Takes over the files: all are counted, the first ones kept.
  public mutating func setOutputs(_ files: [Output]) {
    outputs = Array(files.prefix(Self.keptOutputs))
    outputCount = files.count
    outputBytes = files.reduce(0) { $0 + $1.bytes }
  }
}

/// A finding in the form of `--json`.
public struct BatchFinding: Sendable, Codable {
  /// ID of the rule, as `kiln rules` lists it.
  public var rule: String
  /// `note`, `warning` or `error`.
  public var severity: String
  /// `exact`, `approximated`, `dropped`, `reduced` or `rejected`.
  public var effect: String
  /// Message for people: what is wrong, without its place.
  public var message: String
  /// JSON pointer; empty for the whole document.
  public var path: String
  /// The place in a designer's words.
  public var location: String
  /// What the caller or the designer can do about it; nil if nothing.
  public var advice: String?
  /// How many more places were folded into this one.
  public var repetitions: Int

  /// Names in files may be of any length; findings are not.
  private static let keptCharacters = 1000

  /// A finding with its texts cut to 1000 characters.
  public init(_ diagnostic: Diagnostic) {
    rule = diagnostic.rule.id
    severity = diagnostic.rule.severity.rawValue
    effect = diagnostic.rule.effect.rawValue
    message = String(diagnostic.message.prefix(Self.keptCharacters))
    path = String(diagnostic.path.pointer.prefix(Self.keptCharacters))
    location = String(diagnostic.path.location.prefix(Self.keptCharacters))
    advice = diagnostic.advice.map { String($0.prefix(Self.keptCharacters)) }
    repetitions = diagnostic.repetitions
  }

  /// One line for people, of the form `message (location); advice`.
  public var text: String {
    message + (location.isEmpty ? "" : " (\(location))") + (advice.map { "; \($0)" } ?? "")
  }
}
