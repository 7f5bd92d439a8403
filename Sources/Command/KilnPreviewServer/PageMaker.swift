import Foundation

/// Runs `kiln preview`, which writes the page to standard output.
enum PageMaker {
  /// What a run has written.
  struct Result: Sendable {
    /// 0 if there is a page.
    var exitCode: Int32
    var page = Data()
    /// What it wrote to standard error; empty if that is the terminal.
    var errors = ""
  }

  /// Makes a page. The caller's actor is free meanwhile.
  ///
  /// - Parameter collectsErrors: Whether errors are part of the result; otherwise they go to the terminal, with progress.
  static func make(_ kiln: String, _ arguments: [String], collectsErrors: Bool) async -> Result {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: kiln)
    process.arguments = ["preview"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    if collectsErrors { process.standardError = errors }
    do { try process.run() } catch {
      return Result(exitCode: 70, errors: "error: \(kiln) cannot be started: \(error.localizedDescription)\n")
    }
    // Both are read at the same time: a full pipe would stop the process.
    async let page = bytes(from: output)
    async let text = collectsErrors ? bytes(from: errors) : Data()
    let (made, said) = await (page, text)
    process.waitUntilExit()
    return Result(exitCode: process.terminationStatus, page: made, errors: String(decoding: said, as: UTF8.self))
  }

  /// All that is written to a pipe.
  private static func bytes(from pipe: Pipe) async -> Data {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: pipe.fileHandleForReading.readDataToEndOfFile()) }
    }
  }
}
