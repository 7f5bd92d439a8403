public import KilnDiagnostics

extension BatchReport: RunReport {
  /// A report with the name that messages call it by.
  public typealias Named = (name: String, report: BatchReport)

  /// One report of all, in the order of their inputs' paths, whichever order the reports come in.
  ///
  /// Sums are made anew; the time is the sum of all parts' times. A result that stands in two reports counts once.
  ///
  /// - Parameter log: Receives `report.incomplete` if a part of the batch is missing.
  /// - Throws: `report.conflict` if reports are of different versions of Kiln, or hold different results of one conversion.
  public static func merging(_ reports: [Named], log: inout DiagnosticLog) throws(Diagnostic) -> BatchReport {
    let all = try merged(reports, log: &log)
    var summary = all.summary
    summary.milliseconds = reports.reduce(0) { $0.addingClamped($1.report.summary.milliseconds) }
    return BatchReport(kiln: all.kiln, summary: summary, files: all.files)
  }

  /// The results of one input in one report, which follow one another: several if there are variants.
  private struct Run {
    var source: String
    var files: ArraySlice<BatchResult>
  }

  private struct Key: Hashable {
    var input: String
    var output: String
  }

  static func mergedFiles(_ reports: [Named]) throws(Diagnostic) -> [BatchResult] {
    let runs = reports.flatMap(runs).sorted { a, b in
      guard let first = a.files.first, let second = b.files.first else { return false }
      return first.input == second.input
        ? first.output.utf8.lexicographicallyPrecedes(second.output.utf8)
        : first.input.utf8.lexicographicallyPrecedes(second.input.utf8)
    }
    var files: [BatchResult] = []
    var known: [Key: (source: String, result: BatchResult)] = [:]
    for run in runs {
      for file in run.files {
        let key = Key(input: file.input, output: file.output)
        guard let other = known[key] else {
          known[key] = (run.source, file)
          files.append(file)
          continue
        }
        guard file.isSame(as: other.result) else {
          throw Diagnostic(
            .reportConflict,
            "\(other.source) and \(run.source) have different results of \(file.input) as \(file.output)",
            advice: "name the report of each part once, and those of one run only")
        }
      }
    }
    return files
  }

  private static func runs(_ named: Named) -> [Run] {
    let files = named.report.files
    var runs: [Run] = []
    var start = files.startIndex
    for index in files.indices where files[index].input != files[start].input {
      runs.append(Run(source: named.name, files: files[start..<index]))
      start = index
    }
    return start < files.endIndex ? runs + [Run(source: named.name, files: files[start...])] : runs
  }
}

extension BatchResult {
  /// Whether both say the same of the file, however long it took.
  fileprivate func isSame(as other: BatchResult) -> Bool {
    var copy = other
    (copy.milliseconds, copy.poster) = (milliseconds, poster)
    return copy == self
  }
}
