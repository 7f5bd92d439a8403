internal import KilnDiagnostics
internal import Kiln

/// A checked file in an HTML report.
struct ValidationCard {
  let file: ValidatedFile
  /// Position in the report.
  let order: Int
  /// Position among the files, worst first.
  let rank: Int
  /// Severity from which findings fail.
  let failOn: Rule.Severity

  /// Most findings that are shown beside the first; a browser shows thousands of files.
  private static let maximumGroups = 40

  private var isFailing: Bool { file.fails(on: failOn) }

  private var status: String {
    if file.status == .skipped { return "skipped" }
    if isFailing { return "failed" }
    return file.newFindings.isEmpty ? "clean" : "noted"
  }

  private var statusWords: String {
    switch status {
    case "skipped": "skipped"
    case "failed": file.status == .failed ? "cannot be read" : "to mend"
    case "clean": "fine"
    default: "with findings"
    }
  }

  var text: String {
    """
    <li class="card \(status)" \(data)>\(pictureStyle)<article>
    <div class="name"><h2><bdi>\(HTMLText.escaped(file.input))</bdi></h2>\
    <p class="badges"><span class="status">\(statusWords)</span>\(format)</p></div>
    \(values)\(sheet)\(list)\(images)</article></li>
    """
  }

  private var data: String {
    HTMLPage.attributes(
      status: status,
      [
        ("order", order), ("size", file.bytes), ("memory", file.validation?.decodedBytes ?? 0),
        ("findings", file.newFindings.count), ("worst", rank),
      ])
  }

  private var format: String {
    guard let format = file.validation?.format, !format.isEmpty else { return "" }
    return " <span>\(HTMLText.escaped(format))</span>"
  }

  // MARK: - Facts

  private var values: String {
    guard let validation = file.validation, validation.failure == nil else { return "" }
    var items = [("File", "\(ByteCount(file.bytes))")]
    // What shapes take is not known.
    if validation.decodedBytes > 0 { items.append(("In memory", "\(ByteCount(validation.decodedBytes))")) }
    items.append(("Canvas", "\(validation.width.shortDescription) × \(validation.height.shortDescription) px"))
    if validation.frameCount > 1 {
      let length = seconds(Int(min(1e12, validation.durationMilliseconds.rounded())))
      items.append(("Frames", "\(validation.frameCount) at \(validation.frameRate.shortDescription) fps, \(length)"))
    }
    if validation.layers > 0 { items.append(("Layers", "\(validation.layers)")) }
    return HTMLPage.facts(items.map { (label: $0.0, value: $0.1) })
  }

  /// The pictures stand once in the page, however often they are shown.
  private var pictureStyle: String {
    guard let sheet = file.sheet, !sheet.frames.isEmpty, HTMLPage.isBase64(sheet.webp) else { return "" }
    return "<style>.p\(order){--n:\(sheet.frames.count);aspect-ratio:\(sheet.width)/\(sheet.height);"
      + "background-image:url(data:image/webp;base64,\(sheet.webp))}</style>"
  }

  private var sheet: String {
    guard let sheet = file.sheet else { return "" }
    let frames = sheet.frames.enumerated().filter(\.element.isOfSheet)
    guard !frames.isEmpty else { return "" }
    let figures = frames.map { index, frame in
      "<figure><div class=\"shot p\(order)\" style=\"--i:\(index)\"></div><figcaption>\(time(frame))</figcaption></figure>"
    }
    let label = frames.count == 1 ? "1 frame" : "\(frames.count) frames"
    return "<div class=\"sheet\" role=\"img\" aria-label=\"\(label)\">\(figures.joined())</div>\n"
  }

  private func time(_ frame: TimelineSheet.Frame) -> String { frame.time.shortDescription }

  // MARK: - Findings

