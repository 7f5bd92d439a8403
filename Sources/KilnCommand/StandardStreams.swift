internal import Diagnostics

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Standard input, output and error as bytes.
enum StandardStreams {
  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) != 0 }
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) != 0 }

  /// Everything that comes in, up to the limit.
  static func readInput(limits: Limits = Limits()) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0 { throw Diagnostic(.inputUnreadable, "standard input cannot be read") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      try limits.check(bytes.count, atMost: limits.inputBytes, "the size of the input in bytes")
    }
  }

  static func writeOutput(_ bytes: [UInt8]) throws(Diagnostic) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withContiguousStorageIfAvailable { write(STDOUT_FILENO, $0.baseAddress, $0.count) } ?? -1
      if count <= 0 { throw Diagnostic(.outputUnwritable, "standard output cannot be written") }
      rest = rest.dropFirst(count)
    }
  }

  static func writeError(_ text: String) {
    let bytes = Array(text.utf8)
    // There is nowhere left to report a failure of standard error to.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
