package import KilnDiagnostics

extension BatchReport: RunReport {
  /// A report with the name that messages call it by.
  package typealias Named = (name: String, report: BatchReport)

  /// One report of all, in the order of their inputs' paths, whichever order the reports come in.
  ///
  /// Sums are made anew; the time is the sum of all parts' times. A result that stands in two reports counts once.
  ///
  /// - Parameter log: Receives `report.incomplete` if a part of the batch is missing.
  /// - Throws: `report.conflict` if reports are of different versions of Kiln, or hold different results of one conversion.
  package static func merging(_ reports: [Named], log: inout DiagnosticLog) throws(Diagnostic) -> BatchReport {
    let all = try merged(reports, log: &log)
    var summary = all.summary
    summary.milliseconds = reports.reduce(0) { $0.addingClamped($1.report.summary.milliseconds) }
    return BatchReport(kiln: all.kiln, summary: summary, files: all.files)
  }
}

extension BatchResult: ReportedFile {
  var disagreement: String { "have different results of \(input) as \(output)" }

  func isSame(as other: BatchResult) -> Bool {
    var copy = other
    (copy.milliseconds, copy.poster) = (milliseconds, poster)
    return copy == self
  }
}
