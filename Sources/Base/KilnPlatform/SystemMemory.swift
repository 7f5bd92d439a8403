/// Memory of processes.
package enum SystemMemory {
  /// Resident memory of this process in bytes; nil if the system does not say it.
  package static var resident: Int? {
    #if os(Linux)
      return resident("self")
    #else
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
    #endif
  }

  /// Resident memory of another process in bytes; nil if the system does not say it, or there is none.
  package static func resident(of process: pid_t) -> Int? {
    #if canImport(Darwin)
      var info = proc_taskinfo()
      let size = Int32(MemoryLayout<proc_taskinfo>.size)
      guard proc_pidinfo(process, PROC_PIDTASKINFO, 0, &info, size) == size else { return nil }
      return Int(clamping: info.pti_resident_size)
    #else
      return resident(String(process))
    #endif
  }

  /// The same with the programs that the process has started, where the system says which these are.
  ///
  /// A program that is being started shares its parent's memory for a moment, which then counts twice.
  package static func residentWithPrograms(of process: pid_t) -> Int? {
    guard let own = resident(of: process) else { return nil }
    return SystemProcess.children(of: process).reduce(own) { $0 + (resident(of: $1) ?? 0) }
  }

  #if !canImport(Darwin)
    private static func resident(_ process: some StringProtocol) -> Int? {
      let fields = ProcessFile.words(of: "/proc/\(process)/statm")
      guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
      let (bytes, overflow) = pages.multipliedReportingOverflow(by: Int(sysconf(Int32(_SC_PAGESIZE))))
      return overflow ? nil : bytes
    }
  #endif
}
