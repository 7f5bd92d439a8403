package import KilnDiagnostics
internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A temporary file without a name, which a child process reads or writes through its descriptor.
///
/// It is gone with the last process that has it open, however these end: nothing is ever left behind.
package final class ScratchFile {
  /// Descriptor, open for reading and writing.
  package let descriptor: Int32

  /// Bytes that are read or written at a time.
  private static let partSize = 1 << 20

  /// An empty file.
  ///
  /// - Throws: `output.unwritable` if the folder for temporary files takes none.
  package init() throws(Diagnostic) {
    let opened = Self.open()
    guard opened >= 0 else { throw Self.failure("no temporary file can be made in \(Self.folder)") }
    // Above the numbers that children get.
    descriptor = fcntl(opened, F_DUPFD_CLOEXEC, 10)
    close(opened)
    guard descriptor >= 0 else { throw Self.failure("no temporary file can be opened") }
  }

  /// Opens a file that has no name, or had one for a moment; below 0 if that fails.
  private static func open() -> Int32 {
    #if os(Linux)
      // O_TMPFILE, whose name Swift does not import: at no time is there a file that somebody could be killed before removing.
      let unnamed = systemOpen(folder, O_RDWR | O_DIRECTORY | 0o20000000, 0o600)
      if unnamed >= 0 { return unnamed }
    #endif
    var template = Array((folder + "/kiln-XXXXXX").utf8CString)
    let opened = mkstemp(&template)
    if opened >= 0 { unlink(template) }
    return opened
  }

  /// A file with some content.
  ///
  /// - Throws: `output.diskFull` or `output.unwritable`.
  package convenience init(_ bytes: [UInt8]) throws(Diagnostic) {
    try self.init()
    var offset = 0
    while offset < bytes.count {
      let part = Array(bytes[offset..<min(offset + Self.partSize, bytes.count)])
      let count = write(descriptor, part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure("a temporary file in \(Self.folder) cannot be written") }
      offset += count
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// The whole content, whoever wrote it.
  ///
  /// - Throws: `limit.exceeded` if it has more bytes than `limit`; `output.unwritable`.
  package func content(atMost limit: Int, _ what: String) throws(Diagnostic) -> [UInt8] {
    let size = Int(clamping: lseek(descriptor, 0, SEEK_END))
    try Limits().check(size, atMost: limit, what)
    lseek(descriptor, 0, SEEK_SET)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var part = [UInt8](repeating: 0, count: min(Self.partSize, max(1, size)))
    while bytes.count < size {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure("a temporary file cannot be read back") }
      bytes += part[..<count]
    }
    return bytes
  }

  /// The folder for temporary files.
  package static var folder: String {
    let chosen = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let folder = chosen.isEmpty ? "/tmp" : chosen
    return folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// The finding of a call that has failed, as `errno` says.
  private static func failure(_ text: String) -> Diagnostic {
    let code = errno
    guard code == ENOSPC || code == EDQUOT else {
      return Diagnostic(
        .outputUnwritable, "\(text): \(String(cString: strerror(code)))",
        advice: "set TMPDIR to a folder that you may write to")
    }
    return diskFull
  }

  /// The finding of a full disk.
  package static var diskFull: Diagnostic {
    Diagnostic(
      .outputDiskFull, "there is no room for temporary files in \(folder)",
      advice: "make room, raise a limit on the size of files, or set TMPDIR to a folder with more")
  }
}

#if os(Linux)
  // Named apart from the method that calls it.
  private let systemOpen: @Sendable (String, Int32, mode_t) -> Int32 = { open($0, $1, $2) }
#endif
