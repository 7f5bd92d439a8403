package import KilnDiagnostics

/// A file of any format, before it is read.
package final class FileVisit {
  /// Bytes of the file.
  package let byteCount: Int
  package let findings: FindingCollector

  package init(_ bytes: [UInt8], _ findings: FindingCollector) {
    byteCount = bytes.count
    self.findings = findings
  }

  package var options: ValidationOptions { findings.options }

  /// Adds a finding.
  package func report(_ rule: Rule, _ message: @autoclosure () -> String, advice: String? = nil) {
    findings.report(rule, message(), advice: advice)
  }

  /// Value of a rule's option.
  package func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { options.value(option, of: rule) }
}
