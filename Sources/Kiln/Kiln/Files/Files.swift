public import KilnDiagnostics

internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Reading and writing whole files, with the file system's errors as diagnostics.
public enum Files {
  /// The bytes of a file, a named pipe, or whatever else can be read to its end.
  ///
  /// - Parameter followsLinks: Whether a symbolic link at the end of the path is followed.
  /// - Throws: `input.notFound`, `input.unreadable`, or `limit.exceeded` when there are more bytes than `Limits.inputBytes`.
  public static func read(
    _ path: String, limits: Limits = Limits(), followsLinks: Bool = true
  ) throws(Diagnostic) -> [UInt8] {
    try read(path, flags: followsLinks ? 0 : O_NOFOLLOW, limits: limits)
  }

  private static func read(_ path: String, flags: Int32, limits: Limits) throws(Diagnostic) -> [UInt8] {
    guard let file = FileDescriptor(path: path, flags: O_RDONLY | flags) else {
      let code = POSIXErrorCode.current
      guard code == .ENOENT else { throw Diagnostic(.inputUnreadable, "the file cannot be read: \(code.words)") }
      throw Diagnostic(.inputNotFound, "there is no such file", advice: "check the path")
    }
    defer { file.closed() }
    let status = file.status
    if status?.kind == .folder {
      throw Diagnostic(.inputUnreadable, "this is a folder", advice: "name the animation inside it")
    }
    // Refused before anything is read. Pipes and the files of /proc say 0.
    let size = status?.size ?? 0
    try limits.check(size, atMost: .inputBytes, "the size of the input in bytes")
    return try readAll(of: file, expecting: size, limits: limits)
  }

  /// The bytes of a regular file, which nobody has named and which another file or a folder has led to: a pipe or device
  /// there would never end.
  ///
  /// - Parameter followsLinks: Whether a symbolic link at the end of the path is followed.
  /// - Throws: `input.notFound`, `input.unreadable` also for what is no regular file, or `limit.exceeded`.
  public static func readRegular(
    _ path: String, limits: Limits = Limits(), followsLinks: Bool = true
  ) throws(Diagnostic) -> [UInt8] {
    if let kind = FileDescriptor.kind(of: path), kind == .pipe || kind == .device {
      throw Diagnostic(.inputUnreadable, "it is a pipe or device and no file")
    }
    return try read(path, flags: O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW), limits: limits)
  }

  /// Whether a path leads to a regular file.
  public static func isRegular(_ path: String) -> Bool { FileDescriptor.kind(of: path) == .regular }

  /// Everything that comes from standard input or another open file, by its descriptor.
  ///
  /// Throws `input.unreadable` or `limit.exceeded`.
  public static func read(descriptor: Int32, limits: Limits = Limits()) throws(Diagnostic) -> [UInt8] {
    try readAll(of: FileDescriptor(descriptor), expecting: 0, limits: limits)
  }

  private static func readAll(
    of file: FileDescriptor, expecting size: Int, limits: Limits
  ) throws(Diagnostic) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = file.read(into: &chunk)
      if count < 0 {
        throw Diagnostic(.inputUnreadable, "the input cannot be read: \(POSIXErrorCode.current.words)")
      }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      try limits.check(bytes.count, atMost: .inputBytes, "the size of the input in bytes")
    }
  }

  /// Makes a folder and those around it, unless they are there.
  ///
  /// Throws `output.unwritable`.
  public static func makeFolder(_ path: String) throws(Diagnostic) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw unwritable(path, error, advice: nil)
    }
  }

  /// Makes the folder that a file or folder will stand in, and those around it.
  ///
  /// Throws `output.unwritable`.
  public static func makeFolder(around path: String) throws(Diagnostic) {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
    try makeFolder(String(path[..<slash]))
  }

  /// Removes a file that was just made.
  public static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Removes the folder that a path lies in if it is empty, and those around it, as far as they lie below another.
  public static func removeEmptyFolders(around path: String, below folder: String) {
    var path = path
    while let slash = path.lastIndex(of: "/") {
      path = String(path[..<slash])
      guard Self.path(path, below: folder) != nil, rmdir(path) == 0 else { return }
    }
  }

  /// Why a file or folder cannot be written.
  public static func unwritable(
    _ path: String, _ error: any Error, advice: String? = "check that the folder exists and may be written to"
  ) -> Diagnostic {
    Diagnostic(
      error.isFullDisk ? .outputDiskFull : .outputUnwritable, "\(path) cannot be written: \(error.localizedReason)",
      advice: error.isFullDisk ? "make room, and run the same command again" : advice)
  }

  /// Whether two paths lead to the same existing file.
  public static func areSame(_ path: String, _ other: String) -> Bool {
    guard exists(path), exists(other) else { return false }
    return URL(filePath: path).resolvingSymlinksInPath().standardized
      == URL(filePath: other).resolvingSymlinksInPath().standardized
  }

  /// Whether a regular file has these bytes.
  static func holds(_ bytes: [UInt8], at path: String) -> Bool {
    guard FileDescriptor.kind(of: path) == .regular, FileDescriptor.size(of: path) == bytes.count else { return false }
    return (try? read(path)) == bytes
  }

  /// Whether there is a file or folder.
  public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Whether a path leads to a folder.
  public static func isFolder(_ path: String) -> Bool { FileDescriptor.kind(of: path) == .folder }

  /// Whether writing to a path replaces what is there: a regular file, also through links. A pipe is written into.
  public static func wouldReplace(_ path: String) -> Bool { exists(path) && FileDescriptor.kind(of: path) != .pipe }
}

extension Error {
  /// The file system's reason, without the file's name, which the message names already.
  var localizedReason: String {
    if let code = posixCode { return code.words }
    guard let error = self as? CocoaError else { return "\(self)" }
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "no space left"
    case .fileWriteFileExists: return "a file of that name is in the way"
    default: return "\(self)"
    }
  }

  /// Whether there is no room left.
  var isFullDisk: Bool {
    posixCode == .ENOSPC || posixCode == .EDQUOT || (self as? CocoaError)?.code == .fileWriteOutOfSpace
  }

  private var posixCode: POSIXErrorCode? {
    ((self as? POSIXError) ?? (self as? CocoaError)?.underlying as? POSIXError)?.code
  }
}

extension POSIXErrorCode {
  /// The reason of the last failed call.
  static var current: POSIXErrorCode { POSIXErrorCode(rawValue: errno) ?? .EIO }

  /// The reason in words.
  var words: String {
    switch self {
    case .ENOENT: "no such folder"
    case .EACCES, .EPERM: "permission denied"
    case .EISDIR: "it is a folder"
    case .ENOTDIR, .EEXIST: "a file of that name is in the way"
    case .ENOSPC, .EDQUOT: "no space left"
    case .EROFS: "the file system is read-only"
    case .EPIPE: "nobody reads the pipe any more"
    case .EFBIG: "the file would be larger than this process may write"
    case .EMFILE: "this process may have no more open files"
    case .ENFILE: "the system has no room for another open file"
    case .ELOOP: "it is a link, or a circle of links"
    default: "\(self)"
    }
  }
}
