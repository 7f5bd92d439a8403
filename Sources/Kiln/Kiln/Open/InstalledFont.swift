#if Fonts
  internal import KilnFonts
  internal import KilnGeometry
  internal import KilnLottieImport
  internal import KilnPNG
  internal import KilnPixels
  internal import KilnTimeline

  /// A font file, installed or not, for Lottie's texts without letters of their own.
  struct InstalledFont: LottieFontFace {
    private let face: FontFace
    let isInstalled: Bool

    /// The best match of a query among the installed fonts; nil if there are none.
    ///
    /// - Parameter usesBrowserFallback: Whether a missing family is replaced as browsers do, if what they use is installed.
    init?(_ query: LottieFontQuery, in fonts: SystemFonts, usesBrowserFallback: Bool) {
      guard let face = fonts.face(FontQuery(query, usesBrowserFallback: usesBrowserFallback)) else { return nil }
      self.face = face
      isInstalled = true
    }

    /// The font that the document holds; nil if it cannot be read.
    init?(_ query: LottieFontQuery, bytes: [UInt8], in fonts: SystemFonts) {
      let bytes = FontBytes(bytes)
      guard let face = fonts.face(FontQuery(query), bytes: bytes, isDeclaredRegular: query.isDeclaredRegular) else {
        return nil
      }
      self.face = face
      isInstalled = false
    }

    /// The font in a file that the document names; nil if it cannot be read.
    init?(_ query: LottieFontQuery, path: String, in fonts: SystemFonts) {
      guard let face = fonts.face(FontQuery(query), path: path, isDeclaredRegular: query.isDeclaredRegular) else {
        return nil
      }
      self.face = face
      isInstalled = false
    }

    /// The best match of a query among files; nil if none is of its families.
    init?(_ query: LottieFontQuery, among paths: [String], in fonts: SystemFonts) {
      guard let face = fonts.face(FontQuery(query), amongFiles: paths) else { return nil }
      self.face = face
      isInstalled = false
    }

    /// Path of its file; nil for a font in memory.
    var path: String? { face.path }
    var family: String { face.family }
    var isRequested: Bool { face.isRequested }

    var substitutionReason: String? {
      switch face.substitution {
      case .equivalent: "with the same widths"
      case .browserStandard: "as in browsers; --fidelity ae takes one of the same class"
      case .sameClass(let fontClass): "a \(fontClass.rawValue) font, too"
      case .standard(let fontClass?): "no \(fontClass.rawValue) font is installed"
      case .standard(nil): "the class of the missing font is not known"
      case nil: nil
      }
    }

    func glyph(for text: String) -> LottieFontGlyph {
      let glyph = face.glyph(for: text)
      var result = LottieFontGlyph(advance: glyph.advance, outline: glyph.outline, isMissing: glyph.isMissing)
      result.layers = glyph.layers.map { .init(outline: $0.outline, paint: Paint($0)) }
      result.pictures = glyph.pictures.compactMap(LottieFontGlyph.Picture.init)
      result.isSimplified = glyph.isSimplified
      result.isUnshaped = glyph.isUnshaped
      result.fitted = glyph.fitted
      return result
    }
  }

  extension FontQuery {
    fileprivate init(_ query: LottieFontQuery, usesBrowserFallback: Bool = false) {
      self.init(
        families: query.families, weight: query.weight, isItalic: query.isItalic,
        usesBrowserFallback: usesBrowserFallback)
    }
  }

  extension Paint {
    /// Nil for the colour of the text.
    fileprivate init?(_ layer: FontGlyph.Layer) {
      if let gradient = layer.gradient {
        let stops = gradient.stops.map { Gradient.Stop(offset: $0.offset, color: StraightColor($0.color)) }
        self = .gradient(Gradient(gradient.geometry, stops: stops))
      } else if let color = layer.color {
        self = .solid(StraightColor(color))
      } else {
        return nil
      }
    }
  }

  extension StraightColor {
    fileprivate init(_ color: FontGlyph.Color) {
      self.init(
        red: Double(color.red) / 255, green: Double(color.green) / 255, blue: Double(color.blue) / 255,
        alpha: Double(color.alpha) / 255)
    }
  }

  extension LottieFontGlyph.Picture {
    /// Nil if it cannot be encoded.
    fileprivate init?(_ picture: FontGlyph.Picture) {
      var pixmap = Pixmap(width: picture.width, height: picture.height)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let start = 4 * (y * picture.width + x)
          let bytes = picture.pixels[start..<start + 4].map(UInt32.init)
          // From blue, green, red and alpha to red in the lowest byte.
          pixmap[x, y] = bytes[2] | bytes[1] << 8 | bytes[0] << 16 | bytes[3] << 24
        }
      }
      guard let png = try? PNGEncoder.encode(pixmap) else { return nil }
      self.init(
        png: png, transform: .translation(picture.left, picture.top) * .scale(picture.pixel, picture.pixel))
    }
  }
#endif
