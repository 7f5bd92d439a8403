#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import KilnPlatform

/// Failures of a worker that no file is known to cause, for the tests: the variables `KILN_TEST_CRASH`, `KILN_TEST_HANG`
/// and `KILN_TEST_MEMORY` name a file by the end of its path.
enum TestHook {
  /// Crashes, hangs or takes memory without end if a variable names the file.
  static func run(for path: String) {
    let environment = ProcessInfo.processInfo.environment
    func names(_ variable: String) -> Bool { environment[variable].map { !$0.isEmpty && path.hasSuffix($0) } ?? false }
    if names("KILN_TEST_CRASH") { abort() }
    while names("KILN_TEST_HANG") { sleep(1) }
    var blocks: [[UInt8]] = []
    while names("KILN_TEST_MEMORY") {
      blocks.append([UInt8](repeating: 1, count: 16 << 20))
      usleep(2_000)
    }
  }
}
