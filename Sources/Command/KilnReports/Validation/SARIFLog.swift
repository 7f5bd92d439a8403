internal import KilnDiagnostics
internal import KilnValidation

/// The parts of a SARIF 2.1.0 file that are written, by their names there.
struct SARIFLog: Encodable {
  /// Most results that code scanning takes of a run.
  static let maximumResults = 25_000

  struct Message: Encodable { var text: String }
  struct Text: Encodable {
    var text: String
    var markdown: String?
  }
  struct Configuration: Encodable { var level: String }
  struct Properties: Encodable { var tags: [String] }

  /// A rule.
  struct Descriptor: Encodable {
    var id: String
    var shortDescription: Message
    var fullDescription: Message
    var help: Text
    var defaultConfiguration: Configuration
    var properties: Properties
  }

  struct Driver: Encodable {
    var name: String
    var version: String
    var rules: [Descriptor]
  }
  struct Tool: Encodable { var driver: Driver }

  struct ArtifactLocation: Encodable { var uri: String }
  struct Region: Encodable {
    var startLine: Int
    var startColumn: Int?
  }
  struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region
  }
  /// A layer or property by its names, and by its JSON pointer.
  struct LogicalLocation: Encodable {
    var name: String
    var fullyQualifiedName: String
    var decoratedName: String?
    var kind = "object"
  }
  struct Location: Encodable {
    var physicalLocation: PhysicalLocation
    var logicalLocations: [LogicalLocation]?
  }

  /// A finding.
  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Message
    var locations: [Location]
    var partialFingerprints: [String: String]
  }

  struct Notification: Encodable {
    var level: String
    var message: Message
  }
  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var toolExecutionNotifications: [Notification]?
  }
  struct Run: Encodable {
    var tool: Tool
    var invocations: [Invocation]
    var results: [Result]
    var columnKind = "unicodeCodePoints"
  }

  private enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  var schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
  var version = "2.1.0"
  var runs: [Run]

  init(runs: [Run]) { self.runs = runs }

  /// A path as a URI reference: bytes that may not stand in one are escaped.
  static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}

extension SARIFLog.Descriptor {
  /// A rule with its help; one that is not in the catalogue has only the words of its findings.
  init(_ id: String, _ rule: Rule?, in findings: [FileFinding]) {
    self.id = id
    let first = rule == nil ? findings.first { $0.rule == id } : nil
    let summary = rule?.summary ?? first?.finding.message ?? id
    shortDescription = SARIFLog.Message(text: summary)
    let parts = [("Why it matters", rule?.why), ("What to do", rule?.remedy ?? first?.remedy)]
      .compactMap { title, text in text.map { (title, $0) } }
    fullDescription = SARIFLog.Message(text: ([summary] + parts.prefix(1).map(\.1)).joined(separator: " "))
    help = SARIFLog.Text(
      text: parts.map { "\($0): \($1)" }.joined(separator: "\n\n"),
      markdown: parts.map { "**\($0):** \(MarkdownText.escaped($1))" }.joined(separator: "\n\n"))
    defaultConfiguration = SARIFLog.Configuration(level: (rule?.severity ?? first?.severity ?? .warning).rawValue)
    properties = SARIFLog.Properties(tags: [ValidationCatalogue.rule(id)?.category.rawValue ?? "import"])
  }
}

extension SARIFLog.Result {
  init(_ finding: FileFinding, ruleIndex: Int, uri: String, fingerprint: String) {
    ruleId = finding.rule
    self.ruleIndex = ruleIndex
    level = finding.severity.rawValue
    message = SARIFLog.Message(text: finding.sentences)
    let region = SARIFLog.Region(startLine: finding.line ?? 1, startColumn: finding.column)
    let pointer = finding.finding.path
    let names = finding.finding.layers + finding.finding.property
    var logical: [SARIFLog.LogicalLocation]?
    if !names.isEmpty || !pointer.isEmpty {
      logical = [
        SARIFLog.LogicalLocation(
          name: names.last ?? pointer,
          fullyQualifiedName: finding.finding.location.isEmpty ? pointer : finding.finding.location,
          decoratedName: pointer.isEmpty ? nil : pointer)
      ]
    }
    let place = SARIFLog.PhysicalLocation(
      artifactLocation: SARIFLog.ArtifactLocation(uri: uri), region: region)
    locations = [SARIFLog.Location(physicalLocation: place, logicalLocations: logical)]
    partialFingerprints = ["primaryLocationLineHash": fingerprint, "kilnFinding/v1": fingerprint]
  }
}
