internal import KilnBatch
internal import KilnDiagnostics
internal import KilnReports

/// The summary that a batch ends with.
struct BatchSummaryTable {
  let summary: BatchSummary
  let outcome: BatchRunner.Outcome
  let isDryRun: Bool
  /// Advice on how to read the findings' texts; nil if they are printed.
  var hint: String?

  /// Most rules that are listed.
  private static let listedRules = 12

  /// A row for each number.
  var lines: [String] {
    var rows: [(String, String)] = [(isDryRun ? "would convert" : "converted", "\(summary.converted)")]
    if summary.upToDate > 0 { rows.append(("up to date", "\(summary.upToDate)")) }
    if summary.failed > 0 { rows.append(("failed", "\(summary.failed)")) }
    if summary.skipped > 0 { rows.append(("skipped", "\(summary.skipped), no animations")) }
    if summary.unfinished > 0 { rows.append((unfinishedWord, "\(summary.unfinished)")) }
    let seconds = Double(summary.milliseconds) / 1000
    let rate =
      seconds > 0 && summary.converted > 0 ? ", \((Double(summary.converted) / seconds).oneDecimal) files/s" : ""
    rows += [
      ("bytes", "\(ByteCount(summary.inputBytes)) in, \(ByteCount(summary.outputBytes)) out"),
      ("decoded", "\(ByteCount(summary.decodedBytes)) in a player's memory"),
      ("time", "\(seconds.oneDecimal) s\(rate)"),
    ]
    let wanted = summary.rules.counts.filter { $0.severity > .note }.worstFirst
    for (index, rule) in wanted.prefix(Self.listedRules).enumerated() {
      rows.append((index == 0 ? "findings" : "", "\(rule.count) × \(rule.rule)"))
    }
    if wanted.count > Self.listedRules { rows.append(("", "and \(wanted.count - Self.listedRules) more rules")) }
    if let hint, !wanted.isEmpty { rows.append(("", hint)) }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
  }

  /// The same in one line, for one of many runs.
  var line: String {
    let counts = [
      (summary.converted, "converted"), (summary.upToDate, "up to date"), (summary.failed, "failed"),
      (summary.skipped, "skipped"), (summary.unfinished, unfinishedWord),
    ]
    let words = counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
    return (words + ["\((Double(summary.milliseconds) / 1000).oneDecimal) s"]).joined(separator: ", ")
  }

  private var unfinishedWord: String { outcome == .interrupted ? "interrupted" : "not begun" }
}

extension Double {
  /// Rounded to one decimal, which is left out if it is 0.
  var oneDecimal: String { ((self * 10).rounded() / 10).shortDescription }
}
