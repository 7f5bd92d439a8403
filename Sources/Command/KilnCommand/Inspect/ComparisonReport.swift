internal import KilnComparison
internal import KilnDiagnostics

/// Output of `kiln compare`: JSON, CSV or a few lines of text.
struct ComparisonReport: Encodable {
  /// One of the compared animations.
  struct File: Encodable {
    var path: String
    /// 0 for a still picture.
    var durationMilliseconds: Double
    /// Findings of reading it; those of the second file are the report's own diagnostics.
    var diagnostics: [DiagnosticReport]?
  }

  /// One line of the table.
  struct Frame: Encodable {
    var milliseconds: Double
    /// Frame of the first animation.
    var first: Int
    /// Frame of the second animation.
    var second: Int
    var ssim: Double
    var fg: Double
    var psnr: Double
    var badPixels: Double
    var largestDifference: Int

    /// Whether nobody sees a difference.
    var looksTheSame: Bool {
      fg >= Verdict.similarity && (badPixels <= Verdict.badPixels || psnr >= Verdict.decibels)
    }
  }

  /// The result in a word.
  enum Verdict: String, Encodable {
    /// All pixels are equal.
    case identical
    /// No channel differs by more than rounding.
    case lossless
    /// Nobody sees the difference.
    case alike
    /// Some frame differs by more than that.
    case different

    /// Largest difference of a channel that rounding makes.
    static let rounding = 2
    /// Least similarity of a frame's content that looks the same.
    static let similarity = 0.99
    /// Largest share of bad pixels in a frame that looks the same, whatever its PSNR.
    static let badPixels = 0.001
    /// Least PSNR in decibels of a frame with more bad pixels that looks the same, as in good lossy files.
    static let decibels = 30.0

    init(_ frames: [Frame]) {
      let largest = frames.map(\.largestDifference).max() ?? 0
      if largest <= Self.rounding {
        self = largest == 0 ? .identical : .lossless
      } else {
        self = frames.allSatisfy(\.looksTheSame) ? .alike : .different
      }
    }
  }

  /// Grows when members change their meaning or go.
  var version = 1
  var first: File
  var second: File
  /// The result in a word.
  var verdict: Verdict
  /// Size of the compared pictures.
  var width: Int
  var height: Int
  /// Means over all frames in which something is seen.
  var ssim: Double
  var fg: Double
  var psnr: Double
  var badPixels: Double
  var largestDifference: Int
  /// Index of the frame with the least fg; nil if all are equal.
  var worst: Int?
  var frames: [Frame]

  init(
    files: (String, String), _ comparison: AnimationComparison, _ result: ComparisonResult,
    firstFindings: [Diagnostic]
  ) {
    first = File(
      path: files.0, durationMilliseconds: comparison.durations.first,
      diagnostics: firstFindings.map(\.report))
    second = File(path: files.1, durationMilliseconds: comparison.durations.second)
    (width, height) = (comparison.width, comparison.height)
    (ssim, fg) = (result.similarity, result.contentSimilarity)
    (psnr, badPixels, largestDifference) = (result.psnr, result.badPixels, result.largestDifference)
    worst = result.worst.first
    let frames = result.frames.map { frame in
      Frame(
        milliseconds: frame.moment.milliseconds, first: frame.moment.first, second: frame.moment.second,
        ssim: frame.difference.similarity, fg: frame.difference.contentSimilarity, psnr: frame.difference.psnr,
        badPixels: frame.difference.badPixels, largestDifference: frame.difference.largestDifference)
    }
    (self.frames, verdict) = (frames, Verdict(frames))
  }

  /// A line for each frame, with the names of the columns.
  var csv: [String] {
    let lines = frames.map { frame in
      "\(Self.time(frame.milliseconds, 1000)),\(frame.first),\(frame.second),\(Self.short(frame.ssim, 1e6)),"
        + "\(Self.short(frame.fg, 1e6)),\(Self.short(frame.psnr, 1000)),\(Self.short(frame.badPixels, 1e6)),"
        + "\(frame.largestDifference)"
    }
    return ["milliseconds,first,second,ssim,fg,psnr,badPixels,largestDifference"] + lines
  }

  /// The verdict in words.
  private var verdictText: String {
    let all = frames.count == 1 ? "the picture" : "all \(frames.count) frames"
    switch verdict {
    case .identical: return "identical: every pixel of \(all) is equal"
    case .lossless:
      return "lossless: nothing but rounding, by at most \(largestDifference) of 255 in a channel, in \(all)"
    case .alike: return "looks the same in \(all)"
    case .different:
      let count = frames.count { !$0.looksTheSame }
      return frames.count == 1
        ? "differs visibly" : "differs visibly in \(count) of \(frames.count) frames"
    }
  }

  /// A few lines for people; the verdict is the first.
  var lines: [String] {
    var lines = [
      verdictText,
      "ssim \(Self.short(ssim)), fg \(Self.short(fg)), psnr \(Self.short(psnr, 100)) dB, "
        + "\(Self.short(badPixels * 100, 1000)) % bad pixels, \(frames.count) frame\(frames.count == 1 ? "" : "s") of "
        + "\(width) \u{D7} \(height) px",
    ]
    if let worst, frames.count > 1, verdict != .lossless {
      let frame = frames[worst]
      lines.append(
        "worst: frame \(frame.second) at \(Self.time(frame.milliseconds)) ms, frame \(frame.first) of the first: "
          + "ssim \(Self.short(frame.ssim)), fg \(Self.short(frame.fg)), psnr \(Self.short(frame.psnr, 100)) dB, "
          + "\(Self.short(frame.badPixels * 100, 1000)) % bad pixels")
    }
    let longest = max(first.durationMilliseconds, second.durationMilliseconds)
    if abs(first.durationMilliseconds - second.durationMilliseconds) > max(20, longest / 100),
      min(first.durationMilliseconds, second.durationMilliseconds) > 0
    {
      lines.append(
        "they last \(Self.time(first.durationMilliseconds)) ms and \(Self.time(second.durationMilliseconds)) ms"
      )
    }
    return lines
  }

  /// A time rounded to the nearest millisecond, or part of one, as in pictures of comparisons.
  static func time(_ milliseconds: Double, _ parts: Double = 1) -> String {
    let rounded = (milliseconds * parts).rounded() / parts
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }

  /// A number rounded down to some decimals, so that what is not equal never reads 1.
  static func short(_ value: Double, _ digits: Double = 1e4) -> String {
    let rounded = (value * digits + 1e-6).rounded(.down) / digits
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }
}
