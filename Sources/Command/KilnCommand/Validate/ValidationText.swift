internal import Kiln
internal import KilnBatch
internal import KilnDiagnostics
internal import KilnLottieExport
internal import KilnPlayers
internal import KilnReports

/// The findings of a file for people: worst first, the same finding in several places once.
struct ValidationText {
  /// Groups of findings of one rule that are printed for a file; `-v` prints all findings.
  private static let groupsOfOneRule = 3
  /// Places of one finding that are named.
  private static let namedPlaces = 3

  let isColored: Bool
  let verbose: Bool
  let quiet: Bool
  /// Severity from which findings fail.
  let failOn: Rule.Severity

  /// Lines for a file; none if there is nothing to report.
  func lines(of file: ValidatedFile) -> [PrintedLine] {
    if file.status == .skipped {
      return verbose && !quiet ? ["\(file.input): skipped, \(file.failure?.finding.message ?? "")", ""] : []
    }
    let findings = file.newFindings.filter { isWanted($0.severity) }
    guard !findings.isEmpty else { return [] }
    var lines = [Printer.colored(file.input, code: "1", isColored: isColored)]
    var omitted = Dictionary((file.validation?.omitted ?? []).map { ($0.rule, $0.count) }) { $0.addingClamped($1) }
    for severity in Rule.Severity.allCases.reversed() {
      lines += self.lines(of: findings.filter { $0.severity == severity }, severity, omitted: &omitted)
    }
    return lines + conversion(of: file.input, findings) + [""]
  }

  /// What makes the file play in the players that were asked for; none if nothing does.
  private func conversion(of input: String, _ findings: [FileFinding]) -> [PrintedLine] {
    let wanted = findings.filter { $0.severity > .note && !$0.players.isEmpty }
    let players = Set(wanted.flatMap { $0.targets + $0.partialTargets }).filter { !$0.hasPrefix("svga") }
    let count = wanted.count { TargetRewriting.rewrites($0.rule.dropFirst("player.".count)) }
    guard count > 0, !players.isEmpty else { return [] }
    let target = Target.names.filter(players.contains).joined(separator: ",")
    let what = count == wanted.count ? "makes it playable" : "mends \(count) of \(wanted.count)"
    let output = "\(Files.stem(of: input))-\(players.count == 1 ? target : "players").json"
    return ["  kiln convert \(input) \(output) --target \(target) \(what)"]
  }

  /// The findings of a file as linters print them: `file:path: severity rule message (layers), in players`, one a line.
  func conciseLines(of file: ValidatedFile) -> [PrintedLine] {
    file.newFindings.filter { isWanted($0.severity) }.map { finding in
      let line = finding.line.map { "\($0):\(finding.column ?? 1)" } ?? ""
      let place = finding.finding.path.isEmpty ? line : finding.finding.path
      let start = place.isEmpty ? file.input : "\(file.input):\(place)"
      let count = finding.occurrences > 1 ? ", \(finding.occurrences) times" : ""
      let layers = finding.finding.location.isEmpty ? "" : " (\(finding.finding.location))"
      let players = finding.players.isEmpty ? "" : ", in \(finding.players)"
      let text = finding.finding.message + layers + players + count
      return "\(start): \(finding.severity.rawValue) \(finding.rule) \(text)"
    }
  }

  /// What fails is always printed, or nobody would know why.
  private func isWanted(_ severity: Rule.Severity) -> Bool {
    switch severity {
    case .error: true
    case .warning: !quiet || failOn <= .warning
    case .note: verbose && !quiet || failOn == .note
    }
  }

  /// - Parameter omitted: Number of findings that the file's result does not list, by rule. What is told is taken out.
  private func lines(
    of findings: [FileFinding], _ severity: Rule.Severity, omitted: inout [String: Int]
  ) -> [PrintedLine] {
    let label: PrintedLine = "  \(Printer.label(severity, isColored: isColored))"
    var lines: [PrintedLine] = []
    var counts: [String: Int] = [:]
    var hidden: [FileFinding] = []
    // What to do about a rule is said once.
    var told: Set<[String]> = []
    for group in findings.groups(by: { [$0.rule, $0.finding.message, $0.finding.advice ?? ""] }) {
      guard let first = group.first else { continue }
      counts[first.rule, default: 0] += 1
      if !verbose, counts[first.rule, default: 0] > Self.groupsOfOneRule {
        hidden += group
        continue
      }
      let rule = Printer.colored("[\(first.rule)]", code: "2", isColored: isColored)
      lines.append("\(label) \(text(of: group, first)) \(rule)")
      let details = details(of: first)
      if told.insert([first.rule] + details).inserted { lines += details.map { "      \($0)" } }
    }
    let listable = Dictionary(grouping: hidden, by: \.rule).mapValues {
      $0.reduce(0) { $0.addingClamped($1.occurrences) }
    }
    for rule in findings.groups(by: \.rule).compactMap({ $0.first?.rule }) {
      let (listed, lost) = (listable[rule, default: 0], omitted.removeValue(forKey: rule) ?? 0)
      guard listed > 0 || lost > 0 else { continue }
      let advice = listed == 0 ? "" : lost == 0 ? "; -v lists them" : "; -v lists \(listed) of them"
      lines.append("\(label) \(listed.addingClamped(lost)) more of \(rule)\(advice)")
    }
    return lines
  }

  /// `what is wrong (where); what to do`, or `what is wrong, 12 times: where; where; where; and 9 more; what to do`.
  private func text(of group: [FileFinding], _ first: FileFinding) -> String {
    let count = group.reduce(0) { $0.addingClamped($1.occurrences) }
    let named = group.map(place).filter { !$0.isEmpty }.prefix(Self.namedPlaces)
    var text = first.finding.message
    if group.count > 1 {
      text += ", \(count) times"
      let rest = count - named.count
      if !named.isEmpty { text += ": " + named.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "") }
    } else {
      var place = place(of: first)
      // What is no property, but wrong text.
      if place.isEmpty, first.finding.path.isEmpty, let line = first.line {
        place = "line \(line), column \(first.column ?? 1)"
      }
      if !place.isEmpty { text += " (\(place))" }
      if count > 1 { text += ", and \(count - 1) more" }
    }
    return text + (first.advice.map { "; \($0)" } ?? "")
  }

  /// Names of layers; with `-v` also the JSON pointer.
  private func place(of finding: FileFinding) -> String {
    [finding.finding.location, verbose ? finding.finding.path : ""].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Appearance in the affected players, and the remedy.
  private func details(of finding: FileFinding) -> [String] {
    var details: [String] = []
    if let appearance = finding.appearance { details.append("In \(finding.players): \(appearance)") }
    if !finding.remedy.isEmpty { details.append(finding.remedy) }
    return details
  }
}
