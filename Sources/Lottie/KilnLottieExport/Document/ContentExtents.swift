internal import KilnGeometry
internal import KilnJSON

/// Bounds of what is in shape items, from above: without regard to time, and to expressions.
struct ContentExtents {
  private static let maximumDepth = 64

  /// Bounds of a list of shape items in the space around it; empty if nothing is known.
  static func bounds(ofItems items: JSONValue?, depth: Int = 0) -> Rect {
    guard let items, items.kind == .array, depth < maximumDepth else { return .empty }
    return items.children.reduce(.empty) { $0.union(bounds(ofItem: $1, depth: depth)) }
  }

  private static func bounds(ofItem item: JSONValue, depth: Int) -> Rect {
    switch item.string("ty") {
    case "gr":
      let inner = bounds(ofItems: item["it"], depth: depth + 1)
      return item.groupTransform.map { TransformExtent($0).apply(inner) } ?? inner
    case "sh": return pathBounds(item["ks"])
    case "rc", "el":
      let size = largest(item["s"])
      return PropertyValues.bounds(item["p"]).outset(x: size[0] / 2, y: size[1] / 2)
    case "sr":
      let radius = max(largest(item["or"])[0], largest(item["ir"])[0])
      return PropertyValues.bounds(item["p"]).outset(x: radius, y: radius)
    default: return .empty
    }
  }

  private static func largest(_ property: JSONValue?) -> [Double] {
    let largest = PropertyValues.rows(property).reduce([0.0, 0]) { largest, row in
      [max(largest[0], abs(row.first ?? 0)), max(largest[1], abs(row.dropFirst().first ?? row.first ?? 0))]
    }
    return largest
  }

  private static func pathBounds(_ property: JSONValue?) -> Rect {
    guard let content = property?["k"] else { return .empty }
    let paths =
      content.kind == .object
      ? [content] : content.children.flatMap { key in [key["s"]?.first, key["e"]?.first].compactMap(\.self) }
    var box = Rect.empty
    for path in paths {
      for point in path["v"]?.numberPairs.map({ Array($0) }) ?? [] { box = box.including(Point(point.x, point.y)) }
    }
    return box
  }
}

/// Extent of a transform: bounds of its positions and its largest scale, over all times.
struct TransformExtent {
  private let anchor: Point
  private let positions: Rect
  private let isRotated: Bool
  /// The largest factor by which it scales, 0.01…10,000.
  let scale: Double

  init(_ transform: JSONValue) {
    let anchors = PropertyValues.bounds(transform["a"])
    anchor = anchors.isEmpty ? .zero : anchors.center
    positions = PropertyValues.bounds(transform["p"])
    isRotated =
      PropertyValues.rows(transform["r"] ?? transform["rz"]).contains { ($0.first ?? 0) != 0 }
      || (transform["r"] ?? transform["rz"])?["x"] != nil
    let scales = PropertyValues.rows(transform["s"]).flatMap { $0.prefix(2) }.map { abs($0) / 100 }
    // An expression may give anything.
    let least = transform["s"]?["x"] == nil ? 0.01 : 1
    scale = min(1e4, max(least, scales.max() ?? 1))
  }

  /// Largest distance of a corner from the anchor.
  func reach(of box: Rect) -> Double {
    box.isEmpty ? 0 : box.corners.reduce(0) { max($0, $1.distance(to: anchor)) }
  }

  /// Bounds after the transform.
  func apply(_ box: Rect) -> Rect {
    guard !box.isEmpty else { return box }
    let place = positions.isEmpty ? Rect.empty.including(.zero) : positions
    if isRotated {
      let reach = reach(of: box) * scale
      return place.outset(x: reach, y: reach)
    }
    return Rect(
      minX: place.minX + (box.minX - anchor.x) * scale, minY: place.minY + (box.minY - anchor.y) * scale,
      maxX: place.maxX + (box.maxX - anchor.x) * scale, maxY: place.maxY + (box.maxY - anchor.y) * scale)
  }
}

/// The numbers that a property has in the file.
enum PropertyValues {
  /// The value, or those of all keyframes; none for other forms.
  static func rows(_ property: JSONValue?) -> [[Double]] {
    guard let content = property?["k"] else { return [] }
    if let number = content.number { return [[number]] }
    if content.firstNumber != nil { return [content.numbers ?? []] }
    guard content.kind == .array else { return [] }
    return content.children.flatMap { key in
      [key["s"], key["e"]].compactMap { $0?.numbers ?? $0?.number.map { [$0] } }
    }
  }

  /// Bounds of points, also of those whose coordinates are apart.
  static func bounds(_ property: JSONValue?) -> Rect {
    guard let property else { return .empty }
    if property.isTruthy("s"), let x = property["x"], let y = property["y"] {
      let (xs, ys) = (rows(x).compactMap(\.first), rows(y).compactMap(\.first))
      guard let minX = xs.min(), let maxX = xs.max(), let minY = ys.min(), let maxY = ys.max() else { return .empty }
      return Rect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }
    return rows(property).reduce(.empty) { box, row in
      row.count < 2 ? box : box.including(Point(row[0], row[1]))
    }
  }
}

extension JSONValue {
  /// The transform of a shape group, which is one of its items.
  var groupTransform: JSONValue? { self["it"]?.children.first { $0.string("ty") == "tr" } }
}
