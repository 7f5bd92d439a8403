internal import Diagnostics
internal import Geometry
internal import LottieFormat

/// A document's fonts with the characters that it holds as outlines.
struct FontTable {
  private struct Face: Hashable {
    var family: String
    var style: String
  }

  /// Why texts are not drawn; nil if they are.
  enum Obstacle {
    /// The document has no outlines.
    case needsFontFile
    /// Its outlines are of a version that lottie-web no longer draws.
    case isOutdated
  }

  let obstacle: Obstacle?
  private let fonts: [LottieFont]
  private var faces: [Face: [String: LottieCharacter]] = [:]
  private let limits: Limits

  init(_ document: LottieDocument, limits: Limits) {
    self.limits = limits
    fonts = document.fonts
    guard let characters = document.characters else {
      obstacle = .needsFontFile
      return
    }
    obstacle = document.version.isBefore(4, 7, 99) ? .isOutdated : nil
    for character in characters {
      let face = Face(family: character.family, style: character.style)
      // As in lottie-web the first of several counts.
      if faces[face]?[character.character] == nil { faces[face, default: [:]][character.character] = character }
    }
  }

  /// The font of a name, or the first one.
  func font(named name: String) -> LottieFont? { fonts.first { $0.name == name } ?? fonts.first }

  /// The typeface for a font's name; nil if texts are not drawn.
  func typeface(named name: String) -> (any Typeface)? {
    if obstacle != nil { return nil }
    let font = font(named: name)
    let characters = font.flatMap { faces[Face(family: $0.family, style: $0.style)] } ?? [:]
    return OutlinedTypeface(characters: characters, ascent: font?.ascent ?? 0, limits: limits)
  }

  /// How a font has a character.
  func character(_ character: String, font name: String) -> LottieCharacter? {
    font(named: name).flatMap { faces[Face(family: $0.family, style: $0.style)]?[character] }
  }
}

/// A typeface whose characters are shapes of the document.
private struct OutlinedTypeface: Typeface {
  let characters: [String: LottieCharacter]
  let ascent: Double
  let limits: Limits

  func glyph(for character: String, size: Double) throws(Diagnostic) -> Glyph? {
    guard let character = characters[character] else { return nil }
    var glyph = Glyph(advance: character.width.fromPercent * size, outline: Path())
    if case .shapes(let items) = character.content { glyph.outline = try outline(items, size: size) }
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
      let transform = transform * TransformTrack(group.transform).matrix(at: 0)
      for item in group.items.reversed() { try append(item, transformedBy: transform, to: &outline) }
    case .path(let path): append(PathSource(path), path.head, transform, to: &outline)
    case .rectangle(let path): append(PathSource(path), path.head, transform, to: &outline)
    case .ellipse(let path): append(PathSource(path), path.head, transform, to: &outline)
    case .polystar(let path): append(PathSource(path), path.head, transform, to: &outline)
    default: break
    }
    try limits.check(outline.points.count, atMost: limits.outlinePoints, "the number of points of a character")
  }

  private func append(_ source: PathSource, _ head: ItemHead, _ transform: Affine, to outline: inout Path) {
    guard !head.isHidden else { return }
    let contour = source.contour(at: 0)
    outline.append(transform == .identity ? contour : contour.roundedAfter(transform))
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
