import KilnTestSupport
import Testing

/// `kiln inspect --swift`: the source of an enum. The plugin of SwiftPM compiles it in `scripts/oracles/swift-plugins`.
@Suite struct SwiftEnumTests {
  /// The names are hostile; what is in the file is, too.
  private static let marked = Samples.box.replacing(
    #""fr":20"#, with: #""fr":20,"markers":[{"tm":1,"cm":"say \"\\(hi)\" \u0001 é","dr":0}]"#)

  private func run(_ files: [String: String], _ arguments: String...) throws -> Command.Result {
    try Samples.withFolder(files) { try Command.run(["inspect"] + arguments, folder: $0) }
  }

  @Test func casesHaveFacts() throws {
    let photo = Samples.photo(folder: "", file: "p.png")
    try Samples.withFolder(["x/heart-beat.json": Self.marked, "b.json": photo, "late.json": Samples.lateBox]) {
      folder in
      try Samples.write(try Samples.png(), folder + "/p.png")
      #expect(try Command.run("convert", "late.json", "late.webp", folder: folder).exitCode == 0)
      let result = try Command.run(
        "inspect", "x/heart-beat.json", "b.json", "late.webp", "--swift", "public Gifts", "-q", folder: folder)
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      for text in [
        "\npublic enum Gifts: CaseIterable, Sendable {\n  /// \"heart-beat.json\"\n  case heartBeat\n",
        "  public var frameCount: Int { facts.frameCount }\n", "  public var url: URL {\n",
        "  var markers: [String]\n}\n",
        """
            case .heartBeat:
              AnimationFacts(
                name: "heart-beat",
                fileName: "heart-beat.json",
                width: 20.0,
                height: 10.0,
                frameRate: 20.0,
                frameCount: 4,
                duration: 200.0 / 1000,
                imageKeys: [],
                slots: [],
                markers: ["say \\"\\\\(hi)\\" \\u{1} é"])

        """,
        "        imageKeys: [\"Photo\"],\n", "    case .late:\n",
      ] {
        #expect(result.output.contains(text), "\(text) is not in \(result.output)")
      }
    }
  }

  @Test(arguments: [
    ("2 fast!", "_2Fast"), ("class", "`class`"), ("init", "init_"), ("allCases", "allCases_"), ("GIFT_box", "giftBox"),
    ("礼物", "礼物"), (#"a"\(b)$(c)`d`"#, "aBCD"), ("-o", "o"),
  ])
  func namesBecomeIdentifiers(_ name: String, _ identifier: String) throws {
    let result = try run([name + ".json": Samples.box], "--swift", "A", "--", name + ".json")
    #expect(result.output.contains("  case \(identifier)\n"), "\(result.errors)\(result.output)")
  }

  @Test func noFileIsAnEmptyEnum() throws {
    let result = try run([:], "--swift", "A")
    #expect(result.exitCode == 0 && result.output.contains("\nenum A: CaseIterable"), "\(result.errors)")
    #expect(!result.output.contains("Bundle.module"))
  }

  @Test func namesThatCannotBeAreRefused() throws {
    let files = ["heart-beat.json": Samples.box, "heart_beat.json": Samples.box, "!!.json": Samples.box]
    let same = try run(files, "heart-beat.json", "heart_beat.json", "--swift", "A")
    #expect(same.exitCode == 64 && same.output.isEmpty)
    #expect(same.errors.contains("heart-beat.json and heart_beat.json would both become A.heartBeat"), "\(same.errors)")
    let none = try run(files, "!!.json", "--swift", "A")
    #expect(none.exitCode == 64 && none.errors.contains("!!.json has a name of which no name in Swift can be made"))
    for name in ["my gifts", "open Gifts", "class", "", "2a", "a-b", "public package A"] {
      let wrong = try run(files, "heart-beat.json", "--swift", name)
      #expect(wrong.exitCode == 64 && wrong.errors.contains("is no name of an enum"), "\(name): \(wrong.errors)")
    }
    for words in [["heart-beat.json", "!!.json"], [], ["-", "--swift", "A"], ["--swift", "A", "--json"]] {
      let wrong = try Samples.withFolder(files) { try Command.run(["inspect"] + words, folder: $0) }
      #expect(wrong.exitCode == 64, "\(words)")
    }
    let broken = try run(["a.json": "{", "b.json": Samples.box], "b.json", "a.json", "--swift", "A")
    #expect(broken.exitCode == 65 && broken.output.isEmpty && broken.errors.contains("error: a.json: not valid JSON"))
  }
}
