import Foundation
import KilnCommand
import KilnDiagnostics
import KilnProject
import KilnTestSupport
import Testing

/// The schema of project files, and the example in `Conversions`.
@Suite struct ProjectSchemaTests {
  private static let example = Fixture.repository("Conversions/project-file")

  private static func text(_ path: String) -> String { String(decoding: Fixture.bytes(path), as: UTF8.self) }

  /// Documents and whether they are good.
  private static var documents: [(isGood: Bool, text: String)] {
    text(Fixture.folder() + "/project-documents.txt").split(separator: "%% ").dropFirst().map { block in
      (block.hasPrefix("good"), String(block.drop { $0 != "\n" }))
    }
  }

  @Test func theSchemaIsThatOfTheTable() {
    Golden.expect(ProjectSchema(.ofCommands).json, equalsFile: Self.example + "/kiln.schema.json")
  }

  @Test func theReferenceIsThatOfTheTable() throws {
    let path = Self.example + "/README.md"
    let head = try #require(Self.text(path).components(separatedBy: "| Key |").first)
    Golden.expect(head + ProjectReference.markdown, equalsFile: path)
  }

  @Test func theCommandPrintsTheSchema() throws {
    let result = try Command.run("init", "--schema")
    #expect(result.exitCode == 0 && result.output == ProjectSchema(.ofCommands).json)
  }

  @Test func schemaAndReaderAgree() throws {
    let evaluator = try SchemaEvaluator(ProjectSchema(.ofCommands).json)
    #expect(evaluator.unknownKeywords.isEmpty, "\(evaluator.unknownKeywords)")
    #expect(Self.documents.filter(\.isGood).count >= 4 && Self.documents.count > 40)
    for (isGood, text) in Self.documents {
      let node = try #require(try YAMLReader.read(Array(text.utf8), file: "f"))
      #expect(evaluator.accepts(JSONScalarTree(node)) == isGood, "schema: \(text)")
      var error: Diagnostic?
      do throws(Diagnostic) {
        _ = try ProjectFile(Array(text.utf8), file: "f", options: .ofCommands)
      } catch let thrown {
        error = thrown
      }
      #expect((error == nil) == isGood, "reader: \(text) \(error.map { "\($0)" } ?? "")")
    }
  }

  @Test func optionsAreThoseOfConvert() {
    let table = ProjectOptionTable.ofCommands
    let names = table.conversion.map(\.name)
    #expect(Set(["fps", "O", "max-bytes", "strict", "allow", "assets", "quality", "to"]).isSubset(of: names))
    #expect(Set(names).isDisjoint(with: ["output", "dry-run", "jobs", "json", "help", "version"]))
    #expect(
      table.conversion.filter(\.isRepeatable).map(\.name).sorted() == [
        "allow", "assets", "deny", "fonts", "hide", "image", "image-slot", "key", "set", "show", "slot", "solo",
        "target", "text", "text-slot",
      ])
    #expect(table.conversion.filter(\.isPath).map(\.name) == ["assets", "fonts", "overrides"])
    #expect(table.conversion.allSatisfy { !$0.help.isEmpty })
    #expect(table.batch.map(\.name).contains("jobs"))
  }

  @Test func theExampleBuilds() throws {
    try Fixture.withTemporaryFolder { folder in
      try FileManager.default.copyItem(atPath: Self.example, toPath: folder + "/p")
      let evaluator = try SchemaEvaluator(Self.text(Self.example + "/kiln.schema.json"))
      let node = try #require(try YAMLReader.read(Fixture.bytes(folder + "/p/.kiln.yml"), file: "f"))
      #expect(evaluator.accepts(JSONScalarTree(node)))
      let result = try Command.run("batch", folder: folder + "/p/designs")
      #expect(result.exitCode == 0 && result.output.contains("converted  6"), "\(result.errors)")
      let made = FileManager.default.enumerator(atPath: folder + "/p/build")?.compactMap { $0 as? String } ?? []
      #expect(
        made.filter { $0.contains(".") }.sorted() == [
          "gifts/new/turn.svga", "gifts/pulse.svga", "stickers/blink@1x.webp", "stickers/blink@2x.webp",
          "stickers/large-blink@1x.webp", "stickers/large-blink@2x.webp",
        ])
      let large = try Command.run("inspect", "build/stickers/large-blink@2x.webp", "--json", folder: folder + "/p").json
      #expect(large["width"] as? Double == 240 && large["frameCount"] as? Int == 10, "\(large)")
    }
  }
}

extension JSONScalarTree {
  /// A YAML value as JSON, by the core schema of YAML 1.2.
  init(_ node: YAMLNode) {
    switch node.content {
    case .sequence(let elements): self = .array(elements.map { JSONScalarTree($0) })
    case .mapping(let entries): self = .object(entries.map { ($0.key, JSONScalarTree($0.value)) })
    case .quoted(let text): self = .string(text)
    case .plain(let text):
      if node.isNull {
        self = .null
      } else if let bool = node.bool {
        self = .bool(bool)
      } else if let number = Double(text) {
        self = .number(number)
      } else {
        self = .string(text)
      }
    }
  }
}
