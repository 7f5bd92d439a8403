import Foundation
import KilnTestSupport
import Testing

/// Kiln finds nothing to mend in what it writes, in one folder or file by file.
@Suite struct OwnResultTests {
  private static func withResults(_ body: (_ folder: String) throws -> Void) throws {
    let badge = Fixture.bytes(Fixture.repository("Conversions/lottie-badge-to-svga/badge.json"))
    try Samples.withFolder(["badge.json": String(decoding: badge, as: UTF8.self)]) { folder in
      for output in [
        "pages.png --scale-variants 1,2 --page-size 400", "parts.png --descriptor sprites", "badge.svga", "badge.webp",
        "baked.timeline.json",
      ] {
        let words = output.split(separator: " ").map(String.init)
        let result = try Command.run(["convert", "badge.json"] + words + ["--frames", "20..<32"], folder: folder)
        #expect(result.exitCode == 0, "\(output): \(result.errors)")
      }
      try body(folder)
    }
  }

  @Test func nothingIsFound() throws {
    try Self.withResults { folder in
      let names = Samples.names(in: folder)
      #expect(names.contains("pages@2x-1.json"), "there is one page only: \(names)")
      let all = try Command.run("validate", ".", "--fail-on", "warning", folder: folder)
      #expect(all.exitCode == 0, "\(all.output)\(all.errors)")
      for name in names where !name.hasSuffix(".png") {
        let one = try Command.run("validate", name, "--fail-on", "warning", folder: folder)
        #expect(one.exitCode == 0, "\(name): \(one.output)\(one.errors)")
      }
    }
  }

  /// The pictures of sprites are on a page beside the timeline file.
  @Test func spritesAreReadWithTheirPages() throws {
    try Self.withResults { folder in
      let same = try Command.run(
        "compare", "baked.timeline.json", "parts.timeline.json", "--min-ssim", "0.98", folder: folder)
      #expect(same.exitCode == 0, "\(same.output)\(same.errors)")
      try FileManager.default.removeItem(atPath: folder + "/parts.png")
      let missing = try Command.run("validate", "parts.timeline.json", folder: folder)
      #expect(missing.exitCode != 0 && "\(missing.output)\(missing.errors)".contains("the page “parts.png”"))
    }
  }
}
