internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// A document's fonts, with the characters that it holds as outlines or that fonts from outside have.
struct FontTable {
  private struct Face: Hashable {
    var family: String
    var style: String
  }

  /// The source of characters' outlines.
  enum Source {
    /// The document's outlines.
    case outlines
    /// None: the document's outlines are of a version that lottie-web no longer draws.
    case outdatedOutlines
    /// Fonts from outside, as the document has no outlines.
    case externalFonts
  }

  let source: Source
  private let fonts: [LottieFont]
  /// Positions of fonts by their names; of several with one name the first.
  private let fontPositions: [String: Int]
  private let externalFonts: ExternalFonts
  private var faces: [Face: [String: LottieCharacter]] = [:]
  private let rules: FidelityRules
  private let expressions: ExpressionRunner?
  private let limits: Limits

  init(
    _ document: LottieDocument, externalFonts: ExternalFonts, _ rules: FidelityRules, _ expressions: ExpressionRunner?,
    limits: Limits
  ) {
    self.rules = rules
    self.expressions = expressions
    self.limits = limits
    self.externalFonts = externalFonts
    fonts = document.fonts
    fontPositions = Dictionary(fonts.enumerated().map { ($1.name, $0) }) { first, _ in first }
    guard let characters = document.characters else {
      source = .externalFonts
      return
    }
    source = document.version.isBefore(4, 7, 99) ? .outdatedOutlines : .outlines
    for character in characters {
      let face = Face(family: character.family, style: character.style)
      // As in lottie-web the first of several counts.
      if faces[face]?[character.character] == nil { faces[face, default: [:]][character.character] = character }
    }
  }

  /// Whether letters lose their places where the file does not say the tracking.
  var losesLetterPlaces: Bool { rules.losesLetterPlaces }

  /// The font of a name, or the first one.
  func font(named name: String) -> LottieFont? { fontPositions[name].map { fonts[$0] } ?? fonts.first }

  /// The typeface for a font's name; nil if texts are not drawn.
  func typeface(named name: String) -> (any Typeface)? {
    let font = font(named: name)
    let ascent = font?.ascent ?? (rules.losesLetterPlaces ? .nan : 0)
    switch source {
    case .outdatedOutlines: return nil
    case .outlines:
      let characters = font.flatMap { faces[Face(family: $0.family, style: $0.style)] } ?? [:]
      return OutlinedTypeface(characters: characters, ascent: ascent, expressions: expressions, limits: limits)
    case .externalFonts:
      return externalFace(named: name).map {
        ExternalTypeface(
          face: $0, ascent: ascent, alignsBaselines: rules.alignsBaselines, shapesLines: rules.shapesLines)
      }
    }
  }

  /// The most fonts that are looked for outside of the document, if it asks for more; nil if it does not.
  var exceededFontLimit: Int? { externalFonts.exceededLimit }

  /// The font from outside for a font's name; nil if there is none.
  func externalFace(named name: String) -> (any LottieFontFace)? {
    font(named: name).flatMap { externalFonts.face(for: $0, declaresRegular: rules.declaresFontsRegular) }
  }

  /// A font's character in the document; nil if it has none.
  func character(_ character: String, font name: String) -> LottieCharacter? {
    font(named: name).flatMap { faces[Face(family: $0.family, style: $0.style)]?[character] }
  }
}

/// A typeface whose characters are shapes of the document.
private struct OutlinedTypeface: Typeface {
  let characters: [String: LottieCharacter]
  let ascent: Double
  let expressions: ExpressionRunner?
  let limits: Limits
  let shapesLines = false

  func glyph(for character: String, size: Double) throws(Diagnostic) -> Glyph? {
    guard let character = characters[character] else { return nil }
    var glyph = Glyph(advance: character.width.fromPercent * size, outline: Path())
    glyph.letter = Letter(size: size, isAligned: false)
    switch character.content {
    case .shapes(let items): glyph.outline = try outline(items, size: size)
    case .composition(let composition): glyph.composition = composition
    }
    return glyph
  }

  /// All paths of the items as one. Only the first item gets the text's size, as in lottie-web.
  private func outline(_ items: [ShapeItem], size: Double) throws(Diagnostic) -> Path {
    var outline = Path()
    for (index, item) in items.enumerated() {
      let scale = index == 0 ? size.fromPercent : 1
      try append(item, transformedBy: .scale(scale, scale), to: &outline)
    }
    return outline
  }

  private func append(_ item: ShapeItem, transformedBy transform: Affine, to outline: inout Path) throws(Diagnostic) {
    switch item {
    case .group(let group):
      let transform = transform * TransformTrack(group.transform, expressions).matrix.value(at: 0, in: .constant)
      for item in group.items.reversed() { try append(item, transformedBy: transform, to: &outline) }
    case .path, .rectangle, .ellipse, .polystar:
      guard let source = PathSource(expressions, ifAny: { PathGeometry(item, &$0) }), !item.head.isHidden else { break }
      let contour = source.value(at: 0, in: .constant)
      outline.append(transform == .identity ? contour : contour.roundedAfter(transform))
    default: break
    }
    try limits.check(outline.points.count, atMost: .outlinePoints, "the number of points of a character")
  }
}

extension Contour {
  /// The contour mapped, in whole hundredths of a pixel: how lottie-web writes mapped paths into SVG.
  fileprivate func roundedAfter(_ transform: Affine) -> Contour {
    func mapped(_ point: Point) -> Point {
      let point = transform.apply(point)
      return Point((point.x * 100).rounded() / 100, (point.y * 100).rounded() / 100)
    }
    return Contour(
      vertices.map { Vertex(mapped($0.point), incoming: mapped($0.incoming), outgoing: mapped($0.outgoing)) },
      isClosed: isClosed)
  }
}
