internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnLottieImport
internal import KilnValidation

/// A file, and what was or would be fixed in it.
struct FixResult: Encodable {
  let path: String
  /// Nil if it cannot be fixed.
  private(set) var file: FixedFile?
  private(set) var failure: Diagnostic?
  /// Whether the file is no animation, and nobody named it: the failure is none.
  private(set) var isSkipped = false
  /// Whether the fixed file was written.
  private(set) var isWritten = false

  /// A file that cannot be fixed.
  init(_ path: String, failure: Diagnostic) { (self.path, self.failure) = (path, failure) }

  /// Fixes a file, and writes it if that is asked for and something has changed.
  init(_ job: BatchJob, _ fixer: FileFixer, assets: [String], _ policy: FilePolicy, writes: Bool) {
    path = job.input
    do throws(Diagnostic) {
      guard path != "-" else {
        throw Diagnostic(.usageInvalid, "standard input cannot be fixed in place", advice: "name a file")
      }
      let bytes = try Files.read(path, limits: policy.limits, followsLinks: policy.followsLinks)
      let assets = LocalAssets(
        folders: assets, besideFile: path, limits: policy.limits, fonts: policy.fonts(InstalledFonts()),
        followsLinks: policy.followsLinks)
      let fixed = try fixer.fix(bytes, name: Files.stem(of: path), assets: assets)
      if writes, fixed.bytes != bytes {
        try Self.write(fixed, to: path, assets)
        isWritten = true
      }
      file = fixed
    } catch {
      failure = error
      isSkipped = job.isForeign(error)
    }
  }

  /// Writes the copies of images first, without which the animation would lack them.
  private static func write(_ file: FixedFile, to path: String, _ assets: LocalAssets) throws(Diagnostic) {
    let own = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var copies: [(String, [UInt8])] = []
    for copy in file.copies {
      let request = ImageRequest(folder: copy.folder, file: copy.from, width: 0, height: 0)
      guard let bytes = try assets.image(request) else { continue }
      let target = own + copy.folder + copy.to
      guard let boundary = PathBoundary(folder: own.isEmpty ? "." : own), boundary.contains(target) else {
        throw Diagnostic(.outputUnwritable, "\(target) leads out of the folder of the animation")
      }
      if Files.exists(target) {
        guard try Files.read(target) != bytes else { continue }
        throw Diagnostic(.outputUnwritable, "\(target) is there and has other content", advice: "move it away")
      }
      copies.append((target, bytes))
    }
    try Files.write(copies + [(path, file.bytes)])
  }

  private enum Key: String, CodingKey {
    case input, bytesBefore, bytesAfter, written, changes, refusals, error, skipped
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .input)
    try container.encodeIfPresent(failure?.report, forKey: .error)
    if isSkipped { try container.encode(true, forKey: .skipped) }
    guard let file else { return }
    try container.encode(file.originalCount, forKey: .bytesBefore)
    try container.encode(file.bytes.count, forKey: .bytesAfter)
    try container.encode(isWritten, forKey: .written)
    try container.encode(file.changes.map(Change.init), forKey: .changes)
    try container.encode(file.refusals.map { Refusal(rule: $0.rule.id, reason: $0.reason) }, forKey: .refusals)
  }

  private struct Change: Encodable {
    var rule, kind, message, path: String
    var layers: [String]

    init(_ change: FixChange) {
      (rule, kind, message) = (change.rule.id, change.kind.rawValue, change.text)
      (path, layers) = (change.path.pointer, change.path.layers)
    }
  }

  private struct Refusal: Encodable {
    var rule, reason: String
  }
}

/// Results of fixing all files, written or not, in the order of the files.
struct FixReport: Encodable {
  let results: [FixResult]
  /// Whether fixed files were written.
  let isWritten: Bool
  let exitCode: Int32
  /// Files that were found and are no animations.
  let skipped: Int

  init(_ results: [FixResult], isWritten: Bool) {
    self.results = results
    self.isWritten = isWritten
    skipped = results.count(where: \.isSkipped)
    let failures = results.filter { !$0.isSkipped }.compactMap(\.failure)
    guard let first = failures.first else {
      exitCode = 0
      return
    }
    guard failures.count == results.count - skipped else {
      exitCode = 2
      return
    }
    exitCode =
      switch first.rule.fault {
      case .missingInput: 66
      case .output: 73
      case .usage: 64
      case .bug: 70
      case .system: 71
      default: 65
      }
  }

  private enum Key: String, CodingKey { case ok, exitCode, bytesBefore, bytesAfter, files }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(exitCode == 0, forKey: .ok)
    try container.encode(exitCode, forKey: .exitCode)
    try container.encode(bytesBefore, forKey: .bytesBefore)
    try container.encode(bytesAfter, forKey: .bytesAfter)
    try container.encode(results, forKey: .files)
  }

  var bytesBefore: Int { results.reduce(0) { $0 + ($1.file?.originalCount ?? 0) } }
  var bytesAfter: Int { results.reduce(0) { $0 + ($1.file?.bytes.count ?? 0) } }
}
