public import KilnDiagnostics

extension ValidationRunReport: RunReport {
  /// A report with the name that messages call it by.
  public typealias Named = (name: String, report: ValidationRunReport)

  /// One report of all, in the order of the files' paths, whichever order the reports come in.
  ///
  /// Sums are made anew. A file that stands in two reports counts once.
  ///
  /// - Parameter log: Receives `report.incomplete` if a part of the validation is missing.
  /// - Throws: `report.conflict` if reports are of different versions of Kiln, fail for different reasons, or say different
  ///   things of one file.
  public static func merging(_ reports: [Named], log: inout DiagnosticLog) throws(Diagnostic) -> ValidationRunReport {
    let all = try merged(reports, log: &log)
    return ValidationRunReport(
      kiln: all.kiln, failOn: reports.first?.report.failOn ?? .error, summary: all.summary, files: all.files)
  }

  static func mergedFiles(_ reports: [Named]) throws(Diagnostic) -> [ValidatedFile] {
    for pair in zip(reports, reports.dropFirst()) where pair.0.report.failOn != pair.1.report.failOn {
      throw Diagnostic(
        .reportConflict,
        "\(pair.0.name) fails on each \(pair.0.report.failOn.rawValue), \(pair.1.name) on each "
          + pair.1.report.failOn.rawValue,
        advice: "check all parts with one --fail-on")
    }
    let all = reports.flatMap { named in named.report.files.map { (source: named.name, file: $0) } }
    let sorted = all.sorted { $0.file.input.utf8.lexicographicallyPrecedes($1.file.input.utf8) }
    var result: [ValidatedFile] = []
    var last: (source: String, file: ValidatedFile)?
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

extension ValidatedFile {
  fileprivate func hasSameFindings(as other: ValidatedFile) -> Bool {
    status == other.status && bytes == other.bytes && failure == other.failure && validation == other.validation
  }
}
