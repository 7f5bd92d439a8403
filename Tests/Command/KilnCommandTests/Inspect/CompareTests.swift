import Foundation
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import Testing

/// `kiln compare`, and `kiln convert --verify`.
@Suite struct CompareTests {
  /// A ring that grows, with soft edges.
  private static let ring = #"""
    {"v":"5.7.0","fr":20,"ip":0,"op":8,"w":80,"h":60,"layers":[
      {"ty":4,"nm":"Ring","ind":1,"ip":0,"op":8,"st":0,
       "ks":{"p":{"k":[40,30,0]},"s":{"a":1,"k":[{"t":0,"s":[50,50,100],"o":{"x":[0.3],"y":[0]},"i":{"x":[0.7],"y":[1]}},
         {"t":8,"s":[110,110,100]}]}},
       "shapes":[{"ty":"gr","nm":"G","it":[{"ty":"el","p":{"k":[0,0]},"s":{"k":[40,40]}},
         {"ty":"st","nm":"S","c":{"k":[0.9,0.3,0.1,1]},"o":{"k":100},"w":{"k":6},"lc":2,"lj":2},
         {"ty":"tr","p":{"k":[0,0]},"a":{"k":[0,0]},"s":{"k":[100,100]},"r":{"k":0},"o":{"k":100}}]}]}]}
    """#

  private static func compared(_ folder: String, _ words: String...) throws -> (Command.Result, [String: Any]) {
    let result = try Command.run(["compare"] + words + ["--json"], folder: folder)
    return (result, result.json)
  }

  /// Exact formats show the source itself, at each of their times.
  @Test(arguments: ["b.webp", "b.apng", "b.png", "b.timeline.json", "frames/"], ["20", "10"])
  func exactFormatsAreEqualToTheirSource(_ name: String, _ rate: String) throws {
    try Samples.withFolder(["a.json": Samples.box, "ring/a.json": Self.ring]) { folder in
      for source in ["a.json", "ring/a.json"] {
        let made = try Command.run("convert", source, name, "--fps", rate, "--overwrite", folder: folder)
        #expect(made.exitCode == 0, "\(made.errors)")
        let (result, report) = try Self.compared(folder, source, name, "--min-ssim", "1", "--min-fg", "1")
        #expect(result.exitCode == 0, "\(source) \(name): \(result.errors)")
        #expect(report["ssim"] as? Double == 1 && report["fg"] as? Double == 1 && report["worst"] == nil)
        #expect(report["verdict"] as? String == "identical")
        if rate == "20", source != "a.json" { #expect((report["frames"] as? [Any])?.count == 8, "\(name)") }
      }
    }
  }

  /// Frames that look like the one before are one in WebP and APNG, and are compared all the same.
  @Test(arguments: ["b.webp", "b.apng"]) func mergedFramesAreCompared(_ name: String) throws {
    let holding = Self.ring.replacing(#"{"t":8,"s":"#, with: #"{"t":4,"s":"#)
    try Samples.withFolder(["a.json": holding, "moving.json": Self.ring]) { folder in
      #expect(try Command.run("convert", "a.json", name, folder: folder).exitCode == 0)
      let (_, report) = try Self.compared(folder, "a.json", name)
      let frames = try #require(report["frames"] as? [[String: Any]])
      #expect(frames.map { $0["first"] as? Int } == Array(0..<8))
      #expect(frames.map { $0["second"] as? Int } == [0, 1, 2, 3, 4, 4, 4, 4])
      // What moves while the file holds a frame is seen.
      let (_, other) = try Self.compared(folder, "moving.json", name)
      let differing = try #require(other["frames"] as? [[String: Any]])
      #expect(differing.suffix(3).allSatisfy { ($0["fg"] as? Double ?? 1) < 1 })
    }
  }

  @Test func theVerdictComesFirst() throws {
    try Samples.withFolder(["a.json": Self.ring, "b.json": Self.ring.replacing("[110,110,100]", with: "[60,60,100]")]) {
      folder in
      for (name, words) in [("same.webp", []), ("bad.webp", ["--quality", "1"])] {
        let made = try Command.run(["convert", "a.json", name] + words, folder: folder)
        #expect(made.exitCode == 0, "\(made.errors)")
      }
      for (name, verdict) in [
        ("same.webp", "identical: every pixel of all 8 frames is equal"), ("bad.webp", "differs visibly in "),
        ("b.json", "differs visibly in "),
      ] {
        let result = try Command.run("compare", "a.json", name, folder: folder)
        #expect(result.output.hasPrefix(verdict), "\(name): \(result.output)")
      }
    }
  }

  /// As in the picture of the worst frames.
  @Test func timesAreRoundedToTheNearestMillisecond() throws {
    let ring = Self.ring.replacing(#""fr":20"#, with: #""fr":15"#)
    try Samples.withFolder(["a.json": ring, "b.json": ring.replacing("[110,110,100]", with: "[60,60,100]")]) { folder in
      let table = try Command.run("compare", "a.json", "b.json", "--csv", folder: folder)
      #expect(table.output.contains("\n66.667,1,1,"), "\(table.output)")
      let text = try Command.run("compare", "a.json", "b.json", folder: folder)
      #expect(text.output.contains("worst: frame 4 at 267 ms"), "\(text.output)")
    }
  }

  @Test func lossyFormatsAreAlmostEqual() throws {
    try Samples.withFolder(["a.json": Self.ring]) { folder in
      for (name, words, least) in [("a.svga", [], 0.999), ("a.gif", [], 0.9), ("b.webp", ["--quality", "90"], 0.97)] {
        let made = try Command.run(["convert", "a.json", name] + words, folder: folder)
        #expect(made.exitCode == 0, "\(made.errors)")
        let (result, report) = try Self.compared(folder, "a.json", name)
        #expect(result.exitCode == 0, "\(result.errors)")
        let similarity = try #require(report["fg"] as? Double)
        #expect(similarity >= least && similarity <= 1, "\(name): \(similarity)")
      }
    }
  }

  @Test func anotherAnimationIsRefusedAndItsWorstFrameShown() throws {
    try Samples.withFolder(["a.json": Self.ring, "b.json": Self.ring.replacing("[110,110,100]", with: "[60,60,100]")]) {
      folder in
      let words = ["compare", "a.json", "b.json", "--min-ssim", "0.99", "--picture", "w.png", "--video", "v.webp"]
      let result = try Command.run(words, folder: folder)
      #expect(result.exitCode == 1 && result.errors.contains("below 0.99"), "\(result.errors)")
      #expect(result.output.contains("worst: frame "), "\(result.output)")
      // Three columns of 80 pixels, enlarged threefold, with the gaps between them.
      let picture = try ImageDecoder.decode(Fixture.bytes(folder + "/w.png"), limits: .init())
      #expect(picture.width == 3 * 240 + 4 * 8)
      let video = try AnimatedWebPReader(Fixture.bytes(folder + "/v.webp"), limits: .init())
      #expect(video.frameCount == 8 && video.width == picture.width)
      let again = try Command.run(words, folder: folder)
      #expect(again.exitCode == 73)
      let table = try Command.run("compare", "a.json", "b.json", "--csv", folder: folder).output.split(separator: "\n")
      #expect(table.count == 9 && table[0] == "milliseconds,first,second,ssim,fg,psnr,badPixels,largestDifference")
      #expect(table[1] == "0,0,0,1,1,99,0,0")
    }
  }

  /// What is missing at the end counts: the last frame stays.
  @Test func aShorterDeliverableIsUnlike() throws {
    try Samples.withFolder(["a.json": Self.ring]) { folder in
      _ = try Command.run("convert", "a.json", "a.webp", "--frames", "0..<4", folder: folder)
      let (_, report) = try Self.compared(folder, "a.json", "a.webp")
      let frames = try #require(report["frames"] as? [[String: Any]])
      #expect(frames.map { $0["second"] as? Int } == [0, 1, 2, 3, 3, 3, 3, 3])
      #expect(frames.prefix(4).allSatisfy { $0["fg"] as? Double == 1 })
      #expect(frames.dropFirst(4).allSatisfy { ($0["fg"] as? Double ?? 1) < 1 })
    }
  }

  @Test func changesAreMadeToTheFirst() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      _ = try Command.run("convert", "a.json", "a.webp", "--crop", "5,3,8,4", folder: folder)
      let (result, _) = try Self.compared(folder, "a.json", "a.webp", "--crop", "5,3,8,4", "--min-ssim", "1")
      #expect(result.exitCode == 0, "\(result.errors)")
    }
  }

  @Test func aResultThatIsUnlikeItsSourceIsNotWritten() throws {
    try Samples.withFolder(["a.json": Self.ring]) { folder in
      let words = ["convert", "a.json", "a.webp", "--quality", "1", "--verify", "0.999"]
      let refused = try Command.run(words, folder: folder)
      #expect(refused.exitCode == 1 && refused.errors.contains("below 0.999"), "\(refused.errors)")
      #expect(Samples.names(in: folder) == ["a.json"])
      let allowed = try Command.run(words + ["--allow", "comparison.unlike", "--json"], folder: folder)
      let verification = try #require(allowed.json["verification"] as? [String: Double])
      #expect(allowed.exitCode == 0 && verification["fg"] ?? 1 < 0.999, "\(allowed.errors)")
      for name in ["b.webp", "b.apng", "b.png", "b.svga", "b/", "b.timeline.json"] {
        let exact = try Command.run(
          "convert", "a.json", name, "--fps", "12", "--width", "40", "--verify", "0.995", folder: folder)
        #expect(exact.exitCode == 0, "\(name): \(exact.errors)")
      }
    }
  }
}
