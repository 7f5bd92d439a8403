internal import KilnDiagnostics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes and reads JSON of reports.
enum ReportJSON {
  /// A report, with a line for each member.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  static func bytes(_ report: some Encodable) throws(Diagnostic) -> [UInt8] {
    try bytes(report, [.prettyPrinted], "the report")
  }

  /// One result, in one line.
  ///
  /// - Throws: `internal.error` if it cannot be encoded.
  static func line(_ result: some Encodable) throws(Diagnostic) -> [UInt8] { try bytes(result, [], "a result") }

  private static func bytes(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting, _ name: String
  ) throws(Diagnostic) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    guard let data = try? encoder.encode(value) else { throw Diagnostic(.internalError, "\(name) cannot be encoded") }
    return Array(data) + [UInt8(ascii: "\n")]
  }

  private struct Head: Decodable { var version: Int }

  /// Reads a report of one version.
  ///
  /// - Parameter again: Advice for a damaged report, for example `convert this part again`.
  /// - Throws: `report.unreadable` if it is none, or one of another version.
  static func report<Report: Decodable>(
    _ type: Report.Type, _ bytes: [UInt8], version: Int, again: String, isPossible: (Report) -> Bool
  ) throws(Diagnostic) -> Report {
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: Data(bytes)) else {
      throw Diagnostic(
        .reportUnreadable, "this is no report of kiln batch or kiln validate",
        advice: "name what --report has written as .json")
    }
    guard head.version == version else {
      throw Diagnostic(
        .reportUnreadable, "the report has version \(head.version), and this Kiln reads version \(version)",
        advice: "use the Kiln that has made it")
    }
    let report: Report
    do {
      report = try decoder.decode(type, from: Data(bytes))
    } catch {
      throw Diagnostic(.reportUnreadable, "the report is damaged: \(reason(error))", advice: again)
    }
    guard isPossible(report) else {
      throw Diagnostic(.reportUnreadable, "the report has numbers below 0", advice: again)
    }
    return report
  }

  /// Message with the path of a member that is missing or has another type.
  private static func reason(_ error: any Error) -> String {
    let context: DecodingError.Context? =
      switch error as? DecodingError {
      case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context
      default: nil
      }
    guard let context else { return "a member is missing or of another type" }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    return "a member is missing or of another type in /\(path)"
  }
}
