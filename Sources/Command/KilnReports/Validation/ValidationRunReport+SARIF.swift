internal import KilnDiagnostics
internal import KilnDigests

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

  /// The new findings of a file that forms for CI systems hold, each with a text that is the same in the next run, and
  /// that no other one has.
  func fingerprinted(_ file: ValidatedFile) -> [(FileFinding, String)] {
    var seen: [String: Int] = [:]
    let path = path(of: file)
    // Findings of the baseline are numbered, too, so that other equal findings keep their numbers.
    return file.findings.compactMap { finding in
      let parts = [path, finding.rule] + finding.finding.layers + ["›"] + finding.finding.property
      let digest = String(SHA256Digest(ofTexts: parts).description.prefix(32))
      let number = seen[digest, default: 0] + 1
      seen[digest] = number
      return finding.isKnown || !isListed(finding) ? nil : (finding, "\(digest):\(number)")
    }
  }
}
