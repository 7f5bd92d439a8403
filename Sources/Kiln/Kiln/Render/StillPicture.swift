internal import KilnCompression
public import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnPNG
internal import KilnPalettes
internal import KilnPixels
public import KilnTimeline
internal import KilnRendering

/// A picture of one frame of an animation, which is published with it: its format, size and limit.
public struct StillPicture: Sendable {
  /// Format of the file.
  public enum Format: String, Sendable, CaseIterable {
    /// PNG.
    case png
    /// WebP, lossless or lossy.
    case webp
  }

  /// Format of the file.
  public var format: Format
  /// Columns; nil with `height` for the size of the animation.
  public var width: Int?
  /// Rows.
  public var height: Int?
  /// Bytes of the file, at most; nil for any number.
  public var maximumBytes: Int?

  /// Numbers of colours that are tried where all take too many bytes.
  private static let palettes = [256, 128, 64, 32, 16, 8]
  /// Lossy qualities that are tried where a lossless file takes too many bytes.
  private static let qualities = stride(from: 95, through: 0, by: -5)

  /// The picture, its straight colours, rows, and in each thread filtered rows.
  private static let memory = MemoryPerPixel(shared: 24, perThread: 12)

  /// A picture in the format that a file name asks for; nil if it asks for none.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    guard let format = Format.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else { return nil }
    self.format = format
  }

  /// The file of a frame, with as little loss as the limit allows.
  ///
  /// - Parameters:
  ///   - frame: Index of the frame; nil for the middle one, or, where nothing is seen in it, for another.
  ///   - threads: Number of threads that pack it. The file does not depend on it.
  /// - Throws: `limit.exceeded` if the picture is too large, `budget.exceeded` if no file keeps to the limit.
  public func file(
    of timeline: Timeline, frame: Int?, threads: Int = 1, limits: Limits = Limits(), log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8] {
    let fit = CanvasFit(canvas: timeline.canvas, width: width, height: height)
    let timeline = try fit.clipped(timeline, limits: limits, log: &log)
    let threads = try limits.threads(
      threads, for: timeline, width: fit.width, height: fit.height, Self.memory, "the picture")
    let painter = StillPainter(timeline, fit, threads: threads, limits: limits)
    let picture = frame.map { painter.picture(of: $0) } ?? painter.visiblePicture() ?? painter.picture(of: 0)
    let colors = Unpremultiplier(of: timeline)
    let file =
      switch format {
      case .png: try png(picture, colors, threads, log: &log)
      case .webp: try webp(picture, colors, log: &log)
      }
    guard let maximumBytes, file.count > maximumBytes else { return file }
    throw Diagnostic(
      .budgetExceeded,
      "the still has \(ByteCount(file.count)) at least, above the limit of \(ByteCount(maximumBytes))",
      advice: "choose a frame with less detail with \(Choice.stillFrame)")
  }

  private func keeps(_ file: [UInt8]) -> Bool { file.count <= maximumBytes ?? .max }

  private func png(
    _ picture: Pixmap, _ colors: Unpremultiplier, _ threads: Int, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8] {
    var file = try PNGEncoder.encode(picture, colors: colors, effort: .normal, threads: threads)
    for count in Self.palettes where !keeps(file) {
      let quantizer = ColorQuantizer(colors: count, maximumError: .infinity)
      guard let few = quantizer.quantized(picture, dithersSmoothParts: true) else { continue }
      file = try PNGEncoder.encode(few.picture, colors: colors, effort: .normal, threads: threads)
      if keeps(file) { log.add(.budgetReduced, "the still has \(count) colours, to keep to its limit") }
    }
    return file
  }

  private func webp(
    _ picture: Pixmap, _ colors: Unpremultiplier, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [UInt8] {
    var file = try WebPFrameEncoder.encode(picture, options: .lossless(), colors: colors)
    for quality in Self.qualities where !keeps(file) {
      file = try WebPFrameEncoder.encode(picture, options: .lossy(quality: Float(quality)), colors: colors)
      if keeps(file) { log.add(.budgetReduced, "the still has quality \(quality), to keep to its limit") }
    }
    return file
  }
}

/// Draws single frames of a timeline.
struct StillPainter {
  private let frameCount: Int
  private let painter: BandedFramePainter

  /// A painter of pictures of a size. Images that cannot be decoded are findings of who converts.
  init(_ timeline: Timeline, _ fit: CanvasFit, threads: Int = 1, limits: Limits) {
    var log = DiagnosticLog()
    let renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: limits, log: &log))
    painter = BandedFramePainter(renderer: renderer, fit: fit, threads: threads)
    frameCount = timeline.frameCount
  }

  /// The picture of a frame.
  func picture(of frame: Int) -> Pixmap { painter.picture(of: frame) }

  /// The picture of the middle frame, or, where nothing is seen in it, of the first of some others; nil if nothing is seen in
  /// any of these.
  func visiblePicture() -> Pixmap? {
    // The middle, the quarters, the eighths, and both ends.
    let candidates = [4, 2, 6, 1, 3, 5, 7].map { frameCount * $0 / 8 } + [0, frameCount - 1]
    for frame in candidates where (0..<frameCount).contains(frame) {
      let picture = picture(of: frame)
      if picture.pixels.contains(where: { $0 != 0 }) { return picture }
    }
    return nil
  }
}
