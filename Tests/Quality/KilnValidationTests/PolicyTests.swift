import Foundation
import KilnDiagnostics
import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnValidation
import Testing

@Suite struct NamePatternTests {
  @Test(arguments: [
    ("abc", ["abc"], ["ab", "abcd", ""]), ("", [""], ["a"]), ("a|b|", ["a", "b", ""], ["c", "ab"]),
    ("[a-z0-9_]+", ["a", "a_9"], ["", "A", "a-b"]), ("[^a-z]", ["A", "头"], ["a", "AA"]),
    ("a{2,3}", ["aa", "aaa"], ["a", "aaaa"]),
    ("(ab)*c?", ["", "ab", "abab", "c", "ababc"], ["a", "cc"]), (#"\d+\.json"#, ["12.json"], ["12xjson", ".json"]),
    ("^img_[0-9]{2}$", ["img_12"], ["img_1", "img_123"]), ("a^b|c$d", [], ["ab", "cd"]),
    (#"[\]\-\d]+"#, ["]-5"], ["\\"]),
    (#"\W\S\D"#, ["-x-"], ["ax-", "- -", "-x1"]), ("(?:a|b){2}", ["ab", "bb"], ["a", "abc"]),
    ("头像.*", ["头像", "头像1"], ["头"]),
    ("[]a]", ["]", "a"], ["b"]), ("a{0}b", ["b"], ["ab"]), ("[a-c-]+", ["a-c"], ["d"]),
    ("(a*)*b", ["b", "aab"], ["a"]),
  ])
  func wholeNamesMatch(_ text: String, _ good: [String], _ bad: [String]) throws {
    let pattern = try NamePattern(text)
    for name in good { #expect(pattern.matches(name), "\(text) does not match \(name)") }
    for name in bad { #expect(!pattern.matches(name), "\(text) matches \(name)") }
  }

  @Test(arguments: [
    "(", ")", "[a", "a**", "*a", "{2}", "a{2", "a{x}", "a{3,2}", "a{201}", "\\", "\\q", "[z-a]", "(?=a)", "[\\D]",
  ])
  func whatIsNoPatternIsSaid(_ text: String) {
    #expect(throws: NamePattern.Problem.self) { try NamePattern(text) }
  }

  /// Patterns that take other engines for ever, and ones that grow.
  @Test func matchingTakesNoTimeThatGrowsWithThePattern() throws {
    let name = String(repeating: "a", count: 3000) + "!"
    for text in ["(a+)+", "(a|a)*", "(a*)*b", "((a{0,50}){0,50})"] {
      guard let pattern = try? NamePattern(text) else { continue }
      #expect(!pattern.matches(name))
    }
    #expect(throws: NamePattern.Problem.self) { try NamePattern("((a{200}){200}){200}") }
    #expect(throws: NamePattern.Problem.self) { try NamePattern(String(repeating: "(", count: 60)) }
  }
}

@Suite struct ValidationSettingsTests {
  private static func settings(_ change: (inout ValidationSettings) -> Void) -> ValidationSettings {
    var settings = ValidationSettings()
    change(&settings)
    return settings
  }

  @Test func laterLevelsAndTheCallerTakePrecedence() throws {
    var options = ValidationOptions()
    options.levels = [
      Self.settings {
        $0.targets = [try? Target("lottie-ios")].compactMap(\.self)
        $0.settings = ["a": .off, "b": .off, "c": .off]
        $0.values = ["budget.layers.limit": 3]
        $0.rates = [30]
      },
      Self.settings { $0.settings = ["b": .severity(.error)] },
      Self.settings {
        $0.formats = ["svga"]
        $0.rates = [20]
        $0.settings = ["a": .severity(.note)]
      },
    ]
    options.settings = ["c": .severity(.warning)]
    let lottie = options.resolved(for: "lottie")
    #expect(lottie.settings == ["a": .off, "b": .severity(.error), "c": .severity(.warning)])
    #expect(lottie.targets.map(\.description) == ["lottie-ios"] && lottie.demands.rates == [30])
    let movie = options.resolved(for: "svga")
    #expect(movie.settings["a"] == .severity(.note) && movie.demands.rates == [20])
    options.targets = [try Target("lottie-web@5.9")]
    #expect(options.resolved(for: "").targets == options.targets)
  }

  /// Workers get the options as JSON.
  @Test func optionsSurviveJSON() throws {
    var options = ValidationOptions()
    options.targets = [try Target("lottie-ios@4.5")]
    options.settings = ["a": .off, "b": .severity(.note)]
    options.values = ["budget.bytes.limit": 1e300]
    options.fileName = "a.json"
    options.levels = [
      Self.settings {
        $0.names.layers = try? NamePattern("[a-z]+")
        $0.slots = ["avatar": PixelExtent("300x*")].compactMapValues(\.self)
        $0.canvases = [PixelExtent("any")].compactMap(\.self)
        $0.rates = [29.97]
        $0.expired = ["x"]
      }
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(options)
    let read = try JSONDecoder().decode(ValidationOptions.self, from: bytes)
    #expect(try encoder.encode(read) == bytes)
    #expect(read.levels == options.levels && read.settings == options.settings && read.targets == options.targets)
  }

  @Test func aBudgetIsCheckedBecauseItIsSet() {
    var options = ValidationOptions()
    options.rendersFrames = false
    options.levels = [Self.settings { $0.values = ["budget.layers.limit": 0] }]
    let bytes = Array(lottie().utf8)
    #expect(Validator(options).validate(bytes).rules.contains("budget.layers"))
    options.levels.append(Self.settings { $0.values = ["budget.layers.limit": 1e300] })
    #expect(!Validator(options).validate(bytes).rules.contains("budget.layers"))
    options.levels = [
      Self.settings {
        $0.formats = ["svga", "tgs"]; $0.values = ["budget.layers.limit": 0]
      }
    ]
    #expect(!Validator(options).validate(bytes).rules.contains("budget.layers"))
  }

  @Test func formatsAreThoseOfReports() throws {
    var options = ValidationOptions()
    options.rendersFrames = false
    for fixture in RuleTests.fixtures {
      for bytes in [fixture.bad, fixture.good] {
        let report = Validator(options).validate(bytes)
        guard report.failure == nil else { continue }
        #expect(FileFormat.name(of: bytes, limits: options.limits) == report.format)
        #expect(FileFormat.names.contains(report.format))
      }
    }
  }

  @Test func slotsOfLottieAreAssetsOrSlots() {
    func missing(_ document: String, _ size: String = "any") -> Set<String> {
      var options = ValidationOptions()
      options.rendersFrames = false
      options.levels = [Self.settings { $0.slots = ["avatar": PixelExtent(size)].compactMapValues(\.self) }]
      return Validator(options).validate(Array(document.utf8)).rules.filter { $0.hasPrefix("policy.") }
    }
    #expect(missing(lottie(image(1, "avatar"), assets: picture("avatar", data(20, 20)))) == [])
    #expect(missing(lottie(image(1, "a"), assets: picture("a", "avatar.png"))) == [])
    #expect(missing(lottie(assets: picture("avatar", data(20, 20)))) == ["policy.slot.missing"])
    #expect(missing(lottie(more: #""slots":{"avatar":{"p":{"a":0,"k":[1,0,0]}}}"#)) == [])
    #expect(missing(lottie(more: #""slots":{"avatar":{"p":{"w":30,"h":20}}}"#), "30x30") == ["policy.slot.size"])
  }
}
