public import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnPixels
public import KilnTimeline

/// An animation that is stored as pictures, as a timeline of bitmaps: one sprite, with an image for each distinct frame.
public struct PictureSource: AnimationSource {
  /// Canvas, frame rate and number of frames.
  public let info: AnimationInfo
  private let animation: PictureAnimation
  private let limits: Limits
  /// Start of each stored frame in frames of `info`.
  private let starts: [Double]

  /// Frames per second that durations are rounded to at most; they are whole milliseconds in most files.
  private static let highestRate = 120.0

  /// - Parameter frameRate: Frames per second of pictures whose files do not say.
  /// - Throws: `limit.exceeded`.
  public init(_ animation: PictureAnimation, frameRate: Double = 25, limits: Limits = Limits()) throws(Diagnostic) {
    self.animation = animation
    self.limits = limits
    let (starts, end) = animation.starts(frameMilliseconds: 1000 / frameRate)
    let rate = end > 0 ? Self.rate(of: starts, end) : frameRate
    let count = max(1, (end * rate / 1000).rounded())
    try limits.check(Int(clamping: count, to: 1...1_000_000_000), atMost: limits.frames, "the number of frames")
    self.starts = starts.map { $0 * rate / 1000 }
    info = AnimationInfo(
      format: animation.format, canvas: Size(Double(animation.width), Double(animation.height)), frameRate: rate,
      times: 0...count, frameCount: Int(count))
  }

  /// The lowest rate at whose multiples all frames start, to the millisecond; else the highest that is used.
  private static func rate(of starts: [Double], _ end: Double) -> Double {
    let mean = Double(starts.count) * 1000 / end
    let usual = [mean, 10, 12, 12.5, 15, 20, 24, 25, 30, 40, 50, 60, 100].filter { $0 >= mean - 1e-9 }
    let fitting = usual.first { rate in
      (starts + [end]).allSatisfy { time in abs((time * rate / 1000).rounded() * 1000 / rate - time) <= 0.75 }
    }
    return min(highestRate, fitting ?? highestRate)
  }

  /// A timeline with, for each sample time, the picture that is shown then.
  ///
  /// - Throws: `limit.exceeded`, what decoding a picture throws, or `work.cancelled` from `progress`.
  public func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    // Just before a frame's start still counts as the frame, because times come from divisions.
    let shown = sampling.times.map { time in max(0, starts.partitioningIndex { $0 > time + 0.1 } - 1) }
    var builder = try TimelineBuilder(
      canvas: info.canvas, frameRate: sampling.frameRate, frameCount: shown.count, limits: limits)
    builder.sourceTimes = sampling.times
    var reader = try animation.reader()
    var sprites: [(image: ImageID, origin: Point, frames: [Int])] = []
    /// Index of the sprite for each frame of the file, and for each picture; nil for an empty frame.
    var ofFrame: [Int: Int?] = [:]
    var ofPicture: [StoredPicture: Int] = [:]
    let order = shown.indices.sorted { (shown[$0], $0) < (shown[$1], $1) }
    for (done, frame) in order.enumerated() {
      try progress.report("reading pictures", done + 1, of: order.count)
      if let known = ofFrame[shown[frame]] {
        if let known { sprites[known].frames.append(frame) }
        continue
      }
      let stored = try StoredPicture(try reader.picture(at: shown[frame]))
      ofFrame[shown[frame]] = .some(nil)
      guard let stored else { continue }
      if let known = ofPicture[stored] {
        sprites[known].frames.append(frame)
        ofFrame[shown[frame]] = known
        continue
      }
      ofPicture[stored] = sprites.count
      ofFrame[shown[frame]] = sprites.count
      sprites.append((try builder.add(stored.asset(named: "frame \(shown[frame])")), stored.origin, [frame]))
    }
    for sprite in sprites {
      try builder.reserveSprite()
      var states = [FrameState](repeating: .hidden, count: shown.count)
      for frame in sprite.frames {
        states[frame] = FrameState(opacity: 1, transform: .translation(sprite.origin.x, sprite.origin.y))
      }
      let name = "frame \(sprite.frames.map { shown[$0] }.min() ?? 0)"
      builder.sprites.append(Sprite(layers: [name], content: .image(sprite.image), frames: states))
    }
    return builder.build(log: &log)
  }
}

/// The visible part of a frame as a lossless image file, and where it lies on the canvas.
private struct StoredPicture: Hashable {
  let bytes: [UInt8]
  let origin: Point

  /// Nil for a picture in which nothing is visible.
  init?(_ picture: Pixmap) throws(Diagnostic) {
    let area = picture.contentBounds
    guard !area.isEmpty else { return nil }
    bytes = try WebPFrameEncoder.encode(picture.cropped(to: area), options: .lossless(method: 0))
    origin = Point(Double(area.minX), Double(area.minY))
  }

  func asset(named name: String) throws(Diagnostic) -> ImageAsset {
    guard let asset = ImageAsset(name: name, bytes: bytes) else {
      throw Diagnostic(.internalError, "a frame was not encoded as an image")
    }
    return asset
  }
}
