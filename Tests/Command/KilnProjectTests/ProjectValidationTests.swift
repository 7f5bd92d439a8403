import Kiln
import KilnDiagnostics
import KilnProject
import KilnTestSupport
import KilnValidation
import Testing

@Suite struct ProjectValidationTests {
  private static let today = ProjectDate("2026-06-15")

  private static func read(_ text: String) throws -> ProjectValidation {
    try #require(try ProjectFileTests.read("version: 1\nvalidation:\n" + text).validation)
  }

  /// The demands on a file as one.
  private static func settings(_ validation: ProjectValidation, _ path: String) throws -> ValidationSettings {
    let today = try #require(Self.today)
    var settings = ValidationSettings()
    for level in validation.levels(for: path) { settings.merge(level.settings(on: today, file: "p.yml")) }
    return settings
  }

  @Test func classesAndExceptionsTakePrecedence() throws {
    let validation = try Self.read(
      """
        rules: {"handoff.*": off, handoff.background: warning, lottie.expression: error, asset.image.oversized: {factor: 3}}
        budgets: {bytes: 2M, layers: 10}
        canvases: [100x100]
        classes:
          large: {files: large/**, budgets: {bytes: 5M, duration: 1500ms}, canvases: [200x200, any]}
        overrides:
          - {files: old-*, rules: {lottie.expression: off}, budgets: {layers: none}, reason: because}
      """)
    let usual = try Self.settings(validation, "a.json")
    #expect(
      usual.settings["lottie.expression"] == .severity(.error)
        && usual.settings["handoff.background"] == .severity(.warning))
    #expect(usual.settings["handoff.layer.hidden"] == .off)
    #expect(usual.values["budget.bytes.limit"] == 2_000_000 && usual.values["asset.image.oversized.factor"] == 3)
    #expect(usual.canvases?.map(\.description) == ["100x100"])
    let large = try Self.settings(validation, "large/x/a.json")
    #expect(large.values["budget.bytes.limit"] == 5_000_000 && large.values["budget.duration.limit"] == 1.5)
    #expect(large.canvases?.map(\.description) == ["200x200", "any"] && large.values["budget.layers.limit"] == 10)
    let old = try Self.settings(validation, "large/old-1.json")
    #expect(old.settings["lottie.expression"] == .off && old.values["budget.layers.limit"] == 1e300)
    #expect(old.expired.isEmpty)
  }

  @Test func exceptionsEndWithTheirDay() throws {
    func text(_ day: String) -> String {
      "  overrides:\n    - {files: a.json, rules: {lottie.expression: off}, reason: because, until: \(day)}"
    }
    let lasting = try Self.settings(Self.read(text("2026-06-15")), "a.json")
    #expect(lasting.settings["lottie.expression"] == .off && lasting.expired.isEmpty)
    let ended = try Self.settings(Self.read(text("2026-06-14")), "a.json")
    #expect(ended.settings.isEmpty)
    #expect(ended.expired == ["p.yml:4:7: the override held until 2026-06-14 (because)"])
    #expect(try Self.settings(Self.read(text("2026-06-14")), "b.json").expired.isEmpty)
  }

  @Test func formatsOfClassAndPresetAreBothAskedFor() throws {
    let validation = try Self.read(
      "  classes: {a: {formats: [svga, webp], preset: svga-gift}, b: {formats: tgs, preset: whatsapp-sticker}}")
    let presets = validation.levels.filter { $0.title.hasPrefix("preset") }
    #expect(presets.map(\.formats) == [["svga", "webp"], ["svga"]])
    #expect(presets.allSatisfy { $0.position == nil && $0.demands.allSatisfy { $0.position == nil } })
  }

  @Test("The library demands what a preset says in YAML", arguments: ValidationPreset.all.map(\.name))
  func presetsAreDemands(_ name: String) throws {
    let preset = try #require(ValidationPreset(named: name))
    let levels = ProjectDemandLevel.levels(of: preset).map { $0.settings(on: nil, file: name) }
    let demands = try #require(preset.delivery).demands
    #expect(demands == levels)
    #expect(!demands.isEmpty)
  }

  @Test(arguments: ValidationPreset.all.map(\.name)) func presetsAreRight(_ name: String) throws {
    let preset = try #require(ValidationPreset(named: name))
    let text = preset.text.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
    let validation = try Self.read(text)
    #expect(validation.levels.count >= 1 && validation.levels.allSatisfy { !$0.demands.isEmpty })
    #expect(preset.text.contains("# ") && preset.summary.hasSuffix("."))
    // What the preset says comes into effect, and what stands beside it takes precedence.
    let used = try Self.read("  preset: \(name)\n  targets: svga-web\n")
    #expect(used.levels.count == validation.levels.count + 1)
    #expect(try Self.settings(used, "a.json").targets?.map(\.name) == ["svga-web"])
  }

  @Test(arguments: [
    ("preset: svga-gfit", "3:11: “svga-gfit” is no value of preset; did you mean svga-gift?"),
    ("rules: {lottie.expresion: off}", "3:11: there is no rule “lottie.expresion”; did you mean lottie.expression?"),
    (
      "rules: {asset.image.oversized: {faktor: 2}}",
      "3:35: asset.image.oversized has no option “faktor”; did you mean factor?"
    ),
    ("rules: {lottie.expression: eror}", "3:30: “eror” is no value of lottie.expression; did you mean error?"),
    ("rules: {lotie.*: off}", "3:11: there is no rule “lotie.*” that it matches; `kiln rules` lists all"),
    ("budgets: {layer: 2}", "3:13: there is no key “layer” in budgets; did you mean layers?"),
    (
      "budgets: {bytes: many}",
      "3:20: “many” is no value of bytes; write a number of bytes such as 500k or 2MB, or none"
    ),
    ("names: {layers: \"(\"}", "3:19: “(” is no regular expression: ( is not closed"),
    ("targets: [lottie-ois]", "3:13: there is no target “lottie-ois”; did you mean lottie-ios?"),
    ("targets: lottie-ios@new", "3:12: “new” is no version; write it as in lottie-ios@4.5"),
    ("slots: {avatar: big}", "3:19: “big” is no size; write it in pixels as 300x200, 300x* or any"),
    (
      "overrides: [{files: a, reason: b, until: 2026-02-30}]",
      "3:44: “2026-02-30” is no day; write year, month and day, such as 2026-12-31"
    ),
    ("overrides: [{files: a, until: 2026-02-01}]", "3:15: an element of overrides has no reason; add reason:"),
    (
      "classes: {a: {overrides: []}}",
      "3:17: there is no key “overrides” in a; choose one of files, formats, preset, targets, rules, budgets, names, slots, canvases, rates"
    ),
  ])
  func mistakesAreSaidWithTheirPlace(_ line: String, _ message: String) {
    let error = thrownRule { () throws(Diagnostic) in
      _ = try ProjectFileTests.read("version: 1\nvalidation:\n  \(line)\n")
    }
    #expect(error == .configInvalid)
    do throws(Diagnostic) {
      _ = try ProjectFileTests.read("version: 1\nvalidation:\n  \(line)\n")
    } catch {
      #expect("\(error)" == "p.yml:" + message)
    }
  }

  @Test func budgetsAreOfRules() throws {
    for budget in ProjectBudget.all {
      let rule = try #require(ValidationCatalogue.rule(budget.rule), "\(budget.rule)")
      #expect(rule.category == .budgets && rule.options.map(\.name) == ["limit"])
    }
    let rules = ValidationCatalogue.rules.filter { $0.category == .budgets }.map(\.rule.id)
    #expect(Set(rules) == Set(ProjectBudget.all.map(\.rule)))
  }
}

@Suite struct ProjectDateTests {
  @Test func daysAreCounted() {
    for (seconds, day) in [
      (0, "1970-01-01"), (86_399, "1970-01-01"), (951_782_400, "2000-02-29"), (1_798_675_200, "2026-12-31"),
      (4_107_542_400, "2100-03-01"), (-5, "1970-01-01"), (68_169_600, "1972-02-29"),
    ] {
      #expect(ProjectDate(secondsSince1970: seconds).description == day)
      #expect(ProjectDate(day) == ProjectDate(secondsSince1970: seconds))
    }
    #expect(ProjectDate(secondsSince1970: .max) > ProjectDate(secondsSince1970: 0))
  }

  @Test(arguments: [
    "2026-1-01", "2026-13-01", "2026-02-29", "2100-02-29", "20260101", "", "2026-00-10", "2026-01-00", "0000-01-01",
  ])
  func otherTextsAreNoDays(_ text: String) { #expect(ProjectDate(text) == nil) }
}
