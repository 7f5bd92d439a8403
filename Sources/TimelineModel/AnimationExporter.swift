public import Diagnostics

/// Writes timelines as files of one format. The opposite of `AnimationSource`.
public protocol AnimationExporter: Sendable {
  /// Settings that only this format has.
  associatedtype Options: Sendable, Hashable

  /// The settings of this exporter.
  var options: Options { get }

  /// What the format can store with these settings.
  var capabilities: ExportCapabilities { get }

  /// An exporter with some settings.
  init(options: Options)

  /// Encodes a timeline. Nothing is written to disk.
  ///
  /// Everything lossy that does not stop the work is added to `log`.
  ///
  /// - Throws: `work.cancelled` when the caller cancels, `limit.exceeded`, or a rule of the exporter when there can be no
  ///   file: the format cannot store it, or it does not keep to `context.budget`.
  func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation
}

/// What every exporter needs beside the timeline and its own options.
public struct ExportContext: Sendable {
  /// Base name of the files, and of frames inside them; without an extension.
  public var name: String
  /// Size of the timeline's canvas relative to the source's; nil if columns and rows have different factors.
  public var scale: Double? = 1
  /// Upper bounds of the result; exporters stop as soon as one is exceeded.
  public var budget = ExportBudget()
  /// Number of threads to work on. Never changes the result.
  public var threads = 1
  /// Limits on pixels and memory.
  public var limits = Limits()
  /// Receives reports and answers whether to stop.
  public var progress = ProgressReporter.silent

  /// A context without budget, on one thread.
  public init(name: String = "animation") {
    self.name = name
  }
}

/// Upper bounds of an export.
public struct ExportBudget: Sendable, Hashable {
  /// Bytes of all files; nil for no bound.
  public var bytes: Int?
  /// Bytes of all pictures that a player holds decoded; nil for no bound.
  public var memory: Int?

  /// A budget.
  public init(bytes: Int? = nil, memory: Int? = nil) {
    self.bytes = bytes
    self.memory = memory
  }
}

/// What an exporter returns.
public struct ExportedAnimation: Sendable {
  /// The files, the main one first.
  public var files: [NamedFile]
  /// Bytes of the decoded pictures that a player holds in memory, 4 a pixel.
  public var decodedBytes: Int

  /// An export.
  public init(files: [NamedFile], decodedBytes: Int) {
    self.files = files
    self.decodedBytes = decodedBytes
  }
}

/// A file in memory.
public struct NamedFile: Sendable, Hashable {
  /// File name with extension. A file in a folder of the result has the form `folder/0001.png`.
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

/// What a format can store.
public struct ExportCapabilities: Sendable, Hashable {
  /// Frame rates that players of a format play.
  public enum FrameRates: Sendable, Hashable {
    /// Any rate.
    case any
    /// Any rate up to a number of frames per second.
    case atMost(Double)
    /// Only these, in ascending order.
    case oneOf([Double])
  }

  /// Frame rates, in frames per second.
  public var frameRates: FrameRates
  /// Whether sounds are stored. Where they are not, the caller reports them as dropped.
  public var hasSound: Bool
  /// Whether there is more than one frame. Where there is not, the timeline's first frame is written.
  public var isAnimated: Bool

  /// Capabilities.
  public init(frameRates: FrameRates = .any, hasSound: Bool = false, isAnimated: Bool = true) {
    self.frameRates = frameRates
    self.hasSound = hasSound
    self.isAnimated = isAnimated
  }
}
