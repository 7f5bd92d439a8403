import KilnDiagnostics
import KilnJSON
import KilnLottieExport
import KilnPlayers
import Testing

/// Layers that a target lacks, in smallest documents.
@Suite struct LayerRewriteTests {
  private let box = RewriteCase.rectangle + "," + RewriteCase.fill

  @Test func whatAllPlayersDrawKeepsItsBytes() throws {
    let result = try RewriteCase(
      for: "lottie-ios", "lottie-android", "thorvg",
      layers: RewriteCase.shapes(
        RewriteCase.ellipse + "," + RewriteCase.fill,
        layer: #""ks" : {"r": {"k": 3.0e1}, "p":{"a":0,"k":[1,2] , "ix": 2}}, "custom": [1 ],"#))
    #expect(result.after == result.before)
    #expect(result.findings == [])
  }

  @Test func layersThatTurnAlongTheirPathGetKeyframes() throws {
    let position =
      #"{"a": 1, "k": [{"t": 0, "s": [10, 10, 0], "to": [30, 0, 0], "ti": [0, -30, 0], "i": {"x": 0.6, "y": 1}, "o": {"x": 0.4, "y": 0}},"#
      + #" {"t": 9, "s": [50, 50, 0]}]}"#
    let layer = #""ao": 1, "ks": {"p": \#(position), "a": {"k": [32, 32]}, "r": {"a": 0, "k": 10}},"#
    let result = try RewriteCase(for: "lottie-ios", layers: RewriteCase.shapes(box, layer: layer))
    let json = try result.root["layers"]?.first
    #expect(json?.integer("ao") == 0)
    #expect((2...9).contains(json?["ks"]?["r"]?["k"]?.count ?? 0))
    #expect(try result.difference < 0.5)
  }

  @Test func skewedLayersGetAParent() throws {
    let skewed =
      #""ks": {"p": {"k": [32, 32]}, "a": {"k": [32, 32]}, "s": {"k": [80, 120]}, "r": {"k": 10}, "sk": {"k": 25}, "sa": {"k": 5}},"#
    let child =
      #"{"ty": 1, "ind": 2, "parent": 1, "sw": 9, "sh": 9, "sc": "\u002300ff00", "ip": 0, "op": 10, "st": 0, "ks": {}}"#
    let result = try RewriteCase(for: "rlottie", layers: child + "," + RewriteCase.shapes(box, layer: skewed))
    let layers = try result.root["layers"].map { Array($0.children) } ?? []
    #expect(layers.compactMap { $0.integer("ty") } == [3, 1, 4])
    #expect(layers.last?.integer("parent") == layers.first?.integer("ind"))
    #expect(layers.last?["ks"]?["sk"] == nil)
    #expect(try result.difference < 0.1)
    #expect(result.findings == [])
  }

  @Test func layersInSpaceAreDrawnFromTheFront() throws {
    let turn =
      #"{"a": 1, "k": [{"t": 0, "s": [0], "i": {"x": [0.6], "y": [1]}, "o": {"x": [0.4], "y": [0]}}, {"t": 9, "s": [150]}]}"#
    let layer =
      #""ddd": 1, "ks": {"p": {"k": [32, 32, 0]}, "a": {"k": [30, 32, 0]}, "rx": {"k": 20}, "ry": \#(turn), "rz": {"k": 10}, "or": {"k": [0, 0, 0]}},"#
    let result = try RewriteCase(for: "lottie-android", layers: RewriteCase.shapes(box, layer: layer))
    let layers = try result.root["layers"].map { Array($0.children) } ?? []
    #expect(layers.compactMap { $0.integer("ty") } == [3, 4])
    #expect(layers.last?.integer("ddd") == 0)
    #expect(layers.last?["ks"]?["ry"] == nil)
    #expect(try result.difference < 0.3)
    #expect(result.findings == [])
  }

  @Test func fillEffectsBecomeColours() throws {
    let values = [#"{"ty":10,"v":{"k":0}}"#, #"{"ty":7,"v":{"k":0}}"#, #"{"ty":2,"v":{"k":[0,0.5,1,1]}}"#]
    let rest = Array(repeating: #"{"ty":7,"v":{"k":0}}"#, count: 3) + [#"{"ty":0,"v":{"k":1}}"#]
    let effect = #""ef": [{"ty": 21, "nm": "Fill", "en": 1, "ef": [\#((values + rest).joined(separator: ","))]}],"#
    let result = try RewriteCase(for: "lottie-ios", layers: RewriteCase.shapes(box, layer: effect))
    let layer = try result.root["layers"]?.first
    #expect(layer?["ef"]?.count == 0)
    #expect(layer?["shapes"]?.first?["it"]?[1]?["c"]?["k"]?.numbers == [0, 0.502, 1, 1])
    #expect(try result.difference < 0.3)
  }

  /// A tritone bends the colours of a gradient, so that it needs stops between the two.
  @Test func tritonesOfGradientsGetStops() throws {
    let colors = ["[1,0.875,0]", "[0.875,0.125,0.125]", "[0,0.25,0.75]"].map { #"{"ty":2,"v":{"k":\#($0)}}"# }
    let effect =
      #""ef": [{"ty": 23, "nm": "Tritone", "en": 1, "ef": [\#(colors.joined(separator: ",")),{"ty":0,"v":{"k":0}}]}],"#
    let gradient =
      #"{"ty":"gf","t":1,"o":{"k":100},"s":{"k":[6,0]},"e":{"k":[58,0]},"g":{"p":2,"k":{"k":[0,0,0,0,1,1,1,1,0,1,1,0.5]}}}"#
    let result = try RewriteCase(
      for: "lottie-ios", layers: RewriteCase.shapes(RewriteCase.rectangle + "," + gradient, layer: effect))
    let item = try result.root["layers"]?.first?["shapes"]?.first?["it"]?[1]
    let count = item?["g"]?.integer("p") ?? 0
    #expect((3...17).contains(count))
    #expect(item?["g"]?["k"]?["k"]?.count == count * 4 + 4)
    #expect(try result.difference < 0.6)
  }

  @Test func tintsOfCompositionsGoToTheirLayers() throws {
    let colors = [#"{"ty":2,"v":{"k":[0,0,0.4,1]}}"#, #"{"ty":2,"v":{"k":[1,1,0.6,1]}}"#, #"{"ty":0,"v":{"k":100}}"#]
    let layer =
      #"{"ty": 0, "ind": 1, "refId": "a", "w": 64, "h": 64, "ip": 0, "op": 10, "st": 0, "ks": {},"#
      + #" "ef": [{"ty": 20, "nm": "Tint", "en": 1, "ef": [\#(colors.joined(separator: ","))]}]}"#
    let result = try RewriteCase(
      for: "lottie-android", layers: layer, more: #""assets": [{"id": "a", "layers": [\#(RewriteCase.shapes(box))]}], "#
    )
    #expect(try result.root["layers"]?.first?["ef"]?.count == 0)
    #expect(try result.difference < 0.5)
    #expect(result.findings == [])
  }

  @Test func mattesByIndexStandAboveTheirLayer() throws {
    let matte =
      #"{"ty": 1, "ind": 7, "td": 1, "sw": 30, "sh": 30, "sc": "\u0023ffffff", "ip": 0, "op": 10, "st": 0, "ks": {}}"#
    let other = #"{"ty": 3, "ind": 2, "ip": 0, "op": 10, "st": 0, "ks": {}}"#
    let cut = RewriteCase.shapes(box, layer: #""tt": 1, "tp": 7, "#)
    let result = try RewriteCase(for: "lottie-ios", layers: [matte, other, cut].joined(separator: ","))
    let layers = try result.root["layers"].map { Array($0.children) } ?? []
    #expect(layers.compactMap { $0.integer("ind") } == [2, 7, 1])
    #expect(layers.last?["tp"] == nil)
    #expect(try result.difference == 0)
  }

  /// lottie-web draws a layer whole whose matte is no layer; players without the member take the layer above.
  @Test func mattesThatAreNotThereCutNothing() throws {
    let matte =
      #"{"ty": 1, "ind": 7, "td": 1, "sw": 30, "sh": 30, "sc": "\u0023ffffff", "ip": 0, "op": 10, "st": 0, "ks": {}}"#
    let cut = RewriteCase.shapes(box, layer: #""tt": 1, "tp": 77, "#)
    let result = try RewriteCase(for: "lottie-ios", layers: matte + "," + cut)
    let layer = try result.root["layers"]?[1]
    #expect(layer?["tp"] == nil && layer?["tt"] == nil)
    #expect(try result.difference == 0)
  }

  @Test func whiteLumaMattesCutByAlpha() throws {
    let matte =
      #"{"ty": 1, "ind": 7, "td": 1, "sw": 30, "sh": 30, "sc": "\u0023ffffff", "ip": 0, "op": 10, "st": 0, "ks": {"o": {"k": 50}}}"#
    let result = try RewriteCase(for: "lottie-ios", layers: matte + "," + RewriteCase.shapes(box, layer: #""tt": 3, "#))
    #expect(try result.root["layers"]?[1]?.integer("tt") == 1)
    #expect(try result.difference < 0.3)
  }

  @Test func masksThatTheReferenceAddsAreAdded() throws {
    let path =
      #"{"k": {"v": [[8,8],[40,8],[40,40],[8,40]], "i": [[0,0],[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0],[0,0]], "c": true}}"#
    let masks = #""hasMask": true, "masksProperties": [{"mode": "a", "pt": \#(path)}, {"mode": "f", "pt": \#(path)}], "#
    let layers = RewriteCase.shapes(box, layer: masks)
    let result = try RewriteCase(for: "rlottie", layers: layers)
    #expect(try result.root["layers"]?.first?["masksProperties"]?[1]?.string("mode") == "a")
    #expect(try result.difference == 0)
    let same = try RewriteCase(for: "lottie-ios", layers: layers)
    #expect(same.after == same.before)
  }

  @Test func solidsBecomeRectangles() throws {
    let solid =
      #"{"ty": 1, "ind": 1, "sw": 40, "sh": 30, "sc": "\u0023ff8000", "ip": 0, "op": 10, "st": 0, "ks": {"r": {"k": 10}}}"#
    let result = try RewriteCase(for: "telegram", layers: solid)
    let layer = try result.root["layers"]?.first
    #expect(layer?.integer("ty") == 4)
    #expect(layer?["sc"] == nil)
    #expect(try result.types == ["gr", "rc", "fl", "tr"])
    #expect(try result.difference < 0.05)
  }

  @Test func slotsGiveTheirValuesToPropertiesAndStay() throws {
    let fill = #"{"ty": "fl", "c": {"sid": "brand", "a": 0, "k": [1, 0, 0, 1]}, "o": {"k": 100}}"#
    let result = try RewriteCase(
      for: "lottie-ios", layers: RewriteCase.shapes(RewriteCase.rectangle + "," + fill),
      more: #""slots": {"brand": {"p": {"a": 0, "k": [0, 0, 1, 1]}}}, "#)
    let color = try result.root["layers"]?.first?["shapes"]?.first?["it"]?[1]?["c"]
    #expect(color?.string("sid") == "brand")
    #expect(color?["k"]?.numbers == [0, 0, 1, 1])
    #expect(try result.difference == 0)
  }

  @Test func textsBecomeShapes() throws {
    let letter =
      #"{"ch": "A", "size": 20, "style": "Regular", "fFamily": "Own", "w": 60, "data": {"shapes": [{"ty": "gr", "it": [{"ty": "sh", "ks":"#
      + #" {"k": {"v": [[0,0],[25,-70],[50,0]], "i": [[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0]], "c": true}}}]}]}}"#
    let fonts =
      #""fonts": {"list": [{"fName": "Own", "fFamily": "Own", "fStyle": "Regular", "ascent": 70}]}, "chars": [\#(letter)], "#
    let document = #"{"s": 40, "f": "Own", "t": "AA", "j": 0, "tr": 0, "lh": 40, "ls": 0, "fc": [0, 0.5, 1]}"#
    let animator =
      #"{"a": {"p": {"a": 1, "k": [{"t": 0, "s": [0, 0, 0], "i": {"x": 0.6, "y": 1}, "o": {"x": 0.4, "y": 0}}, {"t": 9, "s": [9, 0, 0]}]}},"#
      + #" "s": {"t": 0, "xe": {"k": 0}, "ne": {"k": 0}, "a": {"k": 100}, "b": 1, "rn": 0, "sh": 1, "r": 1, "e": {"k": 50}, "s": {"k": 0}}}"#
    let colors =
      #"{"a": {"fc": {"a": 1, "k": [{"t": 0, "s": [1, 0, 0, 1], "i": {"x": 1, "y": 1}, "o": {"x": 0, "y": 0}}, {"t": 9, "s": [0, 1, 0, 1]}]}},"#
      + #" "s": {"t": 0, "xe": {"k": 0}, "ne": {"k": 0}, "a": {"k": 100}, "b": 1, "rn": 0, "sh": 1, "r": 1}}"#
    for animators in ["", animator, colors] {
      let text =
        #"{"ty": 5, "ind": 1, "nm": "Word", "ip": 0, "op": 10, "st": 0, "ks": {"p": {"k": [5, 50]}}, "t": {"d": {"k": [{"s": \#(document), "t": 0}]},"#
        + #" "p": {}, "m": {"g": 1, "a": {"k": [0, 0]}}, "a": [\#(animators)]}}"#
      let result = try RewriteCase(for: "rlottie", layers: text, more: fonts)
      let layer = try result.root["layers"]?.first
      #expect(layer?.integer("ty") == 4)
      #expect(layer?.string("nm") == "Word")
      // A letter that changes its colour is still one group.
      #expect(layer?["shapes"].map { $0.count <= 2 } ?? false)
      #expect(try result.root["chars"] == nil)
      #expect(try result.isPainted)
      #expect(try result.difference < 0.3)
      #expect(result.findings == [])
    }
  }

  @Test func whatNoEditSavesIsAFindingOfItsLayer() throws {
    let cut =
      #", {"ty": 1, "ind": 2, "tt": 1, "sw": 40, "sh": 30, "sc": "\u0023ff8000", "ip": 0, "op": 10, "st": 0, "ks": {}}"#
    let result = try RewriteCase(
      for: "lottie-android", layers: RewriteCase.shapes(box, layer: #""bm": 14, "td": 1, "#) + cut)
    #expect(result.after == result.before)
    #expect(result.findings.count == 1)
    #expect(result.findings.first?.contains("lottie.target.lacks") ?? false)
    #expect(result.findings.first?.contains("Layer") ?? false)
  }
}
