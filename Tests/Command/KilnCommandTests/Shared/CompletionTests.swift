import Foundation
import KilnTestSupport
import Testing

/// What a shell offers, asked as the shell's script asks, and through bash.
@Suite struct CompletionTests {
  /// The answer of `kiln complete`.
  private static func lines(_ words: String..., folder: String? = nil) throws -> [String] {
    try Command.run(["complete", "bash"] + words, folder: folder).output.split(separator: "\n").map(String.init)
  }

  @Test func commandsAndOptionsAreOffered() throws {
    #expect(try Self.lines("con") == ["convert"])
    #expect(try Self.lines("help", "pre") == ["preview", "presets"])
    #expect(try Self.lines("help", "convert", "--max-b") == ["--max-bytes"])
    #expect(try Self.lines("convert", "--max-") == ["--max-bytes", "--max-memory", "--max-cost"])
    #expect(try Self.lines("report", "m") == ["merge"])
    #expect(try Self.lines("completions", "") == ["bash", "zsh", "fish"])
  }

  @Test func pathsAreTheShells() throws {
    for words in [
      ["convert", "b"], ["convert", "a.json", ""], ["batch", "d"], ["convert", "a.json", "--overrides", ""],
    ] {
      #expect(try Command.run(["complete", "bash"] + words).output == ":files\n", "\(words)")
    }
    #expect(try Self.lines("convert", "a.json", "--assets", "x") == [":folders"])
  }

  @Test func valuesAreOffered() throws {
    #expect(try Self.lines("convert", "a.json", "--preset", "svga-g") == ["svga-gift"])
    #expect(try Self.lines("validate", "--preset", "=", "wear") == ["wear-os"])
    #expect(try Self.lines("validate", "--preset=wear") == ["--preset=wear-os"])
    #expect(try Self.lines("presets", "lo") == ["lottie-ui"])
    #expect(try Self.lines("batch", "--to", "web") == ["webp", "webm"])
    #expect(try Self.lines("validate", "--target", "lottie-ios,lottie-w") == ["lottie-ios,lottie-web"])
    #expect(try Self.lines("rules", "lottie.expressio").contains("lottie.expression"))
    #expect(try Self.lines("validate", "--rule", "perf").first == "performance=")
    #expect(try Self.lines("validate", "--rule", "performance=o") == ["performance=off"])
    #expect(try Self.lines("validate", "--rule", "performance", "=", "o") == ["off"])
  }

  @Test func keyPathsOfTheFileAreOffered() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let paths = try Self.lines("convert", "a.json", "--hide", "", folder: folder)
      #expect(paths.count >= 2 && paths.last == ":open", "\(paths)")
    }
  }

  /// Bash with the script, as somebody who presses the tabulator.
  @Test func bashOffersFilesAndNames() throws {
    let kiln = try #require(Command.executable?.path())
    try Samples.withFolder(["badge.json": Samples.box, "designs/x.json": Samples.box]) { (folder: String) throws in
      func offered(_ words: String...) throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        process.arguments = [
          "--norc", "-c",
          """
          source <('\(kiln)' completions bash); compopt() { :; }
          COMP_WORDS=('\(kiln)' \(list)); COMP_CWORD=\(words.count); _kiln; printf '%s\\n' "${COMPREPLY[@]}"
          """,
        ]
        process.currentDirectoryURL = URL(filePath: folder, directoryHint: .isDirectory)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        try process.waitForEnd()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      }
      #expect(try offered("convert", "ba") == ["badge.json"])
      #expect(try offered("batch", "des") == ["designs"])
      #expect(try offered("convert", "badge.json", "--preset", "svga-g") == ["svga-gift"])
      #expect(try offered("help", "con") == ["convert"])
    }
  }
}
