#if os(Linux)
  import Foundation
  import KilnPlatform
  import KilnTestSupport
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
      #expect(!RunningProcesses.remain(withArgument: duration))
    }
  }
#endif
