/// Memory of this process.
package enum SystemMemory {
  /// Resident memory in bytes; nil if the system does not say it.
  package static var resident: Int? {
    #if os(Linux)
      guard let file = fopen("/proc/self/statm", "r") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 128)
      let count = fread(&bytes, 1, bytes.count, file)
      let fields = bytes.prefix(count).split(separator: UInt8(ascii: " "))
      guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #else
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
    #endif
  }
}
