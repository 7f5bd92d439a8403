public import KilnGeometry

/// Glyph of one or several characters: outline, coloured parts and pictures, at a font size of 1.
public struct FontGlyph: Sendable {
  /// Distance to the next character in em.
  public var advance: Double
  /// Outline in em; y points down, and the origin is on the baseline.
  public var outline: Path
  /// Parts in colours of their own, from back to front, which are drawn instead of the outline; empty for most fonts.
  public var layers: [Layer] = []
  /// Pictures, which are drawn over the outline; empty for most fonts.
  public var pictures: [Picture] = []
  /// Whether no font contains one of the characters; the outline then has the font's missing-glyph shape, often a box.
  public var isMissing: Bool
  /// Whether the font has more to see than the parts and pictures show: some gradients, blended parts, or too many points.
  public var isSimplified = false
  /// Whether characters that belong together were drawn one after the other, because there is no shaping library.
  public var isUnshaped = false
  /// The outline with its horizontal edges on whole pixels for a font of a number of pixels, in em; nil if they stay where
  /// they are.
  public var fitted: (@Sendable (_ size: Double) -> Path?)?

  /// A glyph with an advance and outline in em.
  public init(advance: Double, outline: Path, isMissing: Bool = false) {
    self.advance = advance
    self.outline = outline
    self.isMissing = isMissing
  }

  /// A colour of a font, with straight alpha.
  public struct Color: Sendable, Hashable {
    /// Component 0…255.
    public var red, green, blue, alpha: UInt8

    /// A colour.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// A part in a colour or a gradient.
  public struct Layer: Sendable, Hashable {
    /// Outline in em.
    public var outline: Path
    /// Colour of the part; nil for that of the text, and if there is a gradient.
    public var color: Color?
    /// Gradient of the part; nil if it has one colour.
    public var gradient: Gradient?

    /// The part after a transform that maps circles to circles.
    func transformed(by transform: Affine) -> Layer {
      var layer = self
      layer.outline = outline.transformed(by: transform)
      if let geometry = gradient?.geometry { layer.gradient?.geometry = geometry.transformed(by: transform) }
      return layer
    }
  }

  /// A gradient of a font.
  public struct Gradient: Sendable, Hashable {
    /// A colour at an offset between the gradient's start (0) and its end (1).
    public struct Stop: Sendable, Hashable {
      /// Offset, 0…1; at least that of the stop before.
      public var offset: Double
      /// Colour at the offset, with straight alpha.
      public var color: Color
    }

    /// Geometry to which the offsets of the stops refer, in em, y down.
    public var geometry: GradientGeometry
    /// Colours in order of their offsets; at least one.
    public var stops: [Stop]
  }

  /// A bitmap of a font.
  public struct Picture: Sendable, Hashable {
    /// Size in pixels.
    public var width, height: Int
    /// Four bytes a pixel, row by row: blue, green, red, alpha; colours are multiplied by alpha.
    public var pixels: [UInt8]
    /// Left edge in em from the origin.
    public var left: Double
    /// Upper edge in em from the baseline, y down.
    public var top: Double
    /// Size of a pixel in em.
    public var pixel: Double
    /// Distance to the next character in em.
    var advance: Double
  }
}
