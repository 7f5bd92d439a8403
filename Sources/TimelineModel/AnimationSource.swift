public import Diagnostics
public import Geometry

/// An imported document that can be baked at any times: what an importer gives.
public protocol AnimationSource: Sendable {
  /// What the document says about itself.
  var info: AnimationInfo { get }

  /// The file that was imported, if an exporter of the same format can make use of it; nil by default.
  var file: SourceFile? { get }

  /// Bakes one frame for each time.
  ///
  /// What is lossy is added to `log`; throws only when there can be no timeline.
  func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline
}

extension AnimationSource {
  /// None.
  public var file: SourceFile? { nil }

  /// Bakes one frame for each time, without reports of progress.
  public func timeline(_ sampling: FrameSampling, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    try timeline(sampling, progress: .silent, log: &log)
  }
}

/// A file that an importer has read.
public struct SourceFile: Sendable {
  /// Media type (RFC 6838).
  public var mediaType: String
  /// Content.
  public var bytes: [UInt8]
  /// Bytes that its pictures take decoded, 4 a pixel.
  public var decodedBytes: Int

  /// A file.
  public init(mediaType: String, bytes: [UInt8], decodedBytes: Int) {
    self.mediaType = mediaType
    self.bytes = bytes
    self.decodedBytes = decodedBytes
  }
}

/// What a document says about itself, in its own units.
public struct AnimationInfo: Sendable, Hashable {
  /// Name of the format, for example `lottie`.
  public var format: String
  /// Size of the canvas in pixels.
  public var canvas: Size
  /// Frames per second.
  public var frameRate: Double
  /// Times that have a frame, in the source's frames. Frame 0 of a timeline is at the first one.
  public var times: ClosedRange<Double>
  /// Number of whole frames.
  public var frameCount: Int
  /// Named ranges, in the source's frames.
  public var markers: [Marker]
  /// IDs of the animations in the file, of which this is one; empty if they have none.
  public var animations: [String]
  /// The ID of this one; nil if it has none.
  public var animation: String?
  /// IDs of the themes that the animation can be drawn in.
  public var themes: [String]

  /// Facts of one document.
  public init(
    format: String, canvas: Size, frameRate: Double, times: ClosedRange<Double>, frameCount: Int,
    markers: [Marker] = [], animations: [String] = [], animation: String? = nil, themes: [String] = []
  ) {
    self.format = format
    self.canvas = canvas
    self.frameRate = frameRate
    self.times = times
    self.frameCount = frameCount
    self.markers = markers
    self.animations = animations
    self.animation = animation
    self.themes = themes
  }

  /// Number of the first whole frame.
  public var firstFrame: Double { (times.lowerBound + 0.5).rounded(.down) }

  /// Length in milliseconds.
  public var durationMilliseconds: Double { Double(frameCount) * 1000 / frameRate }

  /// The document's own frames.
  public var nativeSampling: FrameSampling { sampling() }

  /// Frames at even distances.
  ///
  /// The result is as long in time as the part of the document that it shows, give or take half a frame.
  ///
  /// - Parameters:
  ///   - range: From the first time to the one after the last, in the source's frames; nil for the whole document.
  ///   - frameRate: Frames per second of the result; nil for the document's own.
  ///   - speed: How much faster than the document the result plays.
  ///   - isReversed: Whether the last frame comes first.
  public func sampling(
    of range: Range<Double>? = nil, frameRate: Double? = nil, speed: Double = 1, isReversed: Bool = false
  ) -> FrameSampling {
    let range = range ?? firstFrame..<firstFrame + Double(max(0, frameCount))
    let rate = frameRate ?? self.frameRate
    let step = self.frameRate / rate * speed
    // Numbers that make no sense give one frame; the builder refuses a frame rate that makes none.
    guard step > 0, step.isFinite, range.lowerBound.isFinite else {
      return FrameSampling(times: [range.lowerBound.isFinite ? range.lowerBound : 0], frameRate: rate)
    }
    let exactCount = ((range.upperBound - range.lowerBound) / step).rounded()
    // A count beyond every limit is refused by the timeline's builder.
    let count = Int(clamping: exactCount, to: 1...1_000_000)
    let times = (0..<count).map { range.lowerBound + Double($0) * step }
    return FrameSampling(times: isReversed ? times.reversed() : times, frameRate: rate)
  }
}

/// The times at which a document is baked.
public struct FrameSampling: Sendable, Hashable {
  /// One a frame, in the source's frames, fractions allowed.
  public var times: [Double]
  /// Frames per second of the timeline to be made.
  public var frameRate: Double

  /// A sampling.
  public init(times: [Double], frameRate: Double) {
    self.times = times
    self.frameRate = frameRate
  }
}
