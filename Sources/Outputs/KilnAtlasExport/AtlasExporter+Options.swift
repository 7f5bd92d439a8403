public import KilnCompression

extension AtlasExporter {
  /// Settings of atlases: what describes them, how cells are cut and packed, and how pages are written.
  public struct Options: Sendable, Hashable {
    /// Dialect of the file that says where the frames are.
    public var descriptor = AtlasDescriptor.texturepacker
    /// Transparent pixels between regions, so that neighbours do not bleed into each other when scaled.
    public var padding = 2
    /// Pixels around each region that repeat its edge, so that nothing bleeds in when it is scaled.
    public var extrusion = 0
    /// Alpha up to which pixels at the edges of frames are cut, 0…254; nil keeps the whole canvas.
    public var trimThreshold: Int? = 0
    /// Whether regions may be turned by a quarter; not with every descriptor.
    public var allowsRotation = false
    /// Sizes that pages may have.
    public var pageSizes = AtlasPageSizes()
    /// The longest side of a page in pixels; nil for 2048, which all hardware loads, or 4096 if a frame needs it.
    public var maximumSide: Int?
    /// Sizes relative to that of the timeline; for each but a single 1 all files are written with names such as `a@2x.png`.
    public var scales: [Double] = [1]
    /// Factor on the resolution of drawn sprites.
    public var spriteScale = 1.0
    /// Whether the colours of the pages are multiplied by alpha.
    public var isPremultiplied = false
    /// Whether pages have at most 256 colours, where the difference is hardly seen.
    public var isLossy = false
    /// Effort of packing and compression: more takes longer and makes the pages smaller.
    public var effort = CompressionEffort.normal

    /// The default of each property.
    public init() {}

    /// Suffixes of file names before their extensions, one for each scale; an empty text if there is only scale 1.
    public static func nameSuffixes(for scales: [Double]) -> [String] {
      scales == [1] ? [""] : scales.map { "@\(AtlasLayout.text(of: $0))x" }
    }
  }
}
