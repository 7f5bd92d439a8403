#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The command that has written a JSON report.
package enum ReportKind: String, Sendable {
  case batch
  case validate

  /// The kind of a JSON report; nil if the bytes are none.
  package init?(json bytes: [UInt8]) {
    struct Members: Decodable {
      var version: Int
      var failOn: String?
    }
    guard let members = try? JSONDecoder().decode(Members.self, from: Data(bytes)) else { return nil }
    self = members.failOn == nil ? .batch : .validate
  }
}
