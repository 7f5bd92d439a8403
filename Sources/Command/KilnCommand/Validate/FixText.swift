internal import KilnDiagnostics
internal import Kiln
internal import KilnValidation

/// Text output of fixes: a line for each change, as in a diff, under the name of the file with its bytes.
struct FixText {
  /// Changes of one rule that are printed for a file; `-v` prints all.
  private static let changesOfOneRule = 8

  private(set) var lines: [PrintedLine] = []
  private let printer: Printer
  private let verbose: Bool

  init(_ report: FixReport, _ printer: Printer, verbose: Bool, quiet: Bool) {
    self.printer = printer
    self.verbose = verbose
    for result in report.results { add(result, quiet: quiet) }
    guard !quiet else { return }
    let files = Self.counted(report.results.count - report.skipped, "file")
    let skipped = report.skipped > 0 ? "; \(report.skipped) skipped, no animations" : ""
    let changed = report.results.count { $0.file.map { !$0.changes.isEmpty } ?? false }
    let total = Self.bytes(report.bytesBefore, report.bytesAfter)
    guard changed > 0 else {
      lines.append("\(files), nothing to fix\(skipped)")
      return
    }
    let advice = report.isWritten ? "" : "; --write writes \(changed == 1 ? "it" : "them")"
    let verb = report.isWritten ? "fixed" : "can be fixed"
    lines.append("\(changed) of \(files) \(verb): \(total)\(advice)\(skipped)")
  }

  private mutating func add(_ result: FixResult, quiet: Bool) {
    if result.isSkipped {
      if verbose { lines += ["\(result.path): skipped, \(result.failure?.message ?? "")", ""] }
    } else if let failure = result.failure {
      lines += ["\(result.path)", "  \(printer.label(.error)) \(failure.namingOptions) [\(failure.rule.id)]", ""]
    }
    guard !quiet, let file = result.file, !file.changes.isEmpty || !file.refusals.isEmpty else { return }
    lines.append("\(result.path)  \(Self.bytes(file.originalCount, file.bytes.count))")
    var counts: [Rule: Int] = [:]
    var rules: [Rule] = []
    for change in file.changes {
      if counts[change.rule] == nil { rules.append(change.rule) }
      counts[change.rule, default: 0] += 1
    }
    for rule in rules {
      let own = file.changes.filter { $0.rule == rule }
      let different = own.groups(by: Place.init)
      let shown = verbose ? different : Array(different.prefix(Self.changesOfOneRule))
      lines += shown.compactMap { same in
        same.first.map { "  \(text(of: $0))\(same.count > 1 ? " (\(same.count) ×)" : "")  [\(rule.id)]" }
      }
      let rest = own.count - shown.reduce(0) { $0 + $1.count }
      if rest > 0 { lines.append("    \(rest) more of \(rule.id); -v lists them") }
    }
    lines += file.refusals.map {
      "  \(printer.label(.note)) not fixed, because frames would change: \($0.reason)  [\($0.rule.id)]"
    }
    lines.append("")
  }

  /// What is printed of a change: those that read alike are one line.
  private struct Place: Hashable {
    let kind: FixChange.Kind
    let location, text: String

    init(_ change: FixChange) { (kind, location, text) = (change.kind, change.path.location, change.text) }
  }

  private func text(of change: FixChange) -> PrintedLine {
    let mark =
      switch change.kind {
      case .removed: "-"
      case .changed: "~"
      case .added: "+"
      }
    let place = change.path.location
    return "\(printer.colored(mark, change.kind)) \(place.isEmpty ? "" : "\(place): ")\(change.text)"
  }

  private static func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }

  /// `12 kB → 9 kB (−25 %)`.
  private static func bytes(_ before: Int, _ after: Int) -> String {
    guard before > 0, before != after else { return "\(ByteCount(before))" }
    let percent = ((Double(after) / Double(before) - 1) * 100).rounded()
    let sign = percent > 0 ? "+" : percent < 0 ? "−" : "±"
    return "\(ByteCount(before)) → \(ByteCount(after)) (\(sign)\(Int(percent.magnitude)) %)"
  }
}

extension Printer {
  /// The mark of a change: red for what is removed, green for what is added.
  fileprivate func colored(_ mark: String, _ kind: FixChange.Kind) -> PrintedLine {
    switch kind {
    case .removed: Self.colored(mark, code: "31", isColored: colorsOutput)
    case .changed: Self.colored(mark, code: "33", isColored: colorsOutput)
    case .added: Self.colored(mark, code: "32", isColored: colorsOutput)
    }
  }
}
