public import KilnDiagnostics

/// Result of the validation of one file.
public struct ValidationReport: Sendable {
  /// Canvas, duration, number of layers and image memory of an animation.
  public struct Facts: Sendable, Hashable {
    /// Canvas in pixels.
    public var width = 0.0
    /// Canvas in pixels.
    public var height = 0.0
    /// Frames per second.
    public var frameRate = 0.0
    /// Number of frames.
    public var frameCount = 0
    /// Number of layers or sprites in the file.
    public var layers = 0
    /// Bytes that all images take decoded, 4 a pixel.
    public var decodedBytes = 0

    /// Duration in milliseconds; 0 for a still picture.
    public var durationMilliseconds: Double { frameRate > 0 ? Double(frameCount) * 1000 / frameRate : 0 }
  }

  /// Format of the file: `lottie`, `dotlottie`, `tgs`, `svga`, `timeline`, `webp`, `apng`, `png`, `atlas`; empty for a
  /// format that Kiln does not know.
  public var format = ""
  /// Bytes of the file.
  public var bytes = 0
  /// Canvas, duration, number of layers and image memory of the animation.
  public var facts = Facts()
  /// The findings: by place in the file as they were made.
  public var findings: [Finding] = []
  /// Findings beyond the maximum number of one rule, by rule.
  public var omitted: [(rule: Rule, count: Int)] = []
  /// Why the file cannot be read; nil if it can.
  public var failure: Diagnostic?
  /// Line and column of the failure; nil if they are not known.
  public var failurePlace: TextLocation?

  /// A report without findings.
  public init() {}

  /// The highest severity; nil without findings.
  public var worst: Rule.Severity? {
    failure == nil ? findings.map(\.severity).max() : .error
  }

  /// Number of findings of a severity, those that were omitted not counted.
  public func count(_ severity: Rule.Severity) -> Int { findings.count { $0.severity == severity } }
}
