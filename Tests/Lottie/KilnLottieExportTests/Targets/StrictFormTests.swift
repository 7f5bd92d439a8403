import KilnJSON
import KilnPlayers
import Testing

/// What rlottie's parser, which reads from front to back, demands of a document.
@Suite struct StrictFormTests {
  private func rewritten(_ layers: String, more: String = "") throws -> RewriteCase {
    try RewriteCase(for: "rlottie", layers: layers, more: more)
  }

  @Test func typesComeFirst() throws {
    let items =
      #"{"nm": "Box", "d": 1.0, "p": {"k": [32, 32]}, "s": {"k": [36, 24]}, "r": {"k": 0}, "ty": "rc"},"#
      + #" {"hd": 0, "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}, "ty": "fl"}"#
    let result = try rewritten(
      #"{"ks": {"p": {"k": [1, 2]}, "rx": {"k": 0}}, "ty": 4, "ind": 1.0, "ip": 0, "op": 10, "st": 0, "shapes": [\#(items)]}"#
    )
    let layer = try #require(try result.root["layers"]?.first)
    #expect(layer.children.first { _ in true }?.key == "ddd")
    #expect(layer["ks"]?["rx"] == nil)
    let shapes = try #require(layer["shapes"])
    #expect(shapes.children.allSatisfy { item in item.children.first { _ in true }?.key == "ty" })
    #expect(shapes[0]?["d"].map { String(decoding: $0.source, as: UTF8.self) } == "1")
    #expect(shapes[1]?["hd"]?.bool == false)
    #expect(try result.difference == 0)
    #expect(try result.isPainted)
  }

  @Test func layersEndBeforeTheirOutPoint() throws {
    let result = try rewritten(RewriteCase.shapes(RewriteCase.rectangle + "," + RewriteCase.fill))
    #expect(try result.root["layers"]?.first?.number("op") == 9.49)
    #expect(try result.difference == 0)
    // Other players would show nothing between the last two frames.
    let both = try RewriteCase(
      for: "rlottie", "thorvg", layers: RewriteCase.shapes(RewriteCase.rectangle + "," + RewriteCase.fill))
    #expect(try both.root["layers"]?.first?.number("op") == 10)
  }

  @Test func masksWithoutEffectGoAway() throws {
    let path = #"{"k": {"v": [[0,0],[9,0],[9,9]], "i": [[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0]], "c": true}}"#
    let masks = #""hasMask": true, "masksProperties": [{"mode": "n", "pt": \#(path)}], "#
    let result = try rewritten(
      RewriteCase.shapes(RewriteCase.rectangle + "," + RewriteCase.fill, layer: masks))
    #expect(try result.root["layers"]?.first?["hasMask"]?.bool == false)
    #expect(try result.root["layers"]?.first?["masksProperties"]?.count == 0)
    #expect(try result.difference == 0)
  }

  @Test func easingsAreToldApart() throws {
    func keyframe(_ time: Int, _ x: Double) -> String {
      #"{"t": \#(time), "s": [\#(time)], "i": {"x": [0.6], "y": [1]}, "o": {"x": [\#(x)], "y": [0]}}"#
    }
    let rotation = #"{"a": 1, "k": [\#(keyframe(0, 0.331)), \#(keyframe(4, 0.334)), {"t": 8, "s": [3]}]}"#
    let result = try rewritten(
      RewriteCase.shapes(
        RewriteCase.rectangle + "," + RewriteCase.fill, layer: #""ks": {"r": \#(rotation)}, "#))
    let keys = try #require(try result.root["layers"]?.first?["ks"]?["r"]?["k"])
    #expect(keys[0]?["n"] == nil)
    #expect(keys[1]?.string("n") == "0.6_1_0.334_0")
    #expect(keys[2]?["i"] == nil)
  }

  @Test func coloursOfOldFilesAreScaled() throws {
    let fill = #"{"ty": "fl", "c": {"k": [255, 51, 0, 255]}, "o": {"k": 100}}"#
    let document = RewriteCase.shapes(RewriteCase.rectangle + "," + fill)
    let result = try RewriteCase(for: "rlottie", layers: document, version: "4.1.0")
    #expect(try result.root.string("v") == "4.1.9")
    let color = try result.root["layers"]?.first?["shapes"]?.first?["it"]?[1]?["c"]?["k"]?.numbers
    #expect(color == [1, 0.2, 0, 1])
    #expect(try result.difference == 0)
  }

  @Test func dashesComeInPairsWithAnOffset() throws {
    let stroke =
      #"{"ty": "st", "c": {"k": [1, 0, 0, 1]}, "o": {"k": 100}, "w": {"k": 3}, "d": [{"n": "d", "v": {"k": 6}}]}"#
    let result = try rewritten(RewriteCase.shapes(RewriteCase.rectangle + "," + stroke))
    let dashes = try result.root["layers"]?.first?["shapes"]?.first?["it"]?[1]?["d"]
    #expect(dashes?.children.map { $0["v"]?.number("k") } == [6, 6, 0])
    #expect(try result.difference == 0)
  }

  @Test func colourAndOpacityStopsMeet() throws {
    let gradient =
      #"{"ty": "gf", "t": 1, "s": {"k": [14, 0]}, "e": {"k": [50, 0]}, "o": {"k": 100}, "g": {"p": 2, "k":"#
      + #" {"k": [0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0.25, 0.5, 1, 0]}}}"#
    let result = try rewritten(RewriteCase.shapes(RewriteCase.rectangle + "," + gradient))
    let value = try result.root["layers"]?.first?["shapes"]?.first?["it"]?[1]?["g"]
    #expect(value?.integer("p") == 5)
    #expect(value?["k"]?["k"]?.count == 30)
    #expect(try result.difference < 0.6)
    #expect(try result.isPainted)
  }

  @Test func dimensionsGetOneEasing() throws {
    let scale =
      #"{"a": 1, "k": [{"t": 0, "s": [20, 20], "i": {"x": [0.2, 0.9], "y": [1, 1]}, "o": {"x": [0.1, 0.8], "y": [0, 0]}},"#
      + #" {"t": 9, "s": [100, 100]}]}"#
    for target in ["rlottie", "thorvg"] {
      let result = try RewriteCase(
        for: target,
        layers: RewriteCase.shapes(
          RewriteCase.rectangle + "," + RewriteCase.fill, layer: #""ks": {"s": \#(scale)}, "#))
      let keys = try #require(try result.root["layers"]?.first?["ks"]?["s"]?["k"])
      #expect(keys.count > 2)
      #expect(keys.children.allSatisfy { ($0["i"]?["x"]?.count ?? 1) <= 1 })
      #expect(try result.difference < 0.2)
    }
  }
}
