package import KilnDiagnostics
internal import Kiln

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Findings that were there when a project began to validate, so that only new ones fail.
///
/// A finding is recognized by its file, its rule, and the names of its layers and property, and counted: neither the
/// numbers of layers nor the words of messages count, so that it is the same in a file that was exported again. That a file
/// cannot be read is never accepted.
package struct Baseline: Sendable {
  /// Identity of a finding.
  private struct Entry: Hashable, Codable {
    /// Path of the file, relative to the folder of the baseline.
    var file: String
    var rule: String
    var layers: [String]
    var property: [String]

    /// The order in the file.
    static func precedes(_ a: Entry, _ b: Entry) -> Bool {
      let (first, second) = ([a.file, a.rule] + a.layers + a.property, [b.file, b.rule] + b.layers + b.property)
      guard first != second else { return a.layers.count < b.layers.count }
      return first.lexicographicallyPrecedes(second)
    }
  }

  /// A line of the file.
  private struct Line: Codable {
    var count: Int
    var file: String
    var layers: [String]
    var property: [String]
    var rule: String
  }

  private struct Document: Decodable {
    var version: Int
    var findings: [Line]
  }

  /// Version of the form of the file.
  private static let currentVersion = 1

  private let paths: StatePaths
  /// Number of occurrences of each finding that are still accepted.
  private var counts: [Entry: Int] = [:]

  /// A baseline without findings.
  ///
  /// - Parameter path: Path of its file, to whose folder paths are relative.
  package init(at path: String) {
    paths = StatePaths(folder: path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
  }

  /// Reads what `text` has written.
  ///
  /// - Parameter path: Path of the file.
  /// - Throws: Errors of `Files.read`, and `baseline.unreadable`.
  package init(reading path: String) throws(Diagnostic) {
    self.init(at: path)
    let bytes = try Files.read(path)
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
      throw Diagnostic(.baselineUnreadable, "\(path) is no baseline", advice: "write it with --write-baseline")
    }
    guard document.version == Self.currentVersion else {
      throw Diagnostic(
        .baselineUnreadable, "\(path) has version \(document.version), and this Kiln reads \(Self.currentVersion)",
        advice: "write it again with --write-baseline")
    }
    for line in document.findings where line.count > 0 {
      let entry = Entry(file: line.file, rule: line.rule, layers: line.layers, property: line.property)
      counts[entry] = counts[entry, default: 0].addingClamped(line.count)
    }
  }

  /// Marks the findings of a file that stand in the baseline, and takes them out of it.
  package mutating func mark(_ file: inout ValidatedFile) {
    let stored = paths.stored(file.input)
    file.updateFindings { finding in
      let entry = Self.entry(finding, stored)
      guard let left = counts[entry], left >= finding.occurrences else { return }
      counts[entry] = left == finding.occurrences ? nil : left - finding.occurrences
      finding.isKnown = true
    }
  }

  /// Adds the findings of a file of a severity or above.
  package mutating func add(_ file: ValidatedFile, atLeast severity: Rule.Severity) {
    let stored = paths.stored(file.input)
    var file = file
    file.updateFindings { finding in
      guard finding.severity >= severity else { return }
      counts[Self.entry(finding, stored), default: 0] += finding.occurrences
    }
  }

  private static func entry(_ finding: FileFinding, _ file: String) -> Entry {
    Entry(file: file, rule: finding.rule, layers: finding.finding.layers, property: finding.finding.property)
  }

  /// Number of findings that it holds.
  package var count: Int { counts.values.reduce(0) { $0.addingClamped($1) } }

  /// Findings that are left after all files were marked: those of files that are gone, and of some that were checked.
  ///
  /// - Parameter checked: Paths of the files that were checked.
  /// - Returns: `file: rule`, for each finding that is no longer there, in order.
  package func stale(among checked: some Sequence<String>) -> [String] {
    let checked = Set(checked.map(paths.stored))
    return counts.keys.sorted(by: Entry.precedes).filter {
      checked.contains($0.file) || !Files.exists(paths.absolute($0.file))
    }.map { "\(paths.shown(paths.absolute($0.file))): \($0.rule)" }
  }

  /// The file: JSON with a line for each finding, in the order of files, rules and layers.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  package func text() throws(Diagnostic) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines: [String] = []
    for (entry, count) in counts.sorted(by: { Entry.precedes($0.key, $1.key) }) {
      let line = Line(
        count: count, file: entry.file, layers: entry.layers, property: entry.property, rule: entry.rule)
      guard let data = try? encoder.encode(line) else {
        throw Diagnostic(.internalError, "the baseline cannot be encoded")
      }
      lines.append(String(decoding: data, as: UTF8.self))
    }
    let list = lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]"
    return "{\"version\":\(Self.currentVersion),\"findings\":\(list)}\n"
  }
}
