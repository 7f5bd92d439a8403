import KilnLottieRules
import KilnRuleEngine
import KilnSVGARules
import KilnValidation

// Fixtures of the rules of what a project demands beside budgets.

extension RuleFixture {
  private static func pattern(_ text: String) -> NamePattern? { try? NamePattern(text) }

  private static func marked(_ name: String) -> String {
    lottie(more: #""markers":[{"cm":"\#(name)","tm":5,"dr":0}]"#)
  }

  private static func movieWithAvatar(_ key: String, side: Int = 20) -> [UInt8] {
    movie(sprite(key), images: [key: png(side, side)])
  }

  static let policy: [RuleFixture] = [
    RuleFixture("policy.name.file", bad: lottie(), good: lottie())
      .demanding(names: ("Heart 1.json", "heart_1.json")) { $0.names.files = pattern(#"[a-z0-9_]+\.json"#) },
    RuleFixture("policy.name.layer", bad: lottie(square(1, "Rechteck 1")), good: lottie(square(1, "box")))
      .demanding { $0.names.layers = pattern("[a-z]+") },
    RuleFixture(
      "policy.name.key", bad: lottie(image(1, "image_0"), assets: picture("image_0", data(20, 20))),
      good: lottie(image(1, "avatar"), assets: picture("avatar", data(20, 20)))
    )
    .demanding { $0.names.keys = pattern("[a-z]+") },
    RuleFixture("policy.name.marker", bad: marked("Marker 1"), good: marked("loop"))
      .demanding { $0.names.markers = pattern("loop|end") },
    RuleFixture("policy.slot.missing", badBytes: movieWithAvatar("img_1"), goodBytes: movieWithAvatar("avatar"))
      .demanding { $0.slots = ["avatar": PixelExtent("any")].compactMapValues(\.self) },
    RuleFixture(
      "policy.slot.size", badBytes: movieWithAvatar("avatar"), goodBytes: movieWithAvatar("avatar", side: 30)
    )
    .demanding { $0.slots = ["avatar": PixelExtent("30x*")].compactMapValues(\.self) },
    RuleFixture("policy.canvas", bad: lottie(width: "210"), good: lottie())
      .demanding { $0.canvases = ["100x100", "200x200"].compactMap { PixelExtent($0) } },
    RuleFixture("policy.frameRate", bad: lottie(rate: "25"), good: lottie())
      .demanding { $0.rates = [30, 60] },
    // The exception was one for Lottie only.
    RuleFixture("policy.override.expired", badBytes: Array(lottie().utf8), goodBytes: movieWithAvatar("avatar"))
      .demanding {
        $0.formats = ["lottie"]
        $0.expired = ["the override held until 2020-01-31 (drawn before there were rules)"]
      },
  ]
}
