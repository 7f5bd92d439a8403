internal import KilnDiagnostics
internal import Kiln

internal import KilnPlatform

/// A running worker: a process of the operating system with a pipe to its standard input and one from its standard output.
///
/// `posix_spawn` instead of Foundation's `Process`: that needs all of Foundation, and watches processes from threads of its
/// own. A worker is in a process group of its own, so that an interrupt at the terminal reaches only the batch, which
/// decides what ends.
final class WorkerProcess {
  /// Result of reading the pipe from the worker.
  enum Reading { case line([UInt8]), nothing, end }

  /// Exit code or signal with which a process ended.
  enum Ending: Sendable, Hashable {
    case code(Int32)
    case signal(Int32)
  }

  let identifier: pid_t
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
    guard let toWorker = Self.pipe() else { throw Self.notStarted(errno) }
    guard let fromWorker = Self.pipe() else {
      Self.close(toWorker)
      throw Self.notStarted(errno)
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, toWorker.read, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, fromWorker.write, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    // The worker blocks no signal, whatever this process blocks.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var texts = ([executable] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in texts + variables { free(text) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, executable, &actions, &attributes, &texts, &variables)
    Self.closeDescriptor(toWorker.read)
    Self.closeDescriptor(fromWorker.write)
    guard code == 0 else {
      Self.closeDescriptor(toWorker.write)
      Self.closeDescriptor(fromWorker.read)
      throw Self.notStarted(code)
    }
    self.identifier = identifier
    input = toWorker.write
    output = fromWorker.read
  }

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

  /// Resident memory in bytes; 0 if the system does not say.
  var residentBytes: Int {
    #if canImport(Darwin)
      var info = proc_taskinfo()
      let size = Int32(MemoryLayout<proc_taskinfo>.size)
      guard proc_pidinfo(identifier, PROC_PIDTASKINFO, 0, &info, size) == size else { return 0 }
      return Int(clamping: info.pti_resident_size)
    #else
      guard let bytes = try? Files.read("/proc/\(identifier)/statm") else { return 0 }
      let fields = bytes.split(separator: UInt8(ascii: " "))
      guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
      let (count, overflow) = pages.multipliedReportingOverflow(by: Int(sysconf(Int32(_SC_PAGESIZE))))
      return overflow ? 0 : count
    #endif
  }

  /// Ends the process at once and returns how it ended, which may be on its own.
  @discardableResult func end() -> Ending? {
    guard !hasEnded else { return nil }
    hasEnded = true
    _ = systemClose(input)
    _ = systemClose(output)
    kill(identifier, SIGKILL)
    return wait()
  }

  /// Waits for a process that is about to end, and ends it if it does not within a second.
  func waitForEnd() -> Ending? {
    guard !hasEnded else { return nil }
    for _ in 0..<100 {
      var status: Int32 = 0
      if waitpid(identifier, &status, WNOHANG) == identifier {
        hasEnded = true
        _ = systemClose(input)
        _ = systemClose(output)
        return Ending(status)
      }
      usleep(10_000)
    }
    return end()
  }

  private func wait() -> Ending? {
    var status: Int32 = 0
    while true {
      let result = waitpid(identifier, &status, 0)
      if result == identifier { return Ending(status) }
      if result < 0, errno != EINTR { return nil }
    }
  }

  private static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else { return nil }
    // Otherwise the next worker would hold this one's pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func close(_ pipe: (read: Int32, write: Int32)) {
    closeDescriptor(pipe.read)
    closeDescriptor(pipe.write)
  }

  private static func closeDescriptor(_ number: Int32) { _ = systemClose(number) }

  private static func notStarted(_ code: Int32) -> Diagnostic {
    Diagnostic(
      .batchWorkerStart, "no worker process can be started: \(String(cString: strerror(code)))",
      advice: "choose a smaller -j, or raise the limits on processes and open files")
  }
}

extension WorkerProcess.Ending {
  /// The status that `waitpid` gives, as its macros read it.
  fileprivate init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
  }

  /// Whether it was probably ended by somebody else, and not by what it did.
  var isFromOutside: Bool { [SIGTERM, SIGKILL, SIGINT, SIGHUP].contains { self == .signal($0) } }

  /// `signal 11, SIGSEGV: …`.
  var words: String {
    switch self {
    case .code(let code): "it ended with code \(code)"
    case .signal(let number): "signal \(number)" + (Self.meanings[number].map { ", \($0)" } ?? "")
    }
  }

  private static let meanings: [Int32: String] = [
    SIGSEGV: "a read or write outside of its memory", SIGBUS: "a read or write outside of its memory",
    SIGILL: "a failed check of the program", SIGTRAP: "a failed check of the program",
    SIGABRT: "a failed check of the program or a library", SIGFPE: "a division by zero",
    SIGKILL: "ended by the system, which may be out of memory", SIGTERM: "ended from outside",
  ]
}

// Named apart from the methods that call them.
private let systemClose = close
private let systemPipe = pipe
