public import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnPictureImport
internal import KilnTimeline
internal import KilnRendering

extension Conversion {
  /// Adds a finding when no frame of a timeline shows anything.
  func checkVisible(_ timeline: Timeline, log: inout DiagnosticLog) {
    guard !options.allowsEmpty, !timeline.isVisible else { return }
    let count = timeline.frameCount
    log.add(
      .conversionEmpty,
      "the animation draws nothing in \(count == 1 ? "its only frame" : "any of its \(count) frames")",
      advice: "check which layers are visible; \(Choice.allowsEmpty) writes it all the same")
  }

  /// The frame rate that players of the format play: the one that is asked for, or the nearest.
  ///
  /// - Throws: `usage.invalid` for a rate that was asked for and that no player plays.
  func frameRate(of info: AnimationInfo) throws(Diagnostic) -> Double {
    let rates = exporter.capabilities.frameRates
    if let asked = options.frameRate, case .oneOf(let legal) = rates, !legal.contains(where: { Double($0) == asked }) {
      throw Diagnostic(
        .usageInvalid, "\(players) cannot play \(asked.shortDescription) frames per second",
        advice: "choose one of \(legal.map(String.init).joined(separator: ", "))")
    }
    if let held = heldFrameRate(of: info) { return held }
    return rates.nearest(to: options.frameRate ?? min(info.frameRate, options.maximumFrameRate ?? .infinity))
  }

  /// Adds a finding when the frame rate is another one than asked for; that 29.97 becomes 30 is none.
  func checkFrameRate(_ rate: Double, of info: AnimationInfo, log: inout DiagnosticLog) {
    if let held = heldFrameRate(of: info), held == rate {
      let milliseconds = (heldTimeError(of: info, at: rate) * 1000).rounded(.up)
      guard exporter.capabilities.isAnimated, milliseconds > 1 else { return }
      return log.add(
        .picturesTimes,
        "pictures change up to \(milliseconds.shortDescription) ms earlier or later than in the source, at "
          + "\(rate.shortDescription) frames per second, which \(formatName) players play")
    }
    let asked = options.frameRate ?? min(info.frameRate, options.maximumFrameRate ?? .infinity)
    guard !NominalFrameRate.isSame(rate, asked), exporter.capabilities.isAnimated else { return }
    switch exporter.capabilities.frameRates {
    case .any: break
    case .atMost(let limit):
      log.add(
        .conversionFrameRateLowered,
        "viewers slow down frames below \((1000 / limit).shortDescription) ms; \(asked.shortDescription) frames per "
          + "second become \(rate.shortDescription)")
    case .oneOf:
      let (before, after) = (frameCount(at: asked, info), frameCount(at: rate, info))
      log.add(
        .conversionFrameRate,
        "\(asked.shortDescription) frames per second become \(rate.shortDescription), which \(players) play: "
          + "\(before) → \(after) frames",
        advice:
          "choose another rate with \(Choice.frameRate), or set the composition to \(rate.shortDescription) frames "
          + "per second")
    }
  }

  private var players: String { exporter.capabilities.players ?? "\(formatName) players" }

  /// Name of the format in messages.
  var formatName: String { type(of: exporter).formatName }

  private func frameCount(at rate: Double, _ info: AnimationInfo) -> Int {
    info.sampling(of: options.range, frameRate: rate, speed: options.speed).times.count
  }
}

extension Timeline {
  /// Whether a sprite is seen in any frame: shown, with an extent, and on the canvas.
  var isVisible: Bool {
    let canvas = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    return (0..<frameCount).contains { frame in
      sprites.contains { sprite in
        let seen = visibleBounds(of: sprite, frame: frame).intersection(canvas)
        return seen.width > 0 && seen.height > 0
      }
    }
  }
}

extension Rule {
  /// The result has another frame rate than the source.
  public static let conversionFrameRate = Rule(
    "conversion.frameRate", .warning, .exact,
    "The format cannot have the source's frame rate; the animation is drawn at another one and keeps its length.",
    why: "Motion is sampled at other moments, and the number of frames, which decides size and memory, changes.",
    remedy: "Set the composition to a rate that the format has, such as 30, or choose one with --fps.")
  /// Frames would be shorter than viewers show them.
  public static let conversionFrameRateLowered = Rule(
    "conversion.frameRate.lowered", .warning, .approximated,
    "Viewers slow down frames as short as these; the animation is drawn at a lower rate and keeps its length.",
    why: "Played as asked, the animation would run in slow motion in browsers.",
    remedy: "Choose a lower rate with --fps; 30 is enough for most animations.")
  /// A player that was asked for does not show the result as it was meant.
  public static let conversionPlayers = Rule(
    "conversion.players", .warning, .approximated,
    "A player that --target names does not show the result as it was meant.",
    why: "Users of that player see something else than what was drawn.",
    remedy:
      "Convert for these players with --profile, or change the layer in After Effects as `kiln rules` of the rule in "
      + "brackets says.")
  /// There is nothing to be seen.
  public static let conversionEmpty = Rule(
    "conversion.empty", .error, .exact,
    "The animation draws nothing in any frame.",
    why: "An app that ships the file shows nothing, and nobody sees that something is wrong.",
    remedy: "In After Effects, check that layers are visible, inside the work area and on the canvas, and that no "
      + "layer is a guide layer. --allow-empty writes the file all the same.")
}
