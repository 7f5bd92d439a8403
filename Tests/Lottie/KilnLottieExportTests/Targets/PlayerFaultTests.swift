import Foundation
import KilnDiagnostics
import KilnJSON
import KilnLottieExport
import KilnLottieImport
import KilnPlayers
import Testing

/// What single players draw in another way, in smallest documents.
@Suite struct PlayerFaultTests {
  private let box = RewriteCase.ellipse + "," + RewriteCase.fill
  private let stroke =
    #"{"ty": "st", "c": {"a": 0, "k": [0, 0, 1, 1]}, "o": {"a": 0, "k": 100}, "w": {"a": 0, "k": 4}, "lc": 2, "lj": 2"#

  private func solid(_ index: Int, _ more: String = "", transform: String = "") -> String {
    #"{"ty": 1, "ind": \#(index), "sw": 40, "sh": 30, "sc": "\u0023ff8000", "ip": 0, "op": 10, "st": 0, \#(more)"ks": {\#(transform)}}"#
  }

  // MARK: - Mattes

  @Test func setMattesBecomeMattes() throws {
    let effect = #""ef": [{"ty": 28, "nm": "Set Matte", "en": 1, "ef": [{"ty": 10, "v": {"a": 0, "k": 7}}]}], "#
    let layers = RewriteCase.shapes(box, layer: effect) + "," + solid(7, #""hd": true, "#)
    for target in ["thorvg", "lottie-ios"] {
      let result = try RewriteCase(for: target, layers: layers)
      let written = try result.root["layers"].map { Array($0.children) } ?? []
      #expect(written.map { $0.integer("td") ?? 0 } == [1, 0, 0])
      #expect(written.first?["hd"] == nil && written.last?["hd"] != nil)
      #expect(written[1].integer("tt") == 1)
      #expect(written[1]["ef"]?.count == 0)
      #expect(try result.isPainted)
      #expect(try result.difference == 0)
      #expect(result.findings == [])
    }
  }

  @Test func setMattesOfMattesStay() throws {
    let effect = #""ef": [{"ty": 28, "nm": "Set Matte", "en": 1, "ef": [{"ty": 10, "v": {"a": 0, "k": 7}}]}], "#
    let layers = [RewriteCase.shapes(box, layer: effect + #""td": 1, "#), solid(2, #""tt": 1, "#), solid(7)]
    let result = try RewriteCase(for: "thorvg", layers: layers.joined(separator: ","))
    #expect(result.after == result.before)
    #expect(result.findings.first?.contains("Set Matte") ?? false)
  }

  /// lottie-web draws the matte then, and nothing of what it should cut.
  @Test func layersCutByUnmarkedMattesAreHidden() throws {
    let layers = RewriteCase.shapes(box) + "," + solid(2, #""tt": 1, "#)
    let result = try RewriteCase(for: "rlottie", layers: layers)
    let cut = try result.root["layers"]?[1]
    #expect(cut?["hd"]?.isTruthy == true && cut?["tt"] == nil)
    #expect(try result.isPainted)
    #expect(try result.difference == 0)
    let marked = try RewriteCase(
      for: "thorvg", layers: RewriteCase.shapes(box, layer: #""td": 1, "#) + "," + solid(2, #""tt": 1, "#))
    #expect(marked.after == marked.before)
    let kept = try RewriteCase(for: "thorvg", layers: layers, fidelity: .afterEffects)
    #expect(kept.after == kept.before)
  }

  // MARK: - Layers

  @Test func translucentSolidsBecomeRectangles() throws {
    let opacity = #""o": {"a": 0, "k": 50}"#
    let result = try RewriteCase(for: "thorvg", layers: solid(1, transform: opacity) + "," + solid(2))
    #expect(try result.root["layers"]?.children.map { $0.integer("ty") ?? 0 } == [4, 1])
    #expect(try result.difference < 0.05)
    let other = try RewriteCase(for: "rlottie", layers: solid(1, transform: opacity))
    #expect(try other.root["layers"]?.first?.integer("ty") == 1)
  }

  @Test func effectsSayThatTheyAreOn() throws {
    func effect(_ more: String) -> String {
      #""ef": [{"ty": 29, "nm": "Blur"\#(more), "ef": [{"ty": 0, "v": {"k": 9}}]}], "#
    }
    let result = try RewriteCase(for: "thorvg", layers: RewriteCase.shapes(box, layer: effect("")))
    let effects = try result.root["layers"]?.first?["ef"]
    #expect(effects?.first?.children.map { $0.key ?? "" }.last == "en")
    #expect(effects?.first?.integer("en") == 1)
    let off = try RewriteCase(for: "thorvg", layers: RewriteCase.shapes(box, layer: effect(#", "en": 0"#)))
    #expect(off.after == off.before)
  }

  @Test func lettersOfPlayedDocumentsAreRelated() throws {
    let letter =
      #"{"ch": "A", "size": 20, "style": "Regular", "fFamily": "Own", "w": 60, "data": {"shapes": [{"ty": "gr", "it": ["#
      + #"{"ty": "sh", "ks": {"k": {"v": [[0,0],[25,-70],[50,0]], "i": [[-9,0],[16,-70],[50,9]], "o": [[9,0],[34,-70],[50,-9]], "c": true}}},"#
      + #" {"ty": "tr", "s": {"a": 0, "k": [20, 20]}}]}]}}"#
    let text =
      #"{"ty": 5, "ind": 1, "nm": "Word", "ip": 0, "op": 10, "st": 0, "ks": {"p": {"k": [5, 50]}}, "t": {"d": {"k": [{"t": 0, "s": "#
      + #"{"s": 40, "f": "Own", "t": "AA", "j": 0, "tr": 0, "lh": 40, "ls": 0, "fc": [0, 0.5, 1]}}]}, "p": {}, "m": {"g": 1, "a": {"k": [0, 0]}}, "a": []}}"#
    let result = try RewriteCase(
      for: "thorvg", layers: text,
      more:
        #""__complete": true, "fonts": {"list": [{"fName": "Own", "fFamily": "Own", "fStyle": "Regular", "ascent": 70}]}, "chars": [\#(letter)], "#
    )
    #expect(try result.root["__complete"] == nil)
    let items = try result.root["chars"]?.first?["data"]?["shapes"]?.first?["it"]
    #expect(items?[0]?["ks"]?["k"]?["i"]?[1]?.numbers == [-9, 0])
    #expect(items?[1]?["s"]?["k"]?.numbers == [100, 100])
    #expect(try result.isPainted)
    #expect(try result.difference < 0.1)
  }

  @Test func textsInBoxesAreShapesUnlessThereAreMany() throws {
    let letter =
      #"{"ch": "A", "size": 20, "style": "Regular", "fFamily": "Own", "w": 60, "data": {"shapes": [{"ty": "gr", "it": [{"ty": "sh", "ks":"#
      + #" {"k": {"v": [[0,0],[25,-70],[50,0]], "i": [[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0]], "c": true}}}]}]}}"#
    for count in [1, 6] {
      let documents = (0..<count).map { time in
        #"{"t": \#(time), "s": {"s": 40, "f": "Own", "t": "AA", "j": 0, "tr": 0, "lh": 40, "ls": 0, "fc": [0, 0.5, 1], "sz": [60, 40], "ps": [0, -30]}}"#
      }
      let text =
        #"{"ty": 5, "ind": 1, "nm": "Word", "ip": 0, "op": 10, "st": 0, "ks": {"p": {"k": [5, 50]}}, "t": {"d": {"k": [\#(documents.joined(separator: ","))]}, "p": {}, "m": {"g": 1, "a": {"k": [0, 0]}}, "a": []}}"#
      let result = try RewriteCase(
        for: "thorvg", layers: text,
        more:
          #""fonts": {"list": [{"fName": "Own", "fFamily": "Own", "fStyle": "Regular", "ascent": 70}]}, "chars": [\#(letter)], "#
      )
      #expect(try result.root["layers"]?.first?.integer("ty") == (count == 1 ? 4 : 5))
      #expect(try (result.root["chars"] == nil) == (count == 1))
      #expect(result.findings.count == (count == 1 ? 0 : 1))
      #expect(try result.difference < 0.3)
    }
  }

  // MARK: - Strokes

  @Test func dashesArePairsWithAnOffset() throws {
    func part(_ name: String, _ length: Int) -> String { #"{"n": "\#(name)", "v": {"a": 0, "k": \#(length)}}"# }
    let dashes = [part("o", 3), part("d", 6), part("g", 2), part("d", 4)].joined(separator: ", ")
    let layers = RewriteCase.shapes(RewriteCase.rectangle + "," + stroke + #", "d": [\#(dashes)]}"#)
    let result = try RewriteCase(for: "rlottie", layers: layers)
    let written = try result.root["layers"]?.first?["shapes"]?.first?["it"]?[1]?["d"].map { Array($0.children) }
    #expect(written?.map { $0["v"]?["k"]?.number ?? -1 } == [6, 2, 4, 6, 2, 4, 3])
    #expect(written?.last?.string("n") == "o")
    #expect(try result.difference == 0)
  }

  @Test func gapsHaveALength() throws {
    let dashes = [#"{"n": "d", "v": {"a": 0, "k": 6}}"#, #"{"n": "g", "v": {"a": 0, "k": 0}}"#].joined(separator: ", ")
    let result = try RewriteCase(
      for: "thorvg", layers: RewriteCase.shapes(RewriteCase.ellipse + "," + stroke + #", "d": [\#(dashes)]}"#))
    let written = try result.root["layers"]?.first?["shapes"]?.first?["it"]?[1]?["d"]
    #expect(written?.children.map { $0["v"]?["k"]?.number ?? -1 } == [6, 0.01])
    #expect(try result.difference < 0.1)
    let solid = RewriteCase.shapes(
      RewriteCase.ellipse + "," + stroke + #", "d": [{"n": "d", "v": {"k": 0}}, {"n": "g", "v": {"k": 0}}]}"#)
    let same = try RewriteCase(for: "thorvg", layers: solid)
    #expect(same.after == same.before)
  }

  @Test func strokesOfFilledOpenPathsAreDashed() throws {
    func path(_ isClosed: Bool) -> String {
      #"{"ty": "sh", "ks": {"a": 0, "k": {"v": [[8,8],[50,20],[20,50]], "i": [[0,0],[0,0],[0,0]], "o": [[0,0],[0,0],[0,0]], "c": \#(isClosed)}}}"#
    }
    let styles = stroke + "}," + RewriteCase.fill
    let result = try RewriteCase(for: "thorvg", layers: RewriteCase.shapes(path(false) + "," + styles))
    #expect(try result.root["layers"]?.first?["shapes"]?.first?["it"]?[1]?["d"]?.count == 3)
    #expect(try result.isPainted)
    #expect(try result.difference == 0)
    for items in [path(true) + "," + styles, path(false) + "," + RewriteCase.fill + "," + stroke + "}"] {
      let same = try RewriteCase(for: "thorvg", layers: RewriteCase.shapes(items))
      #expect(same.after == same.before)
    }
  }

  @Test func pointsWithRoundCapsAreDots() throws {
    let rectangle =
      #"{"ty": "rc", "p": {"a": 0, "k": [32, 32]}, "r": {"a": 0, "k": 2}, "s": {"a": 1, "k": [{"t": 0, "s": [0, 0], "i": {"x": 0.6, "y": 1}, "o": {"x": 0.4, "y": 0}}, {"t": 9, "s": [30, 30]}]}}"#
    let result = try RewriteCase(for: "thorvg", layers: RewriteCase.shapes(rectangle + "," + stroke + "}"))
    let size = try result.root["layers"]?.first?["shapes"]?.first?["it"]?[0]?["s"]
    #expect(size?["k"]?[0]?["s"]?.numbers == [0.01, 0.01])
    #expect(try result.difference < 0.1)
    let plain = try RewriteCase(for: "thorvg", layers: RewriteCase.shapes(rectangle + "," + RewriteCase.fill))
    #expect(plain.after == plain.before)
  }

  @Test func rectanglesHaveEdgesBetweenPixels() throws {
    let round = RewriteCase.rectangle.replacing(#""k": 0}"#, with: #""k": 6}"#)
    let result = try RewriteCase(
      for: "thorvg",
      layers: RewriteCase.shapes([RewriteCase.rectangle, round, RewriteCase.fill].joined(separator: ",")))
    let items = try result.root["layers"]?.first?["shapes"]?.first?["it"]
    #expect(items?[0]?["r"]?["k"]?.number == 0.01)
    #expect(items?[1]?["r"]?["k"]?.number == 6)
    #expect(try result.difference < 0.05)
    let other = try RewriteCase(for: "rlottie", layers: RewriteCase.shapes(RewriteCase.rectangle))
    #expect(try other.root["layers"]?.first?["shapes"]?.first?["it"]?[0]?["r"]?["k"]?.number == 0)
  }

  @Test func fillsThatBlendBecomePictures() throws {
    let blended = #"{"ty": "fl", "bm": 1, "c": {"a": 0, "k": [1, 0.2, 0, 1]}, "o": {"a": 0, "k": 100}}"#
    func group(_ items: String) -> String { #"{"ty": "gr", "it": [\#(items), {"ty": "tr"}]}"# }
    let shapes =
      group(RewriteCase.ellipse + "," + blended) + "," + group(RewriteCase.rectangle + "," + RewriteCase.fill)
    let layers =
      #"{"ty": 4, "ind": 1, "nm": "Layer", "ip": 0, "op": 10, "st": 0, "ks": {}, "shapes": [\#(shapes)]}"#
    let result = try RewriteCase(for: "thorvg", layers: layers)
    #expect(result.findings.count == 1)
    #expect(result.findings.first?.contains("lottie.target.pictures") ?? false)
    #expect(result.findings.first?.contains("1 picture of ") ?? false)
    #expect(try result.isPainted)
    #expect(try result.difference < 0.5)
  }

  // MARK: - Blend modes

  /// The picture has the coverage of the layer and the colours of the result, so that what is below stays.
  @Test func blendedLayersBecomePicturesOfTheResult() throws {
    let above = RewriteCase.shapes(
      RewriteCase.ellipse + "," + RewriteCase.fill,
      layer:
        #""bm": 1, "ks": {"o": {"a": 0, "k": 60}, "p": {"a": 1, "k": [{"t": 0, "s": [0, 0], "i": {"x": 0.6, "y": 1}, "o": {"x": 0.4, "y": 0}}, {"t": 9, "s": [-20, 0]}]}}, "#
    )
    let child =
      #"{"ty": 1, "ind": 3, "parent": 1, "sw": 9, "sh": 9, "sc": "\u00230000ff", "ip": 0, "op": 10, "st": 0, "ks": {}}"#
    let result = try RewriteCase(for: "rlottie", layers: [child, above, solid(2)].joined(separator: ","))
    let layers = try result.root["layers"].map { Array($0.children) } ?? []
    #expect(layers.map { $0.integer("ty") ?? -1 } == [3, 1, 0, 1])
    #expect(layers.allSatisfy { ($0.integer("bm") ?? 0) == 0 })
    #expect(layers.first?.integer("ind") == layers[1].integer("parent"))
    #expect(result.findings.count == 1)
    #expect(result.findings.first?.contains("lottie.target.pictures") ?? false)
    #expect(result.findings.first?.contains("sharp up to 100 % of its size") ?? false)
    #expect(try result.isPainted)
    #expect(try result.difference < 0.5)
  }

  /// rlottie takes a picture with two channels for an opaque one.
  @Test func greyPicturesHaveAllChannels() throws {
    // Two pixels, grey and alpha.
    let file = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAQAAABeK7cBAAAADUlEQVR4nGNsaGCoBwAECQGBlD460AAAAABJRU5ErkJggg=="
    func document(for target: String) throws -> RewriteCase {
      try RewriteCase(
        for: target, layers: #"{"ty": 2, "ind": 1, "refId": "a", "ip": 0, "op": 10, "st": 0, "ks": {}}"#,
        more: #""assets": [{"id": "a", "w": 2, "h": 1, "u": "", "e": 1, "p": "data:image/png;base64,\#(file)"}], "#)
    }
    let written = try document(for: "rlottie").root["assets"]?.first?.string("p")
    let bytes = written.flatMap { Data(base64Encoded: String($0.dropFirst(22))) }.map { Array($0) } ?? []
    #expect(bytes.count > 25 && bytes[25] == 6)
    let same = try document(for: "thorvg")
    #expect(same.after == same.before)
  }
}
