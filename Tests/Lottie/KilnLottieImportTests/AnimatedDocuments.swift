import KilnLottieImport
import Testing

/// Documents that have every kind of animated property, each from frame 2 to frame 6 of ten.
///
/// Fixed values are such that each property can be seen: what scales has an anchor, what skews is not square.
struct AnimatedDocument: Sendable, CustomTestStringConvertible {
  let name: String
  let json: String
  var fidelity = LottieFidelity.lottieWeb
  var testDescription: String { name }

  static let all: [AnimatedDocument] = [
    shapes("paths", paths), shapes("fills and strokes", styles), shapes("modifiers", modifiers),
    shapes("repeater", repeater), shapes("group", group),
    shapes("merge", merge, .afterEffects), layers("layers", layerTransforms), layers("matte", matte),
    layers("masks", masks), layers("clip", clip), layers("feathered masks", featheredMasks, .afterEffects),
    layers("colour effects", colorEffects), layers("other effects", otherEffects), text("animators", animators),
    text("text path", textPath, along: mask("n", #""o": {"k": 100}"#)),
    layers("compositions", compositions, assets: assets),
    layers("animated character", character, assets: assets, characters: characters),
    layers("layer styles", layerStyles, .afterEffects),
  ]

  private static func layers(
    _ name: String, _ layers: String, _ fidelity: LottieFidelity = .lottieWeb, assets: String = "",
    characters: String = ""
  ) -> AnimatedDocument {
    AnimatedDocument(
      name: name,
      json: #"{"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 200, "h": 100, "assets": [\#(assets)], "#
        + #""fonts": {"list": [{"fName": "F", "fFamily": "F", "fStyle": "R", "ascent": 75}]}, "#
        + #""chars": [\#(characters)], "layers": [\#(layers)]}"#,
      fidelity: fidelity)
  }

  private static func shapes(
    _ name: String, _ items: String, _ fidelity: LottieFidelity = .lottieWeb
  ) -> AnimatedDocument {
    layers(name, #"{"ty": 4, "ip": 0, "op": 99, "st": 0, "ks": {}, "shapes": [\#(items)]}"#, fidelity)
  }

  private static let layerStyles = [
    #"{"ty": 0, "s": \#(animated("[2]", "[5]")), "c": \#(animated("[1, 0, 0]", "[0, 0, 1]"))}"#,
    #"{"ty": 1, "c": \#(animated("[1, 0, 0]", "[0, 0, 1]")), "o": \#(animated("[20]", "[80]")), "#
      + #""a": \#(animated("[30]", "[90]")), "d": \#(animated("[3]", "[9]")), "s": \#(animated("[2]", "[6]")), "#
      + #""ch": \#(animated("[0]", "[50]"))}"#,
    #"{"ty": 7, "c": \#(animated("[1, 0, 0]", "[0, 0, 1]")), "so": \#(animated("[20]", "[80]"))}"#,
    #"{"ty": 8, "o": \#(animated("[20]", "[80]")), "gf": {"p": 2, "k": "#
      + animated("[0, 1, 0, 0, 1, 0, 0, 1]", "[0, 0, 1, 0, 1, 1, 1, 0]") + "}, "
      + #""a": \#(animated("[30]", "[90]")), "s": \#(animated("[50]", "[90]")), "#
      + #""of": \#(animated("[0, 0]", "[20, 10]"))}"#,
  ].map { style in
    ##"{"ty": 1, "ip": 0, "op": 99, "st": 0, "sw": 60, "sh": 40, "sc": "#00ff00", "ks": {}, "sy": [\##(style)]}"##
  }.joined(separator: ", ")

  // MARK: - Parts

  private static func animated(_ first: String, _ last: String) -> String {
    #"{"a": 1, "k": [{"t": 2, "s": \#(first), "o": {"x": 0.3, "y": 0.1}, "i": {"x": 0.6, "y": 1}}, "#
      + #"{"t": 6, "s": \#(last)}]}"#
  }

  /// A number that changes.
  private static func n(_ first: Double, _ last: Double) -> String { animated("[\(first)]", "[\(last)]") }

  /// A vector, colour or list of numbers that changes.
  private static func v(_ first: [Double], _ last: [Double]) -> String { animated("\(first)", "\(last)") }

  private static func contour(_ points: [[Double]]) -> String {
    let flat = points.map { _ in "[0, 0]" }.joined(separator: ", ")
    return #"{"v": \#(points), "i": [\#(flat)], "o": [\#(flat)], "c": true}"#
  }

  private static let triangle = contour([[10, 10], [60, 10], [20, 70]])
  private static let path = animated("[\(triangle)]", "[\(contour([[0, 10], [80, 0], [20, 90]]))]")

  private static func filled(_ items: String, below: String = "") -> String {
    #"{"ty": "gr", "it": [\#(items), {"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}\#(below)]}"#
  }

  private static let transform = """
    "a": \(v([5, 3, 0], [9, 8, 0])), "p": \(v([10, 20, 0], [40, 30, 0])), "s": \(v([80, 120, 100], [150, 60, 100])), \
    "r": \(n(10, 50)), "o": \(n(90, 40)), "sk": \(n(20, 5)), "sa": \(n(30, 70))
    """
  private static let square = ##""ty": 1, "ip": 0, "op": 99, "st": 0, "sw": 40, "sh": 30, "sc": "#ff8000""##

  // MARK: - Shapes

  private static let paths = [
    filled(#"{"ty": "sh", "ks": \#(path)}"#),
    filled(#"{"ty": "rc", "p": \#(v([9, 9], [30, 20])), "s": \#(v([40, 30], [60, 50])), "r": \#(n(3, 9))}"#),
    filled(#"{"ty": "el", "p": \#(v([9, 9], [30, 20])), "s": \#(v([40, 30], [60, 50]))}"#),
    filled(
      """
      {"ty": "sr", "sy": 1, "p": \(v([9, 9], [30, 20])), "pt": \(n(5, 8)), "r": \(n(10, 70)), "or": \(n(40, 50)), \
      "os": \(n(10, 60)), "ir": \(n(20, 10)), "is": \(n(20, 80))}
      """),
    filled(
      """
      {"ty": "sr", "sy": 2, "p": \(v([9, 9], [30, 20])), "pt": \(n(5, 8)), "r": \(n(10, 70)), "or": \(n(40, 50)), \
      "os": \(n(10, 60))}
      """),
  ].joined(separator: ", ")

  private static let dashes = """
    [{"n": "d", "v": \(n(4, 9))}, {"n": "g", "v": \(n(3, 7))}, {"n": "o", "v": \(n(1, 5))}]
    """
  private static let gradient = """
    "t": 2, "s": \(v([10, 10], [20, 15])), "e": \(v([60, 50], [70, 20])), "h": \(n(20, 60)), "a": \(n(15, 90)), \
    "o": \(n(90, 40)), "g": {"p": 2, "k": \
    \(v([0, 1, 0, 0, 1, 0, 0, 1, 0.3, 1, 1, 0.5], [0, 0, 1, 0, 0.8, 1, 1, 0, 0.1, 0.7, 0.9, 0.2]))}
    """
  private static let styles = [
    #"{"ty": "fl", "c": \#(v([1, 0, 0.2], [0, 0.5, 1])), "o": \#(n(90, 40))}"#,
    #"{"ty": "st", "c": \#(v([1, 0, 0.2], [0, 0.5, 1])), "o": \#(n(90, 40)), "w": \#(n(3, 8)), "d": \#(dashes)}"#,
    #"{"ty": "gf", \#(gradient)}"#, #"{"ty": "gs", \#(gradient), "w": \#(n(3, 8)), "d": \#(dashes)}"#,
  ].map { #"{"ty": "gr", "it": [{"ty": "sh", "ks": {"k": \#(triangle)}}, \#($0)]}"# }.joined(separator: ", ")

  private static let modifiers = [
    #"{"ty": "tm", "s": \#(n(10, 30)), "e": \#(n(60, 90)), "o": \#(n(20, 100))}"#,
    #"{"ty": "tm", "m": 2, "s": \#(n(10, 30)), "e": \#(n(60, 90)), "o": \#(n(20, 100))}"#,
    #"{"ty": "rd", "r": \#(n(3, 9))}"#, #"{"ty": "pb", "a": \#(n(20, -40))}"#,
    #"{"ty": "zz", "s": \#(n(3, 9)), "r": \#(n(2, 5)), "pt": \#(n(1, 2))}"#,
    #"{"ty": "op", "lj": 1, "a": \#(n(4, 9)), "ml": \#(n(3, 500))}"#,
  ].map { filled(#"{"ty": "sh", "ks": {"k": \#(triangle)}}, {"ty": "el", "s": {"k": [30, 40]}}, \#($0)"#) }
    .joined(separator: ", ")

  private static let repeater = """
    {"ty": "sh", "ks": {"k": \(triangle)}}, {"ty": "fl", "c": {"k": [0, 0, 1]}, "o": {"k": 100}}, \
    {"ty": "rp", "c": \(n(3, 5)), "o": \(n(0.5, 1.5)), "m": 1, "tr": {"a": \(v([5, 3], [9, 8])), \
    "p": \(v([10, 20], [40, 30])), "s": \(v([80, 120], [150, 60])), "r": \(n(10, 50)), "so": \(n(90, 60)), \
    "eo": \(n(20, 50))}}
    """

  private static let group = filled(
    #"{"ty": "sh", "ks": {"k": \#(triangle)}}"#, below: #", {"ty": "tr", \#(transform)}"#)

  private static let merge = """
    {"ty": "gr", "it": [{"ty": "rc", "p": \(v([9, 9], [30, 20])), "s": {"k": [40, 30]}}, \
    {"ty": "tr", "p": \(v([0, 0], [9, 5]))}]}, {"ty": "el", "s": \(v([40, 30], [60, 50]))}, \
    {"ty": "rd", "r": \(n(3, 9))}, {"ty": "mm", "mm": 3}, {"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}
    """

  // MARK: - Layers

  private static let spatial = """
    "a": \(v([5, 3, 2], [9, 8, 6])), "s": \(v([80, 120, 100], [150, 60, 30])), "rx": \(n(20, 60)), \
    "ry": \(n(30, 10)), "rz": \(n(10, 50)), "or": \(v([10, 20, 30], [70, 50, 5]))
    """
  private static let split = #""p": {"s": true, "x": \#(n(4, 9)), "y": \#(n(3, 20)), "z": \#(n(2, 30))}"#
  private static let motionPath = """
    {"a": 1, "k": [{"t": 2, "s": [0, 0, 0], "to": [0, 30, 0], "ti": [-20, 0, 0], \
    "o": {"x": 0.3, "y": 0.1}, "i": {"x": 0.6, "y": 1}}, {"t": 6, "s": [50, 40, 0]}]}
    """
  private static let layerTransforms = """
    {\(square), "ks": {\(transform)}}, \
    {\(square), "ind": 2, "parent": 3, "ks": {"p": \(v([1, 2, 3], [5, 9, 20]))}}, \
    {\(square), "ind": 3, "parent": 4, "ks": {\(spatial), \(split)}}, \
    {"ty": 3, "ind": 4, "ks": {"rx": {"k": 40}, "ry": {"k": 30}}}, \
    {\(square), "ao": 1, "ks": {"p": \(motionPath)}}, \
    {\(square), "ao": 1, "ks": {"p": {"s": true, "x": \(n(4, 9)), "y": {"k": 3}}, "r": {"k": 20}}}, \
    {\(square), "ks": {}, "sy": [{"ty": 1, "s": \(n(2, 7))}]}
    """

  private static let matte = """
    {\(square), "td": 1, "ks": {"r": \(n(10, 50)), "o": \(n(90, 40))}}, \
    {\(square), "tt": 1, "ks": {"s": \(v([80, 120, 100], [150, 60, 100]))}}
    """

  private static func mask(_ mode: String, _ more: String, path: String = path) -> String {
    #"{"mode": "\#(mode)", "pt": \#(path), \#(more)}"#
  }

  private static func masked(_ masks: String...) -> String {
    #"{\#(square), "ks": {}, "hasMask": true, "masksProperties": [\#(masks.joined(separator: ", "))]}"#
  }

  private static let masks = masked(
    mask("a", #""o": \#(n(90, 40)), "x": \#(n(2, 9))"#), mask("s", #""o": \#(n(90, 40)), "x": \#(n(-2, -9))"#),
    mask("i", #""o": \#(n(90, 40))"#))

  private static let clip = masked(mask("a", #""o": {"k": 100}, "x": {"k": 0}"#), mask("a", #""o": {"k": 100}"#))

  private static let featheredMasks = masked(
    mask("a", #""o": {"k": 100}, "f": \#(v([2, 3], [9, 5]))"#),
    mask("d", #""o": \#(n(90, 40)), "f": \#(v([2, 3], [9, 5]))"#))

  // MARK: - Effects

  /// An effect with one parameter a value: its type and the property.
  private static func effect(_ type: Int, _ parameters: [(type: Int, value: String)]) -> String {
    let list = parameters.map { #"{"ty": \#($0.type), "v": \#($0.value)}"# }.joined(separator: ", ")
    return #"{"ty": \#(type), "ef": [\#(list)]}"#
  }

  private static func affected(_ effects: String, by more: String = "") -> String {
    #"{\#(square), "ks": {}, "ef": [\#(effects)]\#(more)}"#
  }

  private static let color = v([1, 0, 0.2, 1], [0, 0.5, 1, 1])
  private static let fixed = #"{"k": 0}"#
  private static let curve: [(type: Int, value: String)] = [
    (0, n(0.1, 0.2)), (0, n(0.9, 0.8)), (0, n(1.2, 2)), (0, n(0.1, 0.3)), (0, n(0.9, 0.7)),
  ]
  private static let levels: [(type: Int, value: String)] =
    Array(repeating: (0, fixed), count: 3) + curve
    + (0..<4).flatMap { _ in Array(repeating: (0, fixed), count: 2) + curve }
  private static let colorEffects = [
    effect(20, [(2, color), (2, color), (0, n(90, 40))]),
    effect(21, [(0, fixed), (0, fixed), (2, color), (0, fixed), (0, fixed), (0, fixed), (0, n(0.9, 0.4))]),
    effect(23, [(2, color), (2, color), (2, color)]), effect(24, levels),
    effect(25, [(2, color), (0, n(200, 100)), (1, n(45, 90)), (0, n(3, 9)), (0, n(4, 12))]),
    effect(29, [(0, n(5, 20)), (7, n(1, 2))]),
  ].map { affected($0) }.joined(separator: ", ")

  private static let dots = effect(
    22,
    [
      (0, #"{"k": 1}"#), (7, #"{"k": 1}"#), (0, fixed), (2, color), (0, n(2, 5)), (0, fixed), (0, n(0.9, 0.4)),
      (0, n(10, 30)), (0, n(60, 90)), (0, n(50, 80)), (7, #"{"k": 1}"#),
    ])
  private static let otherEffects = [
    affected(dots, by: #", "hasMask": true, "masksProperties": [\#(mask("n", #""o": {"k": 100}"#))]"#),
    affected(
      effect(
        35,
        [
          (3, v([5, 3], [9, 8])), (3, v([10, 20], [40, 30])), (7, n(0, 1)), (0, n(80, 150)), (0, n(120, 60)),
          (0, n(20, 5)), (1, n(30, 70)), (1, n(10, 50)), (0, n(90, 40)),
        ])),
  ].joined(separator: ", ")

  // MARK: - Texts

  private static let outlinedA = """
    {"ch": "A", "w": 50, "style": "R", "fFamily": "F", "data": {"shapes": [{"ty": "gr", "it": [{"ty": "sh", \
    "ks": {"k": \(triangle)}}]}]}}
    """
  private static let characters = """
    \(outlinedA), \
    {"ch": "B", "w": 60, "style": "R", "fFamily": "F", "t": 1, "data": {"refId": "c", "ip": 0, "op": 10, "st": 0, \
    "w": 30, "h": 30, "ks": {\(transform)}}}
    """

  private static func document(_ text: String) -> String {
    #"{"t": "\#(text)", "f": "F", "s": 20, "tr": 0, "fc": [0.9, 0.2, 0.1], "sc": [0, 0, 0.5], "sw": 1}"#
  }

  private static func text(_ name: String, _ text: String, along masks: String = "") -> AnimatedDocument {
    layers(
      name,
      #"{"ty": 5, "ip": 0, "op": 99, "st": 0, "ks": {}, "hasMask": true, "masksProperties": [\#(masks)], "t": {\#(text)}}"#,
      characters: outlinedA)
  }

  private static let selector = """
    "b": 1, "sh": 2, "s": \(n(10, 30)), "e": \(n(60, 90)), "o": \(n(5, 15)), "a": \(n(90, 40)), "xe": \(n(10, 50)), \
    "ne": \(n(10, 50)), "sm": \(n(90, 40))
    """
  private static let changes = """
    "a": \(v([5, 3, 0], [9, 8, 0])), "p": \(v([10, 20, 0], [40, 30, 0])), "s": \(v([80, 120, 100], [150, 60, 100])), \
    "r": \(n(10, 50)), "rx": \(n(20, 60)), "ry": \(n(30, 10)), "sk": \(n(20, 5)), "sa": \(n(30, 70)), \
    "o": \(n(90, 40)), "fc": \(color), "fh": \(n(30, 70)), "fs": \(n(10, -50)), "fb": \(n(-10, -40)), \
    "sc": \(color), "sw": \(n(1, 3)), "t": \(n(2, 9))
    """
  private static let animators = """
    "d": \(animated(document("AAA A"), document("AA"))), "m": {"g": 2, "a": \(v([10, 20], [50, -30]))}, \
    "a": [{"s": {\(selector)}, "a": {\(changes)}}]
    """
  private static let textPath = """
    "d": {"k": [{"t": 0, "s": \(document("AAA"))}]}, "p": {"m": 0, "f": \(n(45, 55)), "l": \(n(2, 9)), \
    "a": \(n(0, 1)), "p": \(n(0, 1)), "r": \(n(0, 1))}
    """

  // MARK: - Compositions

  private static let assets = """
    {"id": "c", "layers": [{\(square), "ks": {"r": \(n(10, 50))}}, {\(square), "ip": 3, "ks": {"p": {"k": [9, 9]}}}]}
    """
  private static let compositions = """
    {"ty": 0, "refId": "c", "ip": 0, "op": 99, "st": 0, "w": 60, "h": 50, "ks": {}, "tm": \(n(0.1, 0.5))}, \
    {"ty": 0, "refId": "c", "ip": 0, "op": 99, "st": 0, "w": 60, "h": 50, "ks": {"p": \(v([10, 20, 0], [40, 30, 0]))}}
    """
  private static let character =
    #"{"ty": 5, "ip": 0, "op": 99, "st": 0, "ks": {}, "t": {"d": {"k": [{"t": 0, "s": \#(document("AB"))}]}}}"#
}
