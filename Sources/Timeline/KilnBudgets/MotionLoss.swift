internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline

/// Loss by lower frame rates: mean of 1 − SSIM of the picture that is shown at each frame's time against that frame.
///
/// At a lower rate each picture is shown for longer. Motion is uneven, so that all frames are compared with those that are
/// shown in their place, but as small pictures; a few windows of consecutive frames tell what that is at the full size.
struct MotionLoss {
  /// Losses of frames in whose place the one some frames before it is shown, by that number.
  private typealias Losses = [Int: [Double]]

  private static let windowCount = 8
  /// Frames of a window that are each compared with those before them in it.
  private static let windowLength = 5
  /// Delays in frames for which the loss is measured. Between them it is interpolated.
  private static let delays = [1, 2, 4, 8, 16]
  /// Longer side of small pictures in pixels.
  private static let smallSide = 96
  /// Frames of which small pictures are drawn, at most: the first ones.
  private static let maximumSmall = 600

  private let frameRate: Double
  private let frameCount: Int
  /// Mean loss for each of the delays.
  private var known: [Int: Double] = [0: 0]

  /// Measures an animation, which has the size that is asked for.
  ///
  /// - Throws: `work.cancelled`.
  init(_ source: FrameSource) throws(Diagnostic) {
    let count = source.timeline.frameCount
    (frameRate, frameCount) = (source.timeline.frameRate, count)
    let small = try Self.smallLosses(source)
    let ends = (0..<Self.windowCount).map { min(count - 1, ($0 * 2 + 1) * count / (2 * Self.windowCount) + 2) }
    let windows = Array(Set(ends.map { max($0, min(count, Self.windowLength) - 1) })).sorted()
    // Sums over the frames of the windows, by delay: loss at full size, loss of small pictures, number of frames.
    var sums: [Int: (full: Double, small: Double, count: Double)] = [:]
    try OrderedWork.run(count: windows.count, threads: source.context.threads, worker: source.painter()) {
      painter, index in
      Self.losses(inWindowTo: windows[index], &painter)
    } consume: { _, losses throws(Diagnostic) in
      try source.context.progress.report("comparing frames")
      for (frame, delay, loss) in losses {
        var sum = sums[delay] ?? (0, 0, 0)
        sum.full += loss
        if let small = small[delay], frame < small.count { sum.small += small[frame] }
        sum.count += 1
        sums[delay] = sum
      }
    }
    // A short animation has no such frames: at least as much as for half.
    for delay in Self.delays {
      known[delay] = sums[delay].map { Self.mean($0, small[delay] ?? [], delay) } ?? known[delay / 2] ?? 0
    }
  }

  /// The mean loss of all frames for a delay, from that of small pictures.
  private static func mean(
    _ sums: (full: Double, small: Double, count: Double), _ small: [Double], _ delay: Int
  ) -> Double {
    guard sums.small > 0, small.count > delay else { return sums.full / max(1, sums.count) }
    return min(1, small.reduce(0, +) / Double(small.count - delay) * sums.full / sums.small)
  }

  /// Losses of small pictures for each delay, by frame; 0 for the frames before which there are too few.
  private static func smallLosses(_ source: FrameSource) throws(Diagnostic) -> Losses {
    let canvas = source.timeline.canvas
    let isWide = canvas.width >= canvas.height
    let fit = CanvasFit(canvas: canvas, width: isWide ? smallSide : nil, height: isWide ? nil : smallSide)
    var painter = FramePainter(renderer: source.renderer, fit: fit)
    var latest: [Pixmap] = []
    var losses: Losses = [:]
    for frame in 0..<min(source.timeline.frameCount, maximumSmall) {
      try source.context.progress.report("comparing frames")
      latest.insert(painter.picture(of: frame), at: 0)
      if latest.count > (delays.last ?? 0) + 1 { latest.removeLast() }
      for delay in delays {
        let isKnown = delay < latest.count
        losses[delay, default: []].append(isKnown ? loss(latest[delay], latest[0], step: 2) : 0)
      }
    }
    return losses
  }

  /// The losses of delays in a window, which ends with a frame.
  private static func losses(
    inWindowTo end: Int, _ painter: inout FramePainter
  ) -> [(frame: Int, delay: Int, loss: Double)] {
    var pictures: [Int: Pixmap] = [:]
    var result: [(frame: Int, delay: Int, loss: Double)] = []
    let window = max(0, end - windowLength + 1)...end
    for frame in [end - 16, end - 8] + window where frame >= 0 && pictures[frame] == nil {
      pictures[frame] = painter.picture(of: frame)
    }
    for frame in window {
      for delay in delays {
        guard let picture = pictures[frame], let before = pictures[frame - delay] else { continue }
        result.append((frame, delay, loss(before, picture, step: 3)))
      }
    }
    return result
  }

  private static func loss(_ before: Pixmap, _ picture: Pixmap, step: Int) -> Double {
    1 - StructuralSimilarity.ofContent(before, picture, step: step)
  }

  /// The loss of showing the animation at another rate.
  func loss(at rate: Double) -> Double {
    guard rate < frameRate else { return 0 }
    let step = frameRate / rate
    // The frames of the lower rate lie at multiples of the step: how far they are behind, on average.
    var sum = 0.0
    let count = min(frameCount, 60)
    for frame in 0..<count {
      let shown = (Double(frame) / step).rounded(.down) * step
      let behind = Double(frame) - shown
      let whole = Int(behind)
      let part = behind - Double(whole)
      sum += loss(behind: whole) * (1 - part) + (part > 0 ? loss(behind: whole + 1) * part : 0)
    }
    return sum / Double(max(1, count))
  }

  private func loss(behind: Int) -> Double {
    if let loss = known[behind] { return loss }
    guard let below = Self.delays.last(where: { $0 < behind }), let above = Self.delays.first(where: { $0 > behind })
    else { return Self.delays.last.flatMap { known[$0] } ?? 0 }
    let part = Double(behind - below) / Double(above - below)
    return (known[below] ?? 0) * (1 - part) + (known[above] ?? 0) * part
  }
}
