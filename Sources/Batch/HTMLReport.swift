internal import Diagnostics
internal import Kiln

/// A report as one page that needs nothing else: it allows itself no request, and texts from files cannot become markup.
///
/// Cards are complete without the script, which sorts and filters them. They are laid out when they come into view, so that
/// thousands of them take no time.
struct HTMLReport {
  let report: BatchReport

  private var summary: BatchSummary { report.summary }

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="kiln \(HTMLText.escaped(report.kiln))">
    <title>\(headline), Kiln</title>
    <link rel="icon" href="data:,">
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <header>
    <h1>\(headline)</h1>
    \(totals)
    \(rules)
    </header>
    \(Self.controls)
    <main>
    <p id="none" hidden>No file is like this.</p>
    <ul id="cards">
    \(cards)
    </ul>
    </main>
    <script>
    \(Self.script)
    </script>
    </body>
    </html>

    """
  }

  /// No source of anything but this page; pictures are in it.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"

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
    let cells = items.map { "<div class=\"\($0)\"><dt>\($1)</dt><dd>\($2)</dd></div>" }
    return "<dl class=\"totals\">\(cells.joined())</dl>"
  }

  /// Findings by rule; a click on one shows its files.
  private var rules: String {
    let counts = summary.rules.counts.sorted { ($0.severity, $1.rule) > ($1.severity, $0.rule) }
    guard !counts.isEmpty else { return "" }
    let items = counts.map { count in
      let rule = HTMLText.escaped(count.rule)
      return "<li><button type=\"button\" class=\"\(count.severity)\" data-rule=\"\(rule)\">"
        + "<code>\(rule)</code> <span>\(count.severity)</span> <b>\(count.count)</b></button></li>"
    }
    return "<section class=\"rules\" aria-label=\"Findings by rule\"><h2>Findings</h2>"
      + "<ul>\n\(items.joined(separator: "\n"))\n</ul></section>"
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

/// Text for HTML.
enum HTMLText {
  /// Text that is no markup in elements and in quoted attributes. By scalars: as a character, a sign with an accent would
  /// be another.
  static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;".unicodeScalars
      case "<": result += "&lt;".unicodeScalars
      case ">": result += "&gt;".unicodeScalars
      case "\"": result += "&quot;".unicodeScalars
      case "'": result += "&#39;".unicodeScalars
      case "\n", "\r", "\t": result.append(" ")
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
