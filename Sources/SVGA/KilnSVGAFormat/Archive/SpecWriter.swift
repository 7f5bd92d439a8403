/// Writes `movie.spec`, the JSON of SVGA 1.x.
struct SpecWriter {
  /// Version that is written; the first that knows KEEP.
  private static let version = "1.1.0"

  private var bytes: [UInt8] = []

  /// The text for a movie whose pictures have these names, without `.png`.
  static func spec(_ movie: SVGAMovieEntity, imageNames: [(key: String, name: String)]) -> [UInt8] {
    var writer = SpecWriter()
    writer.write(movie, imageNames)
    return writer.bytes
  }

  private mutating func write(_ movie: SVGAMovieEntity, _ imageNames: [(key: String, name: String)]) {
    let params = movie.params
    write("{\"ver\":\"\(Self.version)\",\"movie\":{\"viewBox\":")
    write(numbers: [("width", params.viewBoxWidth), ("height", params.viewBoxHeight)])
    write(",\"fps\":\(params.fps),\"frames\":\(params.frames)},\"images\":{")
    write(list: imageNames) { writer, image in
      writer.write(text: image.key)
      writer.write(":")
      writer.write(text: image.name)
    }
    write("},\"sprites\":[")
    write(list: movie.sprites) { $0.write($1) }
    write("]}")
  }

  private mutating func write(_ sprite: SVGASpriteEntity) {
    write("{\"imageKey\":")
    write(text: sprite.imageKey)
    if !sprite.matteKey.isEmpty {
      write(",\"matteKey\":")
      write(text: sprite.matteKey)
    }
    write(",\"frames\":[")
    write(list: sprite.frames) { $0.write($1) }
    write("]}")
  }

  private mutating func write(_ frame: SVGAFrameEntity) {
    guard frame.alpha > 0 else { return write("{}") }
    write("{\"alpha\":")
    write(frame.alpha)
    if frame.hasLayout {
      write(",\"layout\":")
      let layout = frame.layout
      write(numbers: [("x", layout.x), ("y", layout.y), ("width", layout.width), ("height", layout.height)])
    }
    if frame.hasTransform { write(frame.transform) }
    if !frame.clipPath.isEmpty {
      write(",\"clipPath\":")
      write(text: frame.clipPath)
    }
    if !frame.shapes.isEmpty {
      write(",\"shapes\":[")
      write(list: frame.shapes) { $0.write($1) }
      write("]")
    }
    write("}")
  }

  private mutating func write(_ transform: SVGATransform) {
    write(",\"transform\":")
    write(numbers: [
      ("a", transform.a), ("b", transform.b), ("c", transform.c), ("d", transform.d), ("tx", transform.tx),
      ("ty", transform.ty),
    ])
  }
}

// Shapes.
extension SpecWriter {
  private mutating func write(_ shape: SVGAShapeEntity) {
    switch shape.type {
    case .keep, .UNRECOGNIZED: return write("{\"type\":\"keep\"}")
    case .shape:
      write("{\"type\":\"shape\",\"args\":{\"d\":")
      write(text: shape.shape.d)
      write("}")
    case .rect:
      write("{\"type\":\"rect\",\"args\":")
      let rect = shape.rect
      write(numbers: [
        ("x", rect.x), ("y", rect.y), ("width", rect.width), ("height", rect.height),
        ("cornerRadius", rect.cornerRadius),
      ])
    case .ellipse:
      write("{\"type\":\"ellipse\",\"args\":")
      let ellipse = shape.ellipse
      write(numbers: [
        ("x", ellipse.x), ("y", ellipse.y), ("radiusX", ellipse.radiusX), ("radiusY", ellipse.radiusY),
      ])
    }
    if shape.hasStyles { write(shape.styles) }
    if shape.hasTransform { write(shape.transform) }
    write("}")
  }

  private mutating func write(_ styles: SVGAShapeEntity.ShapeStyle) {
    write(",\"styles\":{")
    if styles.hasFill {
      write("\"fill\":")
      write(styles.fill)
    }
    if styles.hasStroke {
      write(styles.hasFill ? ",\"stroke\":" : "\"stroke\":")
      write(styles.stroke)
      write(",\"strokeWidth\":")
      write(styles.strokeWidth)
      write(",\"lineCap\":\"\(styles.lineCap.specName)\",\"lineJoin\":\"\(styles.lineJoin.specName)\",\"miterLimit\":")
      write(styles.miterLimit)
      write(",\"lineDash\":")
      write(array: [styles.lineDashI, styles.lineDashIi, styles.lineDashIii])
    }
    write("}")
  }

  private mutating func write(_ color: SVGAShapeEntity.ShapeStyle.RGBAColor) {
    write(array: [color.r, color.g, color.b, color.a])
  }
}

// JSON.
extension SpecWriter {
  private mutating func write(_ text: String) { bytes += text.utf8 }

  private mutating func write<Element>(list: [Element], _ write: (inout SpecWriter, Element) -> Void) {
    for (index, element) in list.enumerated() {
      if index > 0 { self.write(",") }
      write(&self, element)
    }
  }

  /// The shortest text that gives the number back. JSON has no infinities.
  private mutating func write(_ number: Float) {
    let text = number.isFinite ? number.description : "0"
    write(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  private mutating func write(array: [Float]) {
    write("[")
    write(list: array) { $0.write($1) }
    write("]")
  }

  private mutating func write(numbers: [(name: String, value: Float)]) {
    write("{")
    write(list: numbers) { writer, number in
      writer.write("\"\(number.name)\":")
      writer.write(number.value)
    }
    write("}")
  }

  private mutating func write(text: String) {
    write("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20: write("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    write("\"")
  }
}

extension SVGAShapeEntity.ShapeStyle.LineCap {
  fileprivate var specName: String {
    switch self {
    case .round: "round"
    case .square: "square"
    case .butt, .UNRECOGNIZED: "butt"
    }
  }
}

extension SVGAShapeEntity.ShapeStyle.LineJoin {
  fileprivate var specName: String {
    switch self {
    case .round: "round"
    case .bevel: "bevel"
    case .miter, .UNRECOGNIZED: "miter"
    }
  }
}
