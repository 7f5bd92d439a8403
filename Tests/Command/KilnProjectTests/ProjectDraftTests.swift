import Kiln
import KilnBatch
import KilnDiagnostics
import KilnProject
import Testing

@Suite struct ProjectDraftTests {
  private static let groups = [
    AnimationSearch.Group(folder: "", extensions: ["json"], count: 1),
    AnimationSearch.Group(folder: "designs/gifts", extensions: ["json", "tgs"], count: 3),
    AnimationSearch.Group(folder: "designs/old gifts", extensions: ["svga"], count: 2),
    AnimationSearch.Group(folder: "x/gifts", extensions: ["svga"], count: 2),
    AnimationSearch.Group(folder: "日本 [1]/{a}", extensions: ["zip"], count: 2),
    AnimationSearch.Group(folder: "true", extensions: ["json"], count: 2),
  ]

  @Test(arguments: OutputFormat.all) func draftsAreProjectFiles(_ format: OutputFormat) throws {
    let draft = ProjectDraft(format: format, outputFolder: "out", groups: Self.groups)
    var options = ProjectFileTests.options
    options.conversion[0].choices = OutputFormat.all.map(\.id)
    let file = try ProjectFile(Array(draft.text.utf8), file: "p.yml", options: options)
    #expect(file.conversions.map(\.name) == ["animations", "gifts", "oldgifts", "gifts-2", "a", "true"])
    #expect(file.conversions[1].inputs.map(\.text) == ["designs/gifts/**/*.json", "designs/gifts/**/*.tgs"])
    #expect(file.conversions[4].inputs.map(\.text) == [#"日本 \[1\]/\{a\}/**/*.zip"#])
    for conversion in file.conversions {
      let naming = try OutputNaming(conversion.outputs.text)
      #expect(naming.format == format || conversion.options.map(\.value) == [.values([format.id])])
    }
  }

  /// What is written as a comment is right once the comment signs are gone.
  @Test(arguments: ValidationPreset.all.map(\.name), [true, false])
  func draftsWithPresetsAreProjectFiles(_ name: String, _ isConverting: Bool) throws {
    var draft = ProjectDraft(format: .svga, outputFolder: "out", groups: Self.groups)
    draft.preset = ValidationPreset(named: name)
    draft.isConverting = isConverting
    let file = try ProjectFileTests.read(draft.text)
    #expect(file.validation?.levels.first?.title == "preset \(name)")
    #expect(file.conversions.isEmpty == !isConverting && file.validation?.files.isEmpty == isConverting)
    let examples = ["  # rules:", "  # budgets:", "  # names:", "  # slots:", "  # overrides:", "  #   - ", "  #     "]
    let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.contains("Rules by their IDs") })
    let open = lines.enumerated().map { index, line in
      guard index > start, examples.contains(where: { line.hasPrefix($0) }) else { return String(line) }
      return "  " + line.dropFirst(4)
    }
    let opened = try ProjectFileTests.read(open.joined(separator: "\n"))
    #expect(opened.validation?.levels.map(\.title).suffix(2) == ["validation", "overrides"])
    #expect(opened.validation?.levels.last?.until == ProjectDate("2029-12-31"))
  }

  @Test func nothingFoundGivesAnExample() throws {
    let draft = ProjectDraft(format: .webp, outputFolder: "build", groups: [])
    let file = try ProjectFileTests.read(draft.text)
    #expect(file.conversions.map(\.name) == ["designs"])
    #expect(file.conversions[0].outputs.text == "build/{dir}/{stem}.webp")
  }

  @Test(arguments: ["a", "*a", "a b", "\"", "\u{7}", "yes", "12", "", "日本", "a#", "-a", "{a}", "a: b", "\\"])
  func quotedTextsAreReadAsTheyAre(_ text: String) throws {
    let node = try YAMLReader.read(Array("- \(ProjectDraft.quoted(text))".utf8), file: "f")
    #expect(node?.elements?.first?.text == text && node?.elements?.first?.bool == nil)
  }
}
