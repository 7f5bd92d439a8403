import KilnDiagnostics
import KilnProject
import KilnTestSupport
import Testing

@Suite struct YAMLReaderTests {
  private func read(_ text: String, limits: YAMLReader.Limits = YAMLReader.Limits()) throws -> YAMLNode? {
    try YAMLReader.read(Array(text.utf8), file: "f.yml", limits: limits)
  }

  private func message(_ bytes: [UInt8], limits: YAMLReader.Limits = YAMLReader.Limits()) -> String {
    let error = #expect(throws: Diagnostic.self) { try YAMLReader.read(bytes, file: "f.yml", limits: limits) }
    #expect(error?.rule == .configInvalid)
    return error?.message ?? ""
  }

  @Test(.enabled(if: RefusedMemory.isPossible)) func withoutMemoryNothingIsFreedTwice() {
    RefusedMemory.ofLibrary("libyaml") {
      #expect(throws: Diagnostic.self) { try read("a: 1") }
    }
  }

  @Test func everyValueHasItsPlace() throws {
    let root = try #require(try read("# c\na: 1\n\nb:\n  - x\n  - {ä: 'y', c: [z]}\n"))
    #expect(root.position == TextPosition(line: 2, column: 1))
    #expect(root.entries?.map(\.key) == ["a", "b"])
    #expect(root.entries?.map(\.position) == [TextPosition(line: 2, column: 1), TextPosition(line: 4, column: 1)])
    let list = try #require(root["b"]?.elements)
    #expect(list.map(\.position) == [TextPosition(line: 5, column: 5), TextPosition(line: 6, column: 5)])
    // Columns are characters, not bytes.
    #expect(list[1]["ä"] == YAMLNode(.quoted("y"), at: TextPosition(line: 6, column: 9)))
    #expect(list[1]["c"]?.elements == [YAMLNode(.plain("z"), at: TextPosition(line: 6, column: 18))])
  }

  @Test func scalarsAreWhatTheyLookLike() throws {
    let root = try #require(try read("a: true\nb: 'true'\nc:\nd: ~\ne: \"\"\nf: |\n  x\n  y\ng: \"\\u00e4\"\r\n"))
    #expect(root["a"]?.bool == true && root["b"]?.bool == nil && root["b"]?.text == "true")
    #expect(root["c"]?.isNull == true && root["d"]?.isNull == true && root["e"]?.isNull == false)
    #expect(root["f"]?.text == "x\ny\n" && root["g"]?.text == "ä")
  }

  @Test(arguments: ["", "# only this\n", "---\n", "\u{FEFF}"]) func nothingIsNothing(_ text: String) throws {
    #expect(try read(text)?.isNull ?? true)
  }

  @Test(arguments: [
    ("a: 'x\n", "f.yml:2:1: found unexpected end of stream while scanning a quoted scalar"),
    ("a: 1\n\tb: 2\n", "f.yml:2:1: the line is indented with a tab; YAML takes spaces only"),
    ("a:\n  b: 1\n \tc: 2\n", "f.yml:3:2: the line is indented with a tab"),
    ("a: [1, 2\nb: 3\n", "f.yml:2:2: did not find expected ',' or ']'"),
    ("a: 1\n b: 2\n", "f.yml:2:3: mapping values are not allowed"),
    ("a: 1\nb: 2\na: 3\n", "f.yml:3:1: “a” occurs twice; it is in line 1 already"),
    ("a: &x 1\n", "f.yml:1:4: “&x”: anchors and tags"),
    ("a: *x\n", "f.yml:1:4: aliases are not supported"),
    ("a: !!binary eA==\n", "f.yml:1:4: “tag:yaml.org,2002:binary”: anchors and tags"),
    ("a: 1\n---\nb: 2\n", "f.yml:2:1: a second document begins here"),
    ("[a, b]: 1\n", "f.yml:1:1: a key must be a text"),
    ("a: {b: 1\n", "f.yml:2:1: did not find expected ',' or '}'"),
    ("a: \"\\q\"\n", "f.yml:1:5: found unknown escape character"),
    ("%YAML 9.9\n---\na: 1\n", "f.yml:1:1: found incompatible YAML document"),
    ("}", "f.yml:1:1: did not find expected node content"),
  ])
  func mistakesAreSaidWithTheirPlace(_ text: String, _ expected: String) {
    #expect(message(Array(text.utf8)).hasPrefix(expected), "\(message(Array(text.utf8)))")
  }

  @Test(arguments: [
    (Array("a: ä\nb: x".utf8) + [0xFF], "f.yml:2:5: "), ([0xFF, 0xFE, 0x61, 0], "f.yml:1:1: "),
    (Array("a: \u{0}".utf8), "f.yml:1:4: "), (Array("a: 1\nb: \u{7}\n".utf8), "f.yml:2:4: "),
    ([0xC0, 0x80], "f.yml:1:1: "), (Array("é: ".utf8) + [0xED, 0xA0, 0x80], "f.yml:1:4: "),
  ])
  func bytesThatAreNoTextAreSaidWithTheirPlace(_ bytes: [UInt8], _ place: String) {
    #expect(message(bytes).hasPrefix(place), "\(message(bytes))")
  }

  @Test func limitsHold() {
    var limits = YAMLReader.Limits()
    #expect(message(Array(String(repeating: "[", count: 5000).utf8)).contains("nested more than 32 deep"))
    let deep = (0..<200).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    #expect(message(Array(deep.utf8)).contains("nested more than 32 deep"))
    limits.nodes = 10
    #expect(message(Array("[1,2,3,4,5,6,7,8,9,10,11]".utf8), limits: limits).contains("more than 10 values"))
    limits.bytes = 3
    #expect(message(Array("abcd".utf8), limits: limits).contains("4 bytes, above the limit of 3"))
    // Each line ten times the one before.
    let bomb = "a: &a [x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n"
    #expect(message(Array(bomb.utf8)).hasPrefix("f.yml:1:4: "))
  }

  /// Whatever the bytes are, there is a tree or a finding, and soon.
  @Test func garbageEnds() {
    var random = SplitMix64(seed: 5)
    let pieces = [
      "a", ":", " ", "\n", "- ", "[", "]", "{", "}", "'", "\"", "#", "|", ">", "\t", "&x ", "*x", "!", "? ", "---\n",
      "%",
      ",", "ä", "\\",
    ]
    for _ in 0..<3000 {
      let text = (0..<random.next(upperBound: UInt64(40))).map { _ in
        pieces[Int(random.next(upperBound: UInt64(pieces.count)))]
      }.joined()
      var bytes = Array(text.utf8)
      if !bytes.isEmpty, random.next(upperBound: UInt64(4)) == 0 {
        bytes[Int(random.next(upperBound: UInt64(bytes.count)))] = UInt8(truncatingIfNeeded: random.next())
      }
      do throws(Diagnostic) {
        _ = try YAMLReader.read(bytes, file: "f.yml")
      } catch {
        #expect(error.rule == .configInvalid && error.message.hasPrefix("f.yml:"), "\(error)")
      }
    }
  }

  /// A file as large as may be is read in time that grows with its size alone.
  @Test(arguments: ["? ", "- ", "a: [", "{", "a,", "\"", "'a\n", "# ", "\n", "a: b\n", "- a\n", "|\n a\n", "!<a> "])
  func largeFilesEnd(_ piece: String) {
    let bytes = Array(String(repeating: piece, count: (1 << 20) / piece.utf8.count).utf8)
    let start = ContinuousClock.now
    _ = try? YAMLReader.read(bytes, file: "f.yml")
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
