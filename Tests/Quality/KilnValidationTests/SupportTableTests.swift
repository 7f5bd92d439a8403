import Foundation
import KilnLottieRules
import KilnPlayers
import KilnRuleEngine
import KilnSVGAFormat
import KilnSVGARules
import KilnTestSupport
import KilnValidation
import Testing

@Suite struct SupportTableTests {
  private let table = SupportTable.standard

  @Test func everyRowIsRead() {
    let document = Fixture.repository("Sources/Lottie/KilnPlayers/Support/support.md")
    let rows = String(decoding: Fixture.bytes(document), as: UTF8.self).split(separator: "\n").filter { line in
      line.hasPrefix("|") && !["| Feature", "| ---", "| Letter"].contains { line.hasPrefix($0) }
    }
    #expect(rows.count == table.features.count + table.sources.count)
  }

  @Test func everyCellIsKnownOrAQuestionMarkAndHasASource() {
    let letters = Set(table.sources.map(\.letter))
    #expect(table.features.count > 60 && letters.count > 10)
    for feature in table.features {
      #expect(feature.appearance.hasSuffix("."))
      #expect(feature.cells.count == feature.targets.count)
      for cell in feature.cells {
        if cell.support == .unknown {
          #expect(cell.text == "?", "\(feature.id): \(cell.text)")
          continue
        }
        let sources = cell.sources.split(separator: ",").map(String.init)
        #expect(!sources.isEmpty && sources.allSatisfy(letters.contains), "\(feature.id): \(cell.text)")
        if case .since(let version) = cell.support { #expect(!version.isEmpty, "\(feature.id): \(cell.text)") }
      }
    }
    #expect(Set(table.features.map(\.id)).count == table.features.count)
  }

  @Test func everyFeatureOfARuleIsInTheTableAndTheOtherWayRound() {
    let asked = Set(ValidationCatalogue.rules.compactMap(\.feature))
    for id in asked { #expect(table.feature(id) != nil, "\(id) is not in the table") }
    let imported = Set(ValidationCatalogue.importedFeatures.values)
    for id in imported { #expect(table.feature(id) != nil, "\(id) is not in the table") }
    #expect(table.features.map(\.id).filter { !asked.contains($0) && !imported.contains($0) } == [])
  }

  /// What exports for a player may contain, and what the table says of it, are the same.
  @Test(arguments: [
    (SVGAPlayer.iOS, "svga-ios"), (.android, "svga-android"), (.web, "svga-web"), (.webLite, "svga-lite"),
    (.flutter, "svga-flutter"),
  ])
  func theTableIsWhatExportsGoBy(_ player: SVGAPlayer, _ target: String) throws {
    let capabilities = SVGACapabilities([player])
    func has(_ feature: String) throws -> Bool {
      try table.feature(feature)?.failures(in: [Target(target)]).isEmpty ?? false
    }
    #expect(try capabilities.drawsMattes == has("svgaMattes"))
    #expect(try capabilities.clipsVectors == has("svgaClipOnVector"))
    #expect(try capabilities.stretchesStrokes == has("svgaStrokeScaled"))
  }

  @Test func versionsDecide() throws {
    let shadow = try #require(table.feature("effectDropShadow"))
    #expect(shadow.failures(in: [try Target("lottie-android")]).isEmpty)
    #expect(shadow.failures(in: [try Target("lottie-android@4.1")]).isEmpty)
    #expect(shadow.failures(in: [try Target("lottie-android@4.0.9")]).map(\.target) == ["lottie-android"])
    #expect(shadow.failures(in: []).map(\.target) == ["rlottie"])
  }

  /// lottie-ios drew repeaters from the version on in which Core Animation became its standard engine.
  @Test(arguments: [("4.5", true), ("4", true), ("4.0.0", true), ("3.5.0", false), ("3", false)])
  func repeatersDependOnTheEngine(_ version: String, _ isDrawn: Bool) throws {
    let repeater = try #require(table.feature("repeater"))
    #expect(repeater.failures(in: [try Target("lottie-ios@\(version)")]).isEmpty == isDrawn)
  }

  @Test(arguments: ["lottie-ion", "lottie-ios@", "lottie-ios@4.x", "lottie-ios@-1", ""])
  func wrongTargetsAreRefused(_ text: String) {
    #expect(throws: (any Error).self) { try Target(text) }
  }
}
