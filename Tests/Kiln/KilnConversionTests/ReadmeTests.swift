import Foundation
import KilnTestSupport
import Testing

/// The commands of the README, run in order in an empty folder with what they print.
///
/// A block of the language `console` holds commands, each behind `$ ` and followed by the lines that it prints.
@Suite struct ReadmeTests {
  private static let path = Fixture.repository("README.md")
  /// Share by which printed numbers may differ: other versions of libwebp and zlib make other sizes.
  private static let tolerance = 0.05
  /// Separates what one command prints from what the next one does.
  private static let mark = "-- end of a command --"

  @Test func commandsPrintWhatTheReadmeSays() throws {
    let readme = String(decoding: Fixture.bytes(Self.path), as: UTF8.self)
    let parts = readme.components(separatedBy: "```")
    let isConsole = { (part: String) in part.hasPrefix("console\n") }
    let commands = parts.filter(isConsole).flatMap(Self.commands)
    #expect(commands.count > 10)
    var printed = try Self.run(commands)[...]
    #expect(printed.count == commands.count)
    let actual = parts.map { part in
      guard isConsole(part) else { return part }
      return "console\n" + Self.commands(part).map { "$ \($0)\n\(printed.popFirst() ?? "")" }.joined()
    }
    let text = actual.joined(separator: "```")
    guard !Self.areAlike(readme, text) else { return }
    Golden.expect(text, equalsFile: Self.path)
  }

  @Test func itIsShort() {
    let lines = Fixture.bytes(Self.path).count { $0 == UInt8(ascii: "\n") }
    #expect(lines <= 150)
  }

  private static func commands(_ block: String) -> [String] {
    block.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
  }

  /// What each command prints, one after the other in one shell.
  private static func run(_ commands: [String]) throws -> [String] {
    try Fixture.withTemporaryFolder { folder in
      let products = Bundle.main.executableURL?.deletingLastPathComponent().path() ?? ""
      let script = commands.map { command in
        let here = command.replacing("$PWD/.build/release", with: products).replacing("/tmp/try", with: "\(folder)/try")
        return "\(here)\necho '\(mark)'"
      }
      let output = Pipe()
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "exec 2>&1\n" + script.joined(separator: "\n")]
      process.currentDirectoryURL = URL(filePath: Fixture.repository(""), directoryHint: .isDirectory)
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      try process.waitForEnd()
      return text.components(separatedBy: mark + "\n").dropLast()
    }
  }

  /// Whether two texts differ in numbers only, and in these by little.
  private static func areAlike(_ a: String, _ b: String) -> Bool {
    let number = #/\d+(\.\d+)?/#
    guard a.replacing(number, with: "0") == b.replacing(number, with: "0") else { return false }
    return zip(a.matches(of: number), b.matches(of: number)).allSatisfy { a, b in
      guard let a = Double(a.output.0), let b = Double(b.output.0) else { return false }
      return abs(a - b) <= max(a, b) * tolerance
    }
  }
}
