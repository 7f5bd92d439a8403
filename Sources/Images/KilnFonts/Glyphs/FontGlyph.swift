package import KilnGeometry

/// Glyph of one or several characters: outline, coloured parts and pictures, at a font size of 1.
package struct FontGlyph: Sendable {
  /// Distance to the next character in em.
  package var advance: Double
  /// Outline in em; y points down, and the origin is on the baseline.
  package var outline: Path
  /// Parts in colours of their own, from back to front, which are drawn instead of the outline; empty for most fonts.
  package var layers: [Layer] = []
  /// Pictures, which are drawn over the outline; empty for most fonts.
  package var pictures: [Picture] = []
  /// Whether no font that can be read contains one of the characters; the outline then has the font's missing-glyph shape,
  /// often a box.
  package var isMissing: Bool
  /// Whether the font has more to see than the parts and pictures show: some gradients, blended parts, or too many points.
  package var isSimplified = false
  /// Whether characters that belong together were drawn one after the other, because there is no shaping library,
  /// or it cannot read the font or got no memory.
  package var isUnshaped = false
  /// The outline with its horizontal edges on whole pixels for a font of a number of pixels, in em; nil if they stay where
  /// they are.
  package var fitted: (@Sendable (_ size: Double) -> Path?)?

  /// A glyph with an advance and outline in em.
  package init(advance: Double, outline: Path, isMissing: Bool = false) {
    self.advance = advance
    self.outline = outline
    self.isMissing = isMissing
  }

  /// A colour of a font, with straight alpha.
  package struct Color: Sendable, Hashable {
    /// Component 0…255.
    package var red, green, blue, alpha: UInt8

    /// A colour.
    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
      (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }
  }

  /// A part in a colour or a gradient.
  package struct Layer: Sendable, Hashable {
    /// Outline in em.
    package var outline: Path
    /// Colour of the part; nil for that of the text, and if there is a gradient.
    package var color: Color?
    /// Gradient of the part; nil if it has one colour.
    package var gradient: Gradient?

    /// The part after a transform that maps circles to circles.
    func transformed(by transform: Affine) -> Layer {
      var layer = self
      layer.outline = outline.transformed(by: transform)
      if let geometry = gradient?.geometry { layer.gradient?.geometry = geometry.transformed(by: transform) }
      return layer
    }
  }

  /// A gradient of a font.
  package struct Gradient: Sendable, Hashable {
    /// A colour at an offset between the gradient's start (0) and its end (1).
    package struct Stop: Sendable, Hashable {
      /// Offset, 0…1; at least that of the stop before.
      package var offset: Double
      /// Colour at the offset, with straight alpha.
      package var color: Color
    }

    /// Geometry to which the offsets of the stops refer, in em, y down.
    package var geometry: GradientGeometry
    /// Colours in order of their offsets; at least one.
    package var stops: [Stop]
  }

  /// A bitmap of a font.
  package struct Picture: Sendable, Hashable {
    /// Size in pixels.
    package var width, height: Int
    /// Four bytes a pixel, row by row: blue, green, red, alpha; colours are multiplied by alpha.
    package var pixels: [UInt8]
    /// Left edge in em from the origin.
    package var left: Double
    /// Upper edge in em from the baseline, y down.
    package var top: Double
    /// Size of a pixel in em.
    package var pixel: Double
    /// Distance to the next character in em.
    var advance: Double
  }
}
