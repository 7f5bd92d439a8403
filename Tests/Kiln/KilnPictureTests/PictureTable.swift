import Foundation

/// The tables of features and outputs: how many cases of each come out right.
struct PictureTable {
  /// The rows of the table in `Conversions/guide/supported.md`, each with its features.
  static let groups: [(title: String, features: [String])] = [
    ("Lottie: layers", ["layers", "transforms", "precompositions", "time", "images", "text"]),
    (
      "Lottie: shapes",
      ["shapes", "groups", "fills", "strokes", "gradients", "trim", "modifiers", "repeaters"]
    ),
    ("Lottie: compositing", ["masks", "mattes", "blending", "effects"]),
    ("Lottie: motion", ["keyframes", "expressions", "slots", "legacy"]),
    ("Lottie with `--fidelity ae`", ["after-effects"]),
    ("SVGA", ["svga-bitmaps", "svga-shapes", "svga-strokes", "svga-frames", "svga-mattes", "svga-archives"]),
  ]

  private let scores: [PictureScore]

  init(_ scores: [PictureScore]) { self.scores = scores }

  /// `Tests/Pictures/README.md`.
  var text: String {
    let rows = features.map { feature in row("[\(feature)](\(feature))", [feature]) }
    return ([Self.introduction] + heading + rows + [row("all", features), ""]).joined(separator: "\n")
  }

  /// A text with the lines between the marks of the table replaced.
  func updating(_ text: String) -> String {
    guard let start = text.range(of: "<!-- pictures -->\n"), let end = text.range(of: "<!-- end of pictures -->") else {
      return text
    }
    let rows = Self.groups.map { title, features in
      row("\(title): \(features.map { "[\($0)](../../Tests/Pictures/\($0))" }.joined(separator: ", "))", features)
    }
    let table = (heading + rows).joined(separator: "\n") + "\n"
    return text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: table)
  }

  private static let introduction = """
    # Pictures

    Small animations and the pictures that players draw of them: lottie-web 5.13 (SVG renderer, in Chromium) and
    SVGAPlayer-Web 2.3. Kiln draws each, converts it to each output, reads that back, and compares. This page is written by the
    test; [CONTRIBUTING.md](../../CONTRIBUTING.md) says how to add a case.

    ✓: every case looks as the player's picture. Otherwise it is said how many do; the others are in
    [exceptions.txt](exceptions.txt), each with its reason.

    """

  private var features: [String] { Set(scores.map(\.feature)).sorted() }

  private var heading: [String] {
    let outputs = PictureOutput.allCases
    return [
      "| Feature | Cases | \(outputs.map(\.title).joined(separator: " | ")) |",
      "|---|---|\(outputs.map { _ in "---" }.joined(separator: "|"))|",
    ]
  }

  private func row(_ title: String, _ features: [String]) -> String {
    let scores = scores.filter { features.contains($0.feature) }
    let cells = PictureOutput.allCases.map { output in
      let ofOutput = scores.filter { $0.output == output }
      let right = ofOutput.count { $0.isRight }
      return right == ofOutput.count ? "✓" : "\(right) of \(ofOutput.count)"
    }
    return "| \(title) | \(Set(scores.map(\.name)).count) | \(cells.joined(separator: " | ")) |"
  }
}

extension PictureScore {
  /// What the case is about.
  var feature: String { String(name.prefix { $0 != "/" }) }
}
