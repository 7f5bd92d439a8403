internal import KilnDiagnostics
internal import KilnDigests
internal import KilnValidation

extension ValidationRunReport {
  /// SARIF 2.1.0 as code scanning reads it: every finding has a physical location with a line, the first where none is
  /// known, and a fingerprint that a new export does not change. Findings of the baseline are left out.
  var sarif: SARIFLog {
    var kept: [(file: ValidatedFile, finding: FileFinding, fingerprint: String)] = []
    for file in files { kept += fingerprinted(file).map { (file, $0, $1) } }
    let omitted = kept.count - SARIFLog.maximumResults
    if omitted > 0 {
      // The most severe ones, in their order.
      let order = kept.indices.sorted {
        kept[$0].finding.severity == kept[$1].finding.severity
          ? $0 < $1 : kept[$0].finding.severity > kept[$1].finding.severity
      }
      kept = order.prefix(SARIFLog.maximumResults).sorted().map { kept[$0] }
    }
    let ids = Set(kept.map(\.finding.rule)).sorted()
    let positions = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    let results = kept.map { file, finding, fingerprint in
      SARIFLog.Result(
        finding, ruleIndex: positions[finding.rule] ?? 0, uri: SARIFLog.uri(path(of: file)), fingerprint: fingerprint)
    }
    let driver = SARIFLog.Driver(
      name: "Kiln", version: kiln, rules: ids.map { SARIFLog.Descriptor($0, Self.rule($0), in: kept.map(\.finding)) })
    var invocation = SARIFLog.Invocation(executionSuccessful: summary.unfinished == 0)
    if omitted > 0 {
      invocation.toolExecutionNotifications = [
        SARIFLog.Notification(
          level: "warning",
          message: SARIFLog.Message(text: "\(omitted) findings are not listed: the format holds no more"))
      ]
    }
    return SARIFLog(runs: [
      SARIFLog.Run(tool: SARIFLog.Tool(driver: driver), invocations: [invocation], results: results)
    ])
  }

  /// The new findings of a file, each with a text that is the same in the next run, and that no other one has.
  func fingerprinted(_ file: ValidatedFile) -> [(FileFinding, String)] {
    var seen: [String: Int] = [:]
    let path = path(of: file)
    // Findings of the baseline are numbered, too, so that other equal findings keep their numbers.
    return file.findings.compactMap { finding in
      let parts = [path, finding.rule] + finding.finding.layers + ["›"] + finding.finding.property
      let digest = String(SHA256Digest(ofTexts: parts).description.prefix(32))
      let number = seen[digest, default: 0] + 1
      seen[digest] = number
      return finding.isKnown ? nil : (finding, "\(digest):\(number)")
    }
  }
}

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
  fileprivate init(_ id: String, _ rule: Rule?, in findings: [FileFinding]) {
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
  fileprivate init(_ finding: FileFinding, ruleIndex: Int, uri: String, fingerprint: String) {
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
