public import Diagnostics

/// The rules of this module.
public enum BatchRules {
  /// All of them.
  public static let all: [Rule] = lostWorkers + [.batchStateBusy]
  /// Those that say why a worker was lost in the middle of a file.
  static let lostWorkers: [Rule] = [.batchWorkerCrashed, .batchWorkerTimeout, .batchWorkerMemory]
}

extension Rule {
  /// A worker process ended in the middle of a file.
  public static let batchWorkerCrashed = Rule(
    "batch.worker.crashed", .error, .rejected, fault: .bug,
    "The process that converted the file ended in the middle of it.",
    why: "The file has no result; all others of the batch have theirs.",
    remedy:
      "Report it with the file and the signal in the message. Signal 9 usually comes from a system that is out of "
      + "memory: choose a smaller -j or --file-memory.")
  /// A file took longer than it may.
  public static let batchWorkerTimeout = Rule(
    "batch.worker.timeout", .error, .rejected,
    "The conversion of the file took longer than --file-timeout.",
    why: "The file has no result; all others of the batch have theirs.",
    remedy: "Raise --file-timeout, or make less work: a smaller --scale, a lower --fps, a part with --frames.")
  /// A file took more memory than it may.
  public static let batchWorkerMemory = Rule(
    "batch.worker.memory", .error, .rejected,
    "The conversion of the file took more memory than --file-memory.",
    why: "The file has no result; all others of the batch have theirs.",
    remedy: "Raise --file-memory, or make less work: a smaller --scale, or a part with --frames.")
  /// Another process writes to the same folder.
  static let batchStateBusy = Rule(
    "batch.state.busy", .error, .rejected, fault: .output,
    "Another batch is writing to the same folder.",
    why: "Two batches would replace each other's files.",
    remedy: "Wait until it ends, or choose another folder. Parts of one batch run beside each other with --shard.")
}
