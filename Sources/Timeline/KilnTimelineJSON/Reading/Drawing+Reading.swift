internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnTimeline

// Outlines, styles and filters.

extension Shape {
  init(_ value: JSONValue, styles: [ShapeStyle]) throws(Diagnostic) {
    let style = styles[try value.required("style").integer(in: 0..<styles.count)]
    let transform = try value["transform"]?.numbers(6)
    let letterSize = try value["letter"]?.number(in: .notNegative)
    let isAligned = try value["aligned"]?.flag() ?? false
    self.init(
      outline: try Outline(value), style: style, transform: transform.map { Affine($0[...]) } ?? .identity,
      letter: letterSize.map { Letter(size: $0, isAligned: isAligned) })
  }
}

extension Shape.Outline {
  fileprivate init(_ value: JSONValue) throws(Diagnostic) {
    if let path = value["path"] {
      self = .path(try path.path())
    } else if let rect = value["rect"] {
      self = .rect(try rect.edges(), cornerRadius: try value["radius"]?.number(in: .notNegative) ?? 0)
    } else if let ellipse = value["ellipse"] {
      let numbers = try ellipse.numbers(4)
      self = .ellipse(center: Point(numbers[0], numbers[1]), radii: Size(numbers[2], numbers[3]))
    } else {
      throw value.invalid("a shape needs one of “path”, “rect” and “ellipse”")
    }
  }
}

extension ShapeStyle {
  convenience init(_ value: JSONValue) throws(Diagnostic) {
    var fill: Fill?
    if let member = value["fill"] {
      let rule: FillRule = try member["rule"]?.name(["nonZero": .nonZero, "evenOdd": .evenOdd]) ?? .nonZero
      fill = Fill(try Paint(member), rule: rule)
    }
    var stroke: Stroke?
    if let member = value["stroke"] { stroke = Stroke(try Paint(member), style: try StrokeStyle(member)) }
    self.init(fill: fill, stroke: stroke)
  }
}

extension StrokeStyle {
  fileprivate init(_ value: JSONValue) throws(Diagnostic) {
    self.init(
      width: try value.required("width").number(in: .notNegative),
      cap: try value["cap"]?.name(["butt": .butt, "round": .round, "square": .square]) ?? .butt,
      join: try value["join"]?.name(["miter": .miter, "round": .round, "bevel": .bevel]) ?? .miter,
      miterLimit: try value["miterLimit"]?.number(in: .notNegative) ?? 4,
      dashes: try value["dashes"]?.allNumbers() ?? [],
      dashPhase: try value["dashPhase"]?.number() ?? 0)
  }
}

extension Paint {
  fileprivate init(_ value: JSONValue) throws(Diagnostic) {
    if let color = value["color"] {
      self = .solid(try StraightColor(color))
      return
    }
    let geometry: GradientGeometry
    if let linear = value["linear"] {
      let n = try linear.numbers(4)
      geometry = .linear(start: Point(n[0], n[1]), end: Point(n[2], n[3]))
    } else if let radial = value["radial"] {
      let n = try radial.numbers(5)
      geometry = .radial(center: Point(n[0], n[1]), radius: n[2], focus: Point(n[3], n[4]))
    } else {
      throw value.invalid("a paint needs one of “color”, “linear” and “radial”")
    }
    let list = try value.required("stops")
    var stops: [Gradient.Stop] = []
    for stop in list.children {
      let n = try stop.numbers(5, in: 0...1)
      stops.append(
        Gradient.Stop(offset: n[0], color: StraightColor(red: n[1], green: n[2], blue: n[3], alpha: n[4])))
    }
    guard !stops.isEmpty else { throw list.invalid("a gradient needs a stop") }
    self = .gradient(Gradient(geometry, stops: stops))
  }
}

extension StraightColor {
  fileprivate init(_ value: JSONValue) throws(Diagnostic) {
    let n = try value.numbers(4, in: 0...1)
    self.init(red: n[0], green: n[1], blue: n[2], alpha: n[3])
  }
}

extension FilterChain {
  init(_ value: JSONValue) throws(Diagnostic) {
    let chain = try value.required("chain")
    var filters: [Filter] = []
    for filter in chain.children { filters.append(try Filter(filter)) }
    self.init(filters, region: try value.required("region").edges())
  }
}

extension Filter {
  private enum Kind { case blur, shadow, fill, tint, tritone, levels, erode, outline }

  fileprivate init(_ value: JSONValue) throws(Diagnostic) {
    let kind: Kind = try value.required("type").name([
      "blur": .blur, "shadow": .shadow, "fill": .fill, "tint": .tint, "tritone": .tritone, "levels": .levels,
      "erode": .erode, "outline": .outline,
    ])
    switch kind {
    case .blur:
      let n = try value.required("deviation").numbers(2, in: .notNegative)
      self = .blur(deviation: Size(n[0], n[1]))
    case .shadow:
      let n = try value.required("offset").numbers(2)
      self = .shadow(
        Shadow(
          color: try StraightColor(try value.required("color")), offset: Point(n[0], n[1]),
          deviation: try value.required("deviation").number(in: .notNegative),
          showsSource: try value.required("showsSource").flag()))
    case .fill: self = .fill(try StraightColor(try value.required("color")))
    case .tint:
      self = .tint(
        Tint(
          black: try StraightColor(try value.required("black")), white: try StraightColor(try value.required("white")),
          amount: try value.required("amount").number(in: 0...1),
          showsSource: try value.required("showsSource").flag()))
    case .tritone:
      self = .tritone(
        shadows: try StraightColor(try value.required("shadows")),
        midtones: try StraightColor(try value.required("midtones")),
        highlights: try StraightColor(try value.required("highlights")))
    case .levels:
      self = .levels(
        Levels(
          red: try Levels.Curve(try value.required("red")), green: try Levels.Curve(try value.required("green")),
          blue: try Levels.Curve(try value.required("blue")), alpha: try Levels.Curve(try value.required("alpha")),
          composite: try Levels.Curve(try value.required("composite"))))
    case .erode: self = .erode(radius: try value.required("radius").number(in: .notNegative))
    case .outline:
      self = .outline(
        try StraightColor(try value.required("color")), radius: try value.required("radius").number(in: .notNegative))
    }
  }
}

extension Filter.Levels.Curve {
  fileprivate init(_ value: JSONValue) throws(Diagnostic) {
    let n = try value.numbers(5)
    self.init(inputBlack: n[0], inputWhite: n[1], gamma: n[2], outputBlack: n[3], outputWhite: n[4])
  }
}

extension JSONValue {
  /// A rectangle by its left, top, right and bottom edge.
  fileprivate func edges() throws(Diagnostic) -> Rect {
    let n = try numbers(4)
    return Rect(minX: n[0], minY: n[1], maxX: n[2], maxY: n[3])
  }
}
