internal import KilnGeometry

/// Reads the parts of a glyph that a graph of paints describes (COLR, version 1), as outlines in a colour or gradient each.
///
/// Other paints, such as a gradient around a point, are replaced by their mean colour. If parts are blended, both are
/// drawn. Paints have the values of a variable font's default.
struct ColorGlyphReader {
  private(set) var layers: [FontGlyph.Layer] = []
  /// Whether there is more to see than the layers have, such as blended parts.
  private(set) var isSimplified = false

  private let table: COLRTable
  private let palette: [FontGlyph.Color]
  /// Size of a font unit in em.
  private let unit: Double
  private let outline: (_ glyph: UInt32) -> Path
  /// Number of paints that may still be read: graphs can lead to one of them in very many ways, or to itself.
  private var paintsLeft = 2048

  /// Deepest nesting of paints.
  private static let maximumDepth = 32
  /// Most stops of a gradient that count.
  private static let maximumStops = 256

  /// Transform, alpha and nesting depth with which a paint is drawn.
  private struct Placement {
    /// Glyph space → em.
    var transform = Affine.identity
    /// Factor on the alpha of what is painted, 0…1.
    var alpha = 1.0
    var depth = 0

    func inside(_ inner: Affine = .identity, alpha factor: Double = 1) -> Placement {
      Placement(transform: transform * inner, alpha: alpha * factor, depth: depth + 1)
    }
  }

  /// A colour of the palette, nil for that of the text, and the factor on its alpha.
  private typealias PaintColor = (color: FontGlyph.Color?, alpha: Double)

  /// The parts of a glyph; nil if it has no paints.
  ///
  /// - Parameters:
  ///   - unit: Size of a font unit in em.
  ///   - outline: Outlines of glyphs in em, y down.
  init?(
    of glyph: UInt32, _ table: COLRTable, palette: [FontGlyph.Color], unit: Double,
    outline: @escaping (_ glyph: UInt32) -> Path
  ) {
    guard let root = table.paint(ofGlyph: Int(glyph)) else { return nil }
    (self.table, self.palette, self.unit, self.outline) = (table, palette, unit, outline)
    add(root, at: Placement())
  }

  // MARK: - Paints

  /// The format of a paint; of variable ones that of the same paint without variations. Nil if it cannot be read, or if there
  /// are too many.
  private mutating func format(of paint: Int, _ depth: Int) -> Int? {
    guard depth < Self.maximumDepth, paintsLeft > 0, let format = table.unsigned(1, at: paint) else {
      isSimplified = true
      return nil
    }
    paintsLeft -= 1
    switch format {
    case 3, 5, 7, 9, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31:
      isSimplified = true
      return format - 1
    default: return format
    }
  }

  private mutating func add(_ paint: Int, at place: Placement) {
    guard let format = format(of: paint, place.depth) else { return }
    switch format {
    case 1:
      guard let count = table.unsigned(1, at: paint + 1), let first = table.unsigned(4, at: paint + 2) else { return }
      for layer in first..<first + count {
        if let inner = table.paint(ofLayer: layer) { add(inner, at: place.inside()) }
      }
    case 10:
      guard let inner = table.target(at: paint + 1, of: paint), let glyph = table.unsigned(2, at: paint + 4) else {
        return
      }
      addOutline(of: UInt32(glyph), in: inner, at: place)
    case 11:
      let root = table.unsigned(2, at: paint + 1).flatMap { table.paint(ofGlyph: $0) }
      if let root { add(root, at: place.inside()) }
    case 32: addComposite(paint, at: place)
    default:
      guard let (transform, inner) = transform(of: paint, format) else {
        // A colour fills the plane here, which no outline says.
        isSimplified = true
        return
      }
      add(inner, at: place.inside(transform))
    }
  }

  private mutating func addOutline(of glyph: UInt32, in paint: Int, at place: Placement) {
    guard var layer = fill(paint, at: place.inside()) else { return }
    layer.outline = outline(glyph).transformed(by: place.transform)
    layers.append(layer)
  }

