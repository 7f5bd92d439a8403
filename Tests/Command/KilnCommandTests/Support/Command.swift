import Foundation
import KilnTestSupport

/// Runs the built command as users do.
enum Command {
  struct Result {
    var exitCode: Int
    /// Standard output as it came.
    var bytes: [UInt8]
    /// Standard error.
    var errors: String

    /// Standard output as text.
    var output: String { String(decoding: bytes, as: UTF8.self) }

    /// Standard output as a JSON object; empty if it is anything else, or more than that.
    var json: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] ?? [:]
    }

    /// Lines of standard output that are JSON objects.
    var jsonLines: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
  }

  /// Where the build puts `kiln`: beside the tests.
  static var executable: URL? { Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "kiln") }

  /// Starts `kiln` with some arguments; nobody sees what it prints.
  static func start(_ arguments: [String], folder: String) throws -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs `kiln` with some arguments.
  ///
  /// - Parameters:
  ///   - folder: Where it is started; nil for where the tests are.
  ///   - input: What it reads from standard input.
  ///   - environment: Variables added to the tests' own.
  static func run(
    _ arguments: String..., folder: String? = nil, input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> Result {
    try run(arguments, folder: folder, input: input, environment: environment)
  }

  /// Runs `kiln` with a list of arguments.
  static func run(
    _ arguments: [String], folder: String? = nil, input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> Result {
    // Files instead of pipes: neither side ever waits for the other, however much is written.
    try Fixture.withTemporaryFolder { streams in
      let url = URL(filePath: streams, directoryHint: .isDirectory)
      let (input, output, errors) = (
        try file(Data(input), url.appending(path: "in")), try file(Data(), url.appending(path: "out")),
        try file(Data(), url.appending(path: "err"))
      )
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      if let folder { process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory) }
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      try process.waitForEnd()
      return Result(
        exitCode: Int(process.terminationStatus), bytes: Fixture.bytes(url.appending(path: "out").path()),
        errors: String(decoding: Fixture.bytes(url.appending(path: "err").path()), as: UTF8.self))
    }
  }

  private static func file(_ content: Data, _ url: URL) throws -> FileHandle {
    try content.write(to: url)
    return try FileHandle(forUpdating: url)
  }
}
