internal import KilnPlatform

/// Limits that the operating system sets for this process.
enum SystemLimits {
  /// Number of open files that are asked for.
  private static let wantedFiles: rlim_t = 256
  /// Number of open files below which system libraries end a process without a word.
  private static let neededFiles: rlim_t = 8

  /// Asks for as many open files as are needed, and lets writing beyond the largest size of a file fail instead of ending the
  /// process. Ends it with a message where it may have too few open files.
  static func prepare() {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < wantedFiles else { return }
    limit.rlim_cur = min(wantedFiles, limit.rlim_max)
    _ = setrlimit(openFiles, &limit)
    guard getrlimit(openFiles, &limit) == 0, limit.rlim_cur < neededFiles else { return }
    StandardStreams.printError(
      "error: this process may have only \(limit.rlim_cur) open files, and Kiln needs \(neededFiles); raise ulimit -n")
    _exit(71)
  }

  #if canImport(Glibc)
    private static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let openFiles = RLIMIT_NOFILE
  #endif
}
