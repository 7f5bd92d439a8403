import Foundation
import KilnTestSupport
import Testing

/// What the command says of itself and of its machine.
@Suite struct DoctorTests {
  private static func parts(_ environment: [String: String] = [:]) throws -> [String: Bool] {
    let result = try Command.run("doctor", "--json", environment: environment)
    #expect(result.exitCode == 0, "\(result.errors)")
    let parts = try #require(result.json["parts"] as? [[String: Any]])
    #expect(parts.map { $0["name"] as? String }.last == "ffmpeg")
    for part in parts {
      #expect(part["isFound"] as? Bool == true || (part["installation"] as? String)?.isEmpty == false)
    }
    return Dictionary(
      uniqueKeysWithValues: parts.map { ($0["name"] as? String ?? "", $0["isFound"] as? Bool ?? false) })
  }

  @Test func whatIsMissingIsNamedWithItsInstallation() throws {
    #expect(try Self.parts()["fonts"] == true)
    #expect(try Self.parts(["KILN_FFMPEG": "/none"])["ffmpeg"] == false)
    let strict = try Command.run("doctor", "--strict", environment: ["KILN_FFMPEG": "/none"])
    #expect(strict.exitCode == 1)
    let lines = strict.output.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("ffmpeg") })
    #expect(lines[start].contains("missing: for video") && lines.count == start + 3, "\(strict.output)")
    #expect(lines[start + 2].contains("install ffmpeg"), "\(strict.output)")
  }

  #if os(Linux)
    @Test(arguments: [["FONTCONFIG_FILE": "/none"], [:]])
    func fontconfigIsSilentWithoutFilesOfItsOwn(_ environment: [String: String]) throws {
      try Fixture.withTemporaryFolder { folder in
        // No caches can be written, but below the folder for temporary files.
        let bare = ["HOME": "/none", "XDG_CACHE_HOME": "/none", "TMPDIR": folder]
        let result = try Command.run("doctor", "--json", environment: environment.merging(bare) { one, _ in one })
        #expect(result.errors.isEmpty)
        let fonts = (result.json["parts"] as? [[String: Any]])?.first { $0["name"] as? String == "fonts" }
        #expect(fonts?["isFound"] as? Bool == true, "\(result.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
      }
    }
  #endif

  @Test(arguments: [["--version", "--json"], ["--json", "--version"]])
  func theVersionIsToldWithThoseOfLibraries(_ arguments: [String]) throws {
    let result = try Command.run(arguments)
    #expect(result.exitCode == 0 && result.json["version"] as? String != nil, "\(result.errors)")
    let libraries = try #require(result.json["libraries"] as? [String])
    #expect(libraries.contains { $0.hasPrefix("libpng ") } && libraries.contains { $0.hasPrefix("freetype ") })
  }
}
