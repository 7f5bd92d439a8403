internal import KilnDiagnostics
internal import Kiln

internal import KilnPlatform

/// Standard input, output and error as bytes.
enum StandardStreams {
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) != 0 }
  static var isInputTerminal: Bool { isatty(STDIN_FILENO) != 0 }
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Takes the numbers of streams that the caller has closed, so that no file that is opened later gets one of them and
  /// receives what is meant for a stream. Reading and writing them fails as before.
  static func reserveClosed() {
    for (stream, flags) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", flags)
    }
  }

  /// Whether a name means standard output: `-`, or a path that systems have for it.
  static func isOutput(_ name: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(name)
  }

  /// Columns of the terminal behind standard error; 80 if it does not say.
  static var errorColumns: Int { columns(of: STDERR_FILENO) ?? 80 }

  /// Columns of help: those of the terminal behind standard output, but no more than can be read well; 80 without one.
  static var helpColumns: Int { min(columns(of: STDOUT_FILENO) ?? 80, 100) }

  /// Columns of the terminal behind a stream; nil if there is none, or if it does not say.
  private static func columns(of stream: Int32) -> Int? {
    var size = winsize()
    guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Everything that comes in, up to the limit.
  static func readInput(limits: Limits = Limits()) throws(Diagnostic) -> [UInt8] {
    try Files.read(descriptor: STDIN_FILENO, limits: limits)
  }

  /// The next line that somebody types, without spaces around it; nil at the end of the input.
  static func readInputLine() -> String? {
    readLine().map { String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
  }

  /// Calls `body` with each line that comes in, until the end.
  static func readInputLines(_ body: ([UInt8]) -> Void) {
    var buffer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      buffer += chunk[..<count]
      while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        body(Array(buffer[..<end]))
        buffer.removeSubrange(...end)
      }
    }
  }

  /// Prints lines on standard output.
  ///
  /// - Parameter wraps: Whether a terminal gets lines that are cut between words.
  /// - Throws: `output.unwritable`.
  static func printOutput(_ lines: [PrintedLine], wraps: Bool = true) throws(Diagnostic) {
    guard !lines.isEmpty else { return }
    var lines = lines
    if wraps, let columns = columns(of: STDOUT_FILENO) { lines = lines.flatMap { $0.wrapped(columns: columns) } }
    try writeOutput(Array(lines.map { $0.text + "\n" }.joined().utf8))
  }

  /// Prints JSON on standard output.
  ///
  /// - Throws: `output.unwritable`.
  static func printOutput(json: [UInt8]) throws(Diagnostic) { try writeOutput(PrintableJSON.printable(json)) }

  /// Writes a file, or a message for another process, to standard output as it is.
  ///
  /// - Throws: `output.unwritable`.
  static func writeOutput(_ bytes: [UInt8]) throws(Diagnostic) {
    guard Files.write(bytes, descriptor: STDOUT_FILENO) else {
      throw Diagnostic(.outputUnwritable, "standard output cannot be written")
    }
  }

  /// Prints a line on standard error, cut between words if that is a terminal.
  ///
  /// - Parameter end: Text after the line; empty for a question, or for a line that is drawn again.
  static func printError(_ line: PrintedLine, end: String = "\n") {
    var text = line.text
    // What ends otherwise is drawn for the terminal's width.
    if end == "\n", let columns = columns(of: STDERR_FILENO) {
      text = line.wrapped(columns: columns).map(\.text).joined(separator: "\n")
    }
    // There is nowhere left to report a failure of standard error to.
    _ = Files.write(Array((text + end).utf8), descriptor: STDERR_FILENO)
  }
}
