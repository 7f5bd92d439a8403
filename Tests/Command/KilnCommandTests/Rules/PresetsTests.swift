import Foundation
import Kiln
import KilnProject
import KilnTestSupport
import Testing

/// One list of presets: what `kiln presets` prints is what other commands take.
@Suite struct PresetsTests {
  @Test func allAreListed() throws {
    let result = try Command.run("presets")
    let names = result.output.split(separator: "\n\n").first?.split(separator: "\n").compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(names == ValidationPreset.all.map(\.name))
    #expect(names == names?.sorted())
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(Command.run("presets", "--json").bytes)) as? [[String: Any]])
    #expect(json.compactMap { $0["name"] as? String } == names)
    #expect(json.first { $0["name"] as? String == "svga-gift" }?["bytes"] as? Int == 2_000_000)
  }

  @Test(arguments: ValidationPreset.all) func oneIsShown(_ preset: ValidationPreset) throws {
    let text = try Command.run("presets", preset.name).output
    #expect(text.hasPrefix("\(preset.name)  \(preset.summary)\n"))
    #expect(text.contains("kiln convert FILE") == (preset.delivery != nil), "\(text)")
    #expect(
      text.contains("--preset \(preset.name)  checks a file") || text.contains("--preset \(preset.name) "), "\(text)")
    #expect(preset.format == nil || preset.format == preset.delivery?.format)
  }

  @Test func anotherNameIsRefused() throws {
    let result = try Command.run("presets", "svga-gfit")
    #expect(result.exitCode == 64 && result.errors.contains("\n  did you mean svga-gift?\n"), "\(result.errors)")
  }

  @Test(arguments: ValidationPreset.all.map(\.name)) func validationNeedsNoProjectFile(_ name: String) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      let result = try Command.run("validate", "a.json", "--preset", name, "--json", folder: folder)
      #expect([0, 1].contains(result.exitCode), "\(result.errors)")
      #expect(result.jsonLines.count == 1)
    }
  }

  /// A preset that names players converts Lottie for them, into documents and archives.
  @Test func aPresetOfPlayersConvertsForThem() throws {
    let oriented = Samples.orientedBox
    try Samples.withFolder(["a.json": oriented, "b.json": Samples.box]) { (folder: String) throws in
      for name in ["b.json", "b.lottie"] {
        let output = "out/" + name
        let made = try Command.run("convert", "a.json", output, "--preset", "lottie-ui", folder: folder)
        #expect(made.exitCode == 0, "\(made.errors)")
        let checked = try Command.run("validate", output, "--preset", "lottie-ui", "--json", folder: folder)
        let findings = checked.jsonLines.first?["findings"] as? [[String: Any]] ?? []
        #expect(!findings.contains { ($0["rule"] as? String)?.hasPrefix("player.") ?? false }, "\(findings)")
      }
      let plain = try Command.run("convert", "a.json", "c.json", folder: folder)
      #expect(plain.exitCode == 0)
      #expect(
        try Command.run("validate", "c.json", "--preset", "lottie-ui", folder: folder).output.contains(
          "player.autoOrient"))
    }
  }

  /// The preset's rules hold, and options take precedence over them.
  @Test func thePresetIsChecked() throws {
    try Samples.withFolder(["a.json": Samples.box]) { (folder: String) throws in
      func rules(_ options: String...) throws -> [String] {
        let result = try Command.run(["validate", "a.json", "--json"] + options, folder: folder)
        let findings = result.jsonLines.first?["findings"] as? [[String: Any]] ?? []
        return findings.filter { $0["severity"] as? String == "error" }.compactMap { $0["rule"] as? String }
      }
      #expect(try !rules().contains { $0.hasPrefix("tgs.") })
      #expect(try rules("--preset", "telegram-sticker").contains { $0.hasPrefix("tgs.") })
      #expect(try !rules("--preset", "telegram-sticker", "--rule", "tgs=off").contains { $0.hasPrefix("tgs.") })
      #expect(
        try rules("--preset", "telegram-sticker", "--rule", "tgs.canvas=error", "--rule", "tgs=off")
          .filter { $0.hasPrefix("tgs.") } == ["tgs.canvas"])
    }
  }
}