  /// Adds the parts of two paints, one blended with the other (CompositeMode).
  private mutating func addComposite(_ paint: Int, at place: Placement) {
    guard let source = table.target(at: paint + 1, of: paint), let mode = table.unsigned(1, at: paint + 4),
      let backdrop = table.target(at: paint + 5, of: paint)
    else { return }
    switch mode {
    case 0: return
    case 1: add(source, at: place.inside())
    case 2: add(backdrop, at: place.inside())
    case 4: addBoth(source, backdrop, at: place)
    case 5: add(source, inside: backdrop, at: place)
    case 6: add(backdrop, inside: source, at: place)
    default:
      if mode != 3 { isSimplified = true }
      addBoth(backdrop, source, at: place)
    }
  }

  private mutating func addBoth(_ lower: Int, _ upper: Int, at place: Placement) {
    add(lower, at: place.inside())
    add(upper, at: place.inside())
  }

  /// Adds the parts of a paint that another one masks: mostly a colour, by which fonts say that parts are translucent.
  private mutating func add(_ paint: Int, inside mask: Int, at place: Placement) {
    let before = layers.count
    var alpha = 1.0
    if format(of: mask, place.depth + 1) == 2, let color = solid(mask) {
      alpha = color.alpha * Double(color.color?.alpha ?? 255) / 255
    } else {
      isSimplified = true
    }
    add(paint, at: place.inside(alpha: alpha))
    // Parts that overlap would be seen through each other.
    if alpha < 1, layers.count > before + 1 { isSimplified = true }
  }

  // MARK: - Colours

  /// A layer without outline in the colour or gradient of a paint; nil if it has none.
  private mutating func fill(_ paint: Int, at place: Placement) -> FontGlyph.Layer? {
    guard let format = format(of: paint, place.depth) else { return nil }
    switch format {
    case 2:
      guard let (color, alpha) = solid(paint) else { return nil }
      // A layer in the colour of the text has no alpha of its own.
      if color == nil, alpha * place.alpha < 1 { isSimplified = true }
      return FontGlyph.Layer(outline: Path(), color: color?.faded(by: alpha * place.alpha))
    case 4, 6, 8:
      guard let line = colorLine(of: paint, alpha: place.alpha) else { return nil }
      if let gradient = gradient(paint, format, line, place.transform) {
        return FontGlyph.Layer(outline: Path(), color: nil, gradient: gradient)
      }
      isSimplified = true
      return FontGlyph.Layer(outline: Path(), color: line.meanColor)
    default:
      guard let (transform, inner) = transform(of: paint, format) else {
        isSimplified = true
        return nil
      }
      return fill(inner, at: place.inside(transform))
    }
  }

  private func solid(_ paint: Int) -> PaintColor? { color(at: paint + 1) }

  /// A number of the palette, and an alpha.
  private func color(at place: Int) -> PaintColor? {
    guard let number = table.unsigned(2, at: place), let alpha = table.fraction(at: place + 2) else { return nil }
    return (palette.indices.contains(number) ? palette[number] : nil, max(0, min(1, alpha)))
  }

  // MARK: - Gradients

  private mutating func colorLine(of paint: Int, alpha: Double) -> ColorLine? {
    guard let line = table.target(at: paint + 1, of: paint), let extend = table.unsigned(1, at: line),
      let count = table.unsigned(2, at: line + 1)
    else { return nil }
    // Stops of variable gradients have four bytes more.
    let size = table.unsigned(1, at: paint).map { $0 % 2 == 0 ? 6 : 10 } ?? 6
    var stops: [FontGlyph.Gradient.Stop] = []
    for number in 0..<min(count, Self.maximumStops) {
      let place = line + 3 + size * number
      guard let offset = table.fraction(at: place), let (color, factor) = color(at: place + 2) else { break }
      // The text's colour is not known here.
      if color == nil { isSimplified = true }
      stops.append(FontGlyph.Gradient.Stop(offset: offset, color: (color ?? .black).faded(by: factor * alpha)))
    }
    // `Gradient` continues its first and last colour, and cannot repeat.
    if extend > 0 { isSimplified = true }
    return ColorLine(stops)
  }

