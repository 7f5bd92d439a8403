internal import KilnDiagnostics

internal import KilnPlatform

/// An open file of the operating system. Calls that a signal interrupts are repeated.
struct FileDescriptor {
  /// Kind of an open file.
  enum Kind { case regular, folder, pipe, device }

  let number: Int32

  init(_ number: Int32) { self.number = number }

  /// Opens a file; nil, with the reason in `POSIXErrorCode.current`, when that fails.
  init?(path: String, flags: Int32) {
    number = repeated { open(path, flags | O_CLOEXEC) }
    guard number >= 0 else { return nil }
  }

  /// Closes it.
  func closed() { _ = close(number) }

  /// The kind and the size in bytes; nil if the system does not say.
  var status: (kind: Kind, size: Int)? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    return (Kind(status), Int(clamping: status.st_size))
  }

  /// The kind of the file at a path, after links; nil if there is none.
  static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Kind(status)
  }

  /// The permissions of the file at a path, after links; nil if there is none.
  static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Seconds since the file or folder at a path was changed, without following links; nil if there is none.
  static func age(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      return time(nil) - status.st_mtimespec.tv_sec
    #else
      return time(nil) - status.st_mtim.tv_sec
    #endif
  }

  /// The size in bytes of the file at a path, after links; nil if there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(clamping: status.st_size) : nil
  }

  /// The next bytes, at most as many as `chunk` holds. Returns their number, 0 at the end, below 0 for an error.
  func read(into chunk: inout [UInt8]) -> Int { repeated { systemRead(number, &chunk, chunk.count) } }

  /// Writes all bytes. Returns whether that was possible.
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withContiguousStorageIfAvailable { part in
        repeated { systemWrite(number, part.baseAddress, part.count) }
      }
      guard let count, count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension FileDescriptor.Kind {
  fileprivate init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    case S_IFIFO, S_IFSOCK: self = .pipe
    default: self = .device
    }
  }
}

// Named apart from the methods that call them.
private let systemRead = read
private let systemWrite = write

/// Repeats a system call that a signal has interrupted.
private func repeated<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
