import KilnCompression
import KilnDiagnostics
import KilnGeometry
import KilnLottieFormat
import KilnTestSupport
import Testing

@Suite struct ThemeTests {
  // MARK: - Values

  @Test func valuesReplaceTheSlotsAndTheProperties() throws {
    let rules = """
      {"id": "color", "type": "Color", "value": [1, 0.5, 0, 1]}, {"id": "width", "type": "Scalar", "value": 7},
      {"id": "where", "type": "Position", "value": [3, 4]}, {"id": "size", "type": "Vector", "value": [5, 6]}
      """
    let items = """
      {"ty": "rc", "p": {"k": [0, 0], "sid": "where"}, "s": {"k": [1, 1], "sid": "size"}},
      {"ty": "st", "c": {"k": [0, 0, 0, 1], "sid": "color"}, "w": {"k": 1, "sid": "width"}}
      """
    let slots = #""slots": {"color": {"p": {"k": [0, 0, 1]}}}, "#
    let document = try Self.document(rules, slots: slots, items: items)
    guard case .rectangle(let rectangle) = document.items[0], case .stroke(let stroke) = document.items[1] else {
      throw Diagnostic(.internalError, "other items")
    }
    #expect(stroke.color.value == [1, 0.5, 0, 1])
    #expect(stroke.line.width.value == 7)
    #expect(rectangle.position.value == [3, 4, 0])
    #expect(rectangle.size.value == [5, 6, 0])
    #expect(document.themeFindings.isEmpty)
  }

