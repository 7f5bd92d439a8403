package import KilnDiagnostics

/// The rules of this module.
package enum ReportRules {
  /// All of them.
  package static let all: [Rule] =
    lostWorkers + [.baselineUnreadable, .reportUnreadable, .reportConflict, .reportIncomplete]
  /// Rules about workers that were lost in the middle of a file.
  static let lostWorkers: [Rule] = [.batchWorkerCrashed, .batchWorkerTimeout, .batchWorkerMemory]
}

extension Rule {
  /// A worker process ended in the middle of a file.
  package static let batchWorkerCrashed = Rule(
    "batch.worker.crashed", .error, .rejected, fault: .bug,
    "The process that worked on the file ended in the middle of it.",
    why: "The file has no result; all others of the batch have theirs.",
    remedy:
      "Report it with the file and the signal in the message. Signal 9 usually comes from a system that is out of "
      + "memory: choose a smaller -j or --memory.")
  /// A file took longer than it may.
  package static let batchWorkerTimeout = Rule(
    "batch.worker.timeout", .error, .rejected,
    "The file took longer than --timeout.",
    why: "The file has no result; all others of the batch have theirs.",
    remedy: "Raise --timeout, or make less work: a smaller --scale, a lower --fps, a part with --frames.")
  /// A file took more memory than it may.
  package static let batchWorkerMemory = Rule(
    "batch.worker.memory", .error, .rejected,
    "The file took more memory than --memory.",
    why: "The file has no result; all others of the batch have theirs.",
    remedy: "Raise --memory, or make less work: a smaller --scale, or a part with --frames.")
  /// A file is no baseline.
  package static let baselineUnreadable = Rule(
    "baseline.unreadable", .error, .rejected, fault: .configuration,
    "The file that --baseline names is no baseline, or one of another version.",
    why: "It is not known which findings are new.",
    remedy: "Write it with kiln validate --write-baseline, and keep it as it is written.")
  /// A file is no JSON report.
  package static let reportUnreadable = Rule(
    "report.unreadable", .error, .rejected,
    "A file is no JSON report of a batch or a validation, or one of another version.",
    why: "Reports cannot be merged without it.",
    remedy: "Name files that kiln has written with --report as .json, and use the version of Kiln that made them.")
  /// Reports do not belong together.
  package static let reportConflict = Rule(
    "report.conflict", .error, .rejected,
    "Reports come from different versions of Kiln, or say different things of one file.",
    why: "They are not parts of one run, and their sums would mean nothing.",
    remedy: "Merge the reports of one run, each part once.")
  /// A part of a batch has no report.
  package static let reportIncomplete = Rule(
    "report.incomplete", .warning, .dropped,
    "Of some parts of a run there is no report.",
    why: "Files of these parts may not be converted or checked.",
    remedy: "Look whether the jobs of these parts have ended, and name their reports, too.")
}
