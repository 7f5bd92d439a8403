internal import KilnDiagnostics
internal import Kiln

internal import KilnPlatform

/// A running worker: a process of the operating system with a pipe to its standard input and one from its standard output.
///
/// It is in a process group of its own, so that an interrupt at the terminal reaches only the batch, which decides what ends.
/// The programs that it starts are in the same group.
final class WorkerProcess {
  /// Result of reading the pipe from the worker.
  enum Reading { case line([UInt8]), nothing, end }

  private let process: SystemProcess
  /// Descriptor to wait on.
  let output: Int32
  private let input: Int32
  private var buffer: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var hasEnded = false

  /// Starts a process.
  ///
  /// - Throws: `batch.worker.start` if the system allows no more processes or files.
  init(executable: String, arguments: [String], environment: [String]) throws(Diagnostic) {
    guard let toWorker = SystemProcess.pipe() else { throw Self.notStarted(.init(code: errno)) }
    guard let fromWorker = SystemProcess.pipe() else {
      let failure = SystemProcess.Failure(code: errno)
      for end in [toWorker.read, toWorker.write] { _ = systemClose(end) }
      throw Self.notStarted(failure)
    }
    defer { for end in [toWorker.read, fromWorker.write] { _ = systemClose(end) } }
    do {
      process = try SystemProcess(
        executable: executable, arguments: arguments, environment: environment,
        descriptors: [.init(toWorker.read, as: STDIN_FILENO), .init(fromWorker.write, as: STDOUT_FILENO)])
    } catch {
      for end in [toWorker.write, fromWorker.read] { _ = systemClose(end) }
      throw Self.notStarted(error)
    }
    input = toWorker.write
    output = fromWorker.read
  }

  /// Process ID.
  var identifier: pid_t { process.identifier }

  deinit { end() }

  /// Sends a line; false if the worker has ended.
  func send(_ line: [UInt8]) -> Bool { Files.write(line + [UInt8(ascii: "\n")], descriptor: input) }

  /// Reads what is there after `poll` has said that there is something.
  func receive() -> Reading {
    var count = read(output, &chunk, chunk.count)
    while count < 0, errno == EINTR { count = read(output, &chunk, chunk.count) }
    guard count > 0 else { return .end }
    buffer += chunk[..<count]
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else {
      return buffer.count > WorkerProtocol.maximumLineBytes ? .end : .nothing
    }
    let line = Array(buffer[..<end])
    // A worker answers one job at a time: nothing of worth follows.
    buffer = []
    return .line(line)
  }

  /// Resident memory in bytes, with that of the programs that it has started; 0 if the system does not say.
  var residentBytes: Int { SystemMemory.residentWithPrograms(of: identifier) ?? 0 }

  /// Whether it takes more memory, now and a moment later: a program that is being started counts twice for a moment.
  func takes(moreThan bytes: Int) -> Bool {
    guard residentBytes > bytes else { return false }
    usleep(10_000)
    return residentBytes > bytes
  }

  /// Ends the process and the programs that it has started at once, and returns how it ended, which may be on its own.
  @discardableResult func end() -> ProcessEnding? {
    guard !hasEnded else { return nil }
    hasEnded = true
    // In one step: a signal that ends this process meanwhile cannot leave a part of the group behind.
    process.killGroup()
    _ = systemClose(input)
    _ = systemClose(output)
    return process.waitForEnd()
  }

  /// Waits at most a second for a process that is about to end, and then ends it and the programs that it has started.
  func waitForEnd() -> ProcessEnding? {
    for _ in 0..<100 where !hasEnded && !process.isOver { usleep(10_000) }
    return end()
  }

  private static func notStarted(_ failure: SystemProcess.Failure) -> Diagnostic {
    Diagnostic(
      .batchWorkerStart, "no worker process can be started: \(failure.message)",
      advice: "choose a smaller -j, or raise the limits on processes and open files")
  }
}

// Named apart from the methods that call them.
private let systemClose = close
