// Fixtures of the rules of handing over.

extension RuleFixture {
  private static func named(_ names: String...) -> String {
    lottie(names.enumerated().map { square($0 + 1, $1) }.joined(separator: ","))
  }

  private static let null = layer(3, 2, "Anchor")

  private static func background(_ side: Int) -> String {
    lottie(square(1), solid(2, side, transform: still(["a": fixed("[100,100,0]")])))
  }

  private static func gradient(_ numbers: String) -> String {
    lottie(
      shapes(
        rectangle,
        """
        {"ty":"gf","t":1,"o":{"a":0,"k":100},"r":1,"g":{"p":2,"k":{"a":0,"k":\(numbers)}},"s":{"a":0,"k":[-40,0]},\
        "e":{"a":0,"k":[40,0]}}
        """))
  }

  static let handoff: [RuleFixture] = [
    RuleFixture(
      "handoff.layer.hidden", bad: lottie(square(1, "A"), square(2, "B", #""hd":true"#)),
      good: lottie(square(1, "A", #""parent":2"#), square(2, "B", #""hd":true"#))),
    RuleFixture("handoff.layer.guide", bad: named("A", "Guide grid"), good: named("A", "Grid")),
    RuleFixture(
      "handoff.layer.defaultName", bad: named("Shape Layer 1", "Shape Layer 2"), good: named("Shape Layer 1", "Heart"),
      values: ["layers": 2]),
    RuleFixture("handoff.layer.unnamed", bad: named("A", ""), good: named("A", "B")),
    RuleFixture("handoff.layer.duplicateName", bad: named("A", "A"), good: named("A", "B")),
    RuleFixture(
      "handoff.generator", bad: lottie().replacing(#""nm":"Main""#, with: #""nm":"Comp 1""#), good: lottie()),
    RuleFixture(
      "handoff.name.characters", bad: lottie(image(1), assets: picture("头像.png")),
      good: lottie(image(1), assets: picture("avatar.png"))),
    RuleFixture(
      "handoff.layer.empty", bad: lottie(square(1), shapes(fill, index: 2, name: "B")), good: lottie(square(1))),
    RuleFixture(
      "handoff.layer.unusedNull", bad: lottie(square(1), null), good: lottie(square(1, "A", #""parent":2"#), null)),
    RuleFixture(
      "handoff.group.unpainted", bad: lottie(square(1), shapes(rectangle, index: 2, name: "B")), good: lottie()),
    RuleFixture(
      "handoff.paint.invisible", bad: lottie(shapes(rectangle, fill, stroke(width: fixed("0")))),
      good: lottie(shapes(rectangle, fill, stroke()))),
    RuleFixture(
      "handoff.gradient.default", bad: gradient("[0,1,1,1,1,0,0,0]"), good: gradient("[0,1,1,1,1,0,0,0.2]")),
    RuleFixture("handoff.background", bad: background(200), good: background(120)),
  ]
}
