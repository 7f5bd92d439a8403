internal import Batch
internal import Diagnostics
internal import Kiln
internal import Validation

/// A file and what validation says about it.
struct ValidatedFile: Encodable {
  let path: String
  let report: ValidationReport

  init(_ path: String, _ validator: Validator, assets: [String], source: ValidationSource?) {
    self.path = path
    do throws(Diagnostic) {
      let bytes = path == "-" ? try StandardStreams.readInput() : try Files.read(path)
      report = validator.validate(
        bytes, assets: LocalAssets(folders: assets, besideFile: path == "-" ? nil : path), source: source)
    } catch {
      var report = ValidationReport()
      report.failure = error
      self.report = report
    }
  }

  private enum Key: String, CodingKey {
    case input, format, bytes, width, height, frameRate, frameCount, durationMilliseconds, layers, decodedBytes, error
    case errors, warnings, notes, findings, omitted
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .input)
    try container.encode(report.format, forKey: .format)
    try container.encode(report.bytes, forKey: .bytes)
    try container.encode(report.facts.width, forKey: .width)
    try container.encode(report.facts.height, forKey: .height)
    try container.encode(report.facts.frameRate, forKey: .frameRate)
    try container.encode(report.facts.frameCount, forKey: .frameCount)
    try container.encode(report.facts.durationMilliseconds, forKey: .durationMilliseconds)
    try container.encode(report.facts.layers, forKey: .layers)
    try container.encode(report.facts.decodedBytes, forKey: .decodedBytes)
    try container.encodeIfPresent(report.failure.map(DiagnosticReport.init), forKey: .error)
    try container.encode(report.count(.error), forKey: .errors)
    try container.encode(report.count(.warning), forKey: .warnings)
    try container.encode(report.count(.note), forKey: .notes)
    try container.encode(report.findings.map(FindingReport.init), forKey: .findings)
    try container.encode(report.omitted.map { OmittedReport(rule: $0.rule.id, count: $0.count) }, forKey: .omitted)
  }

  private struct OmittedReport: Encodable {
    var rule: String
    var count: Int
  }
}

/// A finding for machines: the members of a diagnostic, and what is known about players.
private struct FindingReport: Encodable {
  private let finding: Finding

  init(_ finding: Finding) { self.finding = finding }

  private enum Key: String, CodingKey { case targets, partialTargets, appearance, remedy }

  func encode(to encoder: any Encoder) throws {
    var report = DiagnosticReport(finding.diagnostic)
    report.severity = finding.severity
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(finding.rule.remedy, forKey: .remedy)
    guard let appearance = finding.appearance else { return }
    try container.encode(finding.failures.filter { !$0.isPartial }.map(\.target), forKey: .targets)
    try container.encode(finding.failures.filter(\.isPartial).map(\.target), forKey: .partialTargets)
    try container.encode(appearance, forKey: .appearance)
  }
}

/// The results of a validation of files, in the order in which they were given.
struct ValidationOutcome: Encodable {
  let files: [ValidatedFile]
  let exitCode: Int32

  init(_ files: [ValidatedFile], failOn severity: Rule.Severity) {
    self.files = files
    let failures = files.compactMap(\.report.failure)
    if let first = failures.first, failures.count == files.count {
      // All of them are missing, or damaged.
      exitCode = failures.allSatisfy { $0.rule.fault == .missingInput } ? 66 : first.rule.fault == .bug ? 70 : 65
    } else if !failures.isEmpty {
      exitCode = 2
    } else {
      exitCode = files.contains { $0.report.worst.map { $0 >= severity } ?? false } ? 1 : 0
    }
  }

  private enum Key: String, CodingKey { case ok, exitCode, files, errors, warnings, notes }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(exitCode == 0, forKey: .ok)
    try container.encode(exitCode, forKey: .exitCode)
    try container.encode(count(.error), forKey: .errors)
    try container.encode(count(.warning), forKey: .warnings)
    try container.encode(count(.note), forKey: .notes)
    try container.encode(files, forKey: .files)
  }

  /// Number of findings of a severity; files that cannot be read are errors.
  func count(_ severity: Rule.Severity) -> Int {
    files.reduce(0) { $0 + $1.report.count(severity) + (severity == .error && $1.report.failure != nil ? 1 : 0) }
  }
}
