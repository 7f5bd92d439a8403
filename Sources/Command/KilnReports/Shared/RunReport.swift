internal import KilnDiagnostics

/// One result of a file in a report.
protocol ReportedFile {
  /// Path of the file.
  var input: String { get }
  /// Path of the result, by which variants differ; empty if a file has one result.
  var output: String { get }
  /// Whether both say the same of the file, however long it took.
  func isSame(as other: Self) -> Bool
  /// Message of the error when two reports have different results of the file.
  var disagreement: String { get }
}

/// Sums over the files of a run.
protocol RunSummary {
  associatedtype File: ReportedFile
  /// Number of files that were to be worked on.
  var planned: Int { get }
  init(planned: Int)
  mutating func add(_ file: File)
}

/// Report of a batch or of a validation: of a whole run, or of one part of it.
protocol RunReport {
  associatedtype Summary: RunSummary
  /// Version of Kiln that made the report.
  var kiln: String { get }
  /// The part of the run that the report is about; nil for all of it.
  var shard: BatchShard? { get }
  var summary: Summary { get }
  var files: [Summary.File] { get }
}

extension RunReport {
  /// Version, sums and files of one report of all. Sums are made anew.
  ///
  /// - Parameters:
  ///   - reports: Reports of one run with the names that messages call them by.
  ///   - log: Receives `report.incomplete` if there are parts of which there is no report.
  ///   - check: Checks what else must be alike before files are compared.
  /// - Throws: `report.conflict` if they are not of one run; `usage.invalid` if there are none.
  static func merged(
    _ reports: [(name: String, report: Self)], log: inout DiagnosticLog,
    check: () throws(Diagnostic) -> Void = {}
  ) throws(Diagnostic) -> (kiln: String, summary: Summary, files: [Summary.File]) {
    let version = try version(of: reports)
    try check()
    let files = try files(of: reports)
    let planned = reports.reduce(0) { $0.addingClamped($1.report.summary.planned) }
    let repeated = reports.reduce(0) { $0 + $1.report.files.count } - files.count
    var summary = Summary(planned: planned.addingClamped(-repeated))
    for file in files { summary.add(file) }
    reportMissing(reports.map(\.report.shard), &log)
    return (version, summary, files)
  }

  /// Checks that all are parts of one run, and returns the version of Kiln that made them.
  private static func version(of reports: [(name: String, report: Self)]) throws(Diagnostic) -> String {
    guard let first = reports.first else { throw Diagnostic(.usageInvalid, "there are no reports") }
    let kiln = first.report.kiln
    for (name, other) in reports where other.kiln != kiln {
      throw Diagnostic(
        .reportConflict, "\(first.name) was made by Kiln \(kiln), \(name) by Kiln \(other.kiln)",
        advice: "make all parts with one version")
    }
    let parts = reports.compactMap { name, report in report.shard.map { (name: name, shard: $0) } }
    for other in parts where other.shard.count != parts[0].shard.count {
      let names = [parts[0], other].map { "\($0.name) is part \($0.shard)" }
      throw Diagnostic(
        .reportConflict, names.joined(separator: ", and "), advice: "name the reports of one run only")
    }
    return kiln
  }

  /// The files of all reports by path, each once. Variants of one input stay as one report has them.
  private static func files(
    of reports: [(name: String, report: Self)]
  ) throws(Diagnostic) -> [Summary.File] {
    let runs = reports.flatMap { name, report in
      Self.runs(of: report.files).map { (source: name, files: $0) }
    }.sorted { a, b in
      guard let first = a.files.first, let second = b.files.first else { return false }
      return first.input == second.input
        ? first.output.utf8.lexicographicallyPrecedes(second.output.utf8)
        : first.input.utf8.lexicographicallyPrecedes(second.input.utf8)
    }
    var files: [Summary.File] = []
    var known: [[String]: (source: String, file: Summary.File)] = [:]
    for run in runs {
      for file in run.files {
        guard let other = known[[file.input, file.output]] else {
          known[[file.input, file.output]] = (run.source, file)
          files.append(file)
          continue
        }
        guard !file.isSame(as: other.file) else { continue }
        throw Diagnostic(
          .reportConflict, "\(other.source) and \(run.source) \(file.disagreement)",
          advice: "name the report of each part once, and those of one run only")
      }
    }
    return files
  }

  /// The results of each input in one report, which follow one another: several if there are variants.
  private static func runs(of files: [Summary.File]) -> [ArraySlice<Summary.File>] {
    var starts = files.indices.filter { $0 == 0 || files[$0].input != files[$0 - 1].input }
    starts.append(files.endIndex)
    return zip(starts, starts.dropFirst()).map { files[$0..<$1] }
  }

  /// Adds `report.incomplete` if there are parts of which there is no report.
  private static func reportMissing(_ parts: [BatchShard?], _ log: inout DiagnosticLog) {
    let shards = parts.compactMap(\.self)
    guard let number = shards.map(\.count).max(), shards.count == parts.count else { return }
    let missing = (1...number).lazy.filter { index in !shards.contains { $0.index == index } }.prefix(10)
    guard !missing.isEmpty else { return }
    let list = missing.map { "\($0)/\(number)" }.joined(separator: ", ")
    log.add(
      .reportIncomplete, "there is no report of part \(list)",
      advice: "look whether the jobs of these parts have ended, and name their reports, too")
  }
}
