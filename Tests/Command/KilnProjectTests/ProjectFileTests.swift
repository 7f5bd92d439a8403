import KilnBatch
import KilnDiagnostics
import KilnProject
import KilnTestSupport
import Testing

@Suite struct ProjectFileTests {
  static let options = ProjectOptionTable(
    conversion: [
      ProjectOption(name: "to", choices: ["svga", "webp"]), ProjectOption(name: "fps"),
      ProjectOption(name: "fit", choices: ["contain", "cover", "fill"]), ProjectOption(name: "strict", isFlag: true),
      ProjectOption(name: "allow", isRepeatable: true), ProjectOption(name: "width"), ProjectOption(name: "scale"),
      ProjectOption(name: "O", choices: ["0", "1", "2", "3"]), ProjectOption(name: "overwrite", isFlag: true),
    ],
    batch: [ProjectOption(name: "jobs"), ProjectOption(name: "report", isRepeatable: true, isPath: true)])

  static func read(_ text: String) throws(Diagnostic) -> ProjectFile {
    try ProjectFile(Array(text.utf8), file: "p.yml", options: options)
  }

  @Test func everythingIsRead() throws {
    let file = try Self.read(
      """
      version: 1
      conversions:
        gifts:
          inputs: [designs/**/*.json, more/x.json]
          exclude: draft-*
          outputs: build/{dir}/{stem}-{variant}.svga
          options: {fps: 30, strict: true, allow: [a.b, c.d]}
          variants: [{name: small, width: 10}, {scale: 2}]
          overrides:
            - files: [big-*]
              options: {strict: false, allow: x.y}
              reason: because
      batch: {jobs: 2, report: [a.json, b.md]}
      validation:
        targets: [svga-ios, svga-web]
      """)
    let gifts = try #require(file.conversions.first)
    #expect(gifts.name == "gifts" && gifts.position == TextPosition(line: 3, column: 3))
    #expect(gifts.inputs.map(\.text) == ["designs/**/*.json", "more/x.json"])
    #expect(gifts.inputs.map(\.position.column) == [14, 33])
    #expect(gifts.exclude.map(\.text) == ["draft-*"])
    #expect(gifts.outputs.text == "build/{dir}/{stem}-{variant}.svga")
    #expect(gifts.options.map(\.value) == [.values(["30"]), .flag(true), .values(["a.b", "c.d"])])
    #expect(gifts.options.first?.position == TextPosition(line: 7, column: 15))
    #expect(gifts.variants.map(\.name) == ["small", nil])
    #expect(gifts.variants.map { $0.options.map(\.name) } == [["width"], ["scale"]])
    #expect(gifts.overrides.map(\.reason) == ["because"])
    #expect(gifts.overrides.first?.matches("a/b/big-1.json") == true)
    #expect(gifts.overrides.first?.matches("big/1.json") == false)
    #expect(file.batch.map(\.name) == ["jobs", "report"])
    #expect(file.validation?.levels.map(\.title) == ["validation"])
  }

