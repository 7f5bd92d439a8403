/// A process of this machine, or of another one that writes to the same folder: its number, and what tells it from a later
/// process with the same number.
package struct ProcessIdentity: Sendable, Hashable {
  /// Process ID, in the namespace of the process.
  package var number: UInt32
  /// Lower half of the time of its start, as the system counts it; 0 if the system does not say it.
  package var start: UInt32
  /// The machine since it was started, and the namespace of process IDs.
  package var machine: UInt32

  /// A process that is known by these numbers.
  package init(number: UInt32, start: UInt32, machine: UInt32) {
    (self.number, self.start, self.machine) = (number, start, machine)
  }

  /// This process.
  package static let own = ProcessIdentity(
    number: UInt32(bitPattern: getpid()), start: start(of: getpid()) ?? 0, machine: ownMachine)

  /// Whether it has ended; nil if that cannot be told, because it ran on another machine.
  package var hasEnded: Bool? {
    guard machine == Self.ownMachine else { return nil }
    let number = pid_t(bitPattern: number)
    guard number > 0, kill(number, 0) == 0 || errno == EPERM else { return true }
    guard let start = Self.start(of: number) else { return start != 0 }
    return start != self.start
  }

  /// Lower half of the time at which a process started; nil for one that is gone or was not waited for yet.
  private static func start(of number: pid_t) -> UInt32? {
    #if canImport(Darwin)
      var info = proc_bsdinfo()
      let size = Int32(MemoryLayout<proc_bsdinfo>.size)
      guard proc_pidinfo(number, PROC_PIDTBSDINFO, 0, &info, size) == size else { return nil }
      return UInt32(truncatingIfNeeded: info.pbi_start_tvsec &* 1_000_000 &+ info.pbi_start_tvusec)
    #else
      // The name of the program, in parentheses, may have spaces and parentheses itself.
      guard let text = content(of: "/proc/\(number)/stat"), let end = text.lastIndex(of: UInt8(ascii: ")")) else {
        return nil
      }
      let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
      // Counted from the state, which is the third field.
      guard fields.count > 19, let state = fields[0].first, !"ZX".utf8.contains(state),
        let ticks = UInt64(String(decoding: fields[19], as: UTF8.self))
      else { return nil }
      return UInt32(truncatingIfNeeded: ticks)
    #endif
  }

  private static let ownMachine: UInt32 = {
    var text: [UInt8] = []
    var name = [CChar](repeating: 0, count: 256)
    if gethostname(&name, name.count - 1) == 0 { text += name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } }
    #if os(Linux)
      text += content(of: "/proc/sys/kernel/random/boot_id") ?? []
      var namespace = [CChar](repeating: 0, count: 256)
      let count = readlink("/proc/self/ns/pid", &namespace, namespace.count)
      text += namespace.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    #endif
    // FNV-1a.
    return text.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }()

  #if !canImport(Darwin)
    /// The first bytes of a file of the system; nil if it cannot be read.
    private static func content(of path: String) -> [UInt8]? {
      guard let file = fopen(path, "r") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = fread(&bytes, 1, bytes.count, file)
      return count > 0 ? Array(bytes.prefix(count)) : nil
    }
  #endif
}
