internal import KilnDiagnostics
internal import Kiln

internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A file to which lines are added, held by one process at a time.
///
/// Processes that this one starts inherit the hold: as long as a worker of a batch that was killed still writes, no other
/// batch begins.
final class JournalFile {
  private let path: String
  private var descriptor: Int32

  /// Seconds to wait for workers of a batch that was killed.
  private static let patience = 5

  /// Opens a file, which is made if it is not there, and waits until nobody else holds it.
  ///
  /// - Throws: `batch.state.busy`, `output.unwritable`.
  init(_ path: String) throws(Diagnostic) {
    self.path = path
    descriptor = -1
    for attempt in 0... {
      if try hold() { break }
      guard attempt < Self.patience * 20 else {
        throw Diagnostic(
          .batchStateBusy, "another batch is writing to this folder (\(path) is in use)",
          advice: "wait until it ends, or choose another folder; parts of one batch have --shard")
      }
      usleep(50_000)
    }
    try endLine()
  }

  /// Opens the file and tries to hold it; false if somebody else holds it, or has just replaced it.
  private func hold() throws(Diagnostic) -> Bool {
    // Neither a link, which may lead anywhere, nor a pipe, which would never end.
    let number = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o666)
    guard number >= 0 else { throw Self.unwritable(path, errno) }
    var opened = stat()
    var named = stat()
    guard fstat(number, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG else {
      _ = close(number)
      throw Diagnostic(
        .outputUnwritable, "\(path) cannot be written: it is a pipe or device and no file", advice: Self.advice)
    }
    // File systems that know no holds, as some of clusters, let everybody in.
    let isHeld = flock(number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR
    guard isHeld, stat(path, &named) == 0, opened.st_ino == named.st_ino else {
      _ = close(number)
      return false
    }
    descriptor = number
    return true
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// A line that was cut by the end of a process must not run into the next one.
  private func endLine() throws(Diagnostic) {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size > 0 else { return }
    var last: UInt8 = 0
    guard pread(descriptor, &last, 1, size - 1) == 1, last != UInt8(ascii: "\n") else { return }
    try append("\n")
  }

  /// Adds text at the end.
  ///
  /// - Throws: `output.unwritable`.
  func append(_ text: String) throws(Diagnostic) {
    guard Files.write(Array(text.utf8), descriptor: descriptor) else { throw Self.unwritable(path, errno) }
  }

  /// Replaces the content: by another file under this name, so that it is complete at any moment.
  ///
  /// - Throws: `output.unwritable`.
  func replace(_ text: String) throws(Diagnostic) {
    let partial = path + ".new"
    // Removes the file of a killed process, or a link.
    _ = unlink(partial)
    let new = open(partial, O_RDWR | O_CREAT | O_EXCL | O_APPEND, 0o666)
    guard new >= 0 else { throw Self.unwritable(partial, errno) }
    // Nobody else knows of the new file yet.
    _ = flock(new, LOCK_EX | LOCK_NB)
    guard Files.write(Array(text.utf8), descriptor: new), rename(partial, path) == 0 else {
      let code = errno
      _ = close(new)
      _ = unlink(partial)
      throw Self.unwritable(path, code)
    }
    _ = close(descriptor)
    descriptor = new
  }

  private static let advice = "--cache names another folder for what a batch remembers, and --no-cache does without"

  private static func unwritable(_ path: String, _ code: Int32) -> Diagnostic {
    Files.unwritable(
      path, POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO),
      advice: advice)
  }
}
