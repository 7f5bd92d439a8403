#if os(Linux)
  import Foundation

  /// Processes of the system.
  public enum RunningProcesses {
    /// Whether one has an argument; waits two seconds for those that have it to end, because the system takes a moment.
    public static func remain(withArgument argument: String) -> Bool {
      for _ in 0..<100 {
        guard exist(withArgument: argument) else { return false }
        usleep(20_000)
      }
      return true
    }

    private static func exist(withArgument argument: String) -> Bool {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return processes.contains { name in
        guard Int(name) != nil, let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
          return false
        }
        return line.split(separator: 0).dropFirst().contains { String(decoding: $0, as: UTF8.self) == argument }
      }
    }
  }
#endif