  @Test func keyframesGoBeforeTheValue() throws {
    let rule = """
      {"id": "where", "type": "Position", "value": [9, 9], "keyframes": [
        {"frame": 2, "value": [1, 2], "outTangent": {"x": 0.1, "y": 0.2}, "inTangent": {"x": 0.3, "y": 0.4},
         "valueOutTangent": [5, 6], "valueInTangent": [7, 8]},
        {"frame": 4, "value": [3, 4], "hold": true}]}
      """
    let document = try Self.document(rule, items: #"{"ty": "el", "p": {"k": [0, 0], "sid": "where"}}"#)
    guard case .ellipse(let ellipse) = document.items[0] else { throw Diagnostic(.internalError, "no ellipse") }
    let keys = ellipse.position.keyframes
    #expect(keys.map(\.time) == [2, 4])
    #expect(keys.map(\.start) == [[1, 2, 0], [3, 4, 0]])
    #expect(keys.map(\.isHold) == [false, true])
    #expect(keys[0].easing == [CubicEasing(Point(0.1, 0.2), Point(0.3, 0.4))])
    #expect(keys[0].outTangent == [5, 6, 0])
    #expect(keys[0].inTangent == [7, 8, 0])
  }

  /// The slot's ID stands in `g`, or in its `k`.
  @Test(arguments: [#""sid": "sky", "p": 2, "k": {"k": [0]}"#, #""p": 2, "k": {"k": [0], "sid": "sky"}"#])
  func gradientsReplaceTheNumberOfColours(members: String) throws {
    let stops = """
      {"offset": 0, "color": [1, 0, 0]}, {"offset": 0.5, "color": [0, 1, 0, 0.5]}, {"offset": 1, "color": [0, 0, 1]}
      """
    let rule = #"{"id": "sky", "type": "Gradient", "value": [\#(stops)]}"#
    let document = try Self.document(rule, items: #"{"ty": "gf", "g": {\#(members)}}"#)
    guard case .gradientFill(let fill) = document.items[0] else { throw Diagnostic(.internalError, "no gradient") }
    #expect(fill.gradient.colorCount == 3)
    let colors = [0, 1, 0, 0, 0.5, 0, 1, 0, 1, 0, 0, 1]
    #expect(fill.gradient.stops.value.values == colors + [0, 1, 0.5, 0.5, 1, 1])
  }

  @Test func animatedGradient() throws {
    func key(_ frame: Int, _ offset: Double) -> String {
      #"{"frame": \#(frame), "value": [{"offset": \#(offset), "color": [1, 0, 0]}]}"#
    }
    let rule = #"{"id": "sky", "type": "Gradient", "keyframes": [\#(key(0, 0.25)), \#(key(8, 0.75))]}"#
    let document = try Self.document(rule, items: #"{"ty": "gf", "g": {"sid": "sky", "p": 2, "k": {"k": [0]}}}"#)
    guard case .gradientFill(let fill) = document.items[0] else { throw Diagnostic(.internalError, "no gradient") }
    #expect(fill.gradient.colorCount == 1)
    #expect(fill.gradient.stops.keyframes.map(\.start?.values) == [[0.25, 1, 0, 0], [0.75, 1, 0, 0]])
  }

  @Test func textsKeepWhatTheThemeLeavesOut() throws {
    let value =
      #""text": "B \"C\"", "fontSize": 12, "justify": "Center", "textCaps": "AllCaps", "fillColor": [1, 0, 0]"#
    let text =
      #""d": {"sid": "title", "k": [{"t": 0, "s": {"t": "A", "s": 9, "f": "Font", "tr": 5}}, {"t": 4, "s": {}}]}"#
    let document = try Self.document(
      #"{"id": "title", "type": "Text", "animations": null, "value": {\#(value), "fontName": null}}"#,
      layer: #""ty": 5, "t": {\#(text)}"#)
    guard case .text(let text) = document.layers[0].content else { throw Diagnostic(.internalError, "no text") }
    #expect(text.documents.map(\.time) == [0])
    let title = try #require(text.documents.first).document
    #expect(title.text == "B \"C\"")
    #expect(title.size == 12)
    #expect(title.fill == [1, 0, 0, 0])
    #expect(title.justification == .center)
    #expect(title.capitals == 1)
    #expect(title.font == "Font")
    #expect(title.tracking == 5)
  }

  @Test func textsChangeOverTime() throws {
    let keys = #"{"frame": 0, "value": {"text": "B"}}, {"frame": 5, "value": {"text": "C"}}"#
    let document = try Self.document(
      #"{"id": "title", "type": "Text", "keyframes": [\#(keys)]}"#,
      layer: #""ty": 5, "t": {"d": {"sid": "title", "k": [{"t": 0, "s": {"t": "A"}}]}}"#)
    guard case .text(let text) = document.layers[0].content else { throw Diagnostic(.internalError, "no text") }
    #expect(text.documents.map(\.time) == [0, 5])
    #expect(text.documents.map(\.document.text) == ["B", "C"])
  }

  @Test(arguments: ["path", "dataUrl", "src", "url"])
  func imagesKeepTheirSize(name: String) throws {
    let asset = #"{"id": "i", "w": 3, "h": 2, "u": "images/", "p": "a.png", "sid": "photo"}"#
    let document = try Self.document(
      #"{"id": "photo", "type": "Image", "value": {"\#(name)": "i/b.png", "width": 9}}"#,
      slots: #""assets": [\#(asset)], "#)
    guard case .image(let image)? = document.assets["i"] else { throw Diagnostic(.internalError, "no image") }
    #expect(image.folder + image.file == "i/b.png")
    #expect(image.width == 9 && image.height == 2)
  }

  /// As in lottie-web.
  @Test func slotsOfADocumentReplaceImagesToo() throws {
    let json = """
      {"w": 1, "h": 1, "fr": 1, "op": 1, "layers": [], "slots": {"photo": {"p": {"p": "b.png"}}},
       "assets": [{"id": "i", "w": 3, "h": 2, "u": "images/", "p": "a.png", "sid": "photo"}]}
      """
    let document = try LottieDocument(bytes: Array(json.utf8))
    guard case .image(let image)? = document.assets["i"] else { throw Diagnostic(.internalError, "no image") }
    #expect(image.folder + image.file == "images/b.png")
    #expect(image.width == 3)
  }

  // MARK: - Findings

  /// The property keeps its own value.
  @Test(arguments: [
    (#""type": "Color", "value": "red""#, "lottie.theme.unreadable"),
    (#""type": "Color", "value": 5"#, "lottie.theme.unreadable"), (#""type": "Color""#, "lottie.theme.unreadable"),
    (#""type": "Color", "keyframes": [{"value": [1, 0, 0]}]"#, "lottie.theme.unreadable"),
    (#""type": "Color", "keyframes": [{"frame": 0, "value": [1, 0, 0]}, 7]"#, "lottie.theme.unreadable"),
    (#""type": "Scalar", "value": [5]"#, "lottie.theme.unreadable"),
    (#""type": "Gradient", "value": [{"offset": 0, "color": [1]}]"#, "lottie.theme.unreadable"),
    (#""type": "Gradient", "value": []"#, "lottie.theme.unreadable"),
    (#""type": "Text", "value": "A""#, "lottie.theme.unreadable"),
    (#""type": "Image", "value": {"width": 5}"#, "lottie.theme.unreadable"),
    (#""type": "BezierPath", "value": {}"#, "lottie.theme.unreadable"), (#""value": 5"#, "lottie.theme.unreadable"),
    (#""type": "Color", "value": [1, 0, 0], "animations": ["other"]"#, "lottie.theme.unused"),
  ])
  func rulesThatDoNotApplyAreReported(members: String, rule: String) throws {
    let document = try Self.document(
      #"{"id": "color", \#(members)}"#, items: #"{"ty": "fl", "c": {"k": [0, 0, 1, 1], "sid": "color"}}"#)
    #expect(document.themeFindings.map(\.rule.id) == [rule])
    guard case .fill(let fill) = document.items[0] else { throw Diagnostic(.internalError, "no fill") }
    #expect(fill.color.value == [0, 0, 1, 1])
  }

  @Test func expressionsStandWithOrWithoutAValue() throws {
    for (members, value) in [("", 1.0), (#", "value": [0, 1, 0]"#, 0)] {
      let document = try Self.document(
        #"{"id": "color", "type": "Color", "expression": "$bm_rt = value"\#(members)}"#,
        items: #"{"ty": "fl", "c": {"k": [0, 0, 1, 1], "sid": "color"}}"#)
      #expect(document.themeFindings.isEmpty)
      guard case .fill(let fill) = document.items[0] else { throw Diagnostic(.internalError, "no fill") }
      #expect(fill.color.expression?.source == "$bm_rt = value")
      #expect(fill.color.value[2] == value)
    }
  }

  @Test func rulesWithoutASlotAreReported() throws {
    let document = try Self.document(#"{"type": "Scalar", "value": 5}, 3"#)
    #expect(document.themeFindings.map(\.rule) == [.lottieThemeUnreadable, .lottieThemeUnreadable])
  }

  @Test func valuesThatNoPropertyTakesAreReported() throws {
    let document = try Self.document(#"{"id": "glow", "type": "Scalar", "value": 5, "animations": ["first"]}"#)
    #expect(document.themeFindings.map(\.rule) == [.lottieThemeUnused])
    #expect(document.themeFindings[0].message.contains("“glow”"))
  }

  // MARK: - Choosing

  /// Without a choice the theme is the one that the manifest names for the animation.
  @Test(arguments: [
    (nil as String?, nil as String?, #""id": "first""#, 0.0), ("dark", nil, #""id": "first""#, 5),
    (nil, nil, #""id": "first", "initialTheme": "dark""#, 5), (nil, nil, #""id": "first", "defaultTheme": "old""#, 6),
    ("old", nil, #""id": "first", "initialTheme": "dark""#, 6),
    (nil, "second", #""id": "first", "initialTheme": "dark""#, 0),
  ])
  func themeIsTheOneAskedForOrTheInitialOne(
    theme: String?, animation: String?, members: String, opacity: Double
  ) throws {
    let bytes = try Self.archive([
      ("manifest.json", #"{"animations": [{\#(members)}, {"id": "second"}]}"#),
      ("a/first.json", Self.opacityLayer), ("a/second.json", Self.opacityLayer),
      ("t/dark.json", #"{"rules": [{"id": "o", "type": "Scalar", "value": 5}]}"#),
      ("themes/old.json", #"{"o": {"p": {"a": 0, "k": 6}}}"#),
    ])
    let container = try LottieContainer(bytes: bytes, animation: animation, theme: theme)
    let document = try LottieDocument(bytes: container.document, theme: container.theme)
    #expect(document.layers[0].transform.opacity.value == opacity)
    #expect(document.themeFindings.isEmpty)
  }

  @Test func unknownThemesAreRefusedWithTheKnownOnes() throws {
    let bytes = try Self.archive([
      ("manifest.json", #"{"animations": [{"id": "first"}], "themes": [{"id": "dark"}, {"id": "light"}]}"#),
      ("a/first.json", Self.opacityLayer),
    ])
    let error = #expect(throws: Diagnostic.self) { try LottieContainer(bytes: bytes, theme: "blue") }
    #expect(error?.rule == .lottieNoSuchTheme)
    #expect(error?.advice == "choose one of “dark”, “light”")
    let container = try LottieContainer(bytes: bytes)
    #expect(container.animations == ["first"])
    #expect(container.themes == ["dark", "light"])
    let plain = thrownRule { () throws(Diagnostic) in
      try LottieContainer(bytes: Array(Self.opacityLayer.utf8), theme: "dark")
    }
    #expect(plain == .lottieNoSuchTheme)
  }

  /// The animation is drawn without them.
  @Test(arguments: [
    ("themes/dark.lss", "Shape { fill-color: red; }"), ("t/dark.json", "{"), ("t/dark.json", "[]"), ("i/a", ""),
  ])
  func unreadableInitialThemesAreReported(file: String, content: String) throws {
    let bytes = try Self.archive([
      ("manifest.json", #"{"animations": [{"id": "first", "initialTheme": "dark"}]}"#),
      ("a/first.json", Self.opacityLayer), (file, content),
    ])
    let container = try LottieContainer(bytes: bytes)
    let document = try LottieDocument(bytes: container.document, theme: container.theme)
    #expect(document.themeFindings.map(\.rule) == [.lottieThemeUnreadable])
    #expect(document.layers[0].transform.opacity.value == 0)
  }

  @Test func themesOfOtherAnimationsAreAppliedAndReported() throws {
    let bytes = try Self.archive([
      ("manifest.json", #"{"animations": [{"id": "first", "themes": ["light"]}]}"#),
      ("a/first.json", Self.opacityLayer),
      ("t/dark.json", #"{"rules": [{"id": "o", "type": "Scalar", "value": 5}]}"#),
    ])
    let container = try LottieContainer(bytes: bytes, theme: "dark")
    let document = try LottieDocument(bytes: container.document, theme: container.theme)
    #expect(document.themeFindings.map(\.rule) == [.lottieThemeOfOthers])
    #expect(document.layers[0].transform.opacity.value == 5)
  }

  // MARK: - Archives

  private static let opacityLayer =
    #"{"w": 1, "h": 1, "fr": 1, "op": 1, "layers": [{"ks": {"o": {"k": 0, "sid": "o"}}}]}"#

  /// A document with one layer, in a theme with the given rules.
  private static func document(
    _ rules: String, slots: String = "", items: String = "", layer: String? = nil
  ) throws -> LottieDocument {
    let layer = layer ?? #""ty": 4, "shapes": [\#(items)]"#
    let bytes = try archive([
      ("manifest.json", #"{"version": "2", "animations": [{"id": "first"}], "themes": [{"id": "dark"}]}"#),
      ("a/first.json", #"{"w": 1, "h": 1, "fr": 1, "op": 1, \#(slots)"layers": [{\#(layer)}]}"#),
      ("t/dark.json", #"{"rules": [\#(rules)]}"#),
    ])
    let container = try LottieContainer(bytes: bytes, theme: "dark")
    return try LottieDocument(bytes: container.document, theme: container.theme)
  }

  private static func archive(_ files: [(name: String, text: String)]) throws -> [UInt8] {
    var writer = ZipWriter()
    for file in files { try writer.add(file.name, Array(file.text.utf8)) }
    return try writer.finish()
  }
}

extension LottieDocument {
  /// The items of the first layer.
  fileprivate var items: [ShapeItem] {
    if case .shapes(let items)? = layers.first?.content { items } else { [] }
  }
}
