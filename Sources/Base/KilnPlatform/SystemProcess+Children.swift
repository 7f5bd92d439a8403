extension SystemProcess {
  /// IDs of the processes that another process has started and that have not ended; none where the system does not say it.
  package static func children(of process: pid_t) -> [pid_t] {
    #if canImport(Darwin)
      return []
    #else
      guard let folder = opendir("/proc/\(process)/task") else { return [] }
      defer { closedir(folder) }
      var found: [pid_t] = []
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard Int(name) != nil else { continue }
        found += ProcessFile.words(of: "/proc/\(process)/task/\(name)/children").compactMap { pid_t($0) }
      }
      return found
    #endif
  }

  /// Whether it has ended, without collecting it.
  package var isOver: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_signo == SIGCHLD
  }

  /// Waits until it has ended, without collecting it.
  package func waitUntilOver() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  }
}

/// A file of the system about a process.
enum ProcessFile {
  /// The words in a short one; none if there is no such file.
  static func words(of path: String) -> [Substring] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self).split(whereSeparator: \.isWhitespace)
  }
}
