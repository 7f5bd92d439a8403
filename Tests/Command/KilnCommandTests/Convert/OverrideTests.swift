import Foundation
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

/// Changes of an animation on its way: --hide, --set, --image and their like.
@Suite struct OverrideTests {
  /// Two squares, one of them hidden in the file, an image and a text, each in a layer of its own.
  private static let document = """
    {"v":"5.7.0","fr":10,"ip":0,"op":4,"w":100,"h":80,"nm":"Main","slots":{"tint":{"p":{"a":0,"k":[0,0,1,1]}}},
    "assets":[{"id":"pic","w":20,"h":10,"u":"","p":"pic.png","e":0}],
    "layers":[
    \(square("Red", [1, 0, 0], at: 20)),\(square("Green", [0, 1, 0], at: 60, "\"hd\":true,")),
    {"ty":2,"nm":"Avatar","ind":3,"refId":"pic","ip":0,"op":4,"st":0,"ks":{"p":{"a":0,"k":[40,50,0]}}}
    ]}
    """

  private static func square(_ name: String, _ color: [Int], at x: Int, _ more: String = "") -> String {
    """
    {"ty":4,"nm":"\(name)","ind":\(x),\(more)"ip":0,"op":4,"st":0,"ks":{"p":{"a":0,"k":[\(x),20,0]}},"shapes":[{"ty":"gr",
    "nm":"Group 1","it":[{"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[10,10]},"r":{"a":0,"k":0}},{"ty":"fl",
    "nm":"Fill 1","c":{"a":0,"k":[\(color.map(String.init).joined(separator: ",")),1]},"o":{"a":0,"k":100}},{"ty":"tr"}]}]}
    """
  }

