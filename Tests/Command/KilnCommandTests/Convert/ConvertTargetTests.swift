import Foundation
import KilnTestSupport
import Testing

/// `kiln convert --target`, which must say what `kiln validate --target` says of the result.
@Suite struct ConvertTargetTests {
  /// A square that an ellipse of another layer cuts.
  private static let matted = #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":4,"w":40,"h":40,"layers":[
      {"ty":4,"nm":"Cut","ind":1,"td":1,"ip":0,"op":4,"st":0,"ks":{"p":{"a":1,"k":[{"t":0,"s":[10,20]},{"t":4,"s":[30,20]}]},
       "o":{"k":60}},"shapes":[{"ty":"el","p":{"k":[0,0]},"s":{"k":[20,20]}},
       {"ty":"gf","t":2,"s":{"k":[0,0]},"e":{"k":[10,0]},"g":{"p":2,"k":{"k":[0,1,1,1,1,0,0,0,0,1,1,0]}},"o":{"k":100}}]},
      {"ty":1,"nm":"Box","ind":2,"tt":1,"ip":0,"op":4,"st":0,"sw":40,"sh":40,"sc":"#ff8000","ks":{}}]}
    """#

  private static func rules(_ list: Any?) -> [[String: Any]] { list as? [[String: Any]] ?? [] }

  @Test func convertAndValidateAgree() throws {
    try Samples.withFolder(["a.json": Self.matted]) { folder throws in
      for profile in ["portable", "native"] {
        for target in ["svga-ios,svga-android", "svga-web", "svga-lite,svga-flutter"] {
          let name = "\(profile)-\(target).svga"
          let made = try Command.run(
            "convert", "a.json", name, "--profile", profile, "--target", target, "--json", folder: folder)
          #expect(made.exitCode == 0, "\(made.errors) \(made.output)")
          let said = Self.rules(made.json["diagnostics"]).filter { $0["rule"] as? String == "conversion.players" }
          let checked = try Command.run("validate", name, "--target", target, "--no-render", "--json", folder: folder)
          let file = try #require(checked.jsonLines.first)
          let found = Self.rules(file["findings"]).filter { $0["targets"] != nil }
          #expect(said.count == found.count, "\(name): \(said) \(found)")
          for finding in found {
            let rule = try #require(finding["rule"] as? String)
            #expect(said.contains { ($0["message"] as? String)?.hasSuffix("[\(rule)]") ?? false }, "\(name): \(rule)")
          }
          #expect(found.isEmpty == (profile == "portable" || target.hasPrefix("svga-ios")), "\(name): \(found)")
        }
      }
    }
  }

  @Test func strictRefusesWhatAPlayerLacks() throws {
    try Samples.withFolder(["a.json": Self.matted]) { folder throws in
      func code(_ arguments: String...) throws -> Int {
        try Command.run(
          ["convert", "a.json", "a.svga", "--overwrite", "--profile", "native"] + arguments, folder: folder
        )
        .exitCode
      }
      #expect(try code("--target", "svga-web", "--deny", "conversion.players") == 1)
      #expect(try code("--target", "svga-ios", "--deny", "conversion.players") == 0)
      #expect(try code("--target", "svga-wbe") == 64)
      #expect(try code("--target", "lottie-ios") == 64)
      #expect(try Command.run("convert", "a.json", "a.webp", "--target", "svga-ios", folder: folder).exitCode == 64)
    }
  }

  @Test func aDeliverableIsComparedWithItsSource() throws {
    let other = Samples.box.replacing("#ff8000", with: "#0080ff")
    let project =
      "version: 1\nconversions:\n  a: {inputs: designs, outputs: 'out/{stem}.webp', options: {reverse: true, fps: 10}}\n"
    try Samples.withFolder([".kiln.yml": project, "designs/a.json": Samples.box, "other.json": other]) {
      folder throws in
      #expect(try Command.run("batch", folder: folder).exitCode == 0)
      func rules(_ arguments: String...) throws -> [String] {
        let result = try Command.run(["validate", "--json"] + arguments, folder: folder)
        let files = result.jsonLines
        #expect(!files.isEmpty && files.allSatisfy { $0["error"] == nil }, "\(result.output)")
        return files.flatMap { Self.rules($0["findings"]).compactMap { $0["rule"] as? String } }
      }
      #expect(try !rules("out/a.webp").contains("output.unlikeSource"))
      #expect(try rules("out/a.webp", "--source", "other.json").contains("output.unlikeSource"))
      try Data(other.utf8).write(to: URL(filePath: folder + "/designs/a.json"))
      #expect(try rules("out/a.webp").contains("output.unlikeSource"))
      #expect(try rules().contains("output.unlikeSource"))
      #expect(try !rules("out/a.webp", "--no-render").contains("output.unlikeSource"))
      #expect(try Command.run("validate", "a", "b", "--source", "other.json", folder: folder).exitCode == 64)
    }
  }
}
