public import Diagnostics

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

  /// Writes a file at once: first beside its place under another name, then renamed, so that nobody sees half of it.
  public static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Diagnostic(
        .outputUnwritable, "\(path) cannot be written: \(error.localizedReason)",
        advice: "check that the folder exists and may be written to")
    }
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
    if let error = self as? CocoaError, let posix = error.underlying as? POSIXError { return "\(posix.code)" }
    if let error = self as? CocoaError {
      switch error.code {
      case .fileNoSuchFile, .fileReadNoSuchFile: return "no such file or folder"
      case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
      case .fileWriteOutOfSpace: return "no space left"
      default: break
      }
    }
    return "\(self)"
  }
}
