internal import KilnTimeline

/// Sizes above which an SVGA file is refused or warned of, unless a budget says otherwise.
public struct SVGALimits: Sendable, Hashable {
  /// Bytes of the file above which it is refused; nil for any number, and no warning.
  public var bytes: Int? = 20_000_000
  /// Bytes of all decoded bitmaps above which the file is refused; nil for any number, and no warning.
  public var memory: Int? = 64_000_000
  /// Bytes of the file above which there is a warning: what teams that ship SVGA files commonly allow.
  public var bytesWarning = 2_000_000
  /// Bytes of all decoded bitmaps above which there is a warning, as in the official converter.
  public var memoryWarning = 8 << 20

  /// Factor between the bytes of a file and those of its packed source, from which on there is a warning.
  public var growthWarning = 20
  /// Bytes of the file up to which there is no warning, whatever the factor.
  public var growthBytes = 10_000

  /// The limits of what phones play.
  public init() {}

  /// The limits for a file that is made from another SVGA file, which may stay as large as it is.
  func raised(to source: SourceFile?) -> SVGALimits {
    guard let source else { return self }
    var limits = self
    limits.bytes = bytes.map { max($0, source.bytes.count) }
    limits.memory = memory.map { max($0, source.decodedBytes) }
    return limits
  }
}
