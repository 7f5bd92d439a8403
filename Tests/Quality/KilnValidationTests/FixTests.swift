import KilnDiagnostics
import KilnJSON
import KilnLottieFormat
import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnTestSupport
import KilnValidation
import Testing

/// Text before a fix, and after it; equal for what the fix must leave alone.
struct FixCase: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: Rule
  let before: String
  let after: String
  var testDescription: String { name }

  init(_ name: String, _ rule: Rule, _ before: String, _ after: String) {
    (self.name, self.rule, self.before, self.after) = (name, rule, before, after)
  }

  /// A document that the fix leaves alone.
  init(_ name: String, _ rule: Rule, stays text: String) { self.init(name, rule, text, text) }

  /// The fix that mends the findings of the rule.
  func fix() throws -> any LottieFix { try #require(FixCatalogue.lottie.first { $0.rule == rule }) }

  /// The document after the fix, and what the fix says that it did.
  func result() throws -> (text: String, changes: [FixChange]) {
    let tree = try JSONTree(Array(before.utf8), numbers: .float)
    let document = try LottieDocument(tree: tree)
    var surroundings = FixContext(limits: Limits()) { _ in nil }
    surroundings.name = "red heart"
    var draft = FixDraft(document, surroundings, rule)
    try fix().apply(to: &draft)
    return (String(decoding: draft.result, as: UTF8.self), draft.changes)
  }
}

@Suite struct FixTests {
  static let cases = layers + assets + keyframes + numbers + text

  @Test(arguments: cases) func textAfterTheFix(_ item: FixCase) throws {
    let fix = try item.fix()
    let (text, changes) = try item.result()
    #expect(text == item.after)
    #expect(changes.isEmpty == (item.before == item.after), "\(changes)")
    #expect(changes.allSatisfy { change in fix.rules.contains(change.rule) && !change.text.isEmpty })
    // What was written is a document again, and mended.
    let again = try FixCase(item.name, item.rule, item.after, item.after).result()
    #expect(again.text == item.after)
  }

  @Test func everyFixHasACaseThatItMendsAndOneThatItLeavesAlone() {
    for fix in FixCatalogue.lottie where fix.rule != .assetImageOversized {
      let own = Self.cases.filter { $0.rule == fix.rule }
      #expect(own.contains { $0.before != $0.after }, "\(fix.rule.id)")
      #expect(own.contains { $0.before == $0.after }, "\(fix.rule.id)")
    }
  }

  @Test func fixesAreOfKnownRules() {
    let known = Set(ValidationCatalogue.all.map(\.id))
    #expect(FixCatalogue.ids.filter { !known.contains($0) } == [])
    #expect(Set(FixCatalogue.ids).count == FixCatalogue.ids.count)
  }

  // MARK: - Layers

  private static let hidden = #""hd":true"#
  private static let script = #","x":"var $bm_rt; $bm_rt = 1;""#