  private var list: String {
    // The position among the findings is that of its outline.
    let failures = file.failure == nil ? 0 : 1
    let all = file.findings.enumerated().map { (offset: $0.offset - failures, finding: $0.element) }
    let groups = all.groups { [$0.finding.rule, $0.finding.finding.message, $0.finding.isKnown ? "known" : ""] }
      .sorted { a, b in
        guard let first = a.first?.finding, let second = b.first?.finding else { return false }
        return (first.isKnown ? 1 : 0, -rank(first)) < (second.isKnown ? 1 : 0, -rank(second))
      }
    var (items, notes): ([String], [String]) = ([], [])
    var told: Set<[String]> = []
    for group in groups.prefix(Self.maximumGroups) {
      guard let first = group.first?.finding else { continue }
      // What to do about a rule is said once.
      let isNew = told.insert([first.rule, first.remedy, first.appearance ?? ""]).inserted
      let text = item(group, saysRemedy: isNew)
      if first.severity == .note { notes.append(text) } else { items.append(text) }
    }
    if groups.count > Self.maximumGroups {
      let more = "<li class=\"note plain\"><p>and \(groups.count - Self.maximumGroups) more</p></li>"
      if notes.isEmpty { items.append(more) } else { notes.append(more) }
    }
    return HTMLPage.findings(items, notes: notes, count: file.findings.count { $0.severity == .note })
  }

  private func rank(_ finding: FileFinding) -> Int {
    Rule.Severity.allCases.firstIndex(of: finding.severity) ?? 0
  }

  /// One finding in one or more places.
  private func item(_ group: [(offset: Int, finding: FileFinding)], saysRemedy: Bool) -> String {
    guard let first = group.first?.finding else { return "" }
    let picture = group.lazy.compactMap { shot(ofFinding: $0.offset) }.first
    let places = HTMLPage.places(of: group.map(\.finding.finding))
    let classes = "\(first.severity)\(picture == nil ? " plain" : "")\(first.isKnown ? " known" : "")"
    var text = "<p class=\"what\"><b>\(HTMLText.escaped(first.finding.message))</b></p>"
    if !places.isEmpty { text += "<p><i>\(places.joined(separator: "; "))</i></p>" }
    if saysRemedy, let appearance = first.appearance {
      text += "<p>In \(HTMLText.escaped(first.players)): \(HTMLText.escaped(appearance))</p>"
    }
    let advice = [first.advice, saysRemedy ? first.remedy : nil].compactMap(\.self).filter { !$0.isEmpty }
    text += advice.map { "<p class=\"advice\">\(HTMLText.escaped($0))</p>" }.joined()
    text += "<p><code>\(HTMLText.escaped(first.rule))</code>\(first.isKnown ? " known" : "")</p>"
    return "<li class=\"\(classes)\">\(picture ?? "")<div>\(text)</div></li>"
  }

  /// The picture in which the layer of a finding shows best, with its outline; nil if it shows in none.
  private func shot(ofFinding index: Int) -> String? {
    guard let sheet = file.sheet, sheet.outlines.indices.contains(index), let outline = sheet.outlines[index],
      sheet.frames.indices.contains(outline.frame)
    else { return nil }
    func percent(_ value: Int) -> String { (Double(value) / 10).shortDescription + "%" }
    let place =
      "left:\(percent(outline.left));top:\(percent(outline.top));width:\(percent(outline.width));"
      + "height:\(percent(outline.height))"
    return "<figure><div class=\"shot p\(order)\" style=\"--i:\(outline.frame)\" role=\"img\" aria-label=\"the layer\">"
      + "<div class=\"outline\" style=\"\(place)\"></div></div>"
      + "<figcaption>frame \(time(sheet.frames[outline.frame]))</figcaption></figure>"
  }

  // MARK: - Images

  private var images: String {
    guard let sheet = file.sheet, !sheet.images.isEmpty else { return "" }
    let rows = sheet.images.map { image in
      "<tr><td><bdi>\(HTMLText.escaped(image.name))</bdi></td><td>\(image.width) × \(image.height)</td>"
        + "<td>\(ByteCount(image.bytes))</td><td>\(ByteCount(image.decodedBytes))</td></tr>"
    }
    let rest = sheet.imageCount - sheet.images.count
    let more = rest > 0 ? "<tr><td>and \(rest) more</td></tr>" : ""
    return "<details><summary>\(sheet.imageCount) image\(sheet.imageCount == 1 ? "" : "s") by memory</summary>"
      + "<table class=\"images\"><tr><th>Image</th><th>Pixels</th><th>File</th><th>In memory</th></tr>"
      + rows.joined() + more + "</table></details>\n"
  }
}
