import Foundation
import KilnTestSupport
import Testing

/// The recipes of the guide, run as they are printed, in a folder that holds nothing but `designs/`.
@Suite struct RecipeTests {
  /// The blocks of code below a heading, each with its language.
  private static func blocks(below heading: String, of page: String) -> [(language: String, text: String)] {
    let text = String(decoding: Fixture.bytes(Fixture.repository("Conversions/guide/\(page).md")), as: UTF8.self)
    guard let start = text.range(of: "## \(heading)\n") else { return [] }
    let section = text[start.upperBound...].components(separatedBy: "\n#").first ?? ""
    return section.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map { _, block in
      let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (lines.first ?? "", lines.count > 1 ? lines[1] : "")
    }
  }

  @Test(arguments: [
    ("batch", "Convert Lottie to SVGA in CI", ["build/a.svga", "build/b/c.svga", "kiln.xml"]),
    ("validate", "Validate a folder in CI", ["kiln.html", "kiln.sarif", "kiln.xml", "known.json"]),
    (
      "batch", "Export WebP for a thousand stickers",
      ["out/a@1x.webp", "out/a@2x.webp", "out/b/c@1x.webp", "out/b/c@2x.webp", "stickers.json"]
    ),
  ])
  func recipesWorkAsPrinted(_ page: String, _ heading: String, _ expected: [String]) throws {
    let blocks = Self.blocks(below: heading, of: page)
    #expect(blocks.contains { $0.language == "sh" })
    try Samples.withFolder(["designs/a.json": Samples.box, "designs/b/c.json": Samples.box]) { folder in
      for (language, text) in blocks {
        switch language {
        case "yaml": try Samples.write(Array(text.utf8), folder + "/.kiln.yml")
        case "sh":
          for line in text.replacing("\\\n", with: " ").split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            #expect(words.first == "kiln", "\(line)")
            let result = try Command.run(Array(words.dropFirst()), folder: folder)
            #expect(result.exitCode == 0, "\(line): \(result.errors)")
          }
        default: Issue.record("a block of the language “\(language)”")
        }
      }
      let made = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      let files = made.filter { !$0.hasPrefix("designs") && !$0.hasPrefix(".") && $0.contains(".") }
      #expect(files.sorted() == expected)
    }
  }
}
