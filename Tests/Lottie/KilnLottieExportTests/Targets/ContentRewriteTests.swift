import Foundation
import KilnJSON
import KilnLottieExport
import KilnPlayers
import Testing

/// Layers whose content is baked, because no edit removes what a target lacks.
@Suite struct ContentRewriteTests {
  private let box = RewriteCase.rectangle + "," + RewriteCase.fill
  private let motion =
    #""ks": {"p": {"a": 1, "k": [{"t": 0, "s": [0, 0], "i": {"x": 0.6, "y": 1}, "o": {"x": 0.4, "y": 0}}, {"t": 9, "s": [9, 0]}]}}, "#
  private let blur =
    #""ef": [{"ty": 29, "nm": "Blur", "en": 1, "ef": [{"ty": 0, "v": {"k": 9}}, {"ty": 7, "v": {"k": 1}}]}], "#

  @Test func aBlurIsOnePictureThatMoves() throws {
    let result = try RewriteCase(for: "lottie-ios", layers: RewriteCase.shapes(box, layer: motion + blur))
    let layer = try #require(try result.root["layers"]?.first)
    #expect(layer.integer("ty") == 0)
    #expect(layer.string("nm") == "Layer")
    #expect(layer["ef"] == nil)
    #expect(layer["ks"]?["p"]?["k"]?.count == 2)
    let assets = try #require(try result.root["assets"])
    #expect(assets.children.filter { $0["p"] != nil }.count == 1)
    #expect(try result.difference < 0.8)
    #expect(try result.isPainted)
    #expect(result.findings.count == 1)
    #expect(result.findings.first?.contains("lottie.target.pictures") ?? false)
  }

  /// rlottie does not multiply grey by its alpha.
  @Test func picturesOfGreyAreInColor() throws {
    let white = RewriteCase.rectangle + #", {"ty": "fl", "c": {"k": [1, 1, 1, 1]}, "o": {"k": 100}}"#
    let result = try RewriteCase(for: "rlottie", layers: RewriteCase.shapes(white, layer: blur))
    let url = try #require(try result.root["assets"]?.children.compactMap { $0.string("p") }.first)
    let text = try #require(url.split(separator: ",").last)
    let file = try #require(Data(base64Encoded: String(text)))
    // The colour type in the header: 4 is grey with alpha.
    #expect(file.count > 25 && file[25] != 4)
  }

  /// The more a layer is blurred, the fewer pixels show it.
  @Test func picturesOfBlursAreSmall() throws {
    func width(_ blurriness: Int) throws -> Int {
      let blur = blur.replacing(#"{"k": 9}"#, with: #"{"k": \#(blurriness)}"#)
      let result = try RewriteCase(for: "lottie-ios", layers: RewriteCase.shapes(box, layer: blur))
      #expect(try result.difference < 1)
      return try #require(
        try result.root["assets"]?.children.lazy.compactMap { $0["p"] == nil ? nil : $0.integer("w") }.first)
    }
    let (sharp, smooth) = (try width(9), try width(30))
    #expect(smooth < sharp, "\(smooth), \(sharp)")
  }

  @Test func aLayerWithChildrenKeepsItsTransformAsANull() throws {
    let child =
      #"{"ty": 4, "ind": 2, "parent": 1, "ip": 0, "op": 10, "st": 0, "ks": {"s": {"k": [30, 30]}}, "shapes": [{"ty": "gr", "it": [\#(box), {"ty": "tr"}]}]}"#
    let layers = RewriteCase.shapes(box, layer: motion + blur) + "," + child
    let result = try RewriteCase(for: "lottie-ios", layers: layers)
    let written = try #require(try result.root["layers"])
    #expect(written.children.map { $0.integer("ty") } == [3, 0, 4])
    #expect(written[0]?.integer("ind") == 1)
    #expect(written[1]?.integer("parent") == 1)
    #expect(try result.difference < 0.8)
  }

  @Test func aShadowLiesBelowItsLayer() throws {
    let shadow =
      #""ef": [{"ty": 25, "en": 1, "ef": [{"ty": 2, "v": {"k": [0, 0, 0, 1]}}, {"ty": 0, "v": {"k": 128}}, {"ty": 0, "v": {"k": 135}},"#
      + #" {"ty": 0, "v": {"k": 6}}, {"ty": 0, "v": {"k": 8}}, {"ty": 7, "v": {"k": 0}}]}], "#
    let result = try RewriteCase(for: "rlottie", layers: RewriteCase.shapes(box, layer: shadow))
    let written = try #require(try result.root["layers"])
    #expect(written.children.map { $0.integer("ty") } == [4, 0])
    #expect(written[0]?["ef"] == nil)
    #expect(try result.difference < 1)
  }

  @Test func anExpandedMaskIsWorkedIn() throws {
    let path =
      #"{"k": {"v": [[20,24],[44,24],[44,40],[20,40]], "i": [[0,0],[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0],[0,0]], "c": true}}"#
    let mask = #""hasMask": true, "masksProperties": [{"mode": "a", "pt": \#(path), "o": {"k": 100}, "x": {"k": 4}}], "#
    let result = try RewriteCase(for: "lottie-android", layers: RewriteCase.shapes(box, layer: mask))
    #expect(try result.root["layers"]?.first?["masksProperties"] == nil)
    #expect(try result.difference < 0.8)
  }

  @Test func paintersOnePlayerLacksEverythingForAreFindings() throws {
    // Telegram draws no pictures.
    let result = try RewriteCase(for: "telegram", layers: RewriteCase.shapes(box, layer: blur))
    #expect(try result.root["layers"]?.first?["ef"] != nil)
    #expect(result.findings.contains { $0.contains("lottie.target.lacks") })
  }

  @Test func whatIsRewrittenIsKnown() {
    for feature in ["expressions", "zigZag", "effectBlur", "maskExpansion", "text"] {
      #expect(TargetRewriting.rewrites(feature))
    }
    for feature in ["camera", "motionBlur", "layerStyles", "zigZags"] { #expect(!TargetRewriting.rewrites(feature)) }
  }
}
