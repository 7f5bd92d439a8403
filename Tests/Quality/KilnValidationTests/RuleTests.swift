import Kiln
import KilnDiagnostics
import KilnLottieRules
import KilnRuleEngine
import KilnSVGAFormat
import KilnSVGARules
import KilnTestSupport
import KilnValidation
import Testing

@Suite struct RuleTests {
  static let fixtures =
    RuleFixture.structure + RuleFixture.assets + RuleFixture.timing + RuleFixture.players + RuleFixture.costs
    + RuleFixture.policy
    + RuleFixture.handoff + RuleFixture.containers + RuleFixture.stateMachines + RuleFixture.svga + RuleFixture.outputs
    + RuleFixture.videos
    + RuleFixture.rendering

  @Test(arguments: ValidationCatalogue.rules.map(\.rule.id))
  func everyRuleFiresOnItsBadFixtureOnly(_ id: String) throws {
    let fixture = try #require(Self.fixtures.first { $0.id == id }, "\(id) has no fixtures")
    let bad = try fixture.report(bad: true)
    #expect(bad.rules.contains(id), "\(id) does not fire on its bad fixture, but:\n\(bad.text)")
    let good = try fixture.report(bad: false)
    #expect(!good.rules.contains(id), "\(id) fires on its good fixture:\n\(good.text)")
    #expect(good.failure == nil, "the good fixture cannot be read: \(good.text)")
  }

  @Test func everyFixtureIsOfARule() {
    let ids = Set(ValidationCatalogue.rules.map(\.rule.id))
    #expect(Self.fixtures.filter { !ids.contains($0.id) }.map(\.id) == [])
    #expect(Set(Self.fixtures.map(\.id)).count == Self.fixtures.count)
  }
}

/// What is advised is true of the finding.
@Suite struct AdviceTests {
  /// Kiln leaves out what nothing needs, and keeps keys.
  @Test func hiddenSpritesAreLeftOutByKilnOnlyWhereThatIsSo() {
    func hide(_ frame: inout SVGAFrameEntity, _: Int) { frame = SVGAFrameEntity() }
    let file = movie(
      sprite("m.matte", change: hide), sprite("a.vector", matte: "m.matte"), sprite("b.vector", change: hide),
      sprite("avatar", change: hide), sprite("avatar", change: hide))
    let found = Validator().validate(file).findings.filter { $0.rule.id == "svga.sprite.hidden" }
    let leavesOut = found.map { $0.diagnostic.advice?.contains("leaves it out") }
    #expect(leavesOut == [false, true, false, true], "\(found.map(\.diagnostic))")
  }
}

@Suite struct GoodFileTests {
  static let files = Fixture.files(in: Fixture.folder() + "/good", extension: "json")

  /// Files that a designer would be right to ship: nothing is found in them, not even a note, but for what some player
  /// does not have.
  @Test(arguments: files) func theWholeCatalogueIsSilent(_ file: String) {
    let report = Validator().validate(Fixture.bytes(file))
    let found = report.findings.filter { ValidationCatalogue.feature(of: $0.rule) == nil }
    #expect(found.isEmpty, "\(report.text)")
    #expect(report.failure == nil)
  }