  /// A gradient in em; nil for one around a point, or between circles side by side.
  private mutating func gradient(
    _ paint: Int, _ format: Int, _ line: ColorLine, _ transform: Affine
  ) -> FontGlyph.Gradient? {
    let numbers = (0..<6).compactMap { table.signed(2, at: paint + 4 + 2 * $0).map { Double($0) * unit } }
    guard numbers.count == 6 else { return nil }
    func point(_ number: Int) -> Point { transform.apply(Point(numbers[number], -numbers[number + 1])) }
    if format == 4 { return line.linear(start: point(0), end: point(2), turn: point(4)) }
    guard format == 6 else { return nil }
    // An ellipse becomes the circle of the same area.
    if !transform.isUniform(tolerance: 0.01) { isSimplified = true }
    let scale = abs(transform.determinant).squareRoot()
    return line.radial(
      ColorLine.Circle(center: point(0), radius: numbers[2] * scale),
      ColorLine.Circle(center: point(3), radius: numbers[5] * scale))
  }

  // MARK: - Transforms

  /// The transform of a paint, in em with y down, and what it applies to; nil if it is another paint.
  private func transform(of paint: Int, _ format: Int) -> (transform: Affine, inner: Int)? {
    guard let inner = table.target(at: paint + 1, of: paint), let transform = affine(of: paint, format) else {
      return nil
    }
    return (transform, inner)
  }

  private func affine(of paint: Int, _ format: Int) -> Affine? {
    func length(_ place: Int) -> Double? { table.signed(2, at: paint + place).map { Double($0) * unit } }
    func number(_ place: Int) -> Double? { table.fraction(at: paint + place) }
    /// Angles are half turns, counter-clockwise.
    func rotation(_ place: Int) -> Affine? { number(place).map { .rotation(radians: -$0 * .pi) } }
    /// About a point in the bytes behind the transform's own.
    func around(_ place: Int, _ transform: Affine?) -> Affine? {
      guard let transform, let x = length(place), let y = length(place + 2) else { return nil }
      return .translation(x, -y) * transform * .translation(-x, y)
    }
    switch format {
    case 12: return table.target(at: paint + 4, of: paint).flatMap { matrix(at: $0) }
    case 14:
      guard let x = length(4), let y = length(6) else { return nil }
      return .translation(x, -y)
    case 16, 18:
      guard let x = number(4), let y = number(6) else { return nil }
      return format == 16 ? .scale(x, y) : around(8, .scale(x, y))
    case 20, 22:
      guard let scale = number(4) else { return nil }
      return format == 20 ? .scale(scale, scale) : around(6, .scale(scale, scale))
    case 24: return rotation(4)
    case 26: return around(6, rotation(4))
    case 28, 30:
      guard let x = rotation(4), let y = rotation(6), x.a != 0, y.a != 0 else { return nil }
      let skew = Affine(a: 1, b: y.b / y.a, c: -x.b / x.a, d: 1, tx: 0, ty: 0)
      return format == 28 ? skew : around(8, skew)
    default: return nil
    }
  }

  /// Six numbers of four bytes with 16 fraction bits.
  private func matrix(at place: Int) -> Affine? {
    let numbers = (0..<6).compactMap { table.signed(4, at: place + 4 * $0).map { Double($0) / 65536 } }
    guard numbers.count == 6 else { return nil }
    return Affine(
      a: numbers[0], b: -numbers[1], c: -numbers[2], d: numbers[3], tx: numbers[4] * unit, ty: -numbers[5] * unit)
  }
}

extension FontGlyph.Color {
  fileprivate static let black = FontGlyph.Color(red: 0, green: 0, blue: 0, alpha: 255)

  fileprivate func faded(by factor: Double) -> FontGlyph.Color {
    var color = self
    color.alpha = UInt8(max(0, min(255, (Double(alpha) * factor).rounded())))
    return color
  }
}
