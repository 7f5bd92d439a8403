import Foundation
import KilnTestSupport
import Synchronization

internal import KilnPlatform

/// The built command with a terminal as its standard error.
final class Terminal: Sendable {
  private let master: Int32
  private let shown = Mutex<[UInt8]>([])

  /// What was shown so far.
  var text: String { String(decoding: shown.withLock { $0 }, as: UTF8.self) }

  /// Starts the command, calls `body` while it runs, and returns its exit code when it has ended.
  ///
  /// - Parameter typing: What is typed on the terminal; nil if standard input is none.
  static func run(
    _ arguments: [String], folder: String, environment: [String: String] = [:], typing: String? = nil,
    whileRunning body: (Terminal) throws -> Void
  ) throws -> (exitCode: Int, shown: String) {
    let (master, slave) = try pseudoTerminal()
    defer { close(master) }
    let process = Process()
    process.executableURL = Command.executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    let inherited = ProcessInfo.processInfo.environment.filter { !["CI", "NO_COLOR"].contains($0.key) }
    process.environment = inherited.merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    if let typing {
      process.standardInput = FileHandle(fileDescriptor: dup(slave), closeOnDealloc: true)
      try FileHandle(fileDescriptor: master).write(contentsOf: Data(typing.utf8))
    }
    process.standardError = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
    try process.run()
    let terminal = Terminal(master)
    let reader = Thread { terminal.read() }
    reader.start()
    try body(terminal)
    try process.waitForEnd()
    terminal.waitForSilence()
    return (Int(process.terminationStatus), terminal.text)
  }

  private init(_ master: Int32) { self.master = master }

  /// Both ends of a new pseudo-terminal.
  private static func pseudoTerminal() throws -> (master: Int32, slave: Int32) {
    #if os(Linux)
      // Glibc hides posix_openpt from Swift; these are TIOCSPTLCK and TIOCGPTN.
      let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var lock: Int32 = 0
      var number: UInt32 = 0
      guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
        throw POSIXError(.ENOTTY)
      }
      return (master, open("/dev/pts/\(number)", O_RDWR | O_NOCTTY))
    #else
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
        throw POSIXError(.ENOTTY)
      }
      return (master, open(name, O_RDWR | O_NOCTTY))
    #endif
  }

  /// Waits until something is shown; false if that takes longer than a minute.
  func waits(for text: String) -> Bool {
    for _ in 0..<6000 {
      if self.text.contains(text) { return true }
      usleep(10_000)
    }
    return false
  }

  private func read() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = readBytes(master, &chunk, chunk.count)
      guard count > 0 else { return }
      shown.withLock { $0 += chunk[..<count] }
    }
  }

  /// The last bytes may still be on their way when the process has ended.
  private func waitForSilence() {
    var count = -1
    while case let now = shown.withLock({ $0.count }), now != count {
      count = now
      usleep(50_000)
    }
  }
}

// Named apart from the method that calls it.
private let readBytes = read
