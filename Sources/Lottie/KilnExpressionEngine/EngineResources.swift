internal import KilnLottieExpressions
internal import KilnPlatform

/// System resources that JavaScriptCore needs when it starts. Without them it ends the process with a signal, so they
/// are checked before it is loaded.
enum EngineResources {
  /// Address space in bytes: JavaScriptCore reserves 4 GB for its objects' kinds and 1 GB for machine code, and does not start
  /// below 6 GB.
  private static let addressSpace = 7 << 30
  /// Files that the library and its main loop open.
  private static let fileCount = 8

  /// - Throws: `noRoom`.
  static func check() throws(ScriptError) {
    try checkAddressSpace()
    try checkFiles()
  }

  private static func checkAddressSpace() throws(ScriptError) {
    #if os(Linux)
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
        return
      }
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
      guard let block = mmap(nil, addressSpace, PROT_NONE, flags, -1, 0), block != MAP_FAILED else {
        throw .noRoom("the limit on address space leaves less than \(addressSpace >> 30) GB")
      }
      munmap(block, addressSpace)
    #endif
  }

  private static func checkFiles() throws(ScriptError) {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    for _ in 0..<fileCount {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw .noRoom("fewer than \(fileCount) more files may be opened") }
      files.append(file)
    }
  }
}
