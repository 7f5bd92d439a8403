internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline

/// Short summary of the reductions of a movie.
struct MovieReductionReport {
  /// Smallest factor on the resolution at which bitmaps are drawn.
  private var smallestScale = Double.infinity
  private var fewestColors: Int?
  private var bitmaps = 0
  private var smaller = 0
  private var recolored = 0
  private var fewestBits: Int?
  private var rounded = 0
  private var pictures = 0
  private var shownPictures = 0
  private var outlines = 0
  private var keptOutlines = 0
  private var tolerance = 0.0
  private var plainTolerance = 0.0

  /// Adds a bitmap; `subject` is nil if it cannot be reduced.
  mutating func add(_ form: BitmapLadder.Form, subject: BitmapLadder.Subject?) {
    bitmaps += 1
    let scale = BitmapLadder.scales[form.scale]
    if subject != nil, form.scale > 0 {
      smaller += 1
      smallestScale = min(smallestScale, scale)
    }
    switch BitmapLadder.colorings[form.coloring] {
    case .all: break
    case .rounded(let bits):
      rounded += 1
      fewestBits = min(fewestBits ?? bits, bits)
    case .palette(let colors):
      recolored += 1
      fewestColors = min(fewestColors ?? colors, colors)
    }
  }

  /// Adds a picture of a sequence of which some are left out.
  mutating func addPicture(isShown: Bool) {
    pictures += 1
    if isShown { shownPictures += 1 }
  }

  /// Adds a sprite.
  mutating func add(_ form: OutlineLadder.Form, of ladder: OutlineLadder, tolerance: Double) {
    let count = ladder.kept(form)
    outlines += count.all
    keptOutlines += count.kept
    plainTolerance = tolerance
    self.tolerance = max(self.tolerance, tolerance * OutlineLadder.roundings[form.rounding])
  }

  /// The settings that were lowered.
  var settings: [ReducedSetting] {
    [
      ReducedSetting("bitmapScale", asked: "all", given: smaller == 0 ? "all" : smallestScale.shortDescription) {
        given, _ in
        "\(smaller) of \(bitmaps) bitmaps at \(given) × the resolution at which they are drawn, or more"
      },
      ReducedSetting("colors", asked: "all", given: fewestColors.map { String($0) } ?? "all") { given, _ in
        "\(recolored) of \(bitmaps) bitmaps with \(given) colours or more"
      },
      ReducedSetting("colorBits", asked: "8", given: String(fewestBits ?? 8)) { given, _ in
        "\(rounded) of \(bitmaps) bitmaps with colours rounded to \(given) bits"
      },
      ReducedSetting("pictures", asked: String(pictures), given: String(shownPictures)) { given, asked in
        "\(given) of \(asked) pictures of sequences, each shown for longer"
      },
      ReducedSetting("outlines", asked: String(outlines), given: String(keptOutlines)) { given, asked in
        "\(given) of \(asked) outlines, each shown for several frames"
      },
      ReducedSetting(
        "tolerance", asked: plainTolerance.shortDescription, given: max(plainTolerance, tolerance).shortDescription
      ) { given, _ in "outlines rounded to \(given) px" },
    ].compactMap(\.self)
  }
}
