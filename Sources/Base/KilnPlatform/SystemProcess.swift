/// A child process of the operating system, started by `posix_spawn`.
///
/// Instead of Foundation's `Process`: that needs all of Foundation, and watches processes from threads of its own. A child
/// blocks no signal, and a closed pipe ends it, whatever this process does.
package struct SystemProcess: Sendable {
  /// Reason why the system starts no process.
  package struct Failure: Error {
    /// Error number of the system.
    package let code: Int32
    /// Description of the error by the system.
    package var message: String { String(cString: strerror(code)) }

    package init(code: Int32) { self.code = code }
  }

  /// A descriptor of this process, from 10 on, and the number below 10 under which the child has it.
  package struct Descriptor: Sendable {
    package let own: Int32
    package let number: Int32

    package init(_ own: Int32, as number: Int32) {
      self.own = own
      self.number = number
    }
  }

  /// Process group of a child.
  package enum Group: Sendable {
    /// One of its own, so that an interrupt at the terminal reaches only this process, which decides what ends.
    case own
    /// That of this process: whoever ends this process by `killGroup` ends the child, too.
    case inherited
  }

  /// Process ID.
  package let identifier: pid_t

  /// Starts a process, whose standard streams are `/dev/null` unless descriptors say otherwise.
  ///
  /// - Parameters:
  ///   - executable: Path of the program.
  ///   - environment: Variables, each as `NAME=value`.
  ///   - group: Process group of the child.
  package init(
    executable: String, arguments: [String], environment: [String], descriptors: [Descriptor], group: Group = .own
  ) throws(Failure) {
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
    let given = Set(descriptors.map(\.number))
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where !given.contains(number) {
      let mode = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", mode, 0)
    }
    for descriptor in descriptors { posix_spawn_file_actions_adddup2(&actions, descriptor.own, descriptor.number) }
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (group == .own ? POSIX_SPAWN_SETPGROUP : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    posix_spawnattr_setpgroup(&attributes, 0)
    var (blocked, usual) = (sigset_t(), sigset_t())
    sigemptyset(&blocked)
    sigemptyset(&usual)
    // Hang-ups that the caller ignores, as under nohup, stay ignored.
    sigaddset(&usual, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    var texts = ([executable] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for text in texts + variables { free(text) } }
    var identifier: pid_t = 0
    var code = posix_spawn(&identifier, executable, &actions, &attributes, &texts, &variables)
    // A program that was just written, whose file a process that another thread is starting still holds for a moment.
    for _ in 0..<50 where code == ETXTBSY {
      usleep(10_000)
      code = posix_spawn(&identifier, executable, &actions, &attributes, &texts, &variables)
    }
    guard code == 0 else { throw Failure(code: code) }
    self.identifier = identifier
  }

  /// How it ended; nil while it runs. Not to be asked again after that.
  package func endingIfOver() -> ProcessEnding? {
    var status: Int32 = 0
    return waitpid(identifier, &status, WNOHANG) == identifier ? ProcessEnding(status: status) : nil
  }

  /// Waits until it ends; nil if the system does not know it.
  package func waitForEnd() -> ProcessEnding? {
    var status: Int32 = 0
    while true {
      let result = waitpid(identifier, &status, 0)
      if result == identifier { return ProcessEnding(status: status) }
      if result < 0, errno != EINTR { return nil }
    }
  }

  /// Ends it at once. It has to be waited for all the same.
  package func kill() { _ = systemKill(identifier, SIGKILL) }

  /// Ends all processes of its group at once, which is `own`; also if it has ended itself but was not waited for.
  package func killGroup() { _ = systemKill(-identifier, SIGKILL) }

  /// Both ends of a new pipe, which children do not inherit; nil if the system has none left, as `errno` says.
  package static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else { return nil }
    return raised(ends)
  }

  /// Both ends of a pair of sockets for one direction; nil as for `pipe`. Writing to one whose other end is closed is an error
  /// and raises no signal, with `send`.
  package static func socketPair() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [0, 0]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    guard let pair = raised(ends) else { return nil }
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(pair.write, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return pair
  }

  /// Sends bytes to a socket without waiting. Returns their number, below 0 for an error, which `errno` says.
  package static func send(_ bytes: ArraySlice<UInt8>, to socket: Int32) -> Int {
    #if canImport(Darwin)
      let flags = MSG_DONTWAIT
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { systemSend(socket, $0.baseAddress, $0.count, flags) }
  }

  /// The same descriptors above those that children get, and not inherited by them.
  private static func raised(_ ends: [Int32]) -> (Int32, Int32)? {
    let raised = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    for end in ends { _ = close(end) }
    guard raised.allSatisfy({ $0 >= 0 }) else {
      for end in raised where end >= 0 { _ = close(end) }
      return nil
    }
    return (raised[0], raised[1])
  }
}

/// Exit code or signal with which a process ended.
package enum ProcessEnding: Sendable, Hashable {
  case code(Int32)
  case signal(Int32)

  /// The status that `waitpid` gives, as its macros read it.
  package init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
  }

  /// Whether it was probably ended by somebody else, and not by what it did.
  package var isFromOutside: Bool { [SIGTERM, SIGKILL, SIGINT, SIGHUP].contains { self == .signal($0) } }

  /// `signal 11, a read or write outside of its memory`, or `it ended with code 1`.
  package var words: String {
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
private let systemKill = kill
private let systemPipe = pipe
private let systemSend = send
