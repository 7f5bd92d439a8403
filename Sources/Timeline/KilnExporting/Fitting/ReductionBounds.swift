/// Settings that a budget may lower, and their lower bounds.
///
/// The search that chooses frame rate and size keeps to the bounds on these; an `ExportFitter` keeps to the others.
public struct ReductionBounds: Sendable, Hashable {
  /// Whether the size of the canvas stays as asked for.
  public var keepsSize = false
  /// Whether the frame rate stays as asked for.
  public var keepsFrameRate = false
  /// Whether the quality of pictures (codec, quality, colours) stays as asked for.
  public var keepsQuality = false
  /// Options of the command line that say what stays, without which more could be given up.
  public var keepingOptions: [String] = []
  /// Whether the resolution of bitmaps inside the file stays as asked for.
  public var keepsResolution = false
  /// Lowest frame rate, in frames per second; nil for 5, below which motion falls apart into pictures. A rate that is lower
  /// already stays.
  public var minimumFrameRate: Double?
  /// Lowest quality of lossy pictures, 0…100; nil for the exporter's own lowest.
  public var minimumQuality: Double?
  /// Lowest factor on the canvas and on the resolution of bitmaps; nil for a quarter.
  public var minimumScale: Double?
  /// Setting whose loss counts more than that of the others.
  public var preference = ReductionPreference.none

  /// Everything may be lowered.
  public init() {}

  /// Lowest frame rate that may be chosen.
  public var leastFrameRate: Double { minimumFrameRate ?? 5 }
  /// Lowest factor that may be chosen.
  public var leastScale: Double { minimumScale ?? 0.25 }
}

/// Setting that a budget's search gives up last.
public enum ReductionPreference: String, Sendable, Hashable, CaseIterable {
  /// All kinds of loss count alike.
  case none
  /// The size of the canvas and the resolution of bitmaps.
  case size
  /// The quality of pictures.
  case sharpness
  /// The frame rate.
  case smoothness

  /// Factor on the loss of the preferred setting.
  private static let factor = 4.0

  /// Whether the size of the canvas is lowered only where nothing else helps: the other losses are seen less.
  public var givesUpSizeLast: Bool { self == .none || self == .size }

  /// Factor on losses by lower resolution.
  public var sizeWeight: Double { self == .size ? Self.factor : 1 }
  /// Factor on losses by lower quality.
  public var sharpnessWeight: Double { self == .sharpness ? Self.factor : 1 }
  /// Factor on losses by lower frame rates.
  public var smoothnessWeight: Double { self == .smoothness ? Self.factor : 1 }
}
