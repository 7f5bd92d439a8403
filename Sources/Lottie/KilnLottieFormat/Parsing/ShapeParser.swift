internal import KilnGeometry
internal import KilnJSON

/// Reads shape items and transforms.
struct ShapeParser {
  let properties: PropertyParser
  let version: LottieVersion
  /// Whether lottie-web has processed the document or the layer before it was saved, so that tangents are absolute.
  var hasAbsoluteTangents: Bool

  func items(_ array: JSONValue) -> [ShapeItem] {
    array.children.filter { $0.kind == .object }.map(item)
  }

  private static let headNames: JSONValue.Names = ["nm", "hd", "bm", "ty"]

  private func item(_ json: JSONValue) -> ShapeItem {
    let fields = json.fields(Self.headNames)
    let head = ItemHead(
      name: fields[0]?.string ?? "", isHidden: fields.isTruthy(1), blendMode: fields[2]?.integer ?? 0, node: json.index)
    switch fields[3]?.string ?? "" {
    case "gr": return .group(group(json, head))
    case "sh": return .path(PathItem(head: head, path: path(json)))
    case "rc":
      return .rectangle(
        RectangleItem(
          head: head, position: properties.property(json, "p", default: .zero),
          size: properties.property(json, "s", default: .zero), radius: properties.property(json, "r", default: 0),
          isClockwise: json.integer("d") == 1 || json.integer("d") == 2))
    case "el":
      return .ellipse(
        EllipseItem(
          head: head, position: properties.property(json, "p", default: .zero),
          size: properties.property(json, "s", default: .zero), isClockwise: json.integer("d") != 3))
    case "sr": return .polystar(polystar(json, head))
    case "fl":
      return .fill(
        FillItem(
          head: head, color: color(json), opacity: properties.property(json, "o", default: 100),
          rule: json.integer("r") == 2 ? .evenOdd : .nonZero))
    case "st":
      return .stroke(
        StrokeItem(
          head: head, color: color(json), opacity: properties.property(json, "o", default: 100), line: line(json)))
    case "gf":
      return .gradientFill(
        GradientFillItem(
          head: head, gradient: gradient(json), opacity: properties.property(json, "o", default: 100),
          rule: json.integer("r") == 2 ? .evenOdd : .nonZero))
    case "gs":
      return .gradientStroke(
        GradientStrokeItem(
          head: head, gradient: gradient(json), opacity: properties.property(json, "o", default: 100),
          line: line(json)))
    case "tm":
      return .trim(
        TrimItem(
          head: head, start: properties.property(json, "s", default: 0),
          end: properties.property(json, "e", default: 100), offset: properties.property(json, "o", default: 0),
          isSequential: json.integer("m") == 2))
    case "rd":
      return .roundedCorners(RoundedCornersItem(head: head, radius: properties.property(json, "r", default: 0)))
    case "pb": return .puckerBloat(PuckerBloatItem(head: head, amount: properties.property(json, "a", default: 0)))
    case "zz":
      return .zigZag(
        ZigZagItem(
          head: head, amplitude: properties.property(json, "s", default: 0),
          ridges: properties.property(json, "r", default: 0),
          pointType: properties.property(json, "pt", default: 1)))
    case "op":
      return .offsetPath(
        OffsetPathItem(
          head: head, amount: properties.property(json, "a", default: 0), join: offsetJoin(json.integer("lj")),
          miterLimit: properties.property(json, "ml", default: 4)))
    case "rp": return .repeater(repeater(json, head))
    case "mm":
      return .mergePaths(
        MergePathsItem(head: head, mode: json.integer("mm").flatMap(MergePathsItem.Mode.init) ?? .merge))
    case let type: return .other(type: type, head)
    }
  }

  private func group(_ json: JSONValue, _ head: ItemHead) -> ShapeGroup {
    let children = json["it"].map { Array($0.children) } ?? []
    let transform = children.last { $0.string("ty") == "tr" }
    return ShapeGroup(
      head: head, items: (json["it"].map(items) ?? []).filter { !$0.isTransform },
      transform: self.transform(transform, in: json))
  }

  /// A layer's `ks` or a group's `tr`; the identity if there is none. `owner` is where a finding about it points to.
  func transform(_ json: JSONValue?, in owner: JSONValue) -> LottieTransform {
    // A value without members stands for a missing transform: every property gets its default.
    let json = json ?? owner["ty"] ?? owner
    let fields = json.fields(TransformField.names)
    func property<Value>(_ field: Int, default fallback: Value) -> LottieProperty<Value> {
      properties.property(fields[field], in: json, default: fallback)
    }
    // Only a layer in space turns by `rz`.
    let spatial = spatialRotation(json)
    let isByZ = spatial != nil && fields[TransformField.rotationAboutZ] != nil
    let rotation = isByZ ? TransformField.rotationAboutZ : TransformField.rotation
    return LottieTransform(
      anchor: property(TransformField.anchor, default: .zero),
      position: position(fields[TransformField.position], in: json),
      scale: property(TransformField.scale, default: [100, 100, 100]), rotation: property(rotation, default: 0),
      spatial: spatial, opacity: property(TransformField.opacity, default: 100),
      skew: property(TransformField.skew, default: 0), skewAxis: property(TransformField.skewAxis, default: 0),
      node: json.index)
  }

  private func position(_ json: JSONValue?, in owner: JSONValue) -> LottieTransform.Position {
    guard let json, json.isTruthy("s") else { return .combined(properties.property(json, in: owner, default: .zero)) }
    return .split(
      x: properties.property(json, "x", default: 0), y: properties.property(json, "y", default: 0),
      z: properties.property(json, "z", default: 0))
  }

