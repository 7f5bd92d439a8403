public import KilnDiagnostics

internal import KilnPlatform

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Files {
  /// A file that is complete, under another name beside its place.
  private struct Waiting {
    var partial: URL
    var place: URL

    var partialPath: String { partial.path(percentEncoded: false) }
  }

  /// Writes files that belong together: all are complete, beside their places under other names, before the first is
  /// renamed, so that nobody sees half of one and a full disk leaves none.
  ///
  /// A link to a regular file stays a link: the file behind it is replaced, and keeps its permissions. Pipes are written
  /// into, after all others. Devices are refused.
  ///
  /// Throws `output.unwritable`.
  public static func write(_ files: [(path: String, bytes: [UInt8])]) throws(Diagnostic) {
    var waiting: [Waiting] = []
    defer {
      for file in waiting { try? FileManager.default.removeItem(at: file.partial) }
      UnfinishedFiles.finish(waiting.map(\.partialPath)) {}
    }
    var pipes: [(path: String, bytes: [UInt8])] = []
    for (path, bytes) in files {
      switch FileDescriptor.kind(of: path) {
      case .pipe: pipes.append((path, bytes))
      case .folder: throw unwritable(path, POSIXError(.EISDIR))
      case .device:
        throw Diagnostic(
          .outputUnwritable, "\(path) cannot be written: it is a device",
          advice: "name a file; --dry-run does everything but write")
      case .regular, nil: try prepare(path, bytes, &waiting)
      }
    }
    let unplaced = UnfinishedFiles.finish(waiting.map(\.partialPath)) {
      // POSIX rename replaces what is there in one step.
      waiting.first { rename($0.partialPath, $0.place.path(percentEncoded: false)) != 0 }
        .map { ($0.place.path(percentEncoded: false), POSIXError(.current)) }
    }
    if let (place, error) = unplaced { throw unwritable(place, error) }
    waiting = []
    for (path, bytes) in pipes { try write(bytes, intoPipe: path) }
  }

  /// Writes a folder that is not there yet: it is complete, beside its place under another name, before it is renamed.
  ///
  /// Throws `output.unwritable`.
  static func writeFolder(_ path: String, _ files: [(path: String, bytes: [UInt8])]) throws(Diagnostic) {
    let place = target(of: path)
    let partial = partial(of: place)
    let partialPath = partial.path(percentEncoded: false)
    UnfinishedFiles.begin(partialPath)
    defer {
      try? FileManager.default.removeItem(at: partial)
      UnfinishedFiles.finish([partialPath]) {}
    }
    do {
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: false)
      for file in files {
        UnfinishedFiles.waitIfEnding()
        try file.bytes.write(to: partial.appending(path: lastComponent(of: file.path)))
      }
    } catch {
      throw unwritable(path, error)
    }
    let failure = UnfinishedFiles.finish([partialPath]) {
      rename(partialPath, place.path(percentEncoded: false)) == 0 ? nil : POSIXError(.current)
    }
    if let failure { throw unwritable(path, failure) }
  }

  /// Removes what a process that was ended in the middle of writing a file or folder has left beside its place.
  ///
  /// What processes of this machine have left that are gone is removed with the first file that is written to a folder; this
  /// is for what others have left, or a process that is known to be gone.
  ///
  /// - Parameter age: Least number of seconds since it was changed: another process may be writing to the same place.
  public static func removePartialFiles(of path: String, olderThan age: Int = 0) {
    let place = target(of: path)
    let folder = place.deletingLastPathComponent()
    let (last, stem) = (place.lastPathComponent, stem(of: place.lastPathComponent))
    let start = "." + PartialName.kept(of: stem)
    for name in names(in: folder.path(percentEncoded: false)) where name.hasPrefix(start) {
      // `.icon.webp.IDENTIFIER`, or that of a file beside it.
      guard let partial = PartialName(fileName: name),
        partial.name == PartialName.kept(of: last) || Self.stem(of: partial.name) == stem
      else { continue }
      let path = folder.appending(path: name).path(percentEncoded: false)
      guard age == 0 || partial.writer.hasEnded != false && FileDescriptor.age(of: path) ?? 0 >= age else { continue }
      try? FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// Writes one file, as `write(_:)` does.
  public static func write(_ bytes: [UInt8], to path: String) throws(Diagnostic) { try write([(path, bytes)]) }

  /// Writes all bytes to standard output or another open file, by its descriptor. Returns whether that was possible.
  public static func write(_ bytes: [UInt8], descriptor: Int32) -> Bool { FileDescriptor(descriptor).write(bytes) }

  /// Writes a file under another name in the folder in which it will stand.
  private static func prepare(_ path: String, _ bytes: [UInt8], _ waiting: inout [Waiting]) throws(Diagnostic) {
    let place = target(of: path)
    let partial = partial(of: place)
    do {
      let permissions = FileDescriptor.permissions(of: place.path(percentEncoded: false))
      waiting.append(Waiting(partial: partial, place: place))
      UnfinishedFiles.begin(partial.path(percentEncoded: false))
      try bytes.write(to: partial)
      if let permissions, chmod(partial.path(percentEncoded: false), permissions) != 0 { throw POSIXError(.current) }
    } catch {
      throw unwritable(path, error)
    }
  }

  /// Another name in the folder of a file, from which leftovers of killed processes are removed.
  private static func partial(of place: URL) -> URL {
    let folder = place.deletingLastPathComponent()
    Leftovers.remove(in: folder)
    return folder.appending(path: PartialName(of: place.lastPathComponent).fileName)
  }

  /// Location of a path with all links resolved, also of a file that does not exist yet. `PathBoundary` resolves them
  /// in the same way, so that the path that was checked is the one that is written.
  private static func target(of path: String) -> URL { URL(filePath: PathBoundary.target(of: path) ?? path) }

  private static func write(_ bytes: [UInt8], intoPipe path: String) throws(Diagnostic) {
    guard let pipe = FileDescriptor(path: path, flags: O_WRONLY) else {
      throw unwritable(path, POSIXError(.current))
    }
    defer { pipe.closed() }
    guard pipe.write(bytes) else { throw unwritable(path, POSIXError(.current)) }
  }
}

extension [UInt8] {
  /// Writes the bytes as a file, without a copy of them: files of long animations are large.
  fileprivate func write(to place: URL) throws {
    try withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return try Data().write(to: place) }
      // Nothing changes the memory: it is only read while it is written to the file.
      let memory = UnsafeMutableRawPointer(mutating: start)
      try Data(bytesNoCopy: memory, count: bytes.count, deallocator: .none).write(to: place)
    }
  }
}
