internal import KilnDiagnostics

extension BatchReport {
  /// The report as one page, with a card for each result.
  package var html: String {
    HTMLPage(
      headline: headline, kiln: kiln, header: totals + "\n" + HTMLPage.rules(summary.rules),
      filters: [
        ("failed", "Failed"), ("finding", "With findings"), ("converted", "Converted"), ("skipped", "Skipped"),
      ],
      orders: [
        ("worst", "Worst first"), ("order", "Name"), ("size", "Size"), ("ratio", "Ratio"), ("memory", "Memory"),
        ("time", "Time"),
        ("findings", "Findings"),
      ],
      cards: worstFirst.enumerated().map { BatchCard(result: $1.file, order: $1.order, rank: $0).text }
    ).text
  }

  /// The results with their positions in the report: those that failed first, then those with most errors and warnings.
  var worstFirst: [(order: Int, file: BatchResult)] {
    files.worstFirst { file in
      [file.status == .failed ? 2 : file.status == .skipped ? 0 : 1, file.rules.count(atLeast: .warning)]
    }
  }

  /// Numbers of the whole batch.
  private var totals: String {
    var items = [
      ("", "Up to date", "\(summary.upToDate)"), (summary.failed > 0 ? "failed" : "", "Failed", "\(summary.failed)"),
      ("", "Skipped", "\(summary.skipped)"),
      ("", "Bytes in", "\(ByteCount(summary.inputBytes))"), ("", "Bytes out", "\(ByteCount(summary.outputBytes))"),
      ("", "Decoded in memory", "\(ByteCount(summary.decodedBytes))"), ("", "Time", seconds(summary.milliseconds)),
    ]
    if summary.unfinished > 0 { items.append(("failed", "Not finished", "\(summary.unfinished)")) }
    return HTMLPage.totals(items.map { (name: $0.0, label: $0.1, value: $0.2) })
  }
}
