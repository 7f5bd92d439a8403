internal import Synchronization

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
    waitIfEnding()
    return state.withLock { state in
      defer { state.paths.subtract(paths) }
      return body()
    }
  }

  /// Removes all of them because the process ends. Nothing is written from then on.
  public static func abandon() {
    let paths = state.withLock { state in
      state.isEnding = true
      return state.paths
    }
    for path in paths { remove(path) }
  }

  /// Removes a file, or a folder into which another thread may be writing its last file.
  private static func remove(_ path: String) {
    for _ in 0..<100 {
      try? FileManager.default.removeItem(atPath: path)
      guard FileManager.default.fileExists(atPath: path) else { return }
      usleep(10_000)
    }
  }
}
