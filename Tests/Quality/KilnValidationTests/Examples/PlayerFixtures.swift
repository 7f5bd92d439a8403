// Fixtures of the rules of players' features.

extension RuleFixture {
  static let players: [RuleFixture] = shapeFeatures + layerFeatures + compositing + effectsAndTexts

  private static let plain = lottie()

  private static func with(_ item: String) -> String { lottie(shapes(rectangle, item, fill)) }

  private static func radial(_ highlight: Int) -> String {
    lottie(
      shapes(
        rectangle,
        """
        {"ty":"gf","t":2,"o":{"a":0,"k":100},"r":1,"g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1]}},"s":{"a":0,"k":[0,0]},\
        "e":{"a":0,"k":[40,0]},"h":{"a":0,"k":\(highlight)},"a":{"a":0,"k":0}}
        """))
  }

  private static let shapeFeatures: [RuleFixture] = [
    // Cut from one another, and filled as one, which players do without Merge Paths.
    RuleFixture(
      "player.mergePaths", bad: with(rectangle + #",{"ty":"mm","mm":4}"#),
      good: with(rectangle + #",{"ty":"mm","mm":1}"#)),
    RuleFixture(
      "player.repeater", bad: with(#"{"ty":"rp","c":{"a":0,"k":2},"o":{"a":0,"k":0},"tr":\#(groupEnd)}"#), good: plain,
      targets: ["telegram"]),
    RuleFixture(
      "player.offsetPath", bad: with(#"{"ty":"op","a":{"a":0,"k":4},"lj":1,"ml":{"a":0,"k":4}}"#), good: plain),
    RuleFixture("player.puckerBloat", bad: with(#"{"ty":"pb","a":{"a":0,"k":20}}"#), good: plain),
    RuleFixture(
      "player.zigZag", bad: with(#"{"ty":"zz","s":{"a":0,"k":5},"r":{"a":0,"k":5},"pt":{"a":0,"k":1}}"#), good: plain),
    RuleFixture("player.twist", bad: with(#"{"ty":"tw","a":{"a":0,"k":20},"c":{"a":0,"k":[0,0]}}"#), good: plain),
    RuleFixture("player.roundCorners", bad: with(#"{"ty":"rd","r":{"a":0,"k":9}}"#), good: plain, targets: ["rlottie"]),
    RuleFixture(
      "player.polystar",
      bad: with(
        """
        {"ty":"sr","sy":1,"d":1,"pt":{"a":0,"k":5},"p":{"a":0,"k":[0,0]},"r":{"a":0,"k":0},"ir":{"a":0,"k":20},\
        "is":{"a":0,"k":0},"or":{"a":0,"k":40},"os":{"a":0,"k":0}}
        """), good: plain, targets: ["wear-os"]),
    RuleFixture(
      "player.groupSkew",
      bad: plain.replacing(#""sk":{"a":0,"k":0}"#, with: #""sk":{"a":0,"k":20}"#), good: plain, targets: ["telegram"]),
    RuleFixture(
      "player.strokes", bad: with(stroke()), good: plain, targets: ["wear-os"]),
    RuleFixture(
      "player.dashes", bad: with(stroke(#","d":[{"n":"d","nm":"dash","v":{"a":0,"k":5}}]"#)), good: with(stroke()),
      targets: ["wear-os"]),
    RuleFixture(
      "player.gradientStroke",
      bad: with(
        """
        {"ty":"gs","t":1,"o":{"a":0,"k":100},"w":{"a":0,"k":4},"g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1]}},\
        "s":{"a":0,"k":[0,0]},"e":{"a":0,"k":[40,0]}}
        """), good: with(stroke()), targets: ["telegram"]),
    RuleFixture("player.gradientHighlight", bad: radial(40), good: radial(0)),
    RuleFixture(
      "player.hiddenItems", bad: lottie(shapes(rectangle, #"{"ty":"rd","hd":true,"r":{"a":0,"k":9}}"#, fill)),
      good: lottie(shapes(rectangle, fill, #"{"ty":"fl","hd":true,"c":{"a":0,"k":[0,0,0]},"o":{"a":0,"k":100}}"#))),
  ]

  private static let layerFeatures: [RuleFixture] = [
    RuleFixture("player.autoOrient", bad: lottie(square(1, "A", #""ao":1"#)), good: lottie(square(1, "A", #""ao":0"#))),
    RuleFixture(
      "player.skew", bad: lottie(square(transform: still(["sk": fixed("20")]))),
      good: lottie(square(transform: still(["sk": fixed("0")])))),
    RuleFixture(
      "player.threeD", bad: lottie(square(transform: still(["rx": fixed("20"), "ry": fixed("0")]))),
      good: lottie(square(transform: still(["rx": fixed("0"), "ry": fixed("0")])))),
    RuleFixture("player.camera", bad: lottie(square(1), layer(13, 2, "Camera")), good: plain),
    RuleFixture("player.motionBlur", bad: lottie(square(1, "A", #""mb":true"#)), good: plain),
    RuleFixture(
      "player.images", bad: lottie(image(1), assets: picture(data(20, 20))), good: plain, targets: ["telegram"]),
    RuleFixture(
      "player.solids", bad: lottie(solid(1, 50)), good: plain,
      targets: ["telegram"]),
    RuleFixture(
      "player.timeStretch", bad: lottie(inner(1, "a", #""sr":2"#), assets: composition("a", square())),
      good: lottie(inner(1, "a"), assets: composition("a", square())), targets: ["telegram"]),
    RuleFixture(
      "player.timeRemap",
      bad: lottie(
        inner(1, "a", #""tm":\#(animated((0, "[0]"), (60, "[1]")))"#), assets: composition("a", square())),
      good: lottie(inner(1, "a"), assets: composition("a", square())), targets: ["telegram"]),
    RuleFixture("player.audio", bad: lottie(square(1), layer(6, 2, "Sound", #""refId":"s""#)), good: plain),
    RuleFixture("player.layerStyles", bad: lottie(square(1, "A", #""sy":[{"ty":1,"nm":"Shadow"}]"#)), good: plain),
    RuleFixture(
      "player.expressions", bad: lottie(square(transform: still(["r": #"{"a":0,"k":0,"x":"var $bm_rt = 1;"}"#]))),
      good: plain),
    RuleFixture(
      "player.slots", bad: lottie(square(transform: still(["r": #"{"sid":"turn","a":0,"k":0}"#]))), good: plain),
  ]

  private static let compositing: [RuleFixture] = [
    RuleFixture("player.masks", bad: lottie(square(1, "A", mask())), good: plain, targets: ["telegram"]),
    RuleFixture(
      "player.maskIntersect", bad: lottie(square(1, "A", mask(mode: "i"))), good: lottie(square(1, "A", mask()))),
    RuleFixture(
      "player.maskLighten", bad: lottie(square(1, "A", mask(mode: "l"))), good: lottie(square(1, "A", mask()))),
    RuleFixture(
      "player.maskDifference", bad: lottie(square(1, "A", mask(mode: "f"))), good: lottie(square(1, "A", mask()))),
    RuleFixture(
      "player.maskExpansion", bad: lottie(square(1, "A", mask(expansion: "5"))), good: lottie(square(1, "A", mask()))),
    RuleFixture(
      "player.maskFeather", bad: lottie(square(1, "A", mask(#","f":{"a":0,"k":[5,5]}"#))),
      good: lottie(square(1, "A", mask(#","f":{"a":0,"k":[0,0]}"#)))),
    RuleFixture("player.mattes", bad: matte(1), good: plain, targets: ["wear-os"]),
    RuleFixture("player.lumaMatte", bad: matte(3), good: matte(1)),
    RuleFixture("player.lumaMatteInverted", bad: matte(4), good: matte(2)),
    RuleFixture(
      "player.matteByIndex",
      bad: lottie(square(1, "A", #""td":1"#), square(2, "B"), square(3, "C", #""tt":1,"tp":1"#)),
      good: lottie(square(1, "A", #""td":1"#), square(2, "B", #""tt":1,"tp":1"#))),
    RuleFixture("player.blendModes", bad: blend(1), good: blend(0)),
    RuleFixture("player.blendModesOther", bad: blend(7), good: blend(1)),
    RuleFixture("player.blendAdd", bad: blend(16), good: blend(2)),
    RuleFixture("player.blendHardMix", bad: blend(17), good: blend(3)),
  ]

  private static func matte(_ mode: Int) -> String {
    lottie(square(1, "A", #""td":1"#), square(2, "B", #""tt":\#(mode)"#))
  }

  private static func blend(_ mode: Int) -> String {
    lottie(square(1).replacing(#""bm":0"#, with: #""bm":\#(mode)"#))
  }

  private static func effects(_ effect: String) -> String { lottie(square(1, "A", effect)) }

  private static let control = effects(effect(5, 20))

  private static let effectsAndTexts: [RuleFixture] = [
    RuleFixture("player.effectColor", bad: effects(effect(21, 0, 0, 0, 0, 0, 0, 1)), good: control),
    RuleFixture("player.effectStroke", bad: effects(effect(22, 0)), good: control),
    RuleFixture("player.effectLevels", bad: effects(effect(24, 0)), good: control),
    RuleFixture("player.effectDropShadow", bad: effects(effect(25, 0, 128, 90, 5, 5)), good: control),
    RuleFixture("player.effectSetMatte", bad: effects(effect(28, 1)), good: control),
    RuleFixture("player.effectBlur", bad: effects(effect(29, 5, 1, 0)), good: control),
    RuleFixture("player.effectTransform", bad: effects(effect(35, 0)), good: control),
    RuleFixture("player.effectOther", bad: effects(effect(31, 0)), good: control),
    RuleFixture("player.text", bad: lottie(text(), more: fonts()), good: plain),
    RuleFixture(
      "player.textAnimators",
      bad: lottie(
        text(
          "Hi",
          #""a":[{"nm":"A","s":{"t":0,"s":{"a":0,"k":0},"e":{"a":0,"k":100},"b":1,"sh":1},"a":{"o":{"a":0,"k":50}}}]"#),
        more: fonts()), good: lottie(text(), more: fonts())),
    RuleFixture(
      "player.textPath",
      bad: lottie(text().replacing(#""g":1"#, with: #""g":3"#), more: fonts()), good: lottie(text(), more: fonts())),
  ]
}
