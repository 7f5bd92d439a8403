public import Diagnostics

extension BatchReport {
  /// A report with the name that messages call it by.
  public typealias Named = (name: String, report: BatchReport)

  /// One report of all, in the order of their inputs' paths, whichever order the reports come in.
  ///
  /// Sums are made anew; the time is the sum of all parts' times. A result that stands in two reports counts once.
  ///
  /// - Parameter log: Receives `report.incomplete` if a part of the batch is missing.
  /// - Throws: `report.conflict` if reports are of different versions of Kiln, or hold different results of one conversion.
  public static func merging(_ reports: [Named], log: inout DiagnosticLog) throws(Diagnostic) -> BatchReport {
    guard let first = reports.first else { throw Diagnostic(.usageInvalid, "there are no reports") }
    for other in reports where other.report.kiln != first.report.kiln {
      throw Diagnostic(
        .reportConflict,
        "\(first.name) was made by Kiln \(first.report.kiln), \(other.name) by Kiln \(other.report.kiln)",
        advice: "convert all parts with one version")
    }
    let parts = reports.filter { $0.report.shard != nil }
    for other in parts where other.report.shard?.count != parts.first?.report.shard?.count {
      let names = [parts[0], other].map { "\($0.name) is part \($0.report.shard?.description ?? "")" }
      throw Diagnostic(
        .reportConflict, names.joined(separator: ", and "), advice: "name the reports of one run only")
    }
    let files = try mergedFiles(reports)
    let planned = reports.reduce(0) { $0.addingClamped($1.report.summary.planned) }
    let repeated = reports.reduce(0) { $0 + $1.report.files.count } - files.count
    var summary = BatchSummary(planned: planned.addingClamped(-repeated))
    for file in files { summary.add(file) }
    summary.milliseconds = reports.reduce(0) { $0.addingClamped($1.report.summary.milliseconds) }
    checkParts(reports, &log)
    return BatchReport(kiln: first.report.kiln, summary: summary, files: files)
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

  private static func mergedFiles(_ reports: [Named]) throws(Diagnostic) -> [BatchResult] {
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

  private static func checkParts(_ reports: [Named], _ log: inout DiagnosticLog) {
    let shards = reports.compactMap(\.report.shard)
    guard let count = shards.map(\.count).max(), shards.count == reports.count else { return }
    let missing = (1...count).lazy.filter { index in !shards.contains { $0.index == index } }.prefix(10)
    guard !missing.isEmpty else { return }
    let list = missing.map { "\($0)/\(count)" }.joined(separator: ", ")
    log.add(
      .reportIncomplete, "there is no report of part \(list)",
      advice: "look whether the jobs of these parts have ended, and name their reports, too")
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
