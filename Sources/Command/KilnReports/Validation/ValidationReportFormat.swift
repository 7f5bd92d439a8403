/// The form of a report of a validation.
package enum ValidationReportFormat: String, Sendable, CaseIterable {
  case json, ndjson, sarif, junit, checkstyle, gitlab, markdown, html

  /// Ends of file names that have the form without anybody saying so.
  private var ends: [String] {
    switch self {
    case .json: [".json"]
    case .ndjson: [".ndjson", ".jsonl"]
    case .sarif: [".sarif", ".sarif.json"]
    case .junit: [".xml"]
    case .checkstyle: ["checkstyle.xml"]
    case .gitlab: ["gl-code-quality-report.json", ".gitlab.json"]
    case .markdown: [".md"]
    case .html: [".html"]
    }
  }

  /// The extension of files that may have the form.
  private var fileExtension: String {
    switch self {
    case .json, .gitlab: "json"
    case .ndjson: "ndjson"
    case .sarif: "sarif"
    case .junit, .checkstyle: "xml"
    case .markdown: "md"
    case .html: "html"
    }
  }

  /// Whether files with the extension of a name may have this form.
  package func fits(_ fileName: String) -> Bool {
    let name = fileName.lowercased()
    return ends.contains(where: name.hasSuffix) || name.hasSuffix("." + fileExtension)
      || self == .sarif && name.hasSuffix(".json")
  }

  /// The form that a file name asks for: that of its longest end that is known; nil if there is none.
  package init?(fileName: String) {
    let name = fileName.lowercased()
    let all = Self.allCases.flatMap { format in format.ends.map { (format, $0) } }
    guard let found = all.filter({ name.hasSuffix($0.1) }).max(by: { $0.1.utf8.count < $1.1.utf8.count }) else {
      return nil
    }
    self = found.0
  }

  /// Extensions for messages.
  package static let extensionList = ".json, .ndjson, .sarif, .xml, .html or .md"
}
