internal import KilnDiagnostics
internal import Kiln

extension CheckReport {
  /// The report as one page: for each file a contact sheet, its findings with the layers outlined where they show best,
  /// and its images.
  var html: String {
    var page = HTMLPage(
      headline: headline, kiln: kiln, style: Self.style, header: totals + rules, controls: Self.controls, cards: "")
    page.cards = files.enumerated().map { CheckCard(file: $1, order: $0, failOn: failOn).text }.joined(separator: "\n")
    return page.text
  }

  private var totals: String {
    var items = [
      ("", "Files", "\(summary.checked + summary.failed)"), ("", "Without findings", "\(summary.clean)"),
      (summary.errors > 0 ? "failed" : "", "Errors", "\(summary.errors)"), ("", "Warnings", "\(summary.warnings)"),
      ("", "Notes", "\(summary.notes)"),
    ]
    if summary.known > 0 { items.append(("", "Known", "\(summary.known)")) }
    if summary.skipped > 0 { items.append(("", "Skipped", "\(summary.skipped)")) }
    if summary.unfinished > 0 { items.append(("failed", "Not finished", "\(summary.unfinished)")) }
    return HTMLPage.totals(items.map { (name: $0.0, label: $0.1, value: $0.2) })
  }

  private var rules: String { HTMLPage.rules(summary.rules) }

  private static let controls = """
    <form id="controls" role="search" hidden>
    <label class="search">Filter <input id="text" type="search" placeholder="name, rule, text" autocomplete="off"></label>
    <fieldset><legend>Show</legend>
    <label><input type="radio" name="status" value="" checked><span>All</span></label>
    <label><input type="radio" name="status" value="failed"><span>To mend</span></label>
    <label><input type="radio" name="status" value="finding"><span>With findings</span></label>
    <label><input type="radio" name="status" value="clean"><span>Without</span></label>
    </fieldset>
    <fieldset class="sort"><legend>Sort</legend>
    <button type="button" data-sort="order" aria-pressed="true">Name</button>
    <button type="button" data-sort="findings" aria-pressed="false">Findings</button>
    <button type="button" data-sort="size" aria-pressed="false">Size</button>
    <button type="button" data-sort="memory" aria-pressed="false">Memory</button>
    </fieldset>
    <p id="count" role="status"></p>
    </form>
    """

  /// Rules for what only this page has.
  private static let style = """

    #cards { grid-template-columns: minmax(0, 1fr); }
    .card { contain-intrinsic-size: auto 600px; }
    .card article { grid-template-columns: minmax(0, 1fr); gap: 14px; padding: 18px; }
    .card.clean { border-color: var(--line); }
    .card.failed .name { grid-column: auto; }
    h2 { font-size: 17px; } h3 { margin: 0 0 6px; font-size: 13px; color: var(--faint); font-weight: 600; }
    article dl { grid-column: 1; display: flex; flex-wrap: wrap; gap: 4px 20px; }
    article dl div { display: flex; gap: 6px; }
    .sheet { display: grid; grid-template-columns: repeat(8, minmax(0, 160px)); gap: 8px; }
    .shot { position: relative; overflow: hidden; border-radius: 8px; background-size: 100% 100%, 16px 16px; }
    .shot.small { width: 132px; }
    .outline { position: absolute; border: 2px solid #ff2d6f; border-radius: 3px; box-shadow: 0 0 0 1px #fff,
      0 0 0 999px #0005; }
    figure { margin: 0; } figcaption { color: var(--faint); font-size: 12px; font-variant-numeric: tabular-nums; }
    .findings { max-height: none; gap: 10px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); }
    .findings li { display: grid; grid-template-columns: 132px minmax(0, 1fr); gap: 4px 14px; padding: 8px 12px;
      background: var(--page); border-radius: 0 8px 8px 0; }
    .findings li.plain { grid-template-columns: minmax(0, 1fr); }
    .findings b { font-weight: 600; }
    .findings .what { font-size: 14px; }
    .findings p + p { margin-top: 2px; }
    .findings .known { opacity: .6; }
    .images { width: 100%; max-width: 760px; border-collapse: collapse; font-size: 13px;
      font-variant-numeric: tabular-nums; }
    .images th { text-align: right; color: var(--faint); font-weight: 400; }
    .images th:first-child { text-align: left; }
    .images td { padding: 2px 0 2px 12px; text-align: right; border-top: 1px solid var(--line); }
    .images td:first-child { padding-left: 0; text-align: left; overflow-wrap: anywhere; }
    details summary { cursor: pointer; color: var(--faint); }
    @media (max-width: 560px) {
      .card article { padding: 14px; }
      .sheet { grid-template-columns: repeat(4, 1fr); gap: 6px; }
      .findings li { grid-template-columns: minmax(0, 1fr); }
      .images td { padding-left: 8px; }
    }
    """
}
