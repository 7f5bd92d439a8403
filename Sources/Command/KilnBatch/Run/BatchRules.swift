package import KilnDiagnostics

/// The rules of this module.
package enum BatchRules {
  /// All of them.
  package static let all: [Rule] =
    [.batchStateBusy, .batchStateDamaged, .batchWorkerStart, .configOutside]
}

extension Rule {
  /// A path of a project file leads out of its folder.
  package static let configOutside = Rule(
    "config.outside", .error, .rejected, fault: .configuration,
    "A path in the project file leads out of the project, by `..`, a link or an absolute path.",
    why: "Who runs a project of somebody else expects it to read and write its own files only.",
    remedy:
      "Name files inside the folder of the project file. If the project may be trusted, allow it with --allow-outside on "
      + "the command line; a project file cannot allow it itself.")
  /// The state file of earlier runs is damaged.
  static let batchStateDamaged = Rule(
    "batch.state.damaged", .warning, .exact, fault: .output,
    "The file that says what earlier runs have made is damaged, or of another version.",
    why:
      "What it said is made again, and a result that is there already counts as a file of somebody else, which is not "
      + "replaced.",
    remedy: "Run the batch once with --overwrite, which writes the results and the file anew, or remove both.")
  /// No worker can be started.
  static let batchWorkerStart = Rule(
    "batch.worker.start", .error, .rejected, fault: .system,
    "The system does not let the batch start a worker process.",
    why: "Nothing can be worked on without a process for it.",
    remedy: "Choose a smaller -j, or raise the limits of open files, processes or memory (ulimit).")
  /// Another process writes to the same folder.
  static let batchStateBusy = Rule(
    "batch.state.busy", .error, .rejected, fault: .output,
    "Another batch is writing to the same folder.",
    why: "Two batches would replace each other's files.",
    remedy: "Wait until it ends, or choose another folder. Parts of one batch run beside each other with --shard.")
}

extension Diagnostic {
  /// `config.outside` at a place in the project file.
  package init(outsideAt place: String, _ message: String) {
    self.init(.configOutside, place.isEmpty ? message : "\(place): \(message)")
  }
}
