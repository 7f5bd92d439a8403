public import Diagnostics

/// Turns timelines into files of one format: what every exporter is.
public protocol AnimationExporter: Sendable {
  /// What can be chosen.
  associatedtype Options: Sendable

  /// What the format can say with some options.
  static func capabilities(_ options: Options) -> ExportCapabilities

  /// An exporter.
  init(options: Options, limits: Limits, progress: ProgressReporter)

  /// The files for a timeline, the main one first. Nothing is written.
  ///
  /// What is lossy is added to `log`; throws only when there can be no file.
  ///
  /// - Parameter name: What files and frames inside them are called, without an extension.
  func export(_ timeline: Timeline, name: String, log: inout DiagnosticLog) throws(Diagnostic) -> [NamedFile]
}

/// A file that an exporter has made.
public struct NamedFile: Sendable, Hashable {
  /// Name with extension; of a file in a folder of the result's own, such as `icon/0001.png`, with that.
  public var name: String
  /// Media type (RFC 6838), such as `image/webp`.
  public var mediaType: String
  /// Content.
  public var bytes: [UInt8]

  /// A file.
  public init(name: String, mediaType: String, bytes: [UInt8]) {
    self.name = name
    self.mediaType = mediaType
    self.bytes = bytes
  }
}

/// What a format can say.
public struct ExportCapabilities: Sendable, Hashable {
  /// Frame rates that players of a format play.
  public enum FrameRates: Sendable, Hashable {
    /// Any.
    case any
    /// Any, up to a number of frames per second.
    case atMost(Double)
    /// Some, in ascending order.
    case oneOf([Double])
  }

  /// Opacity of pixels.
  public enum Alpha: Sendable, Hashable {
    case none, binary, full
  }

  /// Frame rates.
  public var frameRates: FrameRates
  /// Whether sounds play along.
  public var hasSound: Bool
  /// Whether there is more than one frame.
  public var isAnimated: Bool
  /// Opacity of pixels.
  public var alpha: Alpha

  /// What a format can say.
  public init(
    frameRates: FrameRates = .any, hasSound: Bool = false, isAnimated: Bool = true, alpha: Alpha = .full
  ) {
    self.frameRates = frameRates
    self.hasSound = hasSound
    self.isAnimated = isAnimated
    self.alpha = alpha
  }
}
