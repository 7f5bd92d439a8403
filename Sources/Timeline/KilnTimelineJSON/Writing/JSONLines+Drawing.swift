internal import KilnGeometry
internal import KilnTimeline

// Outlines, styles and filters.
extension JSONLines {
  mutating func shape(_ shape: Shape, styles: [ShapeStyle: Int]) {
    object { lines in
      switch shape.outline {
      case .path(let path):
        lines.key("path")
        lines.path(path)
      case .rect(let rect, let cornerRadius):
        lines.key("rect")
        lines.edges(rect)
        if cornerRadius != 0 {
          lines.key("radius")
          lines.number(cornerRadius)
        }
      case .ellipse(let center, let radii):
        lines.key("ellipse")
        lines.numbers(center.x, center.y, radii.width, radii.height)
      }
      lines.key("style")
      lines.integer(styles[shape.style] ?? 0)
      if shape.transform != .identity {
        lines.key("transform")
        lines.array { $0.coefficients(shape.transform) }
      }
      if let letter = shape.letter {
        lines.key("letter")
        lines.number(letter.size)
        if letter.isAligned {
          lines.key("aligned")
          lines.bool(true)
        }
      }
    }
  }

  /// Path data in the grammar of SVG, of absolute `M L C Z` only.
  mutating func path(_ path: Path) {
    string { lines in
      var points = path.points[...]
      for verb in path.verbs {
        lines.append(verb.letter)
        for index in 0..<verb.pointCount {
          guard let point = points.popFirst() else { return }
          if index > 0 { lines.append(" ") }
          lines.raw(point.x)
          lines.append(" ")
          lines.raw(point.y)
        }
      }
    }
  }

  mutating func coefficients(_ transform: Affine) {
    for value in [transform.a, transform.b, transform.c, transform.d] { number(value, extraDecimals: 3) }
    for value in [transform.tx, transform.ty] { number(value) }
  }

  mutating func style(_ style: ShapeStyle) {
    object { lines in
      if let fill = style.fill {
        lines.key("fill")
        lines.object { lines in
          lines.paint(fill.paint)
          if fill.rule == .evenOdd {
            lines.key("rule")
            lines.string("evenOdd")
          }
        }
      }
      if let stroke = style.stroke {
        lines.key("stroke")
        lines.object { lines in
          lines.paint(stroke.paint)
          lines.stroke(stroke.style)
        }
      }
    }
  }

  private mutating func stroke(_ style: StrokeStyle) {
    key("width")
    number(style.width)
    key("cap")
    string("\(style.cap)")
    key("join")
    string("\(style.join)")
    key("miterLimit")
    number(style.miterLimit, extraDecimals: 3)
    guard !style.dashes.isEmpty || style.dashPhase != 0 else { return }
    key("dashes")
    array { lines in for dash in style.dashes { lines.number(dash) } }
    key("dashPhase")
    number(style.dashPhase)
  }

  private mutating func paint(_ paint: Paint) {
    switch paint {
    case .solid(let color):
      key("color")
      self.color(color)
    case .gradient(let gradient):
      switch gradient.geometry {
      case .linear(let start, let end):
        key("linear")
        numbers(start.x, start.y, end.x, end.y)
      case .radial(let center, let radius, let focus):
        key("radial")
        numbers(center.x, center.y, radius, focus.x, focus.y)
      }
      key("stops")
      array { lines in
        for stop in gradient.stops {
          let color = stop.color
          lines.numbers(stop.offset, color.red, color.green, color.blue, color.alpha, extraDecimals: 4)
        }
      }
    }
  }

  private mutating func color(_ color: StraightColor) {
    numbers(color.red, color.green, color.blue, color.alpha, extraDecimals: 4)
  }

  private mutating func edges(_ rect: Rect) { numbers(rect.minX, rect.minY, rect.maxX, rect.maxY) }

  mutating func filters(_ chain: FilterChain) {
    object { lines in
      lines.key("region")
      lines.edges(chain.region)
      lines.key("chain")
      lines.array { lines in for filter in chain.filters { lines.object { $0.filter(filter) } } }
    }
  }

  private mutating func filter(_ filter: Filter) {
    key("type")
    switch filter {
    case .blur(let deviation):
      string("blur")
      key("deviation")
      numbers(deviation.width, deviation.height)
    case .shadow(let shadow):
      string("shadow")
      member("color", shadow.color)
      key("offset")
      numbers(shadow.offset.x, shadow.offset.y)
      key("deviation")
      number(shadow.deviation)
      key("showsSource")
      bool(shadow.showsSource)
    case .fill(let color):
      string("fill")
      member("color", color)
    case .tint(let tint):
      string("tint")
      member("black", tint.black)
      member("white", tint.white)
      key("amount")
      number(tint.amount, extraDecimals: 4)
      key("showsSource")
      bool(tint.showsSource)
    case .tritone(let shadows, let midtones, let highlights):
      string("tritone")
      member("shadows", shadows)
      member("midtones", midtones)
      member("highlights", highlights)
    case .levels(let levels):
      string("levels")
      member("red", levels.red)
      member("green", levels.green)
      member("blue", levels.blue)
      member("alpha", levels.alpha)
      member("composite", levels.composite)
    case .erode(let radius):
      string("erode")
      key("radius")
      number(radius)
    case .outline(let color, let radius):
      string("outline")
      member("color", color)
      key("radius")
      number(radius)
    }
  }

  private mutating func member(_ name: StaticString, _ color: StraightColor) {
    key(name)
    self.color(color)
  }

  private mutating func member(_ name: StaticString, _ curve: Filter.Levels.Curve) {
    key(name)
    numbers(
      curve.inputBlack, curve.inputWhite, curve.gamma, curve.outputBlack, curve.outputWhite, extraDecimals: 4)
  }
}

extension Path.Verb {
  /// The command in path data.
  fileprivate var letter: Unicode.Scalar {
    switch self {
    case .move: "M"
    case .line: "L"
    case .cubic: "C"
    case .close: "Z"
    }
  }
}
