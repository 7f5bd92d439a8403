internal import KilnJSON

extension SpecReader {
  /// A shape.
  ///
  /// A value that is no shape becomes one without an outline: only the first shape of a frame can be KEEP.
  mutating func shape(_ value: JSONValue) -> SVGAShapeEntity {
    var shape = SVGAShapeEntity()
    if value.string("type") == "keep" {
      shape.type = .keep
    } else if addOutline(of: value, to: &shape) {
      if let styles = styles(member("styles", of: value)) { shape.styles = styles }
      if let transform = transform(of: value) { shape.transform = transform }
    } else {
      ignore(value)
      // Otherwise it would be reported as a shape without styles.
      shape.styles = SVGAShapeEntity.ShapeStyle()
    }
    return shape
  }

  /// Whether there is an outline.
  private mutating func addOutline(of value: JSONValue, to shape: inout SVGAShapeEntity) -> Bool {
    let args = member("args", of: value)
    switch value.string("type") {
    case "shape":
      guard let data = args?.string("d") else { return false }
      shape.shape.d = data
    case "rect":
      guard let args = args?.numbers(["x", "y", "width", "height", "cornerRadius"]) else { return false }
      shape.type = .rect
      (shape.rect.x, shape.rect.y, shape.rect.width, shape.rect.height) = (args[0], args[1], args[2], args[3])
      shape.rect.cornerRadius = args[4]
    case "ellipse":
      guard let args = args?.numbers(["x", "y", "radiusX", "radiusY"]) else { return false }
      shape.type = .ellipse
      (shape.ellipse.x, shape.ellipse.y) = (args[0], args[1])
      (shape.ellipse.radiusX, shape.ellipse.radiusY) = (args[2], args[3])
    default: return false
    }
    return true
  }

  private mutating func styles(_ value: JSONValue?) -> SVGAShapeEntity.ShapeStyle? {
    guard let value else { return nil }
    guard value.kind == .object else {
      ignore(value)
      return nil
    }
    var styles = SVGAShapeEntity.ShapeStyle()
    if let fill = color("fill", of: value) { styles.fill = fill }
    guard let stroke = color("stroke", of: value) else { return styles }
    styles.stroke = stroke
    styles.lineCap = choice("lineCap", of: value, ["butt": .butt, "round": .round, "square": .square]) ?? .butt
    styles.lineJoin = choice("lineJoin", of: value, ["miter": .miter, "round": .round, "bevel": .bevel]) ?? .miter
    // Absent numbers are those of a new CAShapeLayer; on Android they are 0.
    let width = number("strokeWidth", of: value)
    let miterLimit = number("miterLimit", of: value)
    if width == nil || miterLimit == nil && styles.lineJoin == .miter { ignore(value) }
    styles.strokeWidth = width ?? 1
    styles.miterLimit = miterLimit ?? 10
    addDashes(of: value, to: &styles)
    return styles
  }

  /// Reads `lineDash`: lengths of dash and gap, and the phase.
  private mutating func addDashes(of value: JSONValue, to styles: inout SVGAShapeEntity.ShapeStyle) {
    guard let member = member("lineDash", of: value), member.first != nil || member.kind != .array else { return }
    guard let numbers = numbers(of: member, count: 3) else { return }
    (styles.lineDashI, styles.lineDashIi, styles.lineDashIii) = (numbers[0], numbers[1], numbers[2])
  }

  /// A colour of four numbers. As on Android, red, green and blue are 0…255 if one of them is above 1, and so is alpha.
  private mutating func color(
    _ name: JSONValue.Name, of value: JSONValue
  ) -> SVGAShapeEntity.ShapeStyle.RGBAColor? {
    guard let member = member(name, of: value), let numbers = numbers(of: member, count: 4) else { return nil }
    if numbers.contains(where: { $0 > 1 }) { note(.svgaSpecColorScale, at: member) }
    let scale: Float = numbers.prefix(3).contains { $0 > 1 } ? 255 : 1
    var color = SVGAShapeEntity.ShapeStyle.RGBAColor()
    (color.r, color.g, color.b) = (numbers[0] / scale, numbers[1] / scale, numbers[2] / scale)
    color.a = numbers[3] > 1 ? numbers[3] / 255 : numbers[3]
    return color
  }

  /// A member whose text is a key of `words`; nil, with a finding, for any other value.
  private mutating func choice<Value>(
    _ name: JSONValue.Name, of value: JSONValue, _ words: [String: Value]
  ) -> Value? {
    guard let member = member(name, of: value) else { return nil }
    let choice = member.string.flatMap { words[$0] }
    if choice == nil { ignore(member) }
    return choice
  }

  /// An array of `count` numbers.
  private mutating func numbers(of value: JSONValue, count: Int) -> [Float]? {
    let numbers = value.kind == .array ? value.children.compactMap(\.number) : []
    guard numbers.count == count, value.count == count else {
      ignore(value)
      return nil
    }
    return numbers.map { Float($0) }
  }
}
