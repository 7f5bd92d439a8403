public import Foundation

extension Process {
  /// A program that does not end.
  public struct Overdue: Error, CustomStringConvertible {
    /// Its time and its command line.
    public let description: String
  }

  /// Waits until the program ends. One that hangs is killed, so that its test fails instead of holding up all others.
  ///
  /// - Parameter limit: In seconds. The default is many times what the longest program of a test takes on a busy machine.
  /// - Throws: `Overdue` after this time.
  public func waitForEnd(within limit: TimeInterval = 600) throws(Overdue) {
    let end = Date(timeIntervalSinceNow: limit)
    while isRunning {
      guard Date() < end else {
        kill(processIdentifier, SIGKILL)
        let line = [executableURL?.lastPathComponent ?? ""] + (arguments ?? [])
        throw Overdue(description: "no end after \(limit) s: \(line.joined(separator: " "))")
      }
      usleep(1000)
    }
  }
}
