package import KilnDiagnostics
package import Kiln

/// A file that was checked, as reports have it.
package struct ValidatedFile: Sendable, Codable {
  /// Outcome of the validation of a file.
  package enum Status: String, Sendable, Codable, CaseIterable {
    case checked
    /// The file cannot be read, or its worker was lost.
    case failed
    /// Found in a folder, and no animation.
    case skipped
  }

  /// Outcome of the validation.
  package var status: Status
  /// Path of the file as it was named or found.
  package var input: String
  /// Bytes of the file.
  package var bytes: Int
  /// Facts and findings of validation; nil if the worker was lost, and for skipped files.
  package var validation: FileValidation?
  /// Why the file cannot be read; nil if it can.
  package var failure: FileFinding?
  /// Wall time in milliseconds; not part of the JSON, which is the same in every run.
  package var milliseconds = 0
  /// Pictures for HTML reports.
  package var sheet: TimelineSheet?

  /// Result of one file, as workers report it.
  package init(_ result: BatchResult) {
    input = result.input
    bytes = result.inputBytes
    milliseconds = result.milliseconds
    sheet = result.sheet
    status = result.status == .failed ? .failed : result.status == .skipped ? .skipped : .checked
    validation = status == .skipped ? nil : result.validation
    guard status != .checked else { return }
    failure = result.validation?.failure ?? result.error.map(FileFinding.init)
    // A file that is no animation is no error.
    if status == .skipped { failure?.finding.severity = .note }
  }

  /// The failure of the file and its findings; none of files that are skipped.
  package var findings: [FileFinding] {
    guard status != .skipped else { return [] }
    return (failure.map { [$0] } ?? []) + (validation?.findings ?? [])
  }

  /// Findings that are in no baseline.
  package var newFindings: [FileFinding] { findings.filter { !$0.isKnown } }

  /// Number of findings of a severity that are in no baseline, the failure among them.
  package func count(_ severity: Rule.Severity) -> Int { newFindings.count { $0.severity == severity } }

  /// Whether it has a finding of a severity or above that is in no baseline.
  package func fails(on severity: Rule.Severity) -> Bool { newFindings.contains { $0.severity >= severity } }

  /// Calls `body` for each finding, which it may change; not for the failure: nobody accepts a file that cannot be read.
  package mutating func updateFindings(_ body: (inout FileFinding) -> Void) {
    guard status != .skipped, var validation else { return }
    for index in validation.findings.indices { body(&validation.findings[index]) }
    self.validation = validation
  }

  private enum Key: String, CodingKey {
    case input, status, format, bytes, width, height, frameRate, frameCount, durationMilliseconds, layers, decodedBytes
    case error, errors, warnings, notes, known, findings, omitted
  }

  /// Reads one object as `encode` writes it.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    input = try container.decode(String.self, forKey: .input)
    status = try container.decode(Status.self, forKey: .status)
    bytes = try container.decode(Int.self, forKey: .bytes)
    failure = try container.decodeIfPresent(FileFinding.self, forKey: .error)
    // The members of a validation stand beside those of the file.
    validation = container.contains(.format) ? try FileValidation(from: decoder) : nil
  }

  /// Whether no number is below 0.
  var isPossible: Bool {
    guard bytes >= 0, findings.allSatisfy({ $0.finding.repetitions >= 0 }) else { return false }
    guard let validation else { return true }
    return [validation.frameCount, validation.layers, validation.decodedBytes].allSatisfy { $0 >= 0 }
      && [validation.width, validation.height, validation.frameRate].allSatisfy { $0 >= 0 }
      && validation.omitted.allSatisfy { $0.count >= 0 }
  }

  /// Writes one object.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(input, forKey: .input)
    try container.encode(status, forKey: .status)
    try container.encode(bytes, forKey: .bytes)
    try container.encodeIfPresent(failure, forKey: .error)
    try container.encode(count(.error), forKey: .errors)
    try container.encode(count(.warning), forKey: .warnings)
    try container.encode(count(.note), forKey: .notes)
    try container.encode(findings.count(where: \.isKnown), forKey: .known)
    guard let validation else { return }
    try container.encode(validation.format, forKey: .format)
    try container.encode(validation.width, forKey: .width)
    try container.encode(validation.height, forKey: .height)
    try container.encode(validation.frameRate, forKey: .frameRate)
    try container.encode(validation.frameCount, forKey: .frameCount)
    try container.encode(validation.durationMilliseconds, forKey: .durationMilliseconds)
    try container.encode(validation.layers, forKey: .layers)
    try container.encode(validation.decodedBytes, forKey: .decodedBytes)
    try container.encode(validation.findings, forKey: .findings)
    try container.encode(validation.omitted, forKey: .omitted)
  }
}
