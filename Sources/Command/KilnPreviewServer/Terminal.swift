import Foundation

/// Lines for the person who has started the server.
enum Terminal {
  /// Prints the address, the only line of standard output, and how to end the server.
  static func printAddress(_ address: String) {
    FileHandle.standardOutput.write(Data("\(address)\n".utf8))
    FileHandle.standardError.write(Data("Ctrl-C ends it.\n".utf8))
  }

  /// Prints what has happened, with the time of day.
  static func note(_ text: String) {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + String($0) }
    printError("\(clock.joined(separator: ":"))  \(text)\n")
  }

  /// Prints text as it is.
  static func printError(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