  private func spatialRotation(_ json: JSONValue) -> LottieTransform.SpatialRotation? {
    guard json["rx"] != nil else { return nil }
    return LottieTransform.SpatialRotation(
      x: properties.property(json, "rx", default: 0), y: properties.property(json, "ry", default: 0),
      orientation: properties.property(json, "or", default: .zero))
  }

  /// A path, with the closing flag of old versions that stood beside the Bézier.
  private func path(_ json: JSONValue) -> LottieProperty<Contour> {
    path(json, "ks", closed: json["closed"]?.isTruthy)
  }

  /// A path. In old versions the flag that closes it stands beside the Bézier: `closed`.
  func path(_ json: JSONValue, _ name: JSONValue.Name, closed: Bool?) -> LottieProperty<Contour> {
    var path: LottieProperty<Contour> = properties.property(json, name, default: Contour(isClosed: false))
    guard closed != nil || hasAbsoluteTangents else { return path }
    func complete(_ contour: inout Contour) {
      if let closed, version.isBefore(4, 4, 18) { contour.isClosed = closed }
      if hasAbsoluteTangents { contour.takeTangentsAsAbsolute() }
    }
    complete(&path.value)
    for index in path.keyframes.indices {
      if var start = path.keyframes[index].start {
        complete(&start)
        path.keyframes[index].start = start
      }
      if var end = path.keyframes[index].end {
        complete(&end)
        path.keyframes[index].end = end
      }
    }
    return path
  }

  /// A colour, with the 0…255 components of old versions brought to 0…1.
  private func color(_ json: JSONValue) -> LottieProperty<LottieColor> {
    var color: LottieProperty<LottieColor> = properties.property(json, "c", default: [0, 0, 0, 1])
    if version.isBefore(4, 1, 9) {
      color.value /= 255
      for index in color.keyframes.indices {
        color.keyframes[index].start? /= 255
        color.keyframes[index].end? /= 255
      }
    }
    return color
  }

  private func polystar(_ json: JSONValue, _ head: ItemHead) -> PolystarItem {
    PolystarItem(
      head: head, isStar: json.integer("sy") == 1, position: properties.property(json, "p", default: .zero),
      points: properties.property(json, "pt", default: 0), rotation: properties.property(json, "r", default: 0),
      outerRadius: properties.property(json, "or", default: 0),
      outerRoundness: properties.property(json, "os", default: 0),
      innerRadius: properties.property(json, "ir", default: 0),
      innerRoundness: properties.property(json, "is", default: 0), isClockwise: json.integer("d") != 3)
  }

  private func repeater(_ json: JSONValue, _ head: ItemHead) -> RepeaterItem {
    let step = json["tr"]
    return RepeaterItem(
      head: head, copies: properties.property(json, "c", default: 1),
      offset: properties.property(json, "o", default: 0), isFirstOnTop: json.integer("m") == 1,
      step: transform(step, in: json), topOpacity: properties.property(step ?? json, "so", default: 100),
      bottomOpacity: properties.property(step ?? json, "eo", default: 100))
  }

  private func line(_ json: JSONValue) -> LottieLine {
    let dashes = json["d"].map { Array($0.children) } ?? []
    return LottieLine(
      width: properties.property(json, "w", default: 0), cap: cap(json.integer("lc")),
      join: join(json.integer("lj")), miterLimit: json.number("ml") ?? 4,
      dashes: dashes.filter { $0.string("n") != "o" }.map { properties.property($0, "v", default: 0) },
      dashOffset: dashes.first { $0.string("n") == "o" }.map { properties.property($0, "v", default: 0) })
  }

  private func gradient(_ json: JSONValue) -> LottieGradient {
    let colors = json["g"].map(colors)
    return LottieGradient(
      isLinear: json.integer("t") == 1, isConic: json.integer("t") == 3,
      start: properties.property(json, "s", default: .zero),
      end: properties.property(json, "e", default: .zero),
      highlightLength: properties.property(json, "h", default: 0),
      highlightAngle: properties.property(json, "a", default: 0), colorCount: max(0, colors?.integer("p") ?? 0),
      stops: properties.property(colors ?? json, "k", default: LottieNumbers([])))
  }

  /// `g`, or the theme's value that takes its place. The slot's ID may stand in `k`, where lottie-web looks for it, though
  /// the value is for both members.
  private func colors(_ json: JSONValue) -> JSONValue {
    if let theme = json["k"].flatMap(properties.themed), theme["p"] != nil { return theme }
    return properties.themed(json) ?? json
  }

  private func cap(_ code: Int?) -> StrokeStyle.Cap {
    switch code {
    case 1: .butt
    case 3: .square
    default: .round
    }
  }

  private func join(_ code: Int?) -> StrokeStyle.Join {
    switch code {
    case 1: .miter
    case 3: .bevel
    default: .round
    }
  }

  /// The join of an offset path, which is a miter where a stroke's is round.
  private func offsetJoin(_ code: Int?) -> StrokeStyle.Join { code == 2 ? .round : code == 3 ? .bevel : .miter }
}

/// Members of a transform, by their position among the names.
private enum TransformField {
  static let names: JSONValue.Names = ["a", "p", "s", "r", "rz", "o", "sk", "sa"]
  static let (anchor, position, scale, rotation, rotationAboutZ, opacity, skew, skewAxis) = (0, 1, 2, 3, 4, 5, 6, 7)
}

extension ShapeItem {
  fileprivate var isTransform: Bool {
    if case .other("tr", _) = self { true } else { false }
  }
}

extension Contour {
  /// Undoes that tangents were read relative to their vertices.
  fileprivate mutating func takeTangentsAsAbsolute() {
    for index in vertices.indices {
      let vertex = vertices[index]
      vertices[index].incoming = vertex.incoming - vertex.point
      vertices[index].outgoing = vertex.outgoing - vertex.point
    }
  }
}
