public import KilnCompression
public import KilnPalettes
public import KilnSVGAFormat

extension SVGAExporter {
  /// Form of texts in the file.
  public enum TextForm: String, Sendable, CaseIterable {
    /// As shapes, sharp at any size.
    case outlines
    /// As one bitmap for each text layer, with the layer's name as key by which apps put another picture or text in its place.
    case bitmap
  }

  /// Settings of SVGA files.
  public struct Options: Sendable, Hashable {
    /// Players that must draw the file right.
    public var profile = SVGAProfile.portable
    /// Tolerance of rounding, in pixels of the canvas. With 0, movies that are packed anew keep their numbers.
    public var tolerance = 0.05
    /// Whether unchanged shapes are written as KEEP. The iOS player blanks such frames when an app seeks to them.
    public var keepsUnchangedShapes = true
    /// Version of the format, which defines how the movie is packed.
    public var version = SVGAVersion.stream
    /// Effort of compression: more takes longer and makes the file smaller.
    public var effort = CompressionEffort.normal
    /// Quantizer that gives bitmaps fewer colours; nil to keep all.
    public var quantizer: ColorQuantizer?
    /// Factor on the resolution of bitmaps: of those that stand in for what SVGA cannot draw and, below 1, of the
    /// source's.
    public var bitmapScale = 1.0
    /// Time that players may take to draw a frame; where they take more, shapes become bitmaps.
    public var playingTime = SVGAPlayingTime.smooth
    /// Form of texts in the file.
    public var textForm = TextForm.outlines
    /// New names by old ones, for keys by which apps replace pictures.
    public var keys: [String: String] = [:]
    /// Sizes above which a file is refused or warned of where no budget is set.
    public var limits = SVGALimits()

    /// The settings of a file for all official players.
    public init() {}
  }
}
