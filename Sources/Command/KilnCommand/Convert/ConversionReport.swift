internal import KilnComparison
internal import KilnExporting
internal import KilnGeometry
internal import Kiln
internal import KilnTimeline

/// JSON output of `kiln convert`.
struct ConversionReport: Encodable {
  struct Output: Encodable {
    var path: String
    var bytes: Int
  }

  /// A setting that is lower than asked for.
  struct Reduction: Encodable {
    var setting: String
    var asked: String
    var given: String
  }

  /// Milliseconds of each part of the work.
  struct Timings: Encodable {
    var reading: Int
    var converting: Int
    var writing: Int

    init(reading: Duration, converting: Duration, writing: Duration) {
      (self.reading, self.converting, self.writing) = (
        Self.milliseconds(reading), Self.milliseconds(converting), Self.milliseconds(writing)
      )
    }

    private static func milliseconds(_ duration: Duration) -> Int { Int((duration / .milliseconds(1)).rounded()) }
  }

  /// Similarity of the decoded result to the drawn source.
  struct Verification: Encodable {
    /// Mean SSIM of the content.
    var fg: Double
    /// Mean SSIM of the whole pictures.
    var ssim: Double
    /// Least SSIM of a frame's content.
    var worst: Double

    init(_ result: ComparisonResult) {
      (fg, ssim) = (result.contentSimilarity, result.similarity)
      worst = result.worst.first.map { result.frames[$0].difference.contentSimilarity } ?? 1
    }
  }

  var outputs: [Output]
  var width: Double
  var height: Double
  var frameRate: Double
  var frameCount: Int
  var durationMilliseconds: Double
  var decodedBytes: Int
  var reductions: [Reduction]
  /// Mean SSIM against the frames as asked for, if something was given up and that is known.
  var similarity: Double?
  /// Result of `--verify`; nil without it.
  var verification: Verification?
  /// Milliseconds that a player takes to draw a frame, with --max-cost.
  var playerMilliseconds: Double?
  var timingsMilliseconds: Timings

  init(
    _ files: [(path: String, bytes: Int)], result: Conversion.Result, verification: Verification? = nil,
    playerCost: Double? = nil, timings: Timings
  ) {
    outputs = files.map { Output(path: $0.path, bytes: $0.bytes) }
    width = result.extent.canvas.width
    height = result.extent.canvas.height
    frameRate = result.extent.frameRate
    frameCount = result.extent.frameCount
    durationMilliseconds = result.extent.durationMilliseconds
    decodedBytes = result.decodedBytes
    reductions = result.reductions.map { Reduction(setting: $0.setting, asked: $0.asked, given: $0.given) }
    similarity = result.similarity
    self.verification = verification
    playerMilliseconds = playerCost
    timingsMilliseconds = timings
  }
}
