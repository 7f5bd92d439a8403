internal import Synchronization

internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Files and folders that this process is writing under other names beside their places.
public enum UnfinishedFiles {
  private struct State {
    var paths: Set<String> = []
    /// Whether the process is about to end.
    var isEnding = false
  }

  private static let state = Mutex(State())

  /// Notes a path before it is made, or one that is of no use without others. Does not return if the process is about to end.
  public static func begin(_ path: String) {
    state.withLock { state in
      if !state.isEnding { _ = state.paths.insert(path) }
    }
    waitIfEnding()
  }

  /// Does not return if the process is about to end.
  static func waitIfEnding() {
    while state.withLock(\.isEnding) { sleep(60) }
  }

  /// Brings paths to their places, without an end of the process in between, and forgets them.
  public static func finish<Result: Sendable>(_ paths: [String], _ body: () -> Result) -> Result {
    while true {
      // Whether the process ends is asked under the same lock, so that nothing is brought to its place while it is removed.
      let results: [Result] = state.withLock { state in
        if state.isEnding { return [] }
        defer { state.paths.subtract(paths) }
        return [body()]
      }
      if let result = results.first { return result }
      sleep(60)
    }
  }

  /// Removes all of them because the process ends. Nothing is written from then on.
  public static func abandon() {
    let paths = state.withLock { state in
      state.isEnding = true
      return state.paths
    }
    var attempts = 100
    for path in paths { remove(path, &attempts) }
    // A thread may have been about to make one.
    usleep(10_000)
    for path in paths { remove(path, &attempts) }
  }

  /// Removes a file, or a folder into which another thread may be writing its last file.
  ///
  /// - Parameter attempts: Number of attempts that are left, for all paths.
  private static func remove(_ path: String, _ attempts: inout Int) {
    try? FileManager.default.removeItem(atPath: path)
    while attempts > 0, FileManager.default.fileExists(atPath: path) {
      attempts -= 1
      usleep(10_000)
      try? FileManager.default.removeItem(atPath: path)
    }
  }
}
