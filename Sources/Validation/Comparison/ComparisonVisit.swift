internal import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// Frames of a deliverable beside those of its source.
final class ComparisonVisit {
  /// A frame of the deliverable.
  struct Frame {
    /// Number of the frame.
    var number: Int
    /// When it is shown, in milliseconds from the start.
    var milliseconds: Double
    /// How alike the contents are: 1 for equal ones.
    var similarity: Double
  }

  /// Number of frames that are compared at most, evenly spread.
  private static let maximumFrames = 8
  /// Longest side in pixels at which vector animations are drawn.
  private static let side = 400.0

  /// What the source is called.
  let source: String
  let frames: [Frame]
  let findings: FindingCollector

  /// Draws and compares frames of an animation.
  ///
  /// - Throws: Why the source cannot be drawn.
  init(_ timeline: Timeline, _ source: ValidationSource, _ findings: FindingCollector) throws(Diagnostic) {
    self.source = source.name
    self.findings = findings
    let numbers = Self.numbers(of: timeline.frameCount)
    let times = numbers.map { Double($0) * 1000 / max(timeline.frameRate, 1e-6) }
    let expected = try source.frames(times, timeline.canvas)
    let scale = min(1, Self.side / max(timeline.canvas.width, timeline.canvas.height))
    var actual = FrameDrawing(timeline, scale, findings.options.limits)
    var wanted = FrameDrawing(expected, scale, findings.options.limits)
    frames = zip(numbers, times).enumerated().map { index, frame in
      Frame(
        number: frame.0, milliseconds: frame.1,
        similarity: PictureSimilarity.ofContent(actual.picture(frame.0), wanted.picture(index)))
    }
  }

  /// Draws the source, and compares it with frames of a WebP; of a PNG with its first picture. Nil for an atlas.
  ///
  /// - Throws: Why source or pictures cannot be drawn.
  init?(_ bytes: [UInt8], _ picture: PictureVisit, _ source: ValidationSource) throws(Diagnostic) {
    guard picture.atlas == nil else { return nil }
    self.source = source.name
    findings = picture.findings
    let limits = findings.options.limits
    var shown: [(number: Int, milliseconds: Double, picture: Pixmap)] = []
    if picture.format == "webp" {
      let decoded = try AnimatedWebPReader(bytes, limits: limits).decodeFrames()
      for number in Self.numbers(of: decoded.count) {
        shown.append((number, number == 0 ? 0 : Double(decoded[number - 1].endMilliseconds), decoded[number].pixmap))
      }
    } else {
      shown = [(0, 0, try ImageDecoder.decode(bytes, limits: limits))]
    }
    let times = picture.milliseconds.isEmpty ? nil : shown.map(\.milliseconds)
    let canvas = Size(Double(picture.width), Double(picture.height))
    var wanted = FrameDrawing(try source.frames(times, canvas), 1, limits)
    frames = shown.enumerated().map { index, frame in
      Frame(
        number: frame.number, milliseconds: frame.milliseconds,
        similarity: PictureSimilarity.ofContent(frame.picture, wanted.picture(index)))
    }
  }

  /// Frames to compare: the first, the last, and some between.
  private static func numbers(of count: Int) -> [Int] {
    guard count > maximumFrames else { return Array(0..<count) }
    return (0..<maximumFrames).map { $0 * (count - 1) / (maximumFrames - 1) }
  }
}

/// Draws frames of a timeline in pictures of their own.
private struct FrameDrawing {
  private var renderer: TimelineRenderer
  private let transform: Affine
  private let width: Int
  private let height: Int
  private let frameCount: Int

  init(_ timeline: Timeline, _ scale: Double, _ limits: Limits) {
    var log = DiagnosticLog()
    renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &log))
    transform = Affine(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
    width = Int(clamping: (timeline.canvas.width * scale).rounded(), to: 1...limits.side)
    height = Int(clamping: (timeline.canvas.height * scale).rounded(), to: 1...limits.side)
    frameCount = timeline.frameCount
  }

  /// A frame; the last one for numbers beyond.
  mutating func picture(_ number: Int) -> Pixmap {
    var picture = Pixmap(width: width, height: height)
    renderer.render(frame: max(0, min(number, frameCount - 1)), transform: transform, into: &picture)
    return picture
  }
}