  /// One mistake each, in a file that is right otherwise.
  @Test(arguments: [
    (
      "version: 1", "version: 2",
      "1:10: this Kiln reads version 1 of project files, not “2”; the file is for a newer Kiln"
    ),
    ("version: 1", "version: one", "1:10: this Kiln reads version 1 of project files, not “one”; write version: 1"),
    ("version: 1", "version:", "1:9: version takes a number"),
    ("version: 1\n", "", "1:1: the project file has no version; add version: 1"),
    ("conversions:", "conversion:", "2:1: there is no key “conversion” in the project file; did you mean conversions?"),
    ("inputs:", "input:", "4:5: there is no key “input” in gifts; did you mean inputs?"),
    ("    inputs: [in/*.json]\n", "", "4:5: gifts has no inputs; add inputs:"),
    ("[in/*.json]", "[]", "4:13: inputs is empty"),
    ("[in/*.json]", "{a: b}", "4:13: inputs takes a text, not a mapping"),
    ("[in/*.json]", "", "4:12: inputs has no value"),
    ("in/*.json", "/in/*.json", "4:14: “/in/*.json”: inputs are relative"),
    ("in/*.json", "\"!in/*.json\"", "4:14: “!in/*.json”: what shall be left out stands under exclude"),
    ("in/*.json", "in/*/../a", "4:14: “in/*/../a”: .. may only stand before the first wildcard"),
    ("in/*.json", "\"in/[a\"", "4:14: “in/[a” is no pattern"),
    ("{stem}.svga", "{stem}.jpg", "5:14: outputs: “out/{stem}.jpg” says no format; let it end in .svga"),
    ("{stem}.svga", "{stam}.svga", "5:14: outputs: there is no placeholder {stam}; did you mean {stem}?"),
    ("{stem}.svga", "{stem.svga", "5:14: outputs: “out/{stem.svga” is no template"),
    ("out/{stem}.svga", "/out/{stem}.svga", "5:14: outputs: paths are relative"),
    ("fps: 30", "fsp: 30", "6:15: there is no option “fsp” here; did you mean fps?"),
    ("fps: 30", "--fps: 30", "6:15: there is no option “--fps” here; options are written without dashes: fps"),
    ("fps: 30", "jobs: 3", "6:15: there is no option “jobs” here; it is an option of the whole batch"),
    ("fps: 30", "nonsense: 3", "6:15: there is no option “nonsense” here; `kiln help convert` lists all"),
    ("fps: 30", "fps: [1, 2]", "6:20: fps takes one value, not a list"),
    ("{fps: 30}", "\n      fps:", "7:11: fps has no value; a text that begins with # needs quotes"),
    ("fps: 30", "fps: true", "6:20: fps takes a text, not true"),
    ("fps: 30", "strict: yes", "6:23: strict takes true or false"),
    ("fps: 30", "fit: contian", "6:20: “contian” is no value of fit; did you mean contain?"),
    ("fps: 30", "O: 7", "6:18: “7” is no value of O; choose one of 0, 1, 2, 3"),
    ("fps: 30", "allow: [a, {b: c}]", "6:26: allow takes a text, not a mapping"),
    (
      "    options: {fps: 30}", "    fps: 30",
      "6:5: there is no key “fps” in gifts; it is an option; write it under options"
    ),
    ("scale: 2", "to: webp", "7:17: “to” holds for the whole conversion; write it under options of the conversion"),
    ("scale: 2", "name: a/b", "7:23: a name of a variant has no slash"),
    ("[{scale: 2}]", "{scale: 2}", "7:15: variants takes a list, not a mapping"),
    ("files: [x]", "file: [x]", "9:9: there is no key “file” in an element of overrides; did you mean files?"),
    ("options: {scale: 3}", "reason: none", "9:9: an element of overrides has no options"),
    (
      "jobs: 3", "fps: 3",
      "11:9: there is no option “fps” here; it is an option of conversions; write it under options of one"
    ),
    ("validation: {rates: 30}", "validation: [a]", "12:13: validation takes a mapping of keys to values, not a list"),
    ("{jobs: 3}", "3", "11:8: batch takes a mapping of keys to values, not a text"),
  ])
  func mistakesAreSaidWithPlaceAndWhatIsMeant(_ right: String, _ wrong: String, _ expected: String) throws {
    let text = Self.sample
    #expect(throws: Never.self) { try Self.read(text) }
    #expect(text.contains(right))
    let error = #expect(throws: Diagnostic.self) {
      try Self.read(text.replacing(right, with: wrong, maxReplacements: 1))
    }
    #expect(error?.rule == .configInvalid && error?.rule.fault == .configuration)
    #expect(error?.description.hasPrefix("p.yml:" + expected) == true, "\(error.map { "\($0)" } ?? "")")
  }

  static let sample = """
    version: 1
    conversions:
      gifts:
        inputs: [in/*.json]
        outputs: out/{stem}.svga
        options: {fps: 30}
        variants: [{scale: 2}]
        overrides:
          - files: [x]
            options: {scale: 3}
    batch: {jobs: 3}
    validation: {rates: 30}
    """

  @Test(arguments: ["", "# nothing\n", "version: 1\nconversions: {}\n", "[]", "text"])
  func filesWithoutConversionsAreRefused(_ text: String) {
    #expect(throws: Diagnostic.self) { try Self.read(text) }
  }

  /// Every prefix of a file, and the file with every byte changed, is read or refused with a place.
  @Test func brokenFilesAreRefusedWithAPlace() {
    let bytes = Array(Self.sample.utf8)
    let changed = bytes.indices.flatMap { index in
      [UInt8(0), 0x0A, 0x22, 0x3A, 0x7B, 0xFF].map { byte in
        var copy = bytes
        copy[index] = byte
        return copy
      }
    }
    for text in changed + bytes.indices.map({ Array(bytes[..<$0]) }) {
      do throws(Diagnostic) {
        _ = try ProjectFile(text, file: "p.yml", options: Self.options)
      } catch {
        #expect(error.rule == .configInvalid && error.message.hasPrefix("p.yml:"), "\(error)")
      }
    }
  }

  @Test func theNextFileAboveIsFound() throws {
    try Fixture.withTemporaryFolder { folder in
      try Fixture.write("version: 1", folder + "/a/.kiln.yml")
      try Fixture.write("", folder + "/a/b/c/x")
      // A folder of that name is no project file.
      try Fixture.write("", folder + "/a/b/.kiln.yml/x")
      let found = try ProjectLocation(config: nil, from: folder + "/a/b/c")
      #expect(found.folder == folder + "/a" && found.shown == "../../.kiln.yml")
      #expect(found.prefix(from: folder + "/a/b/c") == "b/c" && found.prefix(from: folder + "/a") == "")
      #expect(found.prefix(from: folder + "/ab") == folder + "/ab")
      let error = #expect(throws: Diagnostic.self) { try ProjectLocation(config: folder + "/no.yml", from: folder) }
      #expect(error?.rule == .configNotFound)
    }
  }
}
