import Foundation
import KilnTestSupport
import Testing

/// One folder of `Conversions`: input files, one command, and what is expected of it.
struct ConversionFolder: CustomTestStringConvertible {
  /// Where it lies.
  let path: String

  /// All of them, in order. `at-scale` is for many machines; scripts/oracles/at-scale runs what is in it.
  static var all: [ConversionFolder] {
    let root = Fixture.repository("Conversions")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { ConversionFolder(path: root + "/" + $0) }
      // Other examples have tests of their own.
      .filter { FileManager.default.fileExists(atPath: $0.path + "/command") }
  }

  var testDescription: String { URL(filePath: path).lastPathComponent }

  /// The words of its command, `kiln` first. There is no quoting: words hold no spaces.
  var command: [String] {
    let lines = String(decoding: Fixture.bytes(path + "/command"), as: UTF8.self).split(separator: "\n")
    return lines.count == 1 ? lines[0].split(separator: " ").map(String.init) : []
  }

  /// Numbers of the frames that `expected` has a picture of.
  ///
  /// To choose others, remove pictures or add empty files of the wanted names, and update the goldens.
  var expectedFrames: [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/expected")) ?? []
    return names.filter { $0.hasPrefix("frame-") && $0.hasSuffix(".png") }.compactMap {
      Int($0.dropFirst(6).dropLast(4))
    }.sorted()
  }

  /// Where the picture of a frame lies.
  func picture(of frame: Int) -> String { "\(path)/expected/frame-\(frame < 10 ? "0" : "")\(frame).png" }

  /// What a run of the command gave.
  struct Run {
    var exitCode: Int
    /// Standard error: the findings.
    var messages: String
    /// Content of the files that were made, by name.
    var files: [String: [UInt8]]
  }

  /// Runs the command in a copy of the folder that has no `expected`.
  func run() throws -> Run {
    try Fixture.withTemporaryFolder { folder in
      let files = FileManager.default
      let inputs = try files.contentsOfDirectory(atPath: path).filter { $0 != "expected" }
      for name in inputs { try files.copyItem(atPath: "\(path)/\(name)", toPath: "\(folder)/\(name)") }
      let errors = Pipe()
      let process = Process()
      process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "kiln")
      process.arguments = Array(command.dropFirst())
      process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      let messages = errors.fileHandleForReading.readDataToEndOfFile()
      try process.waitForEnd()
      let made = try files.contentsOfDirectory(atPath: folder).filter { !inputs.contains($0) }
      return Run(
        exitCode: Int(process.terminationStatus), messages: String(decoding: messages, as: UTF8.self),
        files: Dictionary(uniqueKeysWithValues: made.map { ($0, Fixture.bytes("\(folder)/\($0)")) }))
    }
  }
}
