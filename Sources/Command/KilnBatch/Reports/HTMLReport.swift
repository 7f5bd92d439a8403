internal import KilnDiagnostics
internal import Kiln

/// A report as one page. Texts from files cannot become markup.
///
/// Cards are complete without the script, which sorts and filters them. They are laid out when they come into view, so that
/// thousands of them take no time.
struct HTMLReport {
  let report: BatchReport

  private var summary: BatchSummary { report.summary }

  var text: String {
    HTMLPage(
      headline: headline, kiln: report.kiln, header: totals + "\n" + HTMLPage.rules(summary.rules),
      controls: Self.controls, cards: cards
    ).text
  }

  private var headline: String {
    "\(summary.converted.addingClamped(summary.upToDate)) of \(max(0, summary.planned - summary.skipped)) converted"
      + (summary.failed > 0 ? ", \(summary.failed) failed" : "")
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

  /// Hidden until the script is there to serve them.
  private static let controls = """
    <form id="controls" role="search" hidden>
    <label class="search">Filter <input id="text" type="search" placeholder="name, rule, text" autocomplete="off"></label>
    <fieldset><legend>Show</legend>
    <label><input type="radio" name="status" value="" checked><span>All</span></label>
    <label><input type="radio" name="status" value="failed"><span>Failed</span></label>
    <label><input type="radio" name="status" value="finding"><span>With findings</span></label>
    <label><input type="radio" name="status" value="converted"><span>Converted</span></label>
    <label><input type="radio" name="status" value="skipped"><span>Skipped</span></label>
    </fieldset>
    <fieldset class="sort"><legend>Sort</legend>
    <button type="button" data-sort="order" aria-pressed="true">Name</button>
    <button type="button" data-sort="size" aria-pressed="false">Size</button>
    <button type="button" data-sort="ratio" aria-pressed="false">Ratio</button>
    <button type="button" data-sort="memory" aria-pressed="false">Memory</button>
    <button type="button" data-sort="time" aria-pressed="false">Time</button>
    <button type="button" data-sort="findings" aria-pressed="false">Findings</button>
    </fieldset>
    <p id="count" role="status"></p>
    </form>
    """

  private var cards: String {
    report.files.enumerated().map { HTMLCard(result: $1, order: $0).text }.joined(separator: "\n")
  }
}
