import Foundation
import KilnSVGAFormat
import KilnTestSupport
import Testing

/// Sounds in outputs that have none.
@Suite struct SoundTests {
  /// One note says so, in its own words, however fast and in which order frames are played.
  @Test(arguments: [
    ["render", "a.svga", "-o", "f"], ["render", "a.svga", "--frames", "0,3,1", "-o", "f"],
    ["convert", "a.svga", "a.webp"], ["convert", "a.svga", "a.webp", "--reverse"],
    ["convert", "a.svga", "a.gif", "--speed", "2"], ["convert", "a.svga", "a.apng"], ["convert", "a.svga", "f/"],
    ["convert", "a.svga", "page.png"], ["convert", "a.svga", "one.svga", "--svga-version", "1"],
    ["atlas", "a.svga", "-o", "page.png"],
  ])
  func oneNoteSaysThatThereAreNone(arguments: [String]) throws {
    try Self.withSound { folder in
      let result = try Command.run(arguments + ["--json"], folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let findings = try #require(result.json["diagnostics"] as? [[String: Any]])
      let rules = findings.compactMap { $0["rule"] as? String }.filter { $0.hasPrefix("timeline.audio") }
      #expect(rules == ["timeline.audio.none"], "\(findings)")
    }
  }

  /// A format that has sounds says why they are left out.
  @Test func soundsThatCannotFollowAreReported() throws {
    try Self.withSound { folder in
      let result = try Command.run("convert", "a.svga", "b.svga", "--reverse", folder: folder)
      #expect(result.exitCode == 0 && result.errors.contains("cannot be played faster, slower or backwards"))
      let muted = try Command.run("convert", "a.svga", "c.webp", "--mute", "-v", folder: folder)
      #expect(muted.exitCode == 0 && !muted.errors.contains("sounds"), "\(muted.errors)")
      let reversed = try Command.run("convert", "a.svga", "d.svga", "--mute", "--reverse", "-v", folder: folder)
      #expect(reversed.exitCode == 0 && !reversed.errors.contains("sounds"), "\(reversed.errors)")
    }
  }

  /// Other values in some frames divide the work into parts, and not the sound.
  @Test func soundsGoOnWhereValuesChange() throws {
    let lottie = """
      {"v":"5.7.0","fr":20,"ip":0,"op":10,"w":20,"h":10,
       "assets":[{"id":"s","u":"","p":"data:audio/mp3;base64,SUQzAwAAAAAAAA==","e":1}],
       "layers":[
        {"ty":6,"nm":"Ping","ind":2,"refId":"s","ip":2,"op":8,"st":2},
        {"ty":1,"nm":"Box","ind":3,"ip":0,"op":10,"st":0,"sw":8,"sh":4,"sc":"#0080ff","ks":{"p":{"k":[15,3,0]}}}]}
      """
    try Samples.withFolder(["a.json": lottie]) { folder in
      func sounds(_ options: String...) throws -> [[Int]] {
        let result = try Command.run(["convert", "a.json", "b.timeline.json", "--overwrite"] + options, folder: folder)
        #expect(result.exitCode == 0 && !result.errors.contains("sounds"), "\(result.errors)")
        let data = try Data(contentsOf: URL(filePath: folder + "/b.timeline.json"))
        let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let clips = document["sounds"] as? [[String: Any]] ?? []
        return clips.map { $0["frames"] as? [Int] ?? [] }
      }
      let whole = try sounds()
      #expect(whole == [[2, 8]])
      #expect(try sounds("--set", "Box.Transform.Position@3..<5=9,9") == whole)
      #expect(try sounds("--set", "Box.Transform.Position@3..<5=9,9", "--mute").isEmpty)
    }
  }

  @Test(arguments: [["validate", "a.svga"], ["compare", "a.svga", "b.webp"], ["preview", "a.svga", "-o", "a.html"]])
  func whatOnlyLooksSaysNothing(arguments: [String]) throws {
    try Self.withSound { folder in
      #expect(try Command.run("convert", "a.svga", "b.webp", "-q", folder: folder).exitCode == 0)
      let result = try Command.run(arguments + ["-v"], folder: folder)
      #expect(!(result.output + result.errors).contains("sounds are left out"), "\(result.errors)")
    }
  }

  /// A folder with `a.svga`, which has a sound.
  private static func withSound(_ body: (String) throws -> Void) throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      #expect(try Command.run("convert", "a.json", "a.svga", folder: folder).exitCode == 0)
      var movie = try SVGAContainer.read(Fixture.bytes(folder + "/a.svga"))
      movie.setImageBytes(Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0], forKey: "audio_1")
      var sound = SVGAAudioEntity()
      sound.audioKey = "audio_1"
      sound.endFrame = movie.params.frames
      movie.audios = [sound]
      try Samples.write(SVGAContainer.write(movie), folder + "/a.svga")
      try body(folder)
    }
  }
}
