import KilnCompression

// Fixtures of the rules of archives and stickers.

extension RuleFixture {
  static let containers: [RuleFixture] = archives + stickers

  private static func zip(_ files: (String, String)...) -> [UInt8] { zip(files) }

  private static func zip(_ files: [(String, String)]) -> [UInt8] {
    var writer = ZipWriter()
    for (name, content) in files { try? writer.add(name, Array(content.utf8)) }
    return (try? writer.finish()) ?? []
  }

  private static let manifest = #"{"version":"2","animations":[{"id":"main"}]}"#
  private static let main = ("a/main.json", lottie())

  /// A dotLottie with further files, and perhaps another manifest.
  private static func dotLottie(_ more: (String, String)..., manifest: String = manifest) -> [UInt8] {
    zip([("manifest.json", manifest), main] + more)
  }

  private static let good = dotLottie()
  private static let huge = #"{"x":""# + String(repeating: "a", count: 2_000_000) + #""}"#

  private static let archives: [RuleFixture] = [
    RuleFixture(
      "archive.entry.path", badBytes: dotLottie(("i/../../x.png", "x")), goodBytes: dotLottie(("i/x..png", "x"))),
    RuleFixture("archive.entry.duplicate", badBytes: dotLottie(main), goodBytes: good),
    RuleFixture(
      "archive.entry.case", badBytes: dotLottie(("i/a.png", "x"), ("i/A.png", "y")),
      goodBytes: dotLottie(("i/a.png", "x"), ("i/b.png", "y"))),
    RuleFixture(
      "archive.entry.ratio", badBytes: dotLottie(("i/a.svg", huge)), goodBytes: dotLottie(("i/a.svg", "aaaa"))),
    RuleFixture("archive.entry.extra", badBytes: dotLottie((".DS_Store", "x")), goodBytes: good),
    RuleFixture("dotlottie.manifest.invalid", badBytes: dotLottie(manifest: "{}"), goodBytes: good),
    RuleFixture("dotlottie.manifest.missing", badBytes: zip(main), goodBytes: good),
    RuleFixture(
      "dotlottie.animation.missing",
      badBytes: dotLottie(manifest: #"{"version":"2","animations":[{"id":"main"},{"id":"other"}]}"#), goodBytes: good),
    RuleFixture(
      "dotlottie.file.unused", badBytes: dotLottie(("a/other.json", lottie())), goodBytes: good),
    RuleFixture(
      "dotlottie.version", badBytes: dotLottie(manifest: #"{"animations":[{"id":"main"}]}"#),
      goodBytes: dotLottie(manifest: #"{"version":1.0,"animations":[{"id":"main"}]}"#)),
    RuleFixture(
      "dotlottie.stateMachine",
      badBytes: dotLottie(
        ("s/click.json", "{}"),
        manifest: #"{"version":"2","animations":[{"id":"main"}],"stateMachines":[{"id":"click"}]}"#),
      goodBytes: good),
  ]

  private static func tgs(_ document: String) -> [UInt8] { (try? Gzip.deflate(Array(document.utf8), level: 6)) ?? [] }

  private static func sticker(
    rate: String = "60", end: String = "120", width: String = "512", marker: String = #""tgs":1"#
  )
    -> [UInt8]
  {
    tgs(lottie(rate: rate, end: end, width: width, height: "512", more: marker))
  }

  private static let stickers: [RuleFixture] = [
    RuleFixture(
      "tgs.container", badBytes: Array(lottie(width: "512", height: "512").utf8), goodBytes: sticker(),
      targets: ["telegram"]),
    RuleFixture(
      "tgs.size", badBytes: tgs(lottie(image(1), assets: picture(data(64, 64)), more: #""tgs":1"#)),
      goodBytes: sticker(),
      values: ["bytes": 800]),
    RuleFixture(
      "tgs.inflatedSize", badBytes: tgs(lottie(more: #""tgs":1,"x":"\#(String(repeating: "a", count: 2000))""#)),
      goodBytes: sticker(), values: ["bytes": 2000]),
    RuleFixture("tgs.canvas", badBytes: sticker(width: "500"), goodBytes: sticker()),
    RuleFixture("tgs.frameRate", badBytes: sticker(rate: "25"), goodBytes: sticker(rate: "30", end: "60")),
    RuleFixture("tgs.duration", badBytes: sticker(end: "200"), goodBytes: sticker(end: "180")),
    RuleFixture("tgs.marker", badBytes: sticker(marker: #""x":1"#), goodBytes: sticker()),
  ]
}
