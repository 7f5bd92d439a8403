public import KilnDiagnostics

extension CheckReport {
  /// A report with the name that messages call it by.
  public typealias Named = (name: String, report: CheckReport)

  /// One report of all, in the order of the files' paths, whichever order the reports come in.
  ///
  /// Sums are made anew. A file that stands in two reports counts once.
  ///
  /// - Parameter log: Receives `report.incomplete` if a part of the validation is missing.
  /// - Throws: `report.conflict` if reports are of different versions of Kiln, fail for different reasons, or say different
  ///   things of one file.
  public static func merging(_ reports: [Named], log: inout DiagnosticLog) throws(Diagnostic) -> CheckReport {
    let parts = reports.map { ReportPart(name: $0.name, kiln: $0.report.kiln, shard: $0.report.shard) }
    let version = try parts.checkedVersion()
    let failOn = try severity(reports)
    let files = try mergedFiles(reports)
    let planned = reports.reduce(0) { $0.addingClamped($1.report.summary.planned) }
    let repeated = reports.reduce(0) { $0 + $1.report.files.count } - files.count
    var summary = CheckSummary(planned: planned.addingClamped(-repeated))
    for file in files { summary.add(file) }
    parts.noteMissing(&log)
    return CheckReport(kiln: version, failOn: failOn, summary: summary, files: files)
  }

  /// The severity from which findings fail in all reports.
  private static func severity(_ reports: [Named]) throws(Diagnostic) -> Rule.Severity {
    for pair in zip(reports, reports.dropFirst()) where pair.0.report.failOn != pair.1.report.failOn {
      throw Diagnostic(
        .reportConflict,
        "\(pair.0.name) fails on each \(pair.0.report.failOn.rawValue), \(pair.1.name) on each "
          + pair.1.report.failOn.rawValue,
        advice: "check all parts with one --fail-on")
    }
    return reports.first?.report.failOn ?? .error
  }

  private static func mergedFiles(_ reports: [Named]) throws(Diagnostic) -> [CheckedFile] {
    let all = reports.flatMap { named in named.report.files.map { (source: named.name, file: $0) } }
    let sorted = all.sorted { $0.file.input.utf8.lexicographicallyPrecedes($1.file.input.utf8) }
    var result: [CheckedFile] = []
    var last: (source: String, file: CheckedFile)?
    for (source, file) in sorted {
      guard let other = last, other.file.input == file.input else {
        result.append(file)
        last = (source, file)
        continue
      }
      guard other.file.hasSameFindings(as: file) else {
        throw Diagnostic(
          .reportConflict, "\(other.source) and \(source) say different things of \(file.input)",
          advice: "name the report of each part once, and those of one run only")
      }
    }
    return result
  }
}

extension CheckedFile {
  fileprivate func hasSameFindings(as other: CheckedFile) -> Bool {
    status == other.status && bytes == other.bytes && failure == other.failure && validation == other.validation
  }
}
