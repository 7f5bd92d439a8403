package import KilnDiagnostics

extension ValidationRunReport: RunReport {
  /// A report with the name that messages call it by.
  package typealias Named = (name: String, report: ValidationRunReport)

  /// One report of all, in the order of the files' paths, whichever order the reports come in.
  ///
  /// Sums are made anew. A file that stands in two reports counts once.
  ///
  /// - Parameter log: Receives `report.incomplete` if a part of the validation is missing.
  /// - Throws: `report.conflict` if reports are of different versions of Kiln, fail for different reasons, or say different
  ///   things of one file.
  package static func merging(_ reports: [Named], log: inout DiagnosticLog) throws(Diagnostic) -> ValidationRunReport {
    let all = try merged(reports, log: &log) { () throws(Diagnostic) in
      for (one, other) in zip(reports, reports.dropFirst()) where one.report.failOn != other.report.failOn {
        throw Diagnostic(
          .reportConflict,
          "\(one.name) fails on each \(one.report.failOn.rawValue), \(other.name) on each "
            + other.report.failOn.rawValue,
          advice: "check all parts with one --fail-on")
      }
    }
    return ValidationRunReport(
      kiln: all.kiln, failOn: reports.first?.report.failOn ?? .error, summary: all.summary, files: all.files)
  }
}

extension ValidatedFile: ReportedFile {
  var output: String { "" }
  var disagreement: String { "say different things of \(input)" }

  func isSame(as other: ValidatedFile) -> Bool {
    status == other.status && bytes == other.bytes && failure == other.failure && validation == other.validation
  }
}
