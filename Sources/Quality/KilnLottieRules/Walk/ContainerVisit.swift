internal import KilnCompression
package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
package import KilnRuleEngine

/// The file around a Lottie document: plain JSON, gzip, or a ZIP archive.
package final class ContainerVisit {
  /// Kind of the file.
  enum Kind { case json, gzip, archive }

  let kind: Kind
  let findings: FindingCollector
  /// Bytes of the file.
  let byteCount: Int
  /// Entries of a ZIP archive.
  let entries: [ZipArchive.Entry]
  /// `manifest.json` of a dotLottie; nil if there is none or it is no JSON.
  let manifest: JSONValue?
  /// Whether there is a `manifest.json`.
  let hasManifest: Bool
  private let bytes: [UInt8]
  private let limits: Limits
  /// State machines of a dotLottie.
  let stateMachines: [DotLottieStateMachine]

  package init(_ bytes: [UInt8], _ findings: FindingCollector, limits: Limits) throws(Diagnostic) {
    self.findings = findings
    byteCount = bytes.count
    self.bytes = bytes
    self.limits = limits
    guard ZipArchive.isZip(bytes) else {
      kind = Gzip.isGzip(bytes) ? .gzip : .json
      (entries, manifest, hasManifest) = ([], nil, false)
      stateMachines = []
      return
    }
    kind = .archive
    let archive = try ZipArchive(bytes: bytes, limits: limits)
    stateMachines = DotLottieStates(archive, limits: limits).machines
    entries = archive.entries
    let entry = archive.entries.first { $0.name == "manifest.json" || $0.name.hasSuffix("/manifest.json") }
    hasManifest = entry != nil
    manifest = entry.flatMap { entry in
      guard let data = try? archive.data(of: entry, atMost: limits.inputBytes),
        let tree = try? JSONTree(data, limits: limits)
      else { return nil }
      return tree.root.kind == .object ? tree.root : nil
    }
  }

  /// Name of the kind of file.
  package var format: String {
    switch kind {
    case .json: "lottie"
    case .gzip: "tgs"
    case .archive: hasManifest ? "dotlottie" : "lottie"
    }
  }

  /// Adds a finding about an entry, or about the file.
  func report(_ rule: Rule, _ message: @autoclosure () -> String, entry: String? = nil) {
    findings.report(rule, message(), at: DocumentPath(pointer: entry.map { "/" + $0 } ?? ""))
  }

  /// Names of the entries that are files.
  var files: [String] { entries.filter { !$0.isDirectory && !$0.name.hasPrefix("__MACOSX/") }.map(\.name) }

  /// Names of the markers of an animation of a dotLottie, or of the one that it starts with; nil if that cannot be read.
  func markers(ofAnimation id: String?) -> Set<String>? {
    guard let container = try? LottieContainer(bytes: bytes, animation: id, limits: limits),
      let root = try? container.tree(limits: limits).root
    else { return nil }
    let comments = (root["markers"].map { Array($0.children) } ?? []).compactMap { $0.string("cm") }
    return Set(comments.flatMap { [$0, LottieMarker.name(inComment: $0)] })
  }

  /// Value of a rule's option.
  func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { findings.value(option, of: rule) }
}
