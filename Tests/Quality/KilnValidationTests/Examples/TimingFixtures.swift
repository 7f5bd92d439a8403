// Fixtures of the rules of time.

extension RuleFixture {
  private static func turning(_ count: Int, from first: Double, step: Double, times: String = #""ip":0,"op":60,"st":0"#)
    -> String
  {
    let keyframes = (0..<count).map { (first + Double($0) * step, "[\($0 * $0 % 7)]") }
    return lottie(square(transform: still(["r": animated(keyframes)]), times: times))
  }

  private static func marked(_ markers: String) -> String { lottie(more: #""markers":[\#(markers)]"#) }

  static let timing: [RuleFixture] = [
    RuleFixture("time.frameRate.invalid", badBytes: Array(lottie(rate: "0").utf8), goodBytes: Array(lottie().utf8)),
    RuleFixture("time.frameRate.fractional", bad: lottie(rate: "29.97"), good: lottie(rate: "30")),
    RuleFixture("time.frameRate.unusual", bad: lottie(rate: "23"), good: lottie(rate: "24")),
    RuleFixture("time.frameRate.high", bad: lottie(rate: "100"), good: lottie(rate: "60")),
    RuleFixture(
      "time.frameRate.svga", bad: lottie(rate: "25"), good: lottie(rate: "30.0000305"), targets: ["svga-ios"]),
    RuleFixture("time.range.empty", bad: lottie(start: "60", end: "60"), good: lottie(start: "58", end: "60")),
    RuleFixture("time.duration.short", bad: lottie(end: "1"), good: lottie(end: "2")),
    RuleFixture("time.duration.long", bad: lottie(end: "660"), good: lottie(end: "590")),
    RuleFixture("time.frames.many", bad: lottie(end: "1300"), good: lottie(end: "1100")),
    RuleFixture("time.start", bad: lottie(start: "5"), good: lottie(start: "0")),
    RuleFixture("time.end.fractional", bad: lottie(end: "59.5"), good: lottie(end: "59.999")),
    RuleFixture(
      "time.layer.outside", bad: lottie(square(1, "A"), square(2, "B", times: #""ip":60,"op":90,"st":0"#)),
      good: lottie(square(1, "A"), square(2, "B", times: #""ip":59,"op":90,"st":0"#))),
    RuleFixture(
      "time.layer.empty", bad: lottie(square(1, "A"), square(2, "B", times: #""ip":20,"op":20,"st":0"#)),
      good: lottie(square(1, "A"), square(2, "B", times: #""ip":20,"op":21,"st":0"#))),
    RuleFixture(
      "time.keyframes.outside", bad: turning(20, from: 40, step: 5, times: #""ip":0,"op":50,"st":0"#),
      good: turning(20, from: 0, step: 3)),
    RuleFixture(
      "time.keyframes.still",
      bad: lottie(square(transform: still(["r": animated((0, "[5]"), (20, "[5]"), (40, "[5]"))]))),
      good: lottie(square(transform: still(["r": animated((0, "[5]"), (20, "[6]"), (40, "[5]"))])))),
    RuleFixture("time.keyframes.dense", bad: turning(60, from: 0, step: 1), good: turning(30, from: 0, step: 2)),
    RuleFixture(
      "time.marker.outside", bad: marked(#"{"tm":90,"cm":"end","dr":0}"#), good: marked(#"{"tm":60,"cm":"end","dr":0}"#)
    ),
    RuleFixture(
      "time.marker.duplicate", bad: marked(#"{"tm":0,"cm":"a","dr":0},{"tm":9,"cm":"a","dr":0}"#),
      good: marked(#"{"tm":0,"cm":"a","dr":0},{"tm":9,"cm":"b","dr":0}"#)),
    RuleFixture(
      "time.marker.unnamed", bad: marked(#"{"tm":0,"cm":"","dr":0}"#), good: marked(#"{"tm":0,"cm":"a","dr":0}"#)),
    RuleFixture("time.static", bad: lottie(square(transform: still())), good: lottie()),
  ]
}
