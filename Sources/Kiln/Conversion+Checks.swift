public import Diagnostics
internal import Geometry
internal import SVGAExport
internal import TimelineModel
internal import TimelineRendering

extension Conversion {
  /// Adds a finding when no frame of a timeline shows anything.
  func checkVisible(_ timeline: Timeline, log: inout DiagnosticLog) {
    guard !options.allowsEmpty, timeline.isEmpty else { return }
    log.add(
      .conversionEmpty, "the animation draws nothing in any of its \(timeline.frameCount) frames",
      advice: "check which layers are visible; --allow-empty writes it all the same")
  }

  /// The frame rate that SVGA players play: the one that is asked for, or the nearest to the source's, with a finding if
  /// that is another one.
  func svgaFrameRate(_ info: AnimationInfo, log: inout DiagnosticLog) throws(Diagnostic) -> Double {
    let legal = Double(SVGAExporter.legalFrameRate(for: options.frameRate ?? info.frameRate))
    if let asked = options.frameRate {
      guard asked == legal else {
        throw Diagnostic(
          .usageInvalid, "SVGA players cannot play \(asked.words) frames per second",
          advice: "choose one of \(SVGAExporter.legalFrameRates.map(String.init).joined(separator: ", "))")
      }
      return asked
    }
    if legal != info.frameRate {
      let (before, after) = (frameCount(at: info.frameRate, info), frameCount(at: legal, info))
      log.add(
        .conversionFrameRate,
        "\(info.frameRate.words) frames per second become \(legal.words), which SVGA players play: \(before) → \(after) "
          + "frames",
        advice: "choose another rate with --fps, or set the composition to \(legal.words) frames per second")
    }
    return legal
  }

  private func frameCount(at rate: Double, _ info: AnimationInfo) -> Int {
    info.sampling(of: options.range, frameRate: rate, speed: options.speed).times.count
  }
}

extension Timeline {
  /// Whether nothing is seen in any frame: every sprite is hidden, has no extent, or lies outside of the canvas.
  fileprivate var isEmpty: Bool {
    let canvas = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    return !(0..<frameCount).contains { frame in
      sprites.contains { sprite in
        let seen = visibleBounds(of: sprite, frame: frame).intersection(canvas)
        return seen.width > 0 && seen.height > 0
      }
    }
  }
}

extension Double {
  /// The number as people write it: at most three decimals, none that are not needed.
  var words: String {
    let rounded = (self * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }
}

extension Rule {
  /// The result has another frame rate than the source.
  public static let conversionFrameRate = Rule(
    "conversion.frameRate", .warning, .exact,
    "The format cannot have the source's frame rate; the animation is drawn at another one and keeps its length.",
    why: "Motion is sampled at other moments, and the number of frames, which decides size and memory, changes.",
    remedy: "Set the composition to a rate that the format has, such as 30, or choose one with --fps.")
  /// There is nothing to be seen.
  public static let conversionEmpty = Rule(
    "conversion.empty", .error, .exact,
    "The animation draws nothing in any frame.",
    why: "An app that ships the file shows nothing, and nobody sees that something is wrong.",
    remedy: "In After Effects, check that layers are visible, inside the work area and on the canvas, and that no "
      + "layer is a guide layer. --allow-empty writes the file all the same.")
}
