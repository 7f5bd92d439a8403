// Fixtures of the rules of assets.

extension RuleFixture {
  static let assets: [RuleFixture] = named + drawn

  private static func file(_ name: String, folder: String = "images/", width: Int = 20) -> String {
    lottie(image(1), assets: picture(name, folder: folder, width: width))
  }

  private static func picture(_ name: String, folder: String, width: Int) -> String {
    #"{"id":"picture","w":\#(width),"h":20,"u":"\#(folder)","p":"\#(name)","e":0}"#
  }

  private static func embedded(_ url: String) -> String {
    lottie(image(1), assets: KilnValidationTests.picture("picture", url))
  }

  private static let webp = "data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="

  private static let named: [RuleFixture] = [
    RuleFixture(
      "asset.unused", bad: lottie(assets: composition("a", square())),
      good: lottie(inner(1, "a"), assets: composition("a", square()))),
    RuleFixture("asset.image.genericName", bad: file("img_0.png"), good: file("avatar.png")),
    RuleFixture(
      "asset.image.remote", bad: file("https://example.com/avatar.png", folder: ""), good: file("avatar.png")),
    RuleFixture(
      "asset.image.absolutePath", bad: file("a.png", folder: "../shared/"), good: file("a.png", folder: "shared/")),
    RuleFixture("asset.image.sizeMissing", bad: file("avatar.png", width: 0), good: file("avatar.png", width: 1)),
    RuleFixture(
      "asset.image.format", bad: embedded("data:image/svg+xml;base64,PHN2Zy8+"), good: embedded(data(20, 20))),
    RuleFixture("asset.image.embeddedInvalid", bad: embedded("data:image/png;base64,"), good: embedded(data(20, 20))),
    RuleFixture("asset.image.webp", bad: embedded(webp), good: embedded(data(20, 20))),
    RuleFixture(
      "asset.image.extension",
      bad: embedded(data(20, 20).replacing("image/png", with: "image/jpeg")), good: embedded(data(20, 20))),
    RuleFixture(
      "asset.image.embeddedShare", bad: embedded(data(64, 64)), good: embedded(data(2, 2)),
      values: ["bytes": 100, "percent": 30]),
    RuleFixture(
      "asset.sequence", bad: sequence(frames: 2), good: sequence(frames: 8), values: ["frames": 4]),
  ]

  /// Six images, each for some frames.
  private static func sequence(frames: Int) -> String {
    let layers = (1...6).map { number in
      let start = (number - 1) * frames
      return image(
        number, "picture\(number)", transform: still(), times: #""ip":\#(start),"op":\#(start + frames),"st":0"#)
    }
    let assets = (1...6).map { KilnValidationTests.picture("picture\($0)", data(20, 20, seed: UInt32($0))) }
    return document(layers, assets)
  }

  private static func document(_ layers: [String], _ assets: [String]) -> String {
    lottie(layers.joined(separator: ","), assets: assets.joined(separator: ","))
  }

  /// An image of a size whose asset has another size, drawn at a scale in percent.
  private static func drawn(_ width: Int, _ height: Int, as size: (Int, Int)? = nil, scale: Int = 100) -> String {
    let size = size ?? (width, height)
    return lottie(
      image(1, transform: still(["s": fixed("[\(scale),\(scale),100]")])),
      assets: KilnValidationTests.picture("picture", data(width, height), width: size.0, height: size.1))
  }

  private static func opaque(_ side: Int, of whole: Int) -> String {
    let url = "data:image/png;base64," + base64(png(whole, whole, opaque: side))
    return lottie(image(1), assets: KilnValidationTests.picture("picture", url, width: whole, height: whole))
  }

  /// Twelve images that cover the canvas, each for five of sixty frames.
  private static func covers(_ count: Int) -> String {
    let layers = (0..<count).map { number in
      image(
        number + 1, "picture\(number)", transform: still(["a": fixed("[100,100,0]")]),
        times: #""ip":\#(number * 60 / count),"op":\#((number + 1) * 60 / count),"st":0"#)
    }
    let assets = (0..<count).map {
      KilnValidationTests.picture("picture\($0)", data(200, 200, seed: UInt32($0)), width: 200, height: 200)
    }
    return document(layers, assets)
  }

  private static func pair(_ first: UInt32, _ second: UInt32) -> String {
    document(
      [image(1, "a"), image(2, "b")],
      [
        KilnValidationTests.picture("a", data(20, 20, seed: first)),
        KilnValidationTests.picture("b", data(20, 20, seed: second)),
      ])
  }

  private static let drawn: [RuleFixture] = [
    RuleFixture("asset.image.duplicate", bad: pair(1, 1), good: pair(1, 2), values: ["bytes": 1000]),
    RuleFixture(
      "asset.image.oversized", bad: drawn(120, 120, scale: 40), good: drawn(120, 120, scale: 60),
      values: ["bytes": 10_000]),
    RuleFixture("asset.image.upscaled", bad: drawn(40, 40, scale: 200), good: drawn(40, 40, scale: 140)),
    RuleFixture("asset.image.texture", bad: drawn(4100, 1), good: drawn(4000, 1)),
    RuleFixture("asset.image.large", bad: drawn(2100, 1), good: drawn(2000, 1)),
    RuleFixture("asset.image.proportions", bad: drawn(40, 20, as: (40, 40)), good: drawn(40, 20, as: (80, 40))),
    RuleFixture("asset.image.transparent", bad: opaque(0, of: 40), good: opaque(5, of: 40)),
    RuleFixture("asset.image.margins", bad: opaque(60, of: 300), good: opaque(200, of: 300)),
    RuleFixture(
      "asset.memory", bad: drawn(60, 60), good: drawn(40, 40), values: ["bytes": 10_000]),
    RuleFixture(
      "asset.sequence.fullCanvas", bad: covers(12), good: covers(4), values: ["bytes": 1_000_000]),
  ]
}