  /// The timeline that a command writes, as JSON.
  private func timeline(_ arguments: [String], _ files: [String: String] = [:]) throws -> [String: Any] {
    try Samples.withFolder(files.merging(["a.json": Self.document]) { $1 }) { folder in
      try Self.writePicture(4, 2, to: folder + "/pic.png")
      try Self.writePicture(6, 6, to: folder + "/other.png")
      let result = try Command.run(
        ["convert", "a.json", "a.timeline.json", "--allow-empty", "-q"] + arguments, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let bytes = Data(Fixture.bytes(folder + "/a.timeline.json"))
      return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }
  }

  private static func writePicture(_ width: Int, _ height: Int, to path: String) throws {
    let pixels = Array(repeating: UInt32(0xFF00_00FF), count: width * height)
    try Samples.write(PNGEncoder.encode(Pixmap(width: width, height: height, pixels: pixels)), path)
  }

  /// Names of the layers that are drawn.
  private func names(_ arguments: [String]) throws -> [String] {
    let file = try timeline(arguments)
    let origins = file["origins"] as? [[String: Any]] ?? []
    let sprites = file["sprites"] as? [[String: Any]] ?? []
    return sprites.compactMap { sprite in
      var origin = sprite["origin"] as? Int
      while let index = origin, origins[index]["name"] == nil { origin = origins[index]["in"] as? Int }
      return origin.flatMap { origins[$0]["name"] as? String }
    }
  }

  @Test(
    arguments: [
      ([], ["Avatar", "Red"]), (["--hide", "Red"], ["Avatar"]), (["--hide", "**"], []), (["--solo", "R*"], ["Red"]),
      (["--show", "Green"], ["Avatar", "Green", "Red"]), (["--hide", "*", "--show", "Red"], ["Red"]),
    ] as [([String], [String])])
  func layersAreHiddenAndShown(_ arguments: [String], _ expected: [String]) throws {
    #expect(try names(arguments).sorted() == expected)
  }

  @Test func propertiesGetOtherValues() throws {
    let file = try timeline([
      "--solo", "Red", "--set", "Red.Contents.Group 1.Fill 1.Color=#0000ff", "--set", "Red.Transform.Position=50,10",
      "--set", "**.Rectangle Path.Size=30,4",
    ])
    let styles = try #require(file["styles"] as? [[String: [String: [Double]]]])
    #expect(styles.first?["fill"]?["color"] == [0, 0, 1, 1])
    let sprite = try #require((file["sprites"] as? [[String: Any]])?.first)
    let transform = try #require((sprite["transform"] as? [[Double]])?.first)
    #expect(Array(transform.suffix(2)) == [50, 10])
    let text = String(decoding: try JSONSerialization.data(withJSONObject: file["shapes"] ?? []), as: UTF8.self)
    #expect(text.contains("30") || text.contains("15"), "\(text)")
  }

  /// In frames 1 and 2 the square is elsewhere, and in frame 2 blue: one sprite, whose shapes and transform change.
  @Test func propertiesGetOtherValuesInSomeFrames() throws {
    let file = try timeline([
      "--solo", "Red", "--set", "Red.Transform.Position@1..<3=50,10", "--set", "**.Fill 1.Color@2..<9=#0000ff",
    ])
    let sprites = try #require(file["sprites"] as? [[String: Any]])
    #expect(sprites.count == 1, "\(sprites)")
    let transforms = try #require(sprites.first?["transform"] as? [[Double]])
    #expect(transforms.map { [$0[0], $0[5], $0[6]] } == [[0, 20, 20], [1, 50, 10], [3, 20, 20]], "\(transforms)")
    let shapes = try #require(sprites.first?["shapes"] as? [[Int]])
    #expect(shapes.map { $0[0] } == [0, 2], "\(shapes)")
  }

  /// The text is a sprite of its own over the picture of the key, in the same places.
  @Test func textsAreWrittenOverThePicturesOfKeys() throws {
    try Samples.withFolder(["a.json": Self.document]) { folder in
      try Self.writePicture(4, 2, to: folder + "/pic.png")
      let made = try Command.run("convert", "a.json", "a.svga", folder: folder)
      #expect(made.exitCode == 0, "\(made.errors)")
      let written = try Command.run(
        "convert", "a.svga", "b.timeline.json", "--text", "Avatar=Hi", "--solo", "Avatar*", folder: folder)
      #expect(written.exitCode == 0, "\(written.errors)")
      let bytes = Data(Fixture.bytes(folder + "/b.timeline.json"))
      let file = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
      let sprites = try #require(file["sprites"] as? [[String: Any]])
      #expect(sprites.map { $0["type"] as? String } == ["image", "vector"], "\(sprites)")
      #expect(sprites[0]["transform"] as? [[Double]] == sprites[1]["transform"] as? [[Double]])
      let unknown = try Command.run("convert", "a.svga", "c.webp", "--text", "Nobody=Hi", folder: folder)
      #expect(unknown.exitCode == 64 && unknown.errors.contains("Avatar"), "\(unknown.errors)")
    }
  }

  @Test func aTimelineIsNotValidatedAsLottie() throws {
    try Samples.withFolder(["a.json": Samples.box]) { folder in
      _ = try Command.run("convert", "a.json", "a.timeline.json", folder: folder)
      let report = try Command.run("validate", "a.timeline.json", "--json", folder: folder)
      #expect(report.exitCode == 0 && report.output.contains("timeline"), "\(report.output) \(report.errors)")
      #expect(!report.output.contains("lottie."), "\(report.output)")
    }
  }

  @Test(arguments: ["Red.Transform.Opacity@3..<1=0", "Red.Transform.Opacity@nan..<1=0", "@1..<2=0"])
  func wrongRangesAreWrongUsage(_ change: String) throws {
    try Samples.withFolder(["a.json": Self.document]) { folder in
      let result = try Command.run("convert", "a.json", "a.timeline.json", "--set", change, folder: folder)
      #expect(result.exitCode == 64, "\(result.errors)")
    }
  }

  @Test func aPictureIsReplaced() throws {
    for key in ["Avatar", "pic"] {
      let file = try timeline(["--image", "\(key)=other.png"])
      let image = try #require((file["images"] as? [[String: Any]])?.first)
      #expect(image["width"] as? Int == 6 && image["height"] as? Int == 6, "\(key)")
    }
  }

  @Test func theCanvasIsCropped() throws {
    #expect(try timeline(["--crop", "10,10,40,20"])["canvas"] as? [Double] == [40, 20])
    #expect(try timeline(["--crop", "auto", "--solo", "Red"])["canvas"] as? [Double] == [12, 12])
  }

  @Test func aFileHoldsManyChanges() throws {
    let changes = """
      hide: [Red]
      set: {"Green.Contents.Group 1.Fill 1.Color": "#ffffff"}
      show: Green
      image: {Avatar: ../other.png}
      crop: 0,0,50,50
      """
    let file = try timeline(["--overrides", "de/x.yml"], ["de/x.yml": changes])
    #expect(file["canvas"] as? [Double] == [50, 50])
    #expect((file["styles"] as? [[String: [String: [Double]]]])?.first?["fill"]?["color"] == [1, 1, 1, 1])
    #expect((file["images"] as? [[String: Any]])?.first?["width"] as? Int == 6)
  }

  @Test(
    arguments: [
      (["--hide", "Rad"], 64, "“Red”"), (["--set", "Red.Contents.Group 1.Fill 2.Color=#fff"], 64, "Fill 1.Color”"),
      (["--set", "Red.Transform.Position=up"], 64, "numbers"), (["--image", "Avatr=other.png"], 64, "“Avatar”"),
      (["--text", "Title=x"], 64, "no text layer"), (["--slot", "tnt=#fff"], 64, "“tint”"),
      (["--crop", "1,2,3"], 64, "--crop"), (["--hide", "a..b"], 64, "--hide"),
      (["--image", "Avatar=none.png"], 66, "none.png"),
      (["--overrides", "x.yml"], 78, "x.yml:2:1: there is no change “hiden”; did you mean hide?"),
    ] as [([String], Int, String)])
  func whatIsWrongIsSaid(_ arguments: [String], _ code: Int, _ message: String) throws {
    try Samples.withFolder(["a.json": Self.document, "x.yml": "mute: true\nhiden: [Red]\n"]) { folder in
      try Self.writePicture(4, 2, to: folder + "/pic.png")
      try Self.writePicture(6, 6, to: folder + "/other.png")
      let result = try Command.run(["convert", "a.json", "a.svga"] + arguments, folder: folder)
      #expect(result.exitCode == code && result.errors.contains(message), "\(result.errors)")
      #expect(!Samples.names(in: folder).contains("a.svga"))
    }
  }

  @Test func aProjectFileMakesLanguagesInSizes() throws {
    let project = """
      version: 1
      conversions:
        all:
          inputs: [a.json]
          outputs: out/{stem}-{variant}.webp
          options: {missing-images: skip}
          variants:
            - {name: small, overrides: red.yml, width: 50}
            - {name: large, overrides: blue.yml, width: 100}
      """
    let files = [
      "a.json": Self.document, ".kiln.yml": project, "red.yml": "solo: Red",
      "blue.yml": "set: {\"Red.Contents.Group 1.Fill 1.Color\": \"#0000ff\"}",
    ]
    try Samples.withFolder(files) { folder in
      let result = try Command.run("batch", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.names(in: folder + "/out").filter { $0.hasSuffix(".webp") } == ["a-large.webp", "a-small.webp"])
    }
  }

  /// Conversions/languages.
  @Test func theExampleMakesThreeLanguagesInTwoSizes() throws {
    let example = Fixture.repository("Conversions/languages")
    let names = ["card.json", ".kiln.yml", "en.yml", "de.yml", "fr.yml"]
    let files = names.map { ($0, String(decoding: Fixture.bytes(example + "/" + $0), as: UTF8.self)) }
    try Samples.withFolder(Dictionary(uniqueKeysWithValues: files)) { folder in
      let result = try Command.run("batch", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let made = Samples.names(in: folder + "/build").filter { $0.hasSuffix(".webp") }
      let languages = ["de", "en", "fr"].flatMap { ["card-\($0)-large.webp", "card-\($0)-small.webp"] }
      #expect(made == languages)
      // Each language is another picture, and so is each size.
      #expect(Set(made.map { Fixture.bytes(folder + "/build/" + $0) }).count == 6)
    }
  }

  @Test func layersAndKeysAreListed() throws {
    try Samples.withFolder(["a.json": Self.document]) { folder in
      try Self.writePicture(4, 2, to: folder + "/pic.png")
      let layers = try Command.run("inspect", "a.json", "--layers", folder: folder)
      #expect(layers.output.contains("Red") && layers.output.contains("vector, frames 0…3"), "\(layers.output)")
      let keys = try Command.run("inspect", "a.json", "--keys", "--json", folder: folder).json
      let list = try #require(keys["keys"] as? [[String: Any]])
      #expect(keys["version"] as? Int == 1 && list.first?["key"] as? String == "Avatar")
      #expect(list.first?["firstFrame"] as? Int == 0 && list.first?["sprites"] as? Int == 1)
      let both = try Command.run("inspect", "a.json", "--keys", "--layers", folder: folder)
      #expect(both.exitCode == 64)
    }
  }
}