  private static let layers: [FixCase] = [
    FixCase(
      "a hidden layer goes", .handoffHidden, lottie(square(1, "A", hidden), square(2, "B")),
      lottie(square(2, "B"))),
    FixCase(
      "a hidden parent stays", .handoffHidden,
      stays: lottie(square(1, "A", hidden), square(2, "B", #""parent":1"#))),
    FixCase(
      "a hidden parent goes with its hidden child", .handoffHidden,
      lottie(square(1, "A", hidden), square(2, "B", hidden + #","parent":1"#), square(3, "C")), lottie(square(3, "C"))),
    FixCase(
      "a hidden matte stays", .handoffHidden,
      stays: lottie(square(1, "A", hidden + #","td":1"#), square(2, "B", #""tt":1"#))),
    FixCase(
      "a hidden layer above one that is cut stays", .handoffHidden,
      stays: lottie(square(1, "M", #""td":1"#), square(2, "A", hidden), square(3, "B", #""tt":1"#))),
    FixCase(
      "a hidden matte by number stays", .handoffHidden,
      stays: lottie(square(1, "A", hidden), square(2, "B"), square(3, "C", #""tt":1,"tp":1"#))),
    FixCase(
      "a layer that an effect names stays", .handoffHidden,
      stays: lottie(
        square(1, "A", hidden),
        square(2, "B", #""ef":[{"ty":23,"nm":"Set Matte","en":1,"ef":[{"ty":10,"v":{"a":0,"k":1}}]}]"#))),
    FixCase(
      "expressions may read hidden layers", .handoffHidden,
      stays: lottie(
        square(1, "A", hidden), square(2, "B", transform: still(["r": "{\"a\":0,\"k\":0\(script)}"])))),
    FixCase("the last layer stays", .handoffHidden, stays: lottie(square(1, "A", hidden))),
    FixCase(
      "a guide goes", .handoffGuide, lottie(layer(11, 1, "Any"), layer(3, 2, "Guide 2"), square(3)),
      lottie(square(3))),
    FixCase("a guide that is seen stays", .handoffGuide, stays: lottie(square(1, "Guide"), square(2))),
    FixCase(
      "a layer after the end goes", .timeLayerOutside,
      lottie(square(1, "A", times: #""ip":61,"op":70,"st":0"#), square(2)), lottie(square(2))),
    FixCase(
      "a layer that ends before it begins goes", .timeLayerOutside,
      lottie(square(1, "A", times: #""ip":30,"op":20,"st":0"#), square(2)), lottie(square(2))),
    FixCase(
      "a layer that touches the end stays", .timeLayerOutside,
      stays: lottie(square(1, "A", times: #""ip":60,"op":70,"st":0"#), square(2))),
    FixCase(
      "a layer inside goes where its composition is shown at other times", .timeLayerOutside,
      lottie(
        layer(0, 1, "Inner", times: #""ip":0,"op":60,"st":-100"#, #""refId":"c","w":200,"h":200"#),
        assets: composition("c", square(1, "A"), square(2, "B", times: #""ip":90,"op":170,"st":0"#))),
      lottie(
        layer(0, 1, "Inner", times: #""ip":0,"op":60,"st":-100"#, #""refId":"c","w":200,"h":200"#),
        assets: composition("c", square(2, "B", times: #""ip":90,"op":170,"st":0"#)))),
    FixCase(
      "a remapped composition keeps its layers", .timeLayerOutside,
      stays: lottie(
        layer(0, 1, "Inner", #""refId":"c","w":200,"h":200,"tm":{"a":0,"k":100}"#),
        assets: composition("c", square(1, "A", times: #""ip":900,"op":999,"st":0"#), square(2, "B")))),
    FixCase(
      "a layer without a number gets one that is free", .lottieIndexMissing,
      lottie(square(2, "A"), square(0, "B"), square(0, "C", #""parent":3"#)),
      lottie(
        square(2, "A"), square(0, "B").replacing(#"{"ty":4,"#, with: #"{"ind":4,"ty":4,"#),
        square(0, "C", #""parent":3"#).replacing(#"{"ty":4,"#, with: #"{"ind":5,"ty":4,"#))),
    FixCase(
      "a number of another kind is not touched", .lottieIndexMissing,
      stays: lottie(square(0, "A").replacing(#"{"ty":4,"#, with: #"{"ty":4,"ind":"x","#))),
  ]

  // MARK: - Assets

  private static let assets: [FixCase] = [
    FixCase(
      "unused assets go, and what only they use", .assetUnused,
      lottie(
        layer(0, 1, "Inner", #""refId":"a","w":9,"h":9"#),
        assets: [
          composition("a", square(1)), composition("b", layer(2, 1, "P", #""refId":"i""#)), picture("i", "i.png"),
          #"{"id":"s","u":"","p":"a.mp3","e":0}"#,
        ].joined(separator: ",")),
      lottie(
        layer(0, 1, "Inner", #""refId":"a","w":9,"h":9"#),
        assets: [composition("a", square(1)), #"{"id":"s","u":"","p":"a.mp3","e":0}"#].joined(separator: ","))),
    FixCase(
      "used images stay", .assetUnused,
      stays: lottie(layer(2, 1, "P", #""refId":"i""#), assets: picture("i", "i.png"))),
    FixCase(
      "slots may name images", .assetUnused,
      stays: lottie(square(1), assets: picture("i", "i.png"), more: #""slots":{"s":{"p":{"id":"i"}}}"#)),
    FixCase(
      "expressions may read compositions", .assetUnused,
      stays: lottie(
        square(1, transform: still(["r": "{\"a\":0,\"k\":0\(script)}"])), assets: composition("c", square(1)))),
    FixCase(
      "equal images become one", .assetImageDuplicate,
      lottie(
        layer(2, 1, "P", #""refId":"image_0""#), layer(2, 2, "Q", #""refId":"image_1""#),
        assets: picture("image_0", "i.png") + "," + picture("image_1", "i.png")),
      lottie(
        layer(2, 1, "P", #""refId":"image_0""#), layer(2, 2, "Q", #""refId":"image_0""#),
        assets: picture("image_0", "i.png"))),
    FixCase(
      "images with IDs that somebody chose stay", .assetImageDuplicate,
      stays: lottie(
        layer(2, 1, "P", #""refId":"avatar""#), layer(2, 2, "Q", #""refId":"badge""#),
        assets: picture("avatar", "i.png") + "," + picture("badge", "i.png"))),
    FixCase(
      "files with generic names and files of one name in several folders are named after the animation",
      .assetImageName,
      lottie(
        assets: [
          picture("a", "img_0.png", folder: "images/"), picture("b", "img_0.png", folder: "images/"),
          picture("c", "glow.png", folder: "x/"), picture("d", "Glow.png", folder: "y/"), picture("e", "star.png"),
        ].joined(separator: ",")),
      lottie(
        assets: [
          picture("a", "red-heart-img_0.png", folder: "images/"),
          picture("b", "red-heart-img_0.png", folder: "images/"),
          picture("c", "red-heart-glow.png", folder: "x/"), picture("d", "2-red-heart-Glow.png", folder: "y/"),
          picture("e", "star.png"),
        ].joined(separator: ","))),
    FixCase(
      "files outside of the folder and with names of their own stay", .assetImageName,
      stays: lottie(
        assets: [
          picture("a", "img_0.png", folder: "../"), picture("b", "img_0.png", folder: "/x/"),
          picture("c", "img_0.png", folder: "https://x/"), picture("d", "star.png"), picture("e", data(4, 4)),
        ].joined(separator: ","))),
    FixCase(
      "images of different sizes stay", .assetImageDuplicate,
      stays: lottie(
        layer(2, 1, "P", #""refId":"image_0""#), layer(2, 2, "Q", #""refId":"image_1""#),
        assets: picture("image_0", "i.png") + "," + picture("image_1", "i.png", width: 21))),
  ]

  // MARK: - Keyframes

  private static func key(_ time: Int, _ value: String) -> String {
    #"{"t":\#(time),"s":[\#(value)],"i":{"x":[0.5],"y":[1]},"o":{"x":[0.5],"y":[0]}}"#
  }

  private static func turning(_ keys: String..., times: String = #""ip":0,"op":60,"st":0"#, more: String = "") -> String
  {
    square(
      1, "A", transform: still(["r": "{\"a\":1,\"k\":[\(keys.joined(separator: ","))]}"]), times: times, more)
  }

  private static let keyframes: [FixCase] = [
    FixCase(
      "keyframes around the time of the layer go, but the nearest", .timeKeyframesOutside,
      lottie(
        turning(
          key(0, "0"), key(10, "5"), key(25, "7"), key(30, "8"), key(45, "9"), key(55, "1"),
          times: #""ip":20,"op":40,"st":0"#)),
      lottie(turning(key(10, "5"), key(25, "7"), key(30, "8"), key(45, "9"), times: #""ip":20,"op":40,"st":0"#))),
    FixCase(
      "two keyframes are left", .timeKeyframesOutside,
      lottie(turning(key(0, "0"), key(5, "1"), key(9, "2"), times: #""ip":20,"op":40,"st":0"#)),
      lottie(turning(key(5, "1"), key(9, "2"), times: #""ip":20,"op":40,"st":0"#))),
    FixCase(
      "a parent's keyframes stay", .timeKeyframesOutside,
      stays: lottie(
        turning(key(0, "0"), key(10, "5"), key(25, "7"), key(55, "1"), times: #""ip":20,"op":24,"st":0"#),
        square(2, "B", #""parent":1"#))),
    FixCase(
      "oriented layers keep their keyframes", .timeKeyframesOutside,
      stays: lottie(
        turning(key(0, "0"), key(5, "1"), key(9, "2"), times: #""ip":20,"op":40,"st":0"#, more: #""ao":1"#))),
    FixCase(
      "keyframes in wrong order stay", .timeKeyframesOutside,
      stays: lottie(turning(key(9, "0"), key(5, "1"), key(0, "2"), times: #""ip":20,"op":40,"st":0"#))),
    FixCase(
      "values of expressions stay", .timeKeyframesOutside,
      stays: lottie(
        turning(key(0, "0"), key(5, "1"), key(9, "2"), times: #""ip":20,"op":40,"st":0"#)
          .replacing(#"{"a":1,"#, with: #"{"x":"loopOut()","a":1,"#))),
    FixCase(
      "keyframes with one value become it", .timeKeyframesStill,
      lottie(turning(key(0, "7"), key(30, "7"))), lottie(square(1, "A", transform: still(["r": fixed("7")])))),
    FixCase(
      "vectors stay arrays", .timeKeyframesStill,
      lottie(square(1, "A", transform: still(["s": animated((0, "[50,50,100]"), (9, "[50,50,100]"))]))),
      lottie(square(1, "A", transform: still(["s": fixed("[50,50,100]")])))),
    FixCase(
      "a motion path comes back to its value", .timeKeyframesStill,
      stays: lottie(
        square(
          1, "A",
          transform: still([
            "p": #"{"a":1,"k":[{"t":0,"s":[9,9,0],"to":[50,0,0],"ti":[0,50,0]},{"t":9,"s":[9,9,0]}]}"#
          ])))),
    FixCase(
      "an end value in an old file counts", .timeKeyframesStill,
      stays: lottie(turning(#"{"t":0,"s":[7],"e":[8]}"#, #"{"t":30}"#))),
    FixCase("values that change stay", .timeKeyframesStill, stays: lottie(turning(key(0, "7"), key(30, "8")))),
  ]

  // MARK: - Numbers

  private static let numbers: [FixCase] = [
    FixCase(
      "numbers are rounded to what can be seen", .performancePrecision,
      lottie(
        shapes(
          path(
            #"{"a":0,"k":{"c":true,"v":[[1.234567,2.00001],[3,-4.99999]],"i":[[0.00001,0],[0,0]],"o":[[0,0],[0,0]]}}"#),
          transform: still(["r": fixed("45.12345678")]))),
      lottie(
        shapes(
          path(#"{"a":0,"k":{"c":true,"v":[[1.2346,2],[3,-5]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}"#),
          transform: still(["r": fixed("45.1235")])))),
    FixCase(
      "colours keep their levels, whether players round or cut", .performancePrecision,
      lottie(shapes(rectangle, fill("[0.313725490196,0.19607843137254902,0.501960784314,1]"))),
      lottie(shapes(rectangle, fill("[0.3138,0.1961,0.502,1]")))),
    FixCase(
      "easing and values of keyframes are rounded, but not their times", .performancePrecision,
      lottie(
        turning(
          #"{"t":0.00000123,"s":[1.000005],"i":{"x":[0.123456],"y":[1]},"o":{"x":0.98765432,"y":0}}"#,
          #"{"t":15.0000006,"s":[2]}"#)),
      lottie(
        turning(
          #"{"t":0.00000123,"s":[1],"i":{"x":[0.1235],"y":[1]},"o":{"x":0.9877,"y":0}}"#,
          #"{"t":15.0000006,"s":[2]}"#))),
    FixCase(
      "numbers of copies and points stay", .performancePrecision,
      stays: lottie(
        shapes(
          rectangle, #"{"ty":"rp","c":{"a":0,"k":3.000001},"o":{"a":0,"k":0},"m":1}"#,
          #"{"ty":"sr","pt":{"a":1,"k":[{"t":1.000001,"s":[3]},{"t":9,"s":[5]}]}}"#, fill))),
    FixCase(
      "positions of oriented layers stay", .performancePrecision,
      stays: lottie(square(1, "A", transform: still(["p": fixed("[1.23456789,2]")]), #""ao":1"#))),
    FixCase(
      "times of layers and remapped times keep their digits", .performancePrecision,
      stays: lottie(
        layer(
          0, 1, "Inner", times: #""ip":0.00001,"op":59.9999999,"st":0.3333333"#,
          #""refId":"c","w":200.12345,"h":200,"tm":{"a":0,"k":1.23456789}"#),
        assets: composition("c", square(1)), rate: "29.9700012207031", end: "60.0000024438501")),
    FixCase(
      "odd numbers stay", .performancePrecision,
      stays: lottie(square(1, "A", transform: still(["r": fixed("1e999"), "o": fixed("-1E+30"), "x": "7"])))),
  ]

  // MARK: - Text

  private static let text: [FixCase] = [
    FixCase(
      "match names, indices and names of easings go", .performanceEditor,
      lottie(
        square(
          1, "A",
          transform: still([
            "r": #"{"a":1,"k":[{"i":{"x":1},"o":{"x":0},"n":"0_1","t":0,"s":[0]},{"t":9,"s":[1]}],"ix":10}"#
          ]),
          #""mn":"ADBE Vector Layer","cix":2,"np":3,"ln":"id","cl":"class""#)),
      lottie(
        square(
          1, "A", transform: still(["r": #"{"a":1,"k":[{"i":{"x":1},"o":{"x":0},"t":0,"s":[0]},{"t":9,"s":[1]}]}"#]),
          #""ln":"id","cl":"class""#))),
    FixCase(
      "match names of effects stay, by which players know them", .performanceEditor,
      lottie(
        square(1, "A", #""ef":[{"ty":5,"mn":"ADBE Tint","ix":1,"ef":[{"ty":0,"mn":"a","ix":1,"v":{"k":1,"ix":1}}]}]"#)),
      lottie(square(1, "A", #""ef":[{"ty":5,"mn":"ADBE Tint","ix":1,"ef":[{"ty":0,"mn":"a","ix":1,"v":{"k":1}}]}]"#))),
    FixCase(
      "what a missing member says, too, goes", .performanceEditor,
      lottie(square(1, "A", #""hd":false"#).replacing(#""nm":"Fill","#, with: #""nm":"Fill","bm":0,"hd":false,"#)),
      lottie(square(1, "A"))),
    FixCase(
      "hidden items and blend modes stay", .performanceEditor,
      stays: lottie(square(1, "A").replacing(#""nm":"Fill","#, with: #""nm":"Fill","bm":1,"hd":true,"#))),
    FixCase(
      "the last of several members counts", .performanceEditor,
      lottie(square(1, "A", #""hd":true,"hd":false"#)), lottie(square(1, "A"))),
    FixCase(
      "expressions find properties by match name", .performanceEditor,
      stays: lottie(
        square(1, "A", transform: still(["r": "{\"a\":0,\"k\":0,\"ix\":10\(script)}"]), #""mn":"ADBE Vector Layer""#))),
    FixCase(
      "names with other content stay", .performanceEditor,
      stays: lottie(square(1, "A", #""mn":{"a":1},"ix":"x","np":[1]"#))),
    FixCase(
      "spaces go", .performanceWhitespace, lottie(square(1, "A B")).replacing(",", with: ",\n  "),
      lottie(square(1, "A B"))),
    FixCase("without spaces nothing is done", .performanceWhitespace, stays: lottie(square(1, "A B"))),
  ]
}
