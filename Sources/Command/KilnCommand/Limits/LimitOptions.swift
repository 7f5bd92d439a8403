internal import ArgumentParser
internal import KilnDiagnostics

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Limits on files, and trust in them.
///
/// Variables of the environment say the same: `KILN_UNTRUSTED=1`, `KILN_LIMIT=frames=200000,layers=1000`. Options take
/// precedence. Project files cannot say it: who runs a project of somebody else decides.
struct LimitOptions: ParsableArguments {
  @Flag(
    help: """
      For files of strangers: narrow limits of time, memory, pixels, frames and bytes; no script engine, no fonts of this \
      machine, no links, no SVG images, and no program for video. Also KILN_UNTRUSTED=1.
      """)
  var untrusted = false

  @Option(
    help: ArgumentHelp(
      "Another limit, such as frames=200000 or memory=4GB; Conversions/guide/limits.md lists all. Repeatable. Also "
        + "KILN_LIMIT.", valueName: "name=number"))
  var limit: [LimitArgument] = []

  func validate() throws {
    if let problem = LimitEnvironment.ofProcess.problem { throw ValidationError(problem) }
  }

  /// The policy of options and environment.
  var policy: FilePolicy {
    let environment = LimitEnvironment.ofProcess
    return FilePolicy(isUntrusted: untrusted || environment.isUntrusted, environment.settings + limit)
  }
}

/// A limit by its name, and its value.
struct LimitArgument: ExpressibleByArgument, Hashable {
  let limit: Limit
  let value: Int

  init?(argument: String) {
    let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, let limit = Limit(name: sides[0]), let value = Self.value(String(sides[1]), of: limit),
      (0...limit.row.maximum).contains(value)
    else { return nil }
    (self.limit, self.value) = (limit, value)
  }

  /// A whole number; for bytes also one with a unit.
  private static func value(_ text: String, of limit: Limit) -> Int? {
    Int(text) ?? (limit.row.unit == .bytes ? ByteCount(text)?.bytes : nil)
  }

  /// Advice on a wrong argument of `--limit`: a similar name, or the values that the limit takes.
  static func advice(on text: some StringProtocol) -> String {
    let name = text.prefix { $0 != "=" }
    guard let limit = Limit(name: name) else {
      let near = Spelling.nearest(to: String(name), among: Limit.allCases.map(\.name))
      return near.map { "did you mean \($0)?" } ?? "`kiln help convert --limit` says where all names are"
    }
    let unit = limit.row.unit == .bytes ? "bytes, such as 64MB" : "a whole number"
    return "\(limit.name) takes \(unit), from 0 to \(limit.row.maximum)"
  }
}

/// Limits and trust by the variables KILN_UNTRUSTED and KILN_LIMIT.
struct LimitEnvironment: Sendable {
  private(set) var isUntrusted = false
  private(set) var settings: [LimitArgument] = []
  /// Message about a wrong variable; nil if both are right.
  private(set) var problem: String?

  /// The variables of this process, which do not change.
  static let ofProcess = LimitEnvironment(ProcessInfo.processInfo.environment)

  init(_ environment: [String: String]) {
    if let text = environment["KILN_UNTRUSTED"], !text.isEmpty {
      guard let isOn = OptionEnvironment.bool(text) else {
        problem = "KILN_UNTRUSTED takes true or false, not “\(text)”."
        return
      }
      isUntrusted = isOn
    }
    for text in (environment["KILN_LIMIT"] ?? "").split(separator: ",") {
      guard let setting = LimitArgument(argument: String(text)) else {
        problem = "KILN_LIMIT: “\(text)” is no limit; \(LimitArgument.advice(on: text))"
        return
      }
      settings.append(setting)
    }
  }
}
