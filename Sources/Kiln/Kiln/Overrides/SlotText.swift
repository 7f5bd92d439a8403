internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieImport
internal import KilnTimeline

/// A text that is drawn over the picture of a key, as players of SVGA draw the texts that apps give them: in one line in the
/// middle, white with a dark edge, because files say neither font nor colour.
struct SlotText {
  /// Height of the font in shares of the picture's height.
  private static let height = 0.6
  /// Width of the longest text in shares of the picture's width.
  private static let width = 0.94
  /// Width of the edge in shares of the font's size.
  private static let edge = 1.0 / 12
  /// Families of the font, as on the page of `kiln preview`.
  private static let families = ["sans-serif"]

  let key: String
  /// Outlines of the letters for a font size of 1, from the origin on.
  private let outline: Path
  private let advance: Double

  /// - Throws: `usage.invalid` if no font is found.
  init(_ change: NamedChange, assets: any AssetLoader) throws(Diagnostic) {
    key = change.name
    guard let font = assets.font(LottieFontQuery(anyOf: Self.families)) else {
      throw Diagnostic(
        .usageInvalid, "there is no font for the text of “\(change.name)”", advice: "install one, such as DejaVu Sans")
    }
    var outline = Path()
    var advance = 0.0
    for character in change.value {
      let glyph = font.glyph(for: String(character))
      outline.append(glyph.outline, transformedBy: .translation(advance, 0))
      advance += glyph.advance
    }
    (self.outline, self.advance) = (outline, advance)
  }

  /// The letters in the middle of a picture; nil for a text without any.
  func shapes(width: Int, height: Int) -> [Shape]? {
    let bounds = outline.bounds(transformedBy: .identity)
    guard !bounds.isEmpty, advance > 0 else { return nil }
    let size = min(Double(height) * Self.height, Double(width) * Self.width / advance)
    // Capitals and small letters stand around the middle as in browsers: a third of the size above the baseline.
    let place =
      Affine.translation((Double(width) - advance * size) / 2, Double(height) / 2 + size * 0.35) * .scale(size, size)
    let letters = Shape.Outline.path(outline.transformed(by: place))
    let white = StraightColor(red: 1, green: 1, blue: 1)
    let dark = StraightColor(red: 0, green: 0, blue: 0, alpha: 0.6)
    let stroke = StrokeStyle(width: size * Self.edge, cap: .round, join: .round)
    return [
      Shape(outline: letters, stroke: Stroke(.solid(dark), style: stroke)),
      Shape(outline: letters, fill: Fill(.solid(white))),
    ]
  }
}

extension Timeline {
  /// The timeline with texts over the pictures of their keys.
  func writing(_ texts: [SlotText], limits: Limits, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    var builder = try TimelineBuilder(editing: self, limits: limits)
    builder.sprites = try written(sprites, texts, &builder)
    return builder.build(log: &log)
  }

  private func written(
    _ sprites: [Sprite], _ texts: [SlotText], _ builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    var result: [Sprite] = []
    for var sprite in sprites {
      if case .group(let children) = sprite.content { sprite.content = .group(try written(children, texts, &builder)) }
      if let matte = sprite.matte {
        sprite.matte = Matte(try written(matte.sprites, texts, &builder), mode: matte.mode)
      }
      result.append(sprite)
      guard case .image(let id) = sprite.content, let key = sprite.replacementKey,
        let shapes = texts.last(where: { $0.key == key })?.shapes(width: self[id].width, height: self[id].height)
      else { continue }
      try builder.reserveSprite()
      let list = try builder.intern(shapes)
      sprite.replacementKey = nil
      sprite.content = .vector
      sprite.frames.update { _, state in if state.isVisible { state.shapes = list } }
      result.append(sprite)
    }
    return result
  }
}
