// Fixtures of budgets and of the rules of performance.

extension RuleFixture {
  static let costs: [RuleFixture] = budgets + performance

  private static let two = lottie(square(1, "A"), square(2, "B"))
  private static let masked = lottie(square(1, "A", mask()))

  private static func budget(_ name: String, _ limit: Double, bad: String, good: String = lottie()) -> RuleFixture {
    RuleFixture("budget.\(name)", bad: bad, good: good, values: ["limit": limit])
  }

  private static let budgets: [RuleFixture] = [
    budget("layers", 1, bad: two),
    budget("shapes", 4, bad: two),
    budget("pathPoints", 4, bad: lottie(shapes(path(fixed(outline(6))), fill))),
    budget("framePoints", 4, bad: two, good: lottie(square(1, "A"), square(2, "B", times: #""ip":70,"op":90,"st":0"#))),
    budget("masks", 0, bad: masked),
    budget("mattes", 0, bad: lottie(square(1, "A", #""td":1"#), square(2, "B", #""tt":1"#))),
    budget("effects", 0, bad: lottie(square(1, "A", effect(29, 5, 1, 0)))),
    budget("keyframes", 3, bad: two),
    budget("duration", 2.5, bad: lottie(end: "90")),
    budget("frames", 80, bad: lottie(end: "90")),
    budget("canvas", 300, bad: lottie(width: "400")),
    budget("packedBytes", 600, bad: lottie(image(1), assets: picture(data(80, 80)))),
    budget(
      "decodedBytes", 2000, bad: lottie(image(1), assets: picture(data(40, 40))),
      good: lottie(image(1), assets: picture(data(20, 20)))),
    budget(
      "images", 1,
      bad: lottie(
        image(1, "a"), image(2, "b"),
        assets: picture("a", data(20, 20)) + "," + picture("b", data(20, 20, seed: 2))),
      good: lottie(image(1), assets: picture(data(20, 20)))),
    RuleFixture(
      "budget.bytes", badBytes: movieBytes(sprites: 30), goodBytes: movieBytes(sprites: 1), values: ["limit": 250]),
  ]

  private static func blurred(_ radius: Double) -> String { lottie(square(1, "A", effect(29, radius, 1, 0))) }

  private static func morphing(_ keyframes: Int) -> String {
    let list = (0..<keyframes).map { (Double($0), "[\(outline(8, radius: 20 + Double($0)))]") }
    return lottie(shapes(path(animated(list)), fill))
  }

  private static func copies(_ count: Int) -> String {
    lottie(
      shapes(
        rectangle, #"{"ty":"rp","c":{"a":0,"k":\#(count)},"o":{"a":0,"k":0},"tr":\#(groupEnd)}"#, fill))
  }

  private static func turned(_ digits: String) -> String {
    lottie(square(transform: still(["r": animated((0, "[0.\(digits)]"), (30, "[9.\(digits)]"))])))
  }

  private static let performance: [RuleFixture] = [
    RuleFixture("performance.mattes", bad: masked, good: lottie(), values: ["layers": 0]),
    RuleFixture("performance.maskedSolid", bad: lottie(solid(1, 100, mask())), good: lottie(solid(1, 100))),
    RuleFixture("performance.repeater", bad: copies(120), good: copies(12)),
    RuleFixture("performance.blur", bad: blurred(90), good: blurred(20)),
    RuleFixture(
      "performance.pathPoints", bad: lottie(shapes(path(fixed(outline(9))), fill)),
      good: lottie(shapes(path(fixed(outline(8))), fill)), values: ["vertices": 8]),
    RuleFixture("performance.pathKeyframes", bad: morphing(20), good: morphing(10), values: ["vertices": 70]),
    RuleFixture(
      "performance.compositionSize", bad: lottie(inner(1, "a", size: 1200), assets: composition("a", square())),
      good: lottie(inner(1, "a", size: 400), assets: composition("a", square()))),
    RuleFixture(
      "performance.expressions",
      bad: lottie(square(transform: still(["r": #"{"a":0,"k":0,"x":"var $bm_rt; $bm_rt = 5;"}"#]))), good: lottie(),
      values: ["expressions": 0]),
    RuleFixture(
      "performance.precision", bad: turned(String(repeating: "123456789", count: 12)), good: turned("123"),
      values: ["bytes": 100, "percent": 10]),
    RuleFixture(
      "performance.editorData", bad: lottie(square(1, "A", #""mn":"ADBE Vector Layer""#)), good: lottie(),
      values: ["names": 0]),
    RuleFixture(
      "performance.whitespace", bad: lottie().replacing(",", with: ",\n          "), good: lottie(),
      values: ["bytes": 100]),
    RuleFixture(
      "performance.blendModes", bad: lottie(square(1).replacing(#""bm":0"#, with: #""bm":1"#)), good: lottie(),
      values: ["layers": 0]),
    RuleFixture(
      "performance.glyphsUnused", bad: lottie(text(), more: fonts(letters: ["H", "i", "x"])),
      good: lottie(text(), more: fonts()), values: ["letters": 0]),
    RuleFixture(
      "performance.animatedStroke",
      bad: lottie(shapes(rectangle, stroke(width: animated((0, "[1]"), (30, "[9]"))))),
      good: lottie(shapes(rectangle, stroke()))),
  ]
}
