package import KilnDiagnostics
internal import Kiln

/// Report of a batch, file by file, for programs and people.
package struct BatchReport: Sendable, Codable {
  /// Version of this form, which `Conversions/at-scale/report.schema.json` describes. It grows when members change their
  /// meaning or go.
  package static let currentVersion = 1

  /// Version of this form.
  package var version = Self.currentVersion
  /// Version of Kiln that made the report.
  package var kiln: String
  /// The part of the batch that the report is about; nil for all of it.
  package var shard: BatchShard?
  /// Totals over all files.
  package var summary: BatchSummary
  /// Every result, in the order of the plan.
  package var files: [BatchResult]

  /// A report on results.
  package init(kiln: String, summary: BatchSummary, files: [BatchResult]) {
    self.kiln = kiln
    self.summary = summary
    self.files = files
  }

  /// The report in a form.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  package func bytes(_ format: BatchReportFormat) throws(Diagnostic) -> [UInt8] {
    switch format {
    case .json:
      var report = self
      report.files = files.map(\.withoutPoster)
      return try ReportJSON.bytes(report)
    case .markdown: return Array(markdown.utf8)
    case .junit: return Array(junit.utf8)
    case .html: return Array(html.utf8)
    }
  }

  /// Writes the report in the form that the file's extension asks for, and makes the folders that it needs.
  ///
  /// - Throws: `output.unwritable`; `usage.invalid` if the extension asks for none.
  package func write(to path: String) throws(Diagnostic) {
    guard let format = BatchReportFormat(fileName: path) else {
      throw Diagnostic(.usageInvalid, "\(path) must end in \(BatchReportFormat.extensionList)")
    }
    try Files.makeFolder(around: path)
    try Files.write(try bytes(format), to: path)
  }

  /// Reads a report in the form `.json`.
  ///
  /// - Throws: `report.unreadable` if it is none, or one of another version.
  package init(json bytes: [UInt8]) throws(Diagnostic) {
    self = try ReportJSON.report(
      BatchReport.self, bytes, version: Self.currentVersion, again: "convert this part again"
    ) {
      $0.summary.isPossible && $0.files.allSatisfy(\.isPossible) && $0.shard?.isPossible ?? true
    }
  }
}

/// The form of a report, by the extension of its file.
package enum BatchReportFormat: String, Sendable, CaseIterable {
  case json
  case markdown = "md"
  case junit = "xml"
  case html

  /// The form that a file name asks for; nil if there is none.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    self.init(rawValue: fileName[fileName.index(after: dot)...].lowercased())
  }

  /// The extensions for messages.
  package static var extensionList: String {
    allCases.map { "." + $0.rawValue }.dropLast().joined(separator: ", ") + " or ."
      + (allCases.last?.rawValue ?? "")
  }
}

extension BatchSummary {
  /// Whether no number is below 0.
  fileprivate var isPossible: Bool {
    [planned, converted, upToDate, failed, skipped, inputBytes, outputBytes, decodedBytes, milliseconds].allSatisfy {
      $0 >= 0
    }
      && rules.counts.allSatisfy { $0.count >= 0 }
  }
}

extension BatchResult {
  /// Whether no number is below 0.
  fileprivate var isPossible: Bool {
    [inputBytes, outputBytes, outputCount, decodedBytes, frameCount ?? 0, milliseconds].allSatisfy { $0 >= 0 }
      && [width, height, frameRate].allSatisfy { $0 ?? 0 >= 0 } && rules.counts.allSatisfy { $0.count >= 0 }
      && outputs.allSatisfy { $0.bytes >= 0 }
      && (diagnostics + [error].compactMap(\.self)).allSatisfy { $0.repetitions >= 0 }
  }
}
