import Foundation

/// Runs the built command as users do.
enum Command {
  struct Result {
    var exitCode: Int
    var output: String
    var errors: String
  }

  /// Runs `kiln` with some arguments; `input` goes to its standard input.
  static func run(_ arguments: String..., input: Data = Data()) throws -> Result {
    let process = Process()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "kiln")
    process.arguments = arguments
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: input)
    try stdin.fileHandleForWriting.close()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let errors = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      exitCode: Int(process.terminationStatus), output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }
}
