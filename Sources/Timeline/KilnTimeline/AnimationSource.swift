public import KilnDiagnostics
public import KilnGeometry

/// An imported document that can be baked at any sample times; the result of an importer.
public protocol AnimationSource: Sendable {
  /// Metadata of the document.
  var info: AnimationInfo { get }

  /// The file that was imported, if an exporter of the same format can make use of it; nil by default.
  var file: SourceFile? { get }

  /// Number of bytes of the whole document packed by Deflate, as servers send it. Each call packs it, which takes some
  /// milliseconds for each megabyte.
  ///
  /// - Returns: Nil by default, or if images lie beside the document.
  func packedBytes() -> Int?

  /// Bakes one frame for each sample time.
  ///
  /// Lossy effects are added to `log`.
  ///
  /// - Throws: `work.cancelled` if the caller cancels, `limit.exceeded`, a rule of `TimelineBuilder`, or a rule of the
  ///   importer if there can be no timeline.
  func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline

  /// Placements of the layers of a key path in one frame; by default those of the sprites of a baked timeline.
  ///
  /// - Parameter time: In frames of the source.
  /// - Returns: The placements of drawn layers, from back to front; empty if there are none.
  /// - Throws: As `timeline(_:progress:log:)`.
  func placements(
    of pattern: KeyPathPattern, at time: Double, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [LayerPlacement]
}

extension AnimationSource {
  /// Nil.
  public var file: SourceFile? { nil }

  /// Nil: the size is not known.
  public func packedBytes() -> Int? { nil }

  /// Bakes one frame for each sample time, without progress reports.
  ///
  /// - Throws: As `timeline(_:progress:log:)`, except `work.cancelled`.
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

  /// A file with the memory that its images take decoded.
  public init(mediaType: String, bytes: [UInt8], decodedBytes: Int) {
    self.mediaType = mediaType
    self.bytes = bytes
    self.decodedBytes = decodedBytes
  }
}

/// Metadata of a document, in its own units.
public struct AnimationInfo: Sendable, Hashable {
  /// Name of the format, such as `lottie`.
  public var format: String
  /// Canvas size in pixels.
  public var canvas: Size
  /// Native frame rate in frames per second.
  public var frameRate: Double
  /// Range of times with content, in source frames. Frame 0 of a natively sampled timeline is at the first whole one.
  public var times: ClosedRange<Double>
  /// Number of whole frames.
  public var frameCount: Int
  /// Named ranges, in source frames.
  public var markers: [Marker]
  /// IDs of all animations in the file, this one included; empty if the format has none.
  public var animations: [String]
  /// ID of this animation; nil if it has none.
  public var animation: String?
  /// IDs of the themes that can be applied to the animation.
  public var themes: [String]
  /// Names of the fonts that texts ask for.
  public var fonts: [String] = []
  /// IDs of the values that themes replace.
  public var slots: [String] = []
  /// State machines of the file around the animation, which say what an app shows when.
  public var stateMachines: [AnimationStateMachine] = []
  /// Whether timelines of the animation have sounds.
  public var hasSound = false
  /// Times at which another picture is shown, in source frames, ascending, for an animation whose pictures are held for
  /// several frames; empty if every frame may differ.
  public var changes: [Double] = []

  /// Metadata of one document.
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

  /// The first marker with a name, or else with a comment; space at the ends of texts does not count.
  public func marker(named name: String) -> Marker? {
    let name = name.trimmingSpace
    return markers.first { $0.name.trimmingSpace == name } ?? markers.first { $0.comment.trimmingSpace == name }
  }

  /// The first whole frame, in source frames.
  public var firstFrame: Double { (times.lowerBound + 0.5).rounded(.down) }

  /// Duration in milliseconds.
  public var durationMilliseconds: Double { Double(frameCount) * 1000 / frameRate }

  /// Sampling at every whole frame of the document.
  public var nativeSampling: FrameSampling { sampling() }

  /// Sampling at equal distances.
  ///
  /// The duration of the result is that of the range divided by `speed`, within half a frame.
  ///
  /// - Parameters:
  ///   - range: Half-open range of times in source frames; nil for the whole document.
  ///   - frameRate: Frames per second of the result; nil for the document's own.
  ///   - speed: Factor on the playback speed.
  ///   - isReversed: Whether frames are in reverse order.
  public func sampling(
    of range: Range<Double>? = nil, frameRate: Double? = nil, speed: Double = 1, isReversed: Bool = false
  ) -> FrameSampling {
    let range = range ?? firstFrame..<firstFrame + Double(max(0, frameCount))
    let rate = frameRate ?? self.frameRate
    let step = self.frameRate / rate * speed
    // Invalid numbers give one frame; the timeline's builder rejects an invalid frame rate.
    guard step > 0, step.isFinite, range.lowerBound.isFinite else {
      return FrameSampling(times: [range.lowerBound.isFinite ? range.lowerBound : 0], frameRate: rate)
    }
    let exactCount = ((range.upperBound - range.lowerBound) / step).rounded()
    // The timeline's builder rejects a count beyond the limits.
    let count = Int(clamping: exactCount, to: 1...1_000_000)
    // Of pictures that are held, what is shown in the middle of the frame's time: changes are rounded, and not all later.
    let start = changes.isEmpty || step == 1 ? range.lowerBound : range.lowerBound + step / 2
    let times = (0..<count).map { start + Double($0) * step }
    return FrameSampling(times: isReversed ? times.reversed() : times, frameRate: rate)
  }
}

/// Sample times at which a document is baked, and the frame rate of the result.
public struct FrameSampling: Sendable, Hashable {
  /// One time for each frame, in source frames, fractions allowed.
  public var times: [Double]
  /// Frames per second of the resulting timeline.
  public var frameRate: Double
  /// Whether the source's sounds are wanted, and it is a finding if they cannot be played at these times.
  public var hasSound: Bool

  /// A sampling with one frame for each time.
  public init(times: [Double], frameRate: Double, hasSound: Bool = true) {
    self.times = times
    self.frameRate = frameRate
    self.hasSound = hasSound
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmingSpace: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
