public import Diagnostics

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

/// Reading and writing whole files, with the file system's errors as diagnostics.
public enum Files {
  /// The bytes of a file.
  ///
  /// Throws `input.notFound`, `input.unreadable`, or `limit.exceeded` when the file is larger than `Limits.inputBytes`.
  public static func read(_ path: String, limits: Limits = Limits()) throws(Diagnostic) -> [UInt8] {
    var isFolder: Bool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Diagnostic(.inputNotFound, "there is no such file", advice: "check the path")
    }
    guard !isFolder else {
      throw Diagnostic(.inputUnreadable, "this is a folder", advice: "name the animation inside it")
    }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      if let size = attributes[.size] as? Int, size > limits.inputBytes {
        throw Diagnostic(.limitExceeded, "the file has \(size) bytes, above the limit of \(limits.inputBytes)")
      }
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw Diagnostic(.inputUnreadable, "the file cannot be read: \(error.localizedReason)")
    }
  }

  /// Writes files that belong together: all are complete, beside their places under other names, before the first is
  /// renamed, so that nobody sees half of one and a full disk leaves none.
  ///
  /// Throws `output.unwritable`.
  public static func write(_ files: [(path: String, bytes: [UInt8])]) throws(Diagnostic) {
    var waiting: [(partial: URL, place: URL)] = []
    defer { for file in waiting { try? FileManager.default.removeItem(at: file.partial) } }
    for (path, bytes) in files {
      let place = URL(filePath: path)
      var isFolder: Bool = false
      do {
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
          throw POSIXError(.EISDIR)
        }
        let partial = place.deletingLastPathComponent().appending(
          path: ".\(place.lastPathComponent).\(UUID().uuidString)")
        waiting.append((partial, place))
        try Data(bytes).write(to: partial)
      } catch {
        throw unwritable(path, error)
      }
    }
    for (partial, place) in waiting {
      // POSIX rename replaces what is there in one step.
      guard rename(partial.path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
        throw unwritable(place.path(percentEncoded: false), POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
      }
    }
    waiting = []
  }

  /// Writes one file, as `write(_:)` does.
  public static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) { try write([(path, bytes)]) }

  /// Removes a file that was just made.
  public static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Whether two paths lead to the same existing file.
  public static func areSame(_ path: String, _ other: String) -> Bool {
    guard exists(path), exists(other) else { return false }
    return URL(filePath: path).resolvingSymlinksInPath().standardized
      == URL(filePath: other).resolvingSymlinksInPath().standardized
  }

  private static func unwritable(_ path: String, _ error: any Error) -> Diagnostic {
    Diagnostic(
      .outputUnwritable, "\(path) cannot be written: \(error.localizedReason)",
      advice: "check that the folder exists and may be written to")
  }

  /// Makes a folder and those around it, unless they are there.
  public static func makeFolder(_ path: String) throws(Diagnostic) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Diagnostic(.outputUnwritable, "the folder \(path) cannot be made: \(error.localizedReason)")
    }
  }

  /// Whether there is a file or folder.
  public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

extension Error {
  /// The file system's reason, without the file's name, which the message names already.
  fileprivate var localizedReason: String {
    if let error = self as? POSIXError { return error.code.words }
    guard let error = self as? CocoaError else { return "\(self)" }
    if let posix = error.underlying as? POSIXError { return posix.code.words }
    switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: return "no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "no space left"
    case .fileWriteFileExists: return "a file of that name is in the way"
    default: return "\(self)"
    }
  }
}

extension POSIXErrorCode {
  fileprivate var words: String {
    switch self {
    case .ENOENT: "no such folder"
    case .EACCES, .EPERM: "permission denied"
    case .EISDIR: "it is a folder"
    case .ENOTDIR, .EEXIST: "a file of that name is in the way"
    case .ENOSPC: "no space left"
    case .EROFS: "the file system is read-only"
    default: "\(self)"
    }
  }
}
