/// Processors of the machine.
package enum SystemProcessors {
  /// Number of processors that this process may use, 1 or more.
  ///
  /// In a container these are fewer than the machine has: those of its CPU set, or as many as the time that its control
  /// group is given keeps busy. More threads would only take memory. Read once, as it does not change.
  package static let available: Int = {
    let online = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    #if os(Linux)
      let status = ProcessFile.words(of: "/proc/self/status")
      let mask = status.firstIndex(of: "Cpus_allowed:").flatMap { status.dropFirst($0 + 1).first }
      let limits = [mask.flatMap { count(mask: $0) }, count(quota: ProcessFile.words(of: "/sys/fs/cgroup/cpu.max"))]
      return max(1, limits.reduce(online) { min($0, $1 ?? $0) })
    #else
      return max(1, online)
    #endif
  }()

  /// Number of processors in a CPU mask of the kernel: hexadecimal words with commas between, as in `/proc/self/status`.
  ///
  /// - Returns: Nil if it is no mask, or names no processor.
  package static func count(mask: some StringProtocol) -> Int? {
    var count = 0
    for character in mask where character != "," {
      guard let digit = character.hexDigitValue else { return nil }
      count += digit.nonzeroBitCount
    }
    return count > 0 ? count : nil
  }

  /// Number of processors that the time of a control group keeps busy, rounded up.
  ///
  /// - Parameter quota: Microseconds in each period, or `max`, and the microseconds of a period: the words of `cpu.max`.
  /// - Returns: Nil if there is no quota.
  package static func count(quota: [some StringProtocol]) -> Int? {
    guard quota.count == 2, let time = Int32(quota[0]), let period = Int32(quota[1]), time > 0, period > 0 else {
      return nil
    }
    return (Int(time) + Int(period) - 1) / Int(period)
  }
}
