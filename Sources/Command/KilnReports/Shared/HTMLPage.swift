internal import KilnDiagnostics

/// A page that needs nothing else: it allows itself no request. Texts from files cannot become markup.
///
/// Cards are complete without the script, which sorts and filters them. They are laid out when they come into view, so that
/// thousands of them take no time.
struct HTMLPage {
  /// Words of the title, as HTML.
  var headline: String
  /// Version of Kiln that made the page.
  var kiln: String
  /// Rules beside those of all pages, with the end of their last line.
  var style: [UInt8] = []
  /// HTML below the headline.
  var header: String
  /// Values and labels of what may be shown beside all.
  var filters: [(value: String, label: String)]
  /// Attributes of cards and labels of the orders that they may have, the first one at first.
  var orders: [(key: String, label: String)]
  /// The elements of the list.
  var cards: [String]

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
    \(String(decoding: PackageResources.report_css + style, as: UTF8.self))</style>
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
    \(cards.joined(separator: "\n"))
    </ul>
    </main>
    <script>
    \(String(decoding: PackageResources.report_js, as: UTF8.self))</script>
    </body>
    </html>

    """
  }

  /// No source of anything but this page; pictures are in it.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"

  /// The form that the script serves; hidden until it is there.
  private var controls: String {
    let filters = filters.map { filter in
      "<label><input type=\"radio\" name=\"status\" value=\"\(filter.value)\"><span>\(filter.label)</span></label>"
    }
    let orders = orders.enumerated().map { index, order in
      "<button type=\"button\" data-sort=\"\(order.key)\" aria-pressed=\"\(index == 0)\">\(order.label)</button>"
    }
    return """
      <form id="controls" role="search" hidden>
      <label class="search">Filter <input id="text" type="search" placeholder="name, rule, text" autocomplete="off"></label>
      <fieldset><legend>Show</legend>
      <label><input type="radio" name="status" value="" checked><span>All</span></label>
      \(filters.joined(separator: "\n"))
      </fieldset>
      <fieldset class="sort"><legend>Sort</legend>
      \(orders.joined(separator: "\n"))
      </fieldset>
      <p id="count" role="status"></p>
      </form>
      """
  }

  // MARK: - Parts of headers and cards

  /// Numbers of the whole report, each with the class of its element.
  static func totals(_ items: [(name: String, label: String, value: String)]) -> String {
    let cells = items.map { "<div class=\"\($0.name)\"><dt>\($0.label)</dt><dd>\($0.value)</dd></div>" }
    return "<dl class=\"totals\">\(cells.joined())</dl>"
  }

  /// Most rules that are shown at once.
  private static let shownRules = 12

  /// Findings by rule; a click on one shows its files. Errors come first, then the most frequent warnings; others are
  /// folded.
  static func rules(_ tally: RuleTally) -> String {
    let counts = tally.counts.worstFirst
    guard !counts.isEmpty else { return "" }
    let shown = counts.filter { $0.severity > .note }.prefix(shownRules)
    let folded = counts.dropFirst(shown.count)
    let list = shown.isEmpty ? "" : "<ul>\n\(shown.map(rule).joined(separator: "\n"))\n</ul>"
    let more =
      folded.isEmpty
      ? ""
      : "<details><summary>\(folded.count) more</summary><ul>\n\(folded.map(rule).joined(separator: "\n"))\n</ul></details>"
    return "<section class=\"rules\" aria-label=\"Findings by rule\"><h2>Findings</h2>\(list)\(more)</section>"
  }

  /// A rule by its title; one that is not in the catalogue has only its ID.
  private static func rule(_ count: RuleCount) -> String {
    let id = HTMLText.escaped(count.rule)
    let summary = ValidationRunReport.rule(count.rule)?.summary
    let title = HTMLText.escaped(summary.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } ?? count.rule)
    return "<li><button type=\"button\" class=\"\(count.severity)\" data-rule=\"\(id)\" aria-pressed=\"false\" "
      + "title=\"\(title) (\(id))\"><i>\(title)</i> <span>\(count.severity)</span> <b>\(count.count)</b></button></li>"
  }

  /// Attributes of a card by which the script sorts and filters.
  static func attributes(status: String, _ values: [(name: String, value: Int)]) -> String {
    (["data-status=\"\(status)\""] + values.map { "data-\($0.name)=\"\($0.value)\"" }).joined(separator: " ")
  }

  /// Findings of a card, those that are notes folded.
  ///
  /// - Parameters:
  ///   - items: Elements of a list, as HTML, worst first.
  ///   - notes: Elements of a list, as HTML.
  ///   - count: Number of findings that are notes.
  static func findings(_ items: [String], notes: [String], count: Int) -> String {
    var text = items.isEmpty ? "" : "<ol class=\"findings\">\(items.joined())</ol>\n"
    if !notes.isEmpty {
      text +=
        "<details class=\"notes\"><summary>\(count) note\(count == 1 ? "" : "s")</summary><ol class=\"findings\">\(notes.joined())</ol></details>\n"
    }
    return text
  }

  /// Facts of a card, as HTML.
  static func facts(_ items: [(label: String, value: String)]) -> String {
    "<dl>\(items.map { "<div><dt>\($0.label)</dt><dd>\($0.value)</dd></div>" }.joined())</dl>\n"
  }

  /// Most places of one finding that are named.
  private static let namedPlaces = 3

  /// The first places of a finding that stands in several, and the number of the others, as HTML.
  static func places(of group: [DiagnosticReport]) -> [String] {
    let named = group.map { $0.location.isEmpty ? $0.path : $0.location }.filter { !$0.isEmpty }.prefix(namedPlaces)
    let rest = group.reduce(-max(1, named.count)) { $0.addingClamped($1.repetitions).addingClamped(1) }
    return named.map { "<bdi>\(HTMLText.escaped($0))</bdi>" } + (rest > 0 ? ["and \(rest) more"] : [])
  }

  /// Whether a text has only what base64 is made of; reports are read from files, and nothing else may get into a page.
  static func isBase64(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
        true
      default: false
      }
    }
  }
}
