internal import ArgumentParser
internal import KilnDiagnostics

/// Arguments of this process.
enum ProcessArguments {
  /// The arguments, without the name of the program.
  ///
  /// - Throws: `ValidationError` if one is no UTF-8: decoded all the same, it would name another file. `ExitCode` after a
  ///   message if the system does not say them.
  static func read() throws -> [String] {
    // On Linux they come from /proc, which some containers hide; else at least the name of the program is there.
    guard !CommandLine.arguments.isEmpty else {
      StandardStreams.printError("error: the arguments cannot be read, because there is no /proc; mount it")
      throw ExitCode(71)
    }
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
      throw ValidationError(
        "“\(String(cString: bytes).printable)” is not UTF-8; rename the file, or name it by a link or as standard input (-)."
      )
    }
    return Array(CommandLine.arguments.dropFirst())
  }
}
