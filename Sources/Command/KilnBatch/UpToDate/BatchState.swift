package import KilnDiagnostics
internal import KilnDigests
internal import Kiln
package import KilnReports

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Journal of a batch's results over several runs: one file, to which a line is appended when a conversion begins and
/// when it ends.
///
/// Killed at any moment, it says of each output whether it is complete or was being made. Parts of a batch that run on
/// several machines have a file each, `.kiln-state` with the part's number, and read those of all.
package final class BatchState {
  /// Name of the file; parts of a batch add their number.
  private static let fileName = ".kiln-state"
  /// First line. Files that begin with another are of a version that this one does not know.
  static let header = #"{"kiln-state":1}"#
  /// Lines that say nothing any more, above which the file is written anew.
  private static let toleratedLines = 1000

  let paths: StatePaths
  private let folder: String
  private let ownName: String
  private let file: JournalFile
  private let encoder = JSONEncoder()
  private(set) var records: [String: BatchRecord] = [:]
  /// Outputs that were begun and not recorded.
  private var begun: Set<String> = []
  /// Outputs whose records stand in the files of other parts only.
  private var foreign: Set<String> = []
  private var lineCount = 0
  /// Findings about state files.
  package private(set) var findings: [Diagnostic] = []

  /// Reads what is known, and holds the file for this process until it ends.
  ///
  /// - Parameters:
  ///   - folder: Folder of the file; created if it does not exist.
  ///   - shard: The part that this process converts; nil for all.
  /// - Throws: `batch.state.busy` if another process holds it; `output.unwritable`.
  package init(folder: String, shard: BatchShard?) throws(Diagnostic) {
    self.folder = folder
    ownName = Self.fileName + (shard.map { ".\($0.index)-\($0.count)" } ?? "")
    try Files.makeFolder(folder)
    paths = StatePaths(folder: folder)
    file = try JournalFile(folder + "/" + ownName)
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    for name in Self.stateFiles(in: folder) where name != ownName { _ = load(name) }
    foreign = Set(records.keys)
    if !load(ownName) { try file.replace(Self.header + "\n") }
  }

  private func report(_ message: String, in name: String) {
    findings.append(
      Diagnostic(
        .batchStateDamaged, "\(paths.shown(paths.absolute(name))) \(message)",
        advice: "what it said is made again; a result that is there already is replaced with --overwrite only"))
  }

  /// Names of the files of all parts of a batch.
  static func stateFiles(in folder: String) -> [String] {
    Files.names(in: folder).filter {
      $0 == fileName || $0.hasPrefix(fileName + ".") && BatchShard(stateFile: $0) != nil
    }
  }

  /// Takes over the lines of a file; false if it is of another version, damaged or not there. Lines that cannot be read are
  /// left out.
  private func load(_ name: String) -> Bool {
    guard let bytes = try? Files.readRegular(folder + "/" + name) else { return false }
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let first = lines.popFirst() else { return false }
    guard first.elementsEqual(Self.header.utf8) else {
      report("is damaged, or of another version of Kiln", in: name)
      return false
    }
    let decoder = JSONDecoder()
    var damaged = 0
    for line in lines {
      lineCount += name == ownName ? 1 : 0
      if let line = try? decoder.decode(BatchStateLine.self, from: Data(line)) {
        apply(line)
      } else if !Self.isCut(line) {
        damaged += 1
      }
    }
    if damaged > 0 { report("is damaged: \(damaged) of its \(lines.count) lines cannot be read", in: name) }
    return true
  }

  /// Whether a line is the start of one: its process was ended in the middle of writing, which is no damage.
  private static func isCut(_ line: ArraySlice<UInt8>) -> Bool {
    // Without the end of its object it begins as all lines do.
    line.last != UInt8(ascii: "}") && line.starts(with: Array(#"{""#.utf8).prefix(line.count))
  }

  private func apply(_ line: BatchStateLine) {
    switch line {
    case .begun(let output): begun.insert(output)
    case .ended(let record):
      records[record.output] = record
      begun.remove(record.output)
      foreign.remove(record.output)
    case .removed(let output):
      records[output] = nil
      begun.remove(output)
      foreign.remove(output)
    }
  }

  /// Record of a job; nil if there is none.
  func record(of job: BatchJob) -> BatchRecord? { records[key(of: job)] }

  /// Key of a job's record: the path of its output; for a validation, the input's path with a prefix no output has.
  private func key(of job: BatchJob) -> String {
    job.isConversion ? paths.stored(job.output) : "/validation/" + paths.stored(job.input)
  }

  /// Notes that a job begins. Returns whether what lies at the place of its output comes from a batch.
  ///
  /// - Throws: `output.unwritable`.
  func begin(_ job: BatchJob) throws(Diagnostic) -> Bool {
    let output = paths.stored(job.output)
    // Left by a worker that was killed in the middle of writing.
    if begun.contains(output) { Files.removePartialFiles(of: job.output) }
    let isOwn = begun.contains(output) || records[output].map { !$0.files.isEmpty } ?? false
    // Before it is known to be ours, a file that is in the way stays somebody else's.
    if isOwn || !Files.exists(job.output) { try add(.begun(output: output)) }
    return isOwn
  }

  /// Stores the result of a job, if it is reproducible.
  ///
  /// - Throws: `output.unwritable`.
  func end(_ job: BatchJob, _ answer: WorkerAnswer, _ settings: BatchRunner.Settings) throws(Diagnostic) {
    guard answer.isRepeatable, !answer.reads.isEmpty,
      let digest = settings.digest(for: job, isLost: answer.result.isLost)
    else { return }
    var record = BatchRecord(
      output: key(of: job), input: paths.stored(job.input), settings: digest,
      reads: answer.reads, fonts: answer.fonts, writes: answer.writes, result: answer.result)
    for index in record.reads.indices { record.reads[index].path = paths.stored(record.reads[index].path) }
    for index in record.writes.indices { record.writes[index].path = paths.stored(record.writes[index].path) }
    if record.writes.isEmpty, let files = records[record.output]?.files, !files.isEmpty { record.stale = files }
    // Pictures are large, and made anew when a report wants them.
    record.result.poster = nil
    record.result.sheet = nil
    (record.result.input, record.result.output, record.result.outputs) = ("", "", [])
    try add(.ended(record: record))
  }

  /// Adds a line.
  ///
  /// - Throws: `output.unwritable`.
  func add(_ line: BatchStateLine) throws(Diagnostic) {
    apply(line)
    lineCount += 1
    try file.append(try text(of: line))
  }

  private func text(of line: BatchStateLine) throws(Diagnostic) -> String {
    guard let data = try? encoder.encode(line) else {
      throw Diagnostic(.internalError, "what is known of a conversion cannot be encoded")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Writes the file anew if it has many lines that say nothing any more.
  ///
  /// - Throws: `output.unwritable`.
  package func finish() throws(Diagnostic) {
    let own = records.keys.filter { !foreign.contains($0) }.sorted()
    guard lineCount > 2 * own.count + Self.toleratedLines else { return }
    var text = Self.header + "\n"
    for output in begun.sorted() { text += try self.text(of: .begun(output: output)) }
    for output in own {
      if let record = records[output] { text += try self.text(of: .ended(record: record)) }
    }
    try file.replace(text)
    lineCount = begun.count + own.count
  }
}

extension BatchShard {
  /// The part that a state file is of, such as `.kiln-state.2-4`.
  fileprivate init?(stateFile name: String) {
    guard let end = name.split(separator: ".").last else { return nil }
    self.init(String(end).replacing("-", with: "/", maxReplacements: 1))
  }
}