  @Test func thereAreEnough() { #expect(Self.files.count >= 10) }

  @Test func resultsAreTheSameEachTime() {
    for file in Self.files {
      let first = Validator().validate(Fixture.bytes(file))
      let second = Validator().validate(Fixture.bytes(file))
      #expect(first.text == second.text && first.facts == second.facts)
    }
  }

  @Test func findingsOfOneRuleAreLimitedAndCounted() {
    var options = ValidationOptions()
    options.rendersFrames = false
    options.maximumFindingsOfOneRule = 3
    let layers = (1...8).map { square($0, "Square", times: #""ip":0,"op":60"#) }
    let report = Validator(options).validate(Array(lottie(layers.joined(separator: ",")).utf8))
    #expect(report.findings.count { $0.rule == .lottieLayerMember } == 3)
    #expect(report.omitted.first { $0.rule == .lottieLayerMember }?.count == 5)
  }

  @Test func targetsDecideAboutSeverity() throws {
    let bytes = Array(lottie(shapes(rectangle, rectangle, #"{"ty":"mm","mm":4}"#, fill)).utf8)
    func severity(_ targets: String...) throws -> Rule.Severity? {
      var options = ValidationOptions()
      options.targets = try targets.map { name in try Target(name) }
      return Validator(options).validate(bytes).findings.first { $0.rule == .playerMergePaths }?.severity
    }
    #expect(try severity() == .note)
    #expect(try severity("lottie-ios") == .warning)
    #expect(try severity("skottie") == nil)
  }
}

/// What a rule's one bad and one good file do not show.
@Suite struct RuleCaseTests {
  private func rules(_ file: String, targets: [String] = [], draws: Bool = false) throws -> [String] {
    var options = ValidationOptions()
    options.rendersFrames = draws
    options.targets = try targets.map { name in try Target(name) }
    return Validator(options).validate(Array(file.utf8)).findings.map(\.rule.id)
  }

  /// Where a string or another flag can stand: in a layer, in an array, in a keyframe, and at the root.
  @Test(arguments: [
    lottie(square(times: #""ip":0,"op":60,"st":0,"parent":"2""#)), lottie(start: #""0""#),
    lottie(square(transform: still(["p": fixed(#"["100",100,0]"#)]))),
    lottie(square(transform: still(["o": #"{"a":2,"k":100}"#]))),
    lottie(square(transform: still(["o": #"{"a":"0","k":100}"#]))),
    lottie(square(transform: still(["r": animated((0, #"["0"]"#), (40, "[30]"))]))),
    lottie(shapes(rectangle, fill(#"["0.3",0.5,0.5,1]"#))),
  ])
  func typesAreChecked(_ file: String) throws { #expect(try rules(file).contains("lottie.value.type")) }

  @Test(arguments: [true, false]) func flagsMayBeBooleans(_ flag: Bool) throws {
    let file = lottie(square(transform: still(["r": #"{"a":\#(flag),"k":0}"#]), #""ddd":\#(flag)"#))
    #expect(try !rules(file).contains("lottie.value.type"))
  }

  /// lottie-web, lottie-ios, lottie-android and rlottie take what a group's transform lacks as nothing to do, but for the
  /// opacity on lottie-web's canvas.
  @Test(arguments: [("", ["lottie.shape.memberMissing"]), (#","o":{"a":0,"k":100}"#, [])])
  func transformsOfGroupsMayLackMembers(_ opacity: String, _ expected: [String]) throws {
    let layer = layer(4, 1, "A", #""shapes":[{"ty":"gr","it":[\#(rectangle),\#(fill),{"ty":"tr"\#(opacity)}]}]"#)
    #expect(try rules(lottie(layer)).filter { $0.hasPrefix("lottie.") } == expected)
  }

  /// Effects that Bodymovin does not know have the type of controls.
  @Test func unknownEffectsAreNoControls() throws {
    func effect(_ name: String) -> String {
      lottie(square(1, "A", #""ef":[{"ty":5,"nm":"E","mn":"\#(name)","en":1,"ef":[]}]"#))
    }
    for name in ["ADBE Wave Warp", "ADBE Timewarp", "CC Bend It"] {
      #expect(try rules(effect(name)).contains("player.effectOther"), "\(name)")
    }
    for name in ["ADBE Slider Control", "Pseudo/RubberHose", "", "ADBE Point3D Control", "ADBE CM WigglePosition"] {
      #expect(try !rules(effect(name)).contains("player.effectOther"), "\(name)")
    }
    let disabled = effect("ADBE Wave Warp").replacing(#""en":1"#, with: #""en":0"#)
    #expect(try !rules(disabled).contains("player.effectOther"))
  }

  @Test func fileNamesAreNotEmbedded() throws {
    func marked(_ flag: Int) -> String {
      lottie(image(1), assets: #"{"id":"picture","w":20,"h":20,"u":"","p":"avatar.png","e":\#(flag)}"#)
    }
    #expect(try rules(marked(1)).contains("asset.image.embeddedInvalid"))
    #expect(try !rules(marked(0)).contains("asset.image.embeddedInvalid"))
  }

  /// Of two instances of a composition, one is outside of the canvas. Its layer A is in the middle, B at the left edge,
  /// and C below.
  @Test(arguments: [
    ([100], ["C"]), ([500, 100], ["C"]), ([180], ["C"]), ([250], ["A", "C"]), ([310], [""]), ([500], [""]),
  ])
  func layersOfCompositionsAreSeen(_ places: [Int], _ expected: [String]) throws {
    let instances = places.enumerated().map { index, x in
      layer(
        0, index + 1, "Shows \(index)", transform: still(["p": fixed("[\(x),100,0]"), "a": fixed("[100,100,0]")]),
        #""refId":"a","w":200,"h":200"#)
    }
    func placed(_ x: Int, _ y: Int) -> String { still(["p": fixed("[\(x),\(y),0]")]) }
    let file = lottie(
      instances.joined(separator: ","),
      assets: composition(
        "a", square(1, "A", transform: placed(100, 100)), square(2, "B", transform: placed(10, 100)),
        square(3, "C", transform: placed(100, 900))))
    let report = Validator().validate(Array(file.utf8))
    let found = report.findings.filter { $0.rule == .renderNeverVisible }.map { $0.diagnostic.path.layers.last ?? "" }
    #expect(found == expected, "\(report.text)")
  }

  /// A rate as television writes it is the whole one, also for players of SVGA and for what a project demands.
  @Test(arguments: [("29.97", true), ("59.94", true), ("30.0000305", true), ("23.976", false), ("29.9", false)])
  func ratesOfTelevisionAreWhole(_ rate: String, isPlayed: Bool) throws {
    let file = lottie(rate: rate)
    #expect(try rules(file, targets: ["svga-ios"]).contains("time.frameRate.svga") == !isPlayed)
    #expect(try rules(file, targets: ["telegram"]).contains("tgs.frameRate") == !rate.hasPrefix("30"))
    var options = ValidationOptions()
    var demands = ValidationSettings()
    demands.rates = [24, 30, 60]
    options.levels = [demands]
    let found = Validator(options).validate(Array(file.utf8)).findings.map(\.rule.id)
    #expect(found.contains("policy.frameRate") == (rate == "29.9"))
  }

  /// What players without the feature draw alike is no finding.
  @Test func featuresWithoutEffectAreNone() throws {
    func merged(_ paths: String, _ mode: Int) -> String {
      lottie(shapes(paths, #"{"ty":"mm","mm":\#(mode)}"#, fill))
    }
    #expect(try !rules(merged(rectangle, 4)).contains("player.mergePaths"))
    #expect(try !rules(merged(rectangle + "," + rectangle, 1)).contains("player.mergePaths"))
    #expect(try rules(merged(rectangle + "," + rectangle, 2)).contains("player.mergePaths"))
    func oriented(_ position: String) -> String {
      lottie(square(1, "A", transform: still(["p": position]), #""ao":1"#))
    }
    #expect(try !rules(oriented(fixed("[100,100,0]"))).contains("player.autoOrient"))
    #expect(try rules(oriented(animated((0, "[0,0,0]"), (9, "[50,9,0]")))).contains("player.autoOrient"))
    func turned(_ angle: Int) -> String {
      lottie(square(1, "A", transform: still(["ry": animated((0, "[0]"), (9, "[\(angle)]"))])))
    }
    #expect(try !rules(turned(0)).contains("player.threeD"))
    #expect(try rules(turned(40)).contains("player.threeD"))
  }

  /// A slot has a value of its own, which players without slots draw.
  @Test func slotsAreNotesForAllTargets() throws {
    var options = ValidationOptions()
    options.targets = [try Target("lottie-ios")]
    let file = lottie(square(transform: still(["r": #"{"sid":"turn","a":0,"k":0}"#])))
    let found = Validator(options).validate(Array(file.utf8)).findings.filter { $0.rule.id == "player.slots" }
    #expect(found.map(\.severity) == [.note])
  }

  @Test func stripesThatMoveDoNotFlash() throws {
    #expect(try !rules(RuleFixture.stripes(800), draws: true).contains("render.flash"))
  }
}

@Suite struct RepeatedFindingTests {
  @Test func repetitionsAreOfKnownRules() {
    let known = Set(RuleCatalogue.all.map(\.id))
    let named = ValidationCatalogue.repetitions.flatMap { [$0.key] + $0.value }
    #expect(named.filter { !known.contains($0) } == [])
  }

  /// What a platform demands is not said again as a demand of the project; what is worse is said.
  @Test func aDemandIsSaidOnce() throws {
    var demands = ValidationSettings()
    demands.rates = [30, 60]
    demands.canvases = [try #require(PixelExtent("512x512"))]
    func found(_ targets: [String], _ settings: [String: ValidationOptions.Setting] = [:]) throws -> Set<String> {
      var options = ValidationOptions()
      options.levels = [demands]
      options.settings = settings
      options.targets = try targets.map { name in try Target(name) }
      return Set(Validator(options).validate(Array(lottie(rate: "25").utf8)).findings.map(\.rule.id))
    }
    let both = try found(["telegram"])
    #expect(both.isSuperset(of: ["tgs.canvas", "tgs.frameRate"]))
    #expect(both.isDisjoint(with: ["policy.canvas", "policy.frameRate"]))
    #expect(try found([]).isSuperset(of: ["policy.canvas", "policy.frameRate"]))
    #expect(try found(["telegram"], ["tgs.canvas": .severity(.warning)]).contains("policy.canvas"))
  }
}

@Suite struct HostileFileTests {
  /// Files with some bytes changed. A trap would end the whole test run.
  @Test func damagedFilesAreSurvived() {
    var random = SplitMix64(seed: 17)
    var options = ValidationOptions()
    options.limits.frames = 400
    options.limits.side = 512
    let fixtures = RuleTests.fixtures.filter { $0.bad.count < 20_000 }
    for round in 0..<150 {
      var bytes = fixtures[Int(random.next() % UInt64(fixtures.count))].bad
      guard !bytes.isEmpty else { continue }
      for _ in 0...(round % 4) {
        let position = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes[position] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[position] = Array("0123456789-.e\"[]{},:".utf8)[Int(random.next() % 20)]
        default: bytes.removeSubrange(position..<min(bytes.count, position + Int(random.next() % 8)))
        }
        if bytes.isEmpty { break }
      }
      options.rendersFrames = round % 5 == 0
      let report = Validator(options).validate(bytes)
      #expect(report.bytes == bytes.count)
    }
  }

  @Test func emptyAndForeignFilesFail() {
    for bytes in [[], Array("hello".utf8), Array("{}".utf8), [0xFF, 0xD8, 0xFF, 0xE0]] {
      #expect(Validator().validate(bytes).failure != nil)
    }
  }
}
