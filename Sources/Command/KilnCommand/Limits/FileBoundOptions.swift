internal import ArgumentParser
internal import KilnDiagnostics

/// Time and memory of the process that works on a file.
struct FileBoundOptions: ParsableArguments {
  @Option(
    name: [.customLong("timeout"), .customLong("file-timeout")],
    help: ArgumentHelp(
      "Time for one file, after which the work is ended and nothing is written. (default: 120 in batches, else none)",
      valueName: "seconds"))
  var timeout: Double?

  @Option(
    name: [.customLong("memory"), .customLong("file-memory")],
    help: ArgumentHelp(
      "Memory for one file, with that of ffmpeg, such as 500MB; none for any. (default: 2GB in batches, else none)",
      valueName: "bytes"))
  var memory: ByteCountArgument?

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout <= 1e6) {
      throw ValidationError("--timeout takes a number above 0 and at most 1000000.")
    }
  }

  /// Whether something was said.
  var isAsked: Bool { timeout != nil || memory != nil }

  /// Seconds for a file: what was said, or else by the policy; nil for any.
  func seconds(_ policy: FilePolicy) -> Double? { timeout ?? policy.processLimit(.time).map(Double.init) }

  /// Bytes for a file: what was said, or else by the policy; nil for any.
  func bytes(_ policy: FilePolicy) -> Int? { memory.map(\.count) ?? policy.processLimit(.memory) }
}
