import Foundation

/// A finished run of a program.
struct ProcessRun {
  var exitCode: Int32
  var output: Data
  /// Standard error without spaces around it.
  var errors: String

  /// Runs a program to its end, without variables that are options of Kiln: a build is the same for everybody.
  ///
  /// Standard error goes to a file: two pipes would have to be read at the same time.
  init(_ program: URL, _ arguments: [String], folder: URL) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("KILN_") }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    let files = FileManager.default
    let errorFile = files.temporaryDirectory.appending(path: "kiln-\(UUID().uuidString)")
    guard files.createFile(atPath: errorFile.filePath, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
    defer { try? files.removeItem(at: errorFile) }
    let errorHandle = try FileHandle(forWritingTo: errorFile)
    process.standardError = errorHandle
    try process.run()
    self.output = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try errorHandle.close()
    exitCode = process.terminationStatus
    errors = String(decoding: try Data(contentsOf: errorFile), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
