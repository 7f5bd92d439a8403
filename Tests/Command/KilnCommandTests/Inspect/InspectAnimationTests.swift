import Foundation
import KilnImages
import KilnPixels
import KilnPNG
import KilnTestSupport
import Testing

/// `kiln inspect` on animations: --at, --features, --memory, --cost and --images.
@Suite struct InspectAnimationTests {
  /// A square of 20 × 10 pixels, turned about its centre inside of a parent that is twice as large, and a picture.
  private static let document = #"""
    {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":200,"h":100,"markers":[{"cm":"middle","tm":5,"dr":2}],
    "slots":{"tint":{"p":{"a":0,"k":[0,0,1,1]}}},"fonts":{"list":[{"fName":"Sans","fFamily":"Sans","fStyle":"Regular"}]},
    "assets":[{"id":"pic","w":4,"h":4,"u":"","p":"pic.png","e":0},{"id":"other","w":4,"h":4,"u":"","p":"other.png","e":0}],
    "layers":[
    {"ty":3,"nm":"Parent","ind":1,"ip":0,"op":10,"st":0,"ks":{"p":{"k":[100,50,0]},"s":{"k":[200,200,100]}}},
    {"ty":4,"nm":"Square","ind":2,"parent":1,"ip":0,"op":10,"st":0,
     "ks":{"p":{"k":[10,5,0]},"a":{"k":[10,5,0]},"r":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":[0],"y":[0]},"i":{"x":[1],"y":[1]}},
       {"t":10,"s":[180]}]},"o":{"k":50}},
     "shapes":[{"ty":"gr","nm":"G","it":[{"ty":"rc","p":{"k":[10,5]},"s":{"k":[20,10]},"r":{"k":0}},
       {"ty":"st","nm":"S","c":{"k":[1,0,0,1]},"o":{"k":100},"w":{"k":4},"lc":1,"lj":1,"d":[{"n":"d","v":{"k":3}}]},
       {"ty":"tr"}]}]},
    {"ty":2,"nm":"a/b","ind":3,"refId":"pic","ip":0,"op":5,"st":0,"ks":{}},
    {"ty":2,"nm":"a:b","ind":4,"refId":"other","ip":5,"op":10,"st":0,"ks":{}}]}
    """#

  private static func writePictures(to folder: String) throws {
    try Samples.write(Samples.png(), folder + "/pic.png")
    let green = Pixmap(width: 4, height: 4, pixels: Array(repeating: 0xFF00_FF00, count: 16))
    try Samples.write(PNGEncoder.encode(green), folder + "/other.png")
  }

  private func inspect(_ words: String...) throws -> [String: Any] {
    try Samples.withFolder(["a.json": Self.document]) { folder in
      try Self.writePictures(to: folder)
      let result = try Command.run(["inspect", "a.json", "--json"] + words, folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      return result.json
    }
  }

  @Test func aLayerIsWhereItsParentsPutIt() throws {
    let layers = try #require(try inspect("--at", "Square@5", "--point", "0,0")["layers"] as? [[String: Any]])
    let layer = try #require(layers.first)
    #expect(layers.count == 1 && layer["keyPath"] as? String == "Square" && layer["opacity"] as? Double == 0.5)
    #expect(layer["position"] as? [Double] == [10, 5] && layer["anchor"] as? [Double] == [10, 5])
    #expect(layer["rotation"] as? Double == 90 && layer["scale"] as? [Double] == [1, 1])
    // Twice as large and turned by 90 degrees about (120, 60): without the stroke, 20 × 40 pixels.
    let rectangle = try #require(layer["rectangle"] as? [String: Double])
    for (name, value) in ["x": 110.0, "y": 40, "width": 20, "height": 40] {
      #expect(abs((rectangle[name] ?? 0) - value) < 1e-9, "\(rectangle)")
    }
    let bounds = try #require(layer["bounds"] as? [String: Double])
    #expect(bounds == ["x": 0, "y": 0, "width": 20, "height": 10])
    let point = try #require(layer["point"] as? [String: [Double]])
    let (seen, inLayer) = (point["onCanvas"] ?? [], point["inLayer"] ?? [])
    #expect(abs(seen[0] - 130) < 1e-9 && abs(seen[1] - 40) < 1e-9, "\(seen)")
    // And back: (0, 0) of the canvas is (−60, −30) from the anchor in the parent, turned back.
    #expect(abs(inLayer[0] - -20) < 1e-9 && abs(inLayer[1] - 65) < 1e-9, "\(inLayer)")
  }

  @Test func layersWithoutPicturesAndPartsOfLayersHavePlaces() throws {
    let parents = try inspect("--at", "Parent")["layers"] as? [[String: Any]]
    #expect(parents?.first?["matrix"] as? [Double] == [2, 0, 0, 2, 100, 50] && parents?.first?["bounds"] == nil)
    let pictures = try inspect("--at", "a*@7")["layers"] as? [[String: Any]]
    #expect(pictures?.map { $0["keyPath"] as? String } == ["a:b"])
  }

  @Test(arguments: [
    ["--at", "Nobody"], ["--at", "a:b@2"], ["--at", "Square@99"], ["--at", "a..b"], ["--point", "1,2"],
  ])
  func whatIsNotThereIsAnError(_ words: [String]) throws {
    try Samples.withFolder(["a.json": Self.document]) { folder in
      let result = try Command.run(["inspect", "a.json"] + words, folder: folder)
      #expect(result.exitCode == 64, "\(words): \(result.output) \(result.errors)")
    }
  }

  @Test func theSummaryHasMarkersFontsAndSlots() throws {
    let summary = try inspect()
    #expect(summary["version"] as? Int == 1 && summary["slots"] as? [String] == ["tint"])
    #expect(summary["fonts"] as? [String] == ["Sans"] && (summary["sounds"] as? [Any])?.isEmpty == true)
    let marker = try #require((summary["markers"] as? [[String: Any]])?.first)
    #expect(marker["name"] as? String == "middle" && marker["firstFrame"] as? Int == 5)
  }

  @Test func featuresAreCounted() throws {
    let features = try #require(try inspect("--features")["features"] as? [[String: Any]])
    let counts = Dictionary(
      uniqueKeysWithValues: features.map { ($0["id"] as? String ?? "", $0["count"] as? Int ?? 0) })
    #expect(counts["dashes"] == 1 && counts["strokes"] == 1, "\(counts)")
    let dashes = features.first { $0["id"] as? String == "dashes" }
    #expect((dashes?["targets"] as? [String: String])?["lottie-ios"] != nil, "\(features)")
  }

  /// Two pictures, each of which is seen in one half.
  @Test func memoryIsThatOfPicturesAndPaths() throws {
    let memory = try inspect("--memory")
    #expect(memory["decodedBytes"] as? Int == 128 && memory["canvasBytes"] as? Int == 80_000)
    #expect(memory["peakBytes"] as? Int == 80_128 && memory["peakFrameBytes"] as? Int == 64)
    let points = try #require(memory["pathPoints"] as? [Int])
    #expect(points.count == 10 && points.allSatisfy { $0 > 0 })
  }

  /// `--max-cost` refuses what takes longer than `--cost` says is allowed, with the layers, and writes nothing.
  @Test func costIsAskedForAndLimited() throws {
    try Samples.withFolder(["a.json": Self.document]) { folder in
      try Self.writePictures(to: folder)
      let plain = try Command.run("convert", "a.json", "a.svga", "--json", "--max-cost", "100", folder: folder)
      #expect(plain.exitCode == 0, "\(plain.errors)")
      let cost = try #require(plain.json["playerMilliseconds"] as? Double)
      let inspected = try Command.run("inspect", "a.svga", "--cost", "--json", folder: folder).json
      #expect(inspected["milliseconds"] as? Double == cost)
      let text = try Command.run("inspect", "a.svga", "--cost", folder: folder).output
      #expect(text.contains(" ms a frame on average"))
      let refused = try Command.run("convert", "a.json", "b.svga", "--max-cost", "0.001", folder: folder)
      #expect(refused.exitCode == 1)
      #expect(
        refused.errors.contains("svga.cost.exceeded") || refused.errors.contains("most for “"), "\(refused.errors)")
      #expect(!Samples.names(in: folder).contains("b.svga"))
      let unlimited = try Command.run("convert", "a.json", "c.svga", "--max-cost", "none", folder: folder)
      #expect(unlimited.exitCode == 0 && Samples.names(in: folder).contains("c.svga"))
      for wrong in ["0", "-1", "inf", "much"] {
        #expect(try Command.run("convert", "a.json", "d.svga", "--max-cost=" + wrong, folder: folder).exitCode == 64)
      }
      #expect(try Command.run("inspect", "a.json", "--cost", folder: folder).exitCode == 64)
    }
  }

  @Test func picturesAreWrittenUnderNamesThatFilesCanHave() throws {
    try Samples.withFolder(["a.json": Self.document]) { folder in
      try Self.writePictures(to: folder)
      let result = try Command.run("inspect", "a.json", "--images", "out", folder: folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(Samples.names(in: folder + "/out") == ["a_b-2.png", "a_b.png"])
      let written = Set(["a_b", "a_b-2"].map { Fixture.bytes(folder + "/out/\($0).png") })
      #expect(written == Set(["pic", "other"].map { Fixture.bytes(folder + "/\($0).png") }))
      #expect(try Command.run("inspect", "a.json", "--images", "out", folder: folder).exitCode == 73)
    }
  }

  /// The schema names exactly the members that are printed.
  @Test(
    arguments: [
      ("summary", []), ("layers", ["--layers"]), ("keys", ["--keys"]), ("at", ["--at", "Square", "--point", "1,2"]),
      ("features", ["--features"]), ("memory", ["--memory"]), ("cost", ["--cost"]),
    ] as [(String, [String])])
  func membersAreThoseOfTheSchema(_ name: String, _ words: [String]) throws {
    let path = Fixture.repository("Conversions/inspection/inspection.schema.json")
    let schema = try #require(JSONSerialization.jsonObject(with: Data(Fixture.bytes(path))) as? [String: Any])
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    func check(_ value: Any, _ definition: [String: Any], _ place: String) {
      if let reference = definition["$ref"] as? String {
        return check(value, definitions[String(reference.dropFirst("#/$defs/".count))] ?? [:], place)
      }
      if let items = definition["items"] as? [String: Any] {
        for item in value as? [Any] ?? [] { check(item, items, place + "[]") }
      }
      guard let properties = definition["properties"] as? [String: [String: Any]] else { return }
      let object = value as? [String: Any] ?? [:]
      #expect(Set(object.keys).isSubset(of: properties.keys), "\(place): \(object.keys.sorted())")
      #expect(Set(definition["required"] as? [String] ?? []).isSubset(of: object.keys), "\(place)")
      for (key, member) in object { check(member, properties[key] ?? [:], "\(place).\(key)") }
    }
    var printed = try Samples.withFolder(["a.json": Self.document]) { folder in
      try Self.writePictures(to: folder)
      let file = name == "cost" ? "a.svga" : "a.json"
      if file == "a.svga" { _ = try Command.run("convert", "a.json", file, folder: folder) }
      return try Command.run(["inspect", file, "--json"] + words, folder: folder).json
    }
    for key in ["ok", "exitCode", "input", "diagnostics"] { printed[key] = nil }
    check(printed, try #require(definitions[name]), name)
  }
}
