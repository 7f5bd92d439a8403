public import Foundation

extension Process {
  /// A program that does not end.
  public struct Overdue: Error, CustomStringConvertible {
    /// Its time and its command line.
    public let description: String
  }

  /// Waits until it ends, and kills it after a time, so that a test of what hangs fails with its name.
  ///
  /// - Parameter limit: In seconds. The default is many times what the longest program of a test takes on a busy machine.
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
