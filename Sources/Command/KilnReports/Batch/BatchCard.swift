internal import KilnDiagnostics
internal import Kiln

/// A result of a batch in an HTML report.
struct BatchCard {
  let result: BatchResult
  /// Position in the report.
  let order: Int
  /// Position among the results, worst first.
  let rank: Int

  /// The findings, the error first and then by severity.
  private var findings: [DiagnosticReport] {
    // The error may repeat a finding with its consequence.
    let others = result.diagnostics.filter { finding in
      !(result.error.map { $0.rule == finding.rule && $0.message.hasPrefix(finding.message) } ?? false)
    }
    let rest = others.enumerated().sorted { a, b in
      a.element.severity == b.element.severity ? a.offset < b.offset : a.element.severity > b.element.severity
    }.map(\.element)
    return (result.error.map { [$0] } ?? []) + rest
  }

  /// Number of findings, with those of which only the number is known.
  private var findingCount: Int {
    let isCounted = result.error.map { result.rules.contains($0.rule) } ?? true
    return result.rules.count(atLeast: .note).addingClamped(isCounted ? 0 : 1)
  }

  private var isConverted: Bool { result.status != .failed && result.status != .skipped }

  var text: String {
    """
    <li class="card \(result.status.rawValue)" \(data)><article>
    <div class="poster">\(poster)</div>
    <div class="name"><h2><bdi>\(HTMLText.escaped(name))</bdi></h2>\(folder)<p class="badges">\(badges)</p></div>
    \(isConverted ? values : "")\(list)</article></li>
    """
  }

  private var data: String {
    HTMLPage.attributes(
      status: result.status.rawValue,
      [
        ("order", order), ("size", result.outputBytes), ("ratio", percent ?? -1), ("memory", result.decodedBytes),
        ("time", result.milliseconds), ("findings", findingCount), ("worst", rank),
      ])
  }

  private var poster: String {
    guard let poster = result.poster, HTMLPage.isBase64(poster) else { return "" }
    return "<img alt=\"\" loading=\"lazy\" decoding=\"async\" src=\"data:image/webp;base64,\(poster)\">"
  }

  private var name: String {
    result.input.lastIndex(of: "/").map { String(result.input[$0...].dropFirst()) } ?? result.input
  }

  private var folder: String {
    guard let slash = result.input.lastIndex(of: "/") else { return "" }
    return "<p class=\"folder\"><bdi>\(HTMLText.escaped(String(result.input[...slash])))</bdi></p>"
  }

  private var badges: String {
    let format = isConverted ? OutputFormat(fileName: result.output)?.name ?? OutputFormat.frames.name : nil
    let words = [result.variant, format].compactMap(\.self).map { "<span>\(HTMLText.escaped($0))</span>" }
    let word = result.status == .upToDate ? "up to date" : result.status.rawValue
    let status = "<span class=\"status\">\(word)</span>"
    return ([status] + words).joined(separator: " ")
  }

  /// Bytes of the output in percent of the input's.
  private var percent: Int? {
    guard isConverted, result.inputBytes > 0 else { return nil }
    return Int(min(1e6, max(0, Double(result.outputBytes) / Double(result.inputBytes) * 100)).rounded())
  }

  private var values: String {
    var items = [
      (
        "Size",
        "\(ByteCount(result.inputBytes)) → <b>\(ByteCount(result.outputBytes))</b>"
          + (percent.map { " (\($0)\u{A0}%)" } ?? "")
      ),
      ("In memory", "\(ByteCount(result.decodedBytes))"),
    ]
    if let width = result.width, let height = result.height {
      items.append(("Canvas", "\(width.shortDescription) × \(height.shortDescription) px"))
    }
    if let rate = result.frameRate, let count = result.frameCount {
      let milliseconds = Double(count) / rate * 1000
      let length = rate > 0 && milliseconds < 1e12 ? ", \(seconds(Int(milliseconds.rounded())))" : ""
      items.append(("Frames", "\(count) at \(rate.shortDescription) fps\(length)"))
    }
    if result.outputCount > 1 { items.append(("Files", "\(result.outputCount)")) }
    let time = result.milliseconds < 1000 ? "\(result.milliseconds) ms" : seconds(result.milliseconds)
    items.append(("Took", time))
    return HTMLPage.facts(items.map { (label: $0.0, value: $0.1) })
  }

  private var list: String {
    let findings = findings
    guard !findings.isEmpty else { return "" }
    let groups = findings.groups { [$0.rule, $0.message, $0.advice ?? ""] }
    // Why a file was skipped is all that there is to say of it.
    guard result.status != .skipped else { return HTMLPage.findings(groups.map(item), notes: [], count: 0) }
    var items = groups.filter { severity(of: $0) > .note }.map(item)
    var notes = groups.filter { severity(of: $0) == .note }.map(item)
    let rest = findingCount.addingClamped(-findings.reduce(0) { $0.addingClamped($1.repetitions.addingClamped(1)) })
    if rest > 0 {
      let more = "<li class=\"note\"><p>and \(rest) more</p></li>"
      if notes.isEmpty { items.append(more) } else { notes.append(more) }
    }
    let count = findingCount.addingClamped(-result.rules.count(atLeast: .warning))
    return HTMLPage.findings(items, notes: notes, count: max(notes.count, count))
  }

  /// A file that is no animation is no error.
  private func severity(of group: [DiagnosticReport]) -> Rule.Severity {
    result.status == .skipped ? .note : group.first?.severity ?? .note
  }

  /// One finding in one or more places.
  private func item(_ group: [DiagnosticReport]) -> String {
    guard let first = group.first else { return "" }
    let places = HTMLPage.places(of: group)
    return "<li class=\"\(severity(of: group))\"><p>\(HTMLText.escaped(first.message))"
      + (places.isEmpty ? "" : " <i>\(places.joined(separator: "; "))</i>") + "</p>"
      + (first.advice.map { "<p class=\"advice\">\(HTMLText.escaped($0))</p>" } ?? "")
      + "<code>\(HTMLText.escaped(first.rule))</code></li>"
  }
}
