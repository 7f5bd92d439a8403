internal import KilnDiagnostics

/// Origin of one of several reports that are merged.
struct ReportPart {
  /// Name of the report in messages.
  var name: String
  /// Version of Kiln that made it.
  var kiln: String
  /// The part of the files that it is about; nil for all of them.
  var shard: BatchShard?
}

extension [ReportPart] {
  /// Checks that all are parts of one run.
  ///
  /// - Returns: The version of Kiln that made them.
  /// - Throws: `report.conflict` if they are not; `usage.invalid` if there are none.
  func checkedVersion() throws(Diagnostic) -> String {
    guard let first else { throw Diagnostic(.usageInvalid, "there are no reports") }
    for other in self where other.kiln != first.kiln {
      throw Diagnostic(
        .reportConflict, "\(first.name) was made by Kiln \(first.kiln), \(other.name) by Kiln \(other.kiln)",
        advice: "make all parts with one version")
    }
    let parts = filter { $0.shard != nil }
    for other in parts where other.shard?.count != parts.first?.shard?.count {
      let names = [parts[0], other].map { "\($0.name) is part \($0.shard?.description ?? "")" }
      throw Diagnostic(
        .reportConflict, names.joined(separator: ", and "), advice: "name the reports of one run only")
    }
    return first.kiln
  }

  /// Adds `report.incomplete` if there are parts of which there is no report.
  func noteMissing(_ log: inout DiagnosticLog) {
    let shards = compactMap(\.shard)
    guard let number = shards.map(\.count).max(), shards.count == count else { return }
    let missing = (1...number).lazy.filter { index in !shards.contains { $0.index == index } }.prefix(10)
    guard !missing.isEmpty else { return }
    let list = missing.map { "\($0)/\(number)" }.joined(separator: ", ")
    log.add(
      .reportIncomplete, "there is no report of part \(list)",
      advice: "look whether the jobs of these parts have ended, and name their reports, too")
  }
}
