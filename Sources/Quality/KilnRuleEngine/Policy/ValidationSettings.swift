public import KilnPlayers

/// Demands on animations at one place of a project file. Nil or empty properties are not set there.
public struct ValidationSettings: Sendable, Hashable, Codable {
  /// Names whose form can be demanded.
  public struct Names: Sendable, Hashable, Codable {
    /// Pattern of file names, without folders.
    public var files: NamePattern?
    /// Pattern of layer names in Lottie files.
    public var layers: NamePattern?
    /// Pattern of the names by which apps replace images: keys of SVGA, IDs of Lottie's image assets.
    public var keys: NamePattern?
    /// Pattern of marker names in Lottie files.
    public var markers: NamePattern?

    /// No demands.
    public init() {}

    mutating func merge(_ other: Names) {
      files = other.files ?? files
      layers = other.layers ?? layers
      keys = other.keys ?? keys
      markers = other.markers ?? markers
    }
  }

  /// Formats that are meant, as `ValidationReport.format` names them; empty for all.
  public var formats: [String] = []
  /// Players that must show the animation.
  public var targets: [Target]?
  /// Settings of rules by their IDs.
  public var settings: [String: ValidationOptions.Setting] = [:]
  /// Values of rules' options, by `rule.option`.
  public var values: [String: Double] = [:]
  /// Forms of names.
  public var names = Names()
  /// Images that apps replace, by name.
  public var slots: [String: PixelExtent] = [:]
  /// Sizes one of which the canvas must have.
  public var canvases: [PixelExtent]?
  /// Frame rates one of which the animation must have.
  public var rates: [Double]?
  /// Exceptions that hold no longer, as sentences.
  public var expired: [String] = []

  /// No demands.
  public init() {}

  /// Merges other settings, which take precedence. Lists are replaced.
  public mutating func merge(_ other: ValidationSettings) {
    targets = other.targets ?? targets
    settings.merge(other.settings) { $1 }
    values.merge(other.values) { $1 }
    names.merge(other.names)
    slots.merge(other.slots) { $1 }
    canvases = other.canvases ?? canvases
    rates = other.rates ?? rates
    expired += other.expired
  }
}
