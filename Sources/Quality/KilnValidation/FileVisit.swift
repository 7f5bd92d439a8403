internal import KilnDiagnostics

/// A file of any format, before it is read.
final class FileVisit {
  /// Bytes of the file.
  let byteCount: Int
  let findings: FindingCollector

  init(_ bytes: [UInt8], _ findings: FindingCollector) {
    byteCount = bytes.count
    self.findings = findings
  }

  var options: ValidationOptions { findings.options }

  /// Adds a finding.
  func report(_ rule: Rule, _ message: @autoclosure () -> String, advice: String? = nil) {
    findings.report(rule, message(), advice: advice)
  }

  /// Value of a rule's option.
  func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { options.value(option, of: rule) }
}
