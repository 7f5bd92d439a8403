public import KilnDiagnostics
public import KilnGeometry
public import KilnPictureImport
public import KilnTimeline

/// One of two animations that are compared: drawn at any time, or stored as pictures.
public struct ComparedAnimation: Sendable {
  /// Function that returns the content of an animation at some times.
  ///
  /// - Parameters:
  ///   - milliseconds: Times from the start, ascending; nil for the one of a still picture.
  ///   - canvas: Size in pixels at which it is compared.
  /// - Returns: A timeline with one frame for each time, on a canvas of any size.
  public typealias Frames =
    @Sendable (_ milliseconds: [Double]?, _ canvas: Size, inout DiagnosticLog) throws(Diagnostic) -> Timeline

  enum Content: Sendable {
    case drawn(Frames)
    case pictures(PictureAnimation)
  }

  /// Size in pixels; nil for that of the other animation.
  let canvas: Size?
  /// Start of each frame in milliseconds; nil for the times of the other animation.
  private(set) var starts: [Double]?
  /// Duration in milliseconds; 0 for a still picture.
  private(set) var end: Double
  let content: Content

  /// Whether it has a single frame without a duration.
  var isStill: Bool { starts?.count == 1 && end == 0 }

  /// Whether it is stored as pictures, which have a size in pixels of their own.
  var isPictures: Bool {
    if case .pictures = content { true } else { false }
  }

  /// An animation that is drawn at the times of the other one.
  public init(frames: @escaping Frames) {
    (canvas, starts, end, content) = (nil, nil, 0, .drawn(frames))
  }

  /// An imported animation.
  public init(_ source: any AnimationSource) {
    let info = source.info
    canvas = info.canvas
    starts = (0..<max(1, info.frameCount)).map { Double($0) * 1000 / info.frameRate }
    end = info.durationMilliseconds
    content = .drawn { milliseconds, _, log throws(Diagnostic) in
      let last = Double(max(0, info.frameCount - 1))
      let times = (milliseconds ?? [0]).map { time in
        // After its end it shows its last frame.
        let isOver = time >= info.durationMilliseconds - 1
        return info.firstFrame + (isOver ? last : Self.frame(atMilliseconds: time, frameRate: info.frameRate))
      }
      return try source.timeline(FrameSampling(times: times, frameRate: info.frameRate, hasSound: false), log: &log)
    }
  }

  /// A baked animation: its own frames.
  public init(_ timeline: Timeline, limits: Limits = Limits()) {
    canvas = timeline.canvas
    starts = (0..<timeline.frameCount).map { Double($0) * 1000 / timeline.frameRate }
    end = timeline.durationMilliseconds
    content = .drawn { milliseconds, _, log throws(Diagnostic) in
      let times = (milliseconds ?? [0]).map { Self.frame(atMilliseconds: $0, frameRate: timeline.frameRate) }
      let sampling = FrameSampling(times: times, frameRate: timeline.frameRate, hasSound: false)
      return try timeline.sampled(sampling, limits: limits, log: &log)
    }
  }

  /// An animation that is stored as pictures.
  ///
  /// - Parameter frameRate: Frames per second of pictures whose files do not say; nil to spread them over the duration of
  ///   the other animation.
  public init(_ pictures: PictureAnimation, frameRate: Double? = nil) {
    canvas = Size(Double(pictures.width), Double(pictures.height))
    content = .pictures(pictures)
    guard pictures.milliseconds != nil || frameRate != nil else {
      (starts, end) = (nil, 0)
      return
    }
    let times = pictures.starts(frameMilliseconds: 1000 / (frameRate ?? 25))
    (starts, end) = (times.starts, times.end)
  }

  /// Gives an animation without times those of another one: pictures are spread over its duration.
  mutating func takeTimes(of other: ComparedAnimation) {
    guard starts == nil else { return }
    guard case .pictures(let pictures) = content else {
      (starts, end) = (other.starts, other.end)
      return
    }
    let duration = other.end > 0 ? other.end : Double(pictures.frameCount) * 40
    starts = (0..<pictures.frameCount).map { Double($0) * duration / Double(pictures.frameCount) }
    end = duration
  }

  /// Times of another animation's frames at which a frame of this one, which has been merged from several equal ones, is
  /// held. None if the other one has more frames in a second than this one: these are left out, not merged.
  func heldTimes(of other: ComparedAnimation) -> [Double] {
    guard isPictures, !isStill, let starts, let times = other.starts, times.count > 1, other.end > 0 else { return [] }
    let ends = Array(starts.dropFirst()) + [end]
    let shortest = zip(starts, ends).map { $1 - $0 }.min() ?? 0
    let frame = other.end / Double(times.count)
    guard frame > 0, frame >= shortest * 0.75 else { return [] }
    return times.filter { time in
      let index = starts.partitioningIndex { $0 > time } - 1
      guard index >= 0 else { return false }
      return time - starts[index] > frame / 2 && ends[index] - time > frame / 2
    }
  }

  /// The frame that is shown at a time.
  func frame(at milliseconds: Double) -> Int {
    // Files round their times: a frame that starts within a millisecond has started.
    max(0, (starts?.partitioningIndex { $0 > milliseconds + 1 } ?? 0) - 1)
  }

  /// The time in frames so long after the start; the whole frame close to it, if there is one. Files round their times to
  /// a millisecond, GIF to ten.
  private static func frame(atMilliseconds milliseconds: Double, frameRate: Double) -> Double {
    let exact = milliseconds * frameRate / 1000
    let whole = exact.rounded()
    let distance = abs(exact - whole) * 1000 / frameRate
    return max(0, distance <= min(5.5, 250 / frameRate) ? whole : exact)
  }
}
