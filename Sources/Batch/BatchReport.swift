public import Diagnostics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What became of each file of a batch, for files that machines and people read.
public struct BatchReport: Sendable, Codable {
  /// Version of this form. It grows when members change their meaning or go.
  public var version = 1
  /// Version of Kiln that made the report.
  public var kiln: String
  /// Totals over all files.
  public var summary: BatchSummary
  /// Every result, in the order of the plan.
  public var files: [BatchResult]

  /// A report on results.
  public init(kiln: String, summary: BatchSummary, files: [BatchResult]) {
    self.kiln = kiln
    self.summary = summary
    self.files = files
  }

  /// The report in a form.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  public func bytes(_ format: BatchReportFormat) throws(Diagnostic) -> [UInt8] {
    switch format {
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      guard let data = try? encoder.encode(self) else {
        throw Diagnostic(.internalError, "the report cannot be encoded")
      }
      return Array(data) + [UInt8(ascii: "\n")]
    case .markdown: return Array(markdown.utf8)
    case .junit: return Array(junit.utf8)
    }
  }
}

/// The form of a report, by the extension of its file.
public enum BatchReportFormat: String, Sendable, CaseIterable {
  case json
  case markdown = "md"
  case junit = "xml"

  /// The form that a file name asks for; nil if there is none.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    self.init(rawValue: fileName[fileName.index(after: dot)...].lowercased())
  }

  /// The extensions for messages.
  public static var extensionList: String {
    allCases.map { "." + $0.rawValue }.dropLast().joined(separator: ", ") + " or ."
      + (allCases.last?.rawValue ?? "")
  }
}
