// Fixtures of the rules of structure.

extension RuleFixture {
  static let structure: [RuleFixture] = links + members + types + values

  private static let links: [RuleFixture] = [
    RuleFixture(
      "lottie.parent.missing", bad: lottie(square(1, "A", #""parent":9"#)),
      good: lottie(square(1, "A", #""parent":2"#), square(2, "B"))),
    RuleFixture(
      "lottie.parent.cycle", bad: lottie(square(1, "A", #""parent":2"#), square(2, "B", #""parent":1"#)),
      good: lottie(square(1, "A", #""parent":2"#), square(2, "B", #""parent":3"#), square(3, "C"))),
    RuleFixture("lottie.layer.indexMissing", bad: lottie(square(0)), good: lottie()),
    RuleFixture(
      "lottie.layer.indexDuplicate", bad: lottie(square(1, "A"), square(1, "B")),
      good: lottie(square(1, "A"), square(2, "B"))),
    RuleFixture(
      "lottie.matte.missing", bad: lottie(square(1, "A"), square(2, "B", #""tt":1"#)),
      good: lottie(square(1, "A", #""td":1"#), square(2, "B", #""tt":1"#))),
    RuleFixture(
      "lottie.matte.unused", bad: lottie(square(1, "A", #""td":1"#), square(2, "B")),
      good: lottie(square(1, "A", #""td":1"#), square(2, "B", #""tt":2"#))),
    RuleFixture(
      "lottie.composition.cycle", bad: lottie(inner(1, "a"), assets: composition("a", inner(1, "a"))),
      good: lottie(inner(1, "a"), inner(2, "a"), assets: composition("a", square()))),
    RuleFixture(
      "lottie.composition.nesting",
      bad: lottie(inner(1, "a"), assets: composition("a", inner(1, "b")) + "," + composition("b", square())),
      good: lottie(inner(1, "a"), assets: composition("a", square())), values: ["levels": 2]),
    RuleFixture(
      "lottie.asset.idDuplicate",
      bad: lottie(inner(1, "a"), assets: composition("a", square()) + "," + composition("a", square())),
      good: lottie(inner(1, "a"), inner(2, "b"), assets: composition("a", square()) + "," + composition("b", square()))),
    RuleFixture(
      "lottie.asset.idMissing", bad: lottie(assets: #"{"layers":[]}"#),
      good: lottie(inner(1, "a"), assets: composition("a", square()))),
  ]

  private static let types: [RuleFixture] = [
    RuleFixture("lottie.value.type", bad: turning(fixed(#""0""#)), good: turning(fixed("0"))),
    RuleFixture(
      "lottie.solid.color", bad: lottie(solid(1, 80).replacing("#00aa22", with: "")), good: lottie(solid(1, 80))),
    RuleFixture(
      "lottie.keyframes.easeRange", bad: turning(easing("1.2")), good: turning(easing("1"))),
    RuleFixture(
      "lottie.keyframes.legacy",
      bad: turning(#"{"a":1,"k":[{"t":0,"s":[0],"e":[90],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":30}]}"#),
      good: turning(easing("0.5"))),
  ]

  private static func easing(_ time: String) -> String {
    #"{"a":1,"k":[{"t":0,"s":[0],"i":{"x":[\#(time)],"y":[1]},"o":{"x":[0.1],"y":[0]}},{"t":59,"s":[90]}]}"#
  }

  private static let members: [RuleFixture] = [
    RuleFixture("lottie.version.old", bad: lottie(version: "4.1.0"), good: lottie(version: "4.4.0")),
    RuleFixture("lottie.canvas.empty", bad: lottie(width: "0"), good: lottie(width: "10")),
    RuleFixture("lottie.canvas.fractional", bad: lottie(width: "200.5"), good: lottie(width: "201")),
    RuleFixture(
      "lottie.layer.memberMissing", bad: lottie(square(times: #""ip":0,"op":60"#)), good: lottie(square())),
    RuleFixture(
      "lottie.transform.missing",
      bad: lottie(image(1, transform: still(["s": ""])), assets: picture(data(20, 20))),
      good: lottie(image(1), assets: picture(data(20, 20)))),
    RuleFixture("lottie.layer.unknown", bad: lottie(layer(12, 1, "A")), good: lottie(layer(13, 1, "A"))),
    RuleFixture(
      "lottie.shape.unknown", bad: lottie(shapes(rectangle, #"{"ty":"xx"}"#, fill)),
      good: lottie(shapes(rectangle, #"{"ty":"rd","r":{"a":0,"k":3}}"#, fill))),
    RuleFixture(
      "lottie.group.transformMissing",
      bad: lottie(layer(4, 1, "A", #""shapes":[{"ty":"gr","it":[\#(rectangle),\#(fill)]}]"#)), good: lottie()),
    RuleFixture(
      "lottie.shape.memberMissing",
      bad: lottie(shapes(#"{"ty":"rc","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[80,80]}}"#, fill)), good: lottie()),
    RuleFixture(
      "lottie.mask.memberMissing", bad: lottie(square(1, "A", mask(opacity: ""))), good: lottie(square(1, "A", mask()))),
    RuleFixture(
      "lottie.text.metrics", bad: lottie(text(document: ""), more: fonts()), good: lottie(text(), more: fonts())),
    RuleFixture(
      "lottie.font.missing", bad: lottie(text(font: "Serif"), more: fonts()), good: lottie(text(), more: fonts())),
    RuleFixture(
      "lottie.slot.missing",
      bad: lottie(square(transform: still(["r": #"{"sid":"turn","a":0,"k":0}"#]))),
      good: lottie(
        square(transform: still(["r": #"{"sid":"turn","a":0,"k":0}"#])), more: #""slots":{"turn":{"p":{"a":0,"k":9}}}"#)
    ),
    RuleFixture(
      "lottie.composition.empty", bad: lottie(inner(1, "a"), assets: composition("a")),
      good: lottie(inner(1, "a"), assets: composition("a", square()))),
  ]

  private static func turning(_ rotation: String) -> String { lottie(square(transform: still(["r": rotation]))) }

  private static func morphing(_ keyframes: (Double, String)...) -> String {
    lottie(shapes(path(animated(keyframes)), fill))
  }

  private static func gradient(_ numbers: String, _ count: Int) -> String {
    lottie(
      shapes(
        rectangle,
        """
        {"ty":"gf","t":1,"o":{"a":0,"k":100},"r":1,"g":{"p":\(count),"k":{"a":0,"k":\(numbers)}},\
        "s":{"a":0,"k":[-40,0]},"e":{"a":0,"k":[40,0]}}
        """))
  }

  private static let values: [RuleFixture] = [
    RuleFixture(
      "lottie.keyframes.order", bad: turning(animated((0, "[0]"), (40, "[30]"), (20, "[60]"))),
      good: turning(animated((0, "[0]"), (20, "[30]"), (40, "[60]")))),
    RuleFixture(
      "lottie.keyframes.sameTime", bad: turning(animated((0, "[0]"), (20, "[30]"), (20, "[60]"))),
      good: turning(animated((0, "[0]"), (20, "[30]"), (21, "[60]")))),
    RuleFixture(
      "lottie.keyframes.easeMissing", bad: turning(#"{"a":1,"k":[{"t":0,"s":[0]},{"t":30,"s":[90]}]}"#),
      good: turning(#"{"a":1,"k":[{"t":0,"s":[0],"h":1},{"t":30,"s":[90]}]}"#)),
    RuleFixture(
      "lottie.keyframes.single", bad: turning(animated((0, "[30]"))), good: turning(animated((0, "[30]"), (9, "[40]")))),
    RuleFixture(
      "lottie.keyframes.valueMissing",
      bad: turning(#"{"a":1,"k":[{"t":0,"s":[0],"h":1},{"t":10,"h":1},{"t":30,"s":[90]}]}"#),
      good: turning(#"{"a":1,"k":[{"t":0,"s":[0],"e":[90],"i":{"x":[1],"y":[1]},"o":{"x":[0],"y":[0]}},{"t":30}]}"#)),
    RuleFixture(
      "lottie.keyframes.timeMissing", bad: turning(#"{"a":1,"k":[{"s":[0],"h":1},{"t":30,"s":[90]}]}"#),
      good: turning(#"{"a":1,"k":[{"t":-1,"s":[0],"h":1},{"t":30,"s":[90]}]}"#)),
    RuleFixture(
      "lottie.path.vertexCount", bad: morphing((0, "[\(outline(4))]"), (30, "[\(outline(5))]")),
      good: morphing((0, "[\(outline(5, radius: 20))]"), (30, "[\(outline(5))]"))),
    RuleFixture(
      "lottie.path.tangents", bad: lottie(shapes(path(fixed(outline(5, tangents: 4))), fill)),
      good: lottie(shapes(path(fixed(outline(5))), fill))),
    RuleFixture(
      "lottie.path.empty", bad: lottie(shapes(path(fixed(outline(0))), rectangle, fill)),
      good: lottie(shapes(path(fixed(outline(3))), fill))),
    RuleFixture(
      "lottie.gradient.stops", bad: gradient("[0,1,0,0,1,0,0]", 2), good: gradient("[0,1,0,0,1,0,0,1,0,1,1,0.5]", 2)),
    RuleFixture(
      "lottie.gradient.order", bad: gradient("[0.9,1,0,0,0.2,0,0,1]", 2), good: gradient("[0.2,1,0,0,0.2,0,0,1]", 2)),
    RuleFixture(
      "lottie.color.range", bad: lottie(shapes(rectangle, fill("[255,120,0,1]"))),
      good: lottie(shapes(rectangle, fill("[1,1.2,0,1]")))),
    RuleFixture(
      "lottie.color.components", bad: lottie(shapes(rectangle, fill("[1,0]"))),
      good: lottie(shapes(rectangle, fill("[1,0,0]")))),
    RuleFixture(
      "lottie.opacity.range", bad: lottie(square(transform: still(["o": fixed("140")]))),
      good: lottie(square(transform: still(["o": fixed("100")])))),
    RuleFixture(
      "lottie.stroke.negative", bad: lottie(shapes(rectangle, stroke(width: fixed("-3")))),
      good: lottie(shapes(rectangle, stroke(width: fixed("3"))))),
    RuleFixture(
      "lottie.shape.sizeNegative",
      bad: lottie(shapes(#"{"ty":"el","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[-30,30]}}"#, fill)),
      good: lottie(shapes(#"{"ty":"el","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[30,30]}}"#, fill))),
    RuleFixture(
      "lottie.layer.stretch",
      bad: lottie(inner(1, "a", #""sr":-1"#), assets: composition("a", square())),
      good: lottie(inner(1, "a", #""sr":2"#), assets: composition("a", square()))),
  ]
}
