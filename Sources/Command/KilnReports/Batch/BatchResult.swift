package import KilnDiagnostics
package import Kiln

/// Result of one conversion or validation of a batch. Of bounded size for any input, because thousands are kept.
package struct BatchResult: Sendable, Hashable, Codable {
  /// The end of a job.
  package enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    /// There is a result; of a validation, its findings.
    case converted
    case failed
    /// The result of an earlier run still holds.
    case upToDate
    /// Found in a folder, and no animation.
    case skipped
  }

  /// A file that was written.
  package struct Output: Sendable, Hashable, Codable {
    /// Path of the file, relative to the working folder or absolute as the plan says it.
    package var path: String
    /// Size of the file in bytes.
    package var bytes: Int

    /// A file at a path.
    package init(path: String, bytes: Int) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// Outcome of the job.
  package var status: Status
  /// Path of the input.
  package var input: String
  /// Path of the output as planned.
  package var output: String
  /// The variant's name; nil if there is only one.
  package var variant: String?
  /// Why there is no result.
  package private(set) var error: DiagnosticReport?
  /// Facts and findings of a validation; nil for conversions, and if its worker was lost.
  package var validation: FileValidation?
  /// Pictures of a file that was validated, made and kept only for HTML reports.
  package var sheet: TimelineSheet?
  /// The first findings of a conversion.
  package private(set) var diagnostics: [DiagnosticReport] = []
  /// Number of findings by rule; the error is none of them.
  package private(set) var rules = RuleTally()
  /// Files that were written; of a folder of frames at most 100.
  package var outputs: [Output] = []
  /// Bytes of the input.
  package var inputBytes = 0
  /// Bytes of all outputs.
  package var outputBytes = 0
  /// Number of all outputs.
  package var outputCount = 0
  /// Bytes of the decoded pictures that a player holds in memory.
  package var decodedBytes = 0
  /// Columns of the result in pixels; nil if the conversion failed.
  package var width: Double?
  /// Rows of the result in pixels; nil if the conversion failed.
  package var height: Double?
  /// Frames per second of the result; nil if the conversion failed.
  package var frameRate: Double?
  /// Number of frames of the result; nil if the conversion failed.
  package var frameCount: Int?
  /// Wall time from start to end in milliseconds.
  package var milliseconds = 0
  /// A WebP file of at most `TimelinePoster.maximumBytes` in base64, made and kept only for HTML reports: with 3,000 files
  /// at most 64 MB, some 12 MB as a rule.
  package var poster: String?

  /// The result without its pictures, as JSON shows it.
  package var withoutPoster: BatchResult {
    var result = self
    result.poster = nil
    result.sheet = nil
    return result
  }

  /// Most findings and outputs that are kept of one conversion.
  package static let keptFindings = 20
  package static let keptOutputs = 100

  /// Whether its worker was lost, which another limit on time or memory may prevent.
  package var isLost: Bool {
    guard let error else { return false }
    return ReportRules.lostWorkers.contains { $0.id == error.rule }
  }

  /// A result to be filled in.
  package init(_ status: Status, input: String, output: String = "", variant: String? = nil, inputBytes: Int = 0) {
    self.status = status
    self.input = input
    self.output = output
    self.variant = variant
    self.inputBytes = inputBytes
  }

  /// The result without its pictures as one line of JSON with its end.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  package func line() throws(Diagnostic) -> [UInt8] { try ReportJSON.line(withoutPoster) }

  /// Takes over why there is no result.
  package mutating func setError(_ error: Diagnostic) { self.error = DiagnosticReport(error).bounded }

  /// Takes over the findings: all are counted, the first ones kept.
  package mutating func setFindings(_ findings: [Diagnostic]) {
    diagnostics = findings.prefix(Self.keptFindings).map { DiagnosticReport($0).bounded }
    rules = RuleTally()
    for finding in findings { rules.add(finding) }
  }

  /// Takes over the files: all are counted, the first ones kept.
  package mutating func setOutputs(_ files: [Output]) {
    outputs = Array(files.prefix(Self.keptOutputs))
    outputCount = files.count
    outputBytes = files.reduce(0) { $0 + $1.bytes }
  }
}
