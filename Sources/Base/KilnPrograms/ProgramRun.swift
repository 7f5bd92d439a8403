package import KilnDiagnostics
internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A run of an external program, with pipes to and from it.
///
/// All pipes are served together, by one thread and without blocking, so that neither side waits for the other for ever: what
/// the program says while it is written to is collected, and what it says on standard error is kept up to a bound. It is
/// ended when it stands still, when `isWanted` throws, and with the object. Calls have to come one at a time.
package final class ProgramRun {
  /// Settings of a run.
  package struct Options {
    /// Files that the program gets, by the numbers of their descriptors: 3…9.
    package var files: [(file: ScratchFile, number: Int32)] = []
    /// Whether standard input is a pipe, and not empty.
    package var hasInput = false
    /// Whether standard output is read, and not thrown away.
    package var hasOutput = false
    /// Seconds without any byte taken or given after which the program is ended.
    package var patience = 180.0
    /// Called now and then; ends the program when it throws.
    package var isWanted: () throws(Diagnostic) -> Void = {}

    package init() {}
  }

  /// Bytes of standard error that are kept: the last ones.
  private static let saidLimit = 8192
  /// Bytes of standard output that are kept for a caller who writes meanwhile.
  private static let waitingLimit = 64 << 20

  private let program: ExternalProgram
  private let options: Options
  private let process: SystemProcess
  private var input: Int32?
  private var output: Int32?
  private var errors: Int32?
  private var said: [UInt8] = []
  private var waiting: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var lastMotion = SystemClock.steadyTime
  private var ending: ProcessEnding?

  /// Starts a program.
  ///
  /// - Throws: `program.failed` if the system does not start it.
  package init(
    _ program: ExternalProgram, _ arguments: [String], _ options: Options = Options()
  ) throws(Diagnostic) {
    var ends = Ends()
    defer { ends.close() }
    var descriptors = options.files.map { SystemProcess.Descriptor($0.file.descriptor, as: $0.number) }
    if options.hasInput {
      guard let pair = SystemProcess.socketPair() else { throw Self.notStarted(program, errno) }
      ends.children.append(pair.read)
      ends.input = pair.write
      descriptors.append(.init(pair.read, as: STDIN_FILENO))
    }
    if options.hasOutput {
      guard let pair = SystemProcess.pipe() else { throw Self.notStarted(program, errno) }
      ends.children.append(pair.write)
      ends.output = pair.read
      descriptors.append(.init(pair.write, as: STDOUT_FILENO))
    }
    guard let pair = SystemProcess.pipe() else { throw Self.notStarted(program, errno) }
    ends.children.append(pair.write)
    ends.errors = pair.read
    descriptors.append(.init(pair.write, as: STDERR_FILENO))
    do {
      process = try RunningPrograms.start { group throws(SystemProcess.Failure) in
        try SystemProcess(
          executable: program.path, arguments: arguments, environment: Self.environment, descriptors: descriptors,
          group: group)
      }
    } catch {
      throw Self.notStarted(program, error.code)
    }
    (self.program, self.options) = (program, options)
    (input, output, errors) = (ends.input, ends.output, ends.errors)
    (ends.input, ends.output, ends.errors) = (nil, nil, nil)
    for end in [output, errors].compactMap(\.self) { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
  }

  deinit { end() }

  /// Writes bytes to standard input.
  ///
  /// - Throws: `program.failed` if the program does not take them, `program.stuck`, or what `isWanted` throws.
  package func write(_ bytes: [UInt8]) throws(Diagnostic) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let input else { throw failed() }
      let count = SystemProcess.send(rest, to: input)
      if count > 0 {
        rest = rest.dropFirst(count)
        lastMotion = SystemClock.steadyTime
      } else if count < 0, [EAGAIN, EWOULDBLOCK, EINTR, ENOBUFS].contains(errno) {
        try wait(forInput: true)
      } else {
        throw failed()
      }
    }
  }

  /// Reads what standard output has next; empty at its end.
  ///
  /// - Throws: `program.stuck`, or what `isWanted` throws.
  package func read() throws(Diagnostic) -> [UInt8] {
    while waiting.isEmpty, output != nil { try wait() }
    defer { waiting = [] }
    return waiting
  }

  /// Closes standard input, and waits for the end. What is left of standard output is thrown away.
  ///
  /// - Returns: What the program has said on standard error.
  /// - Throws: `program.failed` if it did not end with code 0, `output.diskFull` if it says so, `program.stuck`, or what
  ///   `isWanted` throws.
  @discardableResult package func finish() throws(Diagnostic) -> String {
    closeInput()
    while output != nil || errors != nil {
      try wait()
      waiting = []
    }
    while ending == nil {
      ending = RunningPrograms.collect(process, waits: false)
      guard ending == nil else { break }
      try checkMotion()
      usleep(5000)
    }
    guard ending == .code(0) else { throw failed() }
    // ffmpeg ends well when there is no room for the end of a file.
    guard !saysNoRoom else { throw ScratchFile.diskFull }
    return text
  }

  /// Closes standard input: there is no more.
  package func closeInput() { Self.close(&input) }

  /// Ends the program at once.
  package func end() {
    for end in [\ProgramRun.input, \.output, \.errors] { Self.close(&self[keyPath: end]) }
    guard ending == nil else { return }
    process.kill()
    ending = RunningPrograms.collect(process, waits: true)
  }

  // MARK: Pipes

  /// Waits until a pipe is ready, and takes what the program says.
  private func wait(forInput: Bool = false) throws(Diagnostic) {
    var descriptors: [pollfd] = []
    if forInput, let input { descriptors.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
    for end in [output, errors].compactMap(\.self) {
      descriptors.append(pollfd(fd: end, events: Int16(POLLIN), revents: 0))
    }
    let count = poll(&descriptors, nfds_t(descriptors.count), 100)
    if count == 0 { return try checkMotion() }
    for descriptor in descriptors where descriptor.revents != 0 {
      if descriptor.fd == output { take(&output, into: &waiting) }
      if descriptor.fd == errors { take(&errors, into: &said) }
    }
    if said.count > 2 * Self.saidLimit { said.removeFirst(said.count - Self.saidLimit) }
    guard waiting.count <= Self.waitingLimit else {
      end()
      throw Diagnostic(.programFailed, "\(program.name) gives far more than was asked of it")
    }
    try options.isWanted()
  }

  private func take(_ end: inout Int32?, into bytes: inout [UInt8]) {
    guard let descriptor = end else { return }
    let count = systemRead(descriptor, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
      lastMotion = SystemClock.steadyTime
    } else if count == 0 || ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) {
      Self.close(&end)
    }
  }

  private func checkMotion() throws(Diagnostic) {
    try options.isWanted()
    guard SystemClock.steadyTime - lastMotion > options.patience else { return }
    end()
    throw Diagnostic(
      .programStuck,
      "\(program.name) has neither taken nor given anything for \(Int(options.patience)) seconds\(lastWords)")
  }

  private static func close(_ end: inout Int32?) {
    if let number = end { _ = systemClose(number) }
    end = nil
  }

  // MARK: Failures

  /// The finding of a program that has ended or takes no more, with its last words.
  private func failed() -> Diagnostic {
    closeInput()
    // It has closed its end, and is about to say why.
    let start = SystemClock.steadyTime
    while errors != nil, SystemClock.steadyTime - start < 2 {
      var descriptor = pollfd(fd: errors ?? -1, events: Int16(POLLIN), revents: 0)
      if poll(&descriptor, 1, 100) > 0 { take(&errors, into: &said) }
    }
    while ending == nil, SystemClock.steadyTime - start < 2 {
      ending = RunningPrograms.collect(process, waits: false)
      if ending == nil { usleep(5000) }
    }
    let (how, isFromOutside) = (
      ending.map { $0 == .code(0) ? "it ended early" : $0.words } ?? "it takes no more", ending?.isFromOutside == true
    )
    end()
    if saysNoRoom { return ScratchFile.diskFull }
    return Diagnostic(
      .programFailed, "\(program.name) failed: \(how)\(lastWords)",
      advice: isFromOutside ? "it was ended by somebody else, or there is too little memory; run it again" : nil)
  }

  /// Whether somebody else has ended it, as the system does when memory is short.
  package var wasEndedFromOutside: Bool { ending?.isFromOutside == true }

  /// What it has said on standard error, at most the last of it.
  package var text: String { String(decoding: said.suffix(Self.saidLimit), as: UTF8.self) }

  /// Whether it has said that the system takes no more of a file.
  private var saysNoRoom: Bool {
    ["No space left on device", "Disk quota exceeded", "File too large"].contains { text.contains($0) }
  }

  /// The last lines that it has said, as a part of a message.
  private var lastWords: String {
    let lines = text.split(whereSeparator: \.isNewline).suffix(3).map { $0.suffix(200) }
    return lines.isEmpty ? "" : "; it says: “" + lines.joined(separator: " / ").printable + "”"
  }

  /// The variables of this process, with messages in English.
  private static var environment: [String] {
    ProcessInfo.processInfo.environment.merging(["LC_ALL": "C", "AV_LOG_FORCE_NOCOLOR": "1"]) { $1 }
      .map { "\($0.key)=\($0.value)" }.sorted()
  }

  private static func notStarted(_ program: ExternalProgram, _ code: Int32) -> Diagnostic {
    let reason = SystemProcess.Failure(code: code).message
    return Diagnostic(.programFailed, "\(program.path) cannot be started: \(reason)")
  }
}

/// Descriptors that are closed unless they are taken.
private struct Ends {
  var children: [Int32] = []
  var input: Int32?
  var output: Int32?
  var errors: Int32?

  func close() {
    for end in children + [input, output, errors].compactMap(\.self) { _ = systemClose(end) }
  }
}

// Named apart from the methods that call them.
private let systemRead = read
private let systemClose = close
