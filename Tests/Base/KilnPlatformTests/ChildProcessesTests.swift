#if os(Linux)
  import Foundation
  import KilnPlatform
  import Testing

  @Suite struct ChildProcessesTests {
    /// A shell that starts programs all the time is ended at various moments, also while it starts one.
    @Test func noProgramOutlivesTheProcessThatStartedIt() throws {
      let duration = "98765.\(getpid())"
      for round in 0..<60 {
        let process = try SystemProcess(
          executable: "/bin/sh", arguments: ["-c", "while :; do sleep \(duration) & kill $!; done"],
          environment: ["PATH=/usr/bin:/bin"], descriptors: [])
        usleep(UInt32(3000 + round * 137))
        process.killGroup()
        #expect(process.waitForEnd() == .signal(SIGKILL))
      }
      // The system takes a moment to end them.
      for _ in 0..<100 where isRunning(duration) { usleep(20_000) }
      #expect(!isRunning(duration))
    }

    /// Whether there is a process with an argument.
    private func isRunning(_ argument: String) -> Bool {
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
