internal import KilnDiagnostics

/// A page that needs nothing else: it allows itself no request.
struct HTMLPage {
  /// Words of the title, as HTML.
  var headline: String
  /// Version of Kiln.
  var kiln: String
  /// Rules beside those of all pages.
  var style = ""
  /// HTML below the headline.
  var header: String
  /// The form that the script serves; hidden until it is there.
  var controls: String
  /// The elements of the list.
  var cards: String

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="kiln \(HTMLText.escaped(kiln))">
    <title>\(headline), Kiln</title>
    <link rel="icon" href="data:,">
    <style>
    \(HTMLReport.style)\(style)
    </style>
    </head>
    <body>
    <header>
    <h1>\(headline)</h1>
    \(header)
    </header>
    \(controls)
    <main>
    <p id="none" hidden>No file is like this.</p>
    <ul id="cards">
    \(cards)
    </ul>
    </main>
    <script>
    \(HTMLReport.script)
    </script>
    </body>
    </html>

    """
  }

  /// No source of anything but this page; pictures are in it.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"

  /// Numbers of the whole report.
  static func totals(_ items: [(name: String, label: String, value: String)]) -> String {
    let cells = items.map { "<div class=\"\($0.name)\"><dt>\($0.label)</dt><dd>\($0.value)</dd></div>" }
    return "<dl class=\"totals\">\(cells.joined())</dl>"
  }

  /// Findings by rule; a click on one shows its files.
  static func rules(_ tally: RuleTally) -> String {
    let counts = tally.counts.sorted { ($0.severity, $1.rule) > ($1.severity, $0.rule) }
    guard !counts.isEmpty else { return "" }
    let items = counts.map { count in
      let rule = HTMLText.escaped(count.rule)
      return "<li><button type=\"button\" class=\"\(count.severity)\" data-rule=\"\(rule)\">"
        + "<code>\(rule)</code> <span>\(count.severity)</span> <b>\(count.count)</b></button></li>"
    }
    return "<section class=\"rules\" aria-label=\"Findings by rule\"><h2>Findings</h2>"
      + "<ul>\n\(items.joined(separator: "\n"))\n</ul></section>"
  }
}
