internal import KilnGeometry
internal import KilnJSON

/// Leverage of properties: upper estimates of the pixels by which what is seen moves for a unit of the property.
struct PropertyLeverage {
  private let tree: JSONTree
  /// Bounds of each layer's content, with that of the layers that it moves, by the layer's index in the tree.
  private var bounds: [Int: Rect] = [:]
  /// Factor by which the parents of a layer scale it at most.
  private var outerScales: [Int: Double] = [:]
  private let canvas: Size
  // Results by the index in the tree, because each group is asked for once for every property inside.
  private var transforms: [Int: TransformExtent] = [:]
  private var groupBounds: [Int: Rect] = [:]
  private var groupTransforms: [Int: JSONValue?] = [:]

  /// Steps that all chains of parents may have together.
  private static let maximumStepCount = 200_000

  /// - Parameters:
  ///   - layers: `layers` of a composition.
  ///   - sizes: Sizes of assets by their IDs.
  init(_ layers: JSONValue, in tree: JSONTree, canvas: Size, sizes: [String: Size]) {
    self.tree = tree
    self.canvas = canvas
    let all = layers.children.filter { $0.kind == .object }
    var numbered: [Int: JSONValue] = [:]
    for layer in all { if let index = layer.integer("ind"), numbered[index] == nil { numbered[index] = layer } }
    var steps = 0
    for layer in all {
      let own = Self.content(of: layer, canvas: canvas, sizes)
      bounds[layer.index] = (bounds[layer.index] ?? .empty).union(own)
      var (box, scale, current) = (own, 1.0, layer)
      var visited: Set<Int> = [layer.index]
      while let parent = current.integer("parent").flatMap({ numbered[$0] }), steps < Self.maximumStepCount {
        steps += 1
        guard visited.insert(parent.index).inserted else { break }
        if let transform = current["ks"] { box = TransformExtent(transform).apply(box) }
        if let transform = parent["ks"] { scale *= TransformExtent(transform).scale }
        bounds[parent.index] = (bounds[parent.index] ?? .empty).union(box)
        current = parent
      }
      outerScales[layer.index] = min(1e4, max(0.01, scale))
    }
  }

  private static func content(of layer: JSONValue, canvas: Size, _ sizes: [String: Size]) -> Rect {
    func rect(_ size: Size) -> Rect { Rect(x: 0, y: 0, width: max(0, size.width), height: max(0, size.height)) }
    switch layer.integer("ty") {
    case 0: return rect(Size(layer.number("w") ?? canvas.width, layer.number("h") ?? canvas.height))
    case 1: return rect(Size(layer.number("sw") ?? canvas.width, layer.number("sh") ?? canvas.height))
    case 2: return rect(layer["refId"]?.string.flatMap { sizes[$0] } ?? canvas)
    case 4: return ContentExtents.bounds(ofItems: layer["shapes"])
    case 5: return Rect(x: -canvas.width / 2, y: -canvas.height / 2, width: canvas.width, height: canvas.height)
    default: return .empty
    }
  }

  /// Pixels of the composition that a unit of a property moves what is seen at most; nil for what is no motion, or not known.
  mutating func pixelsPerUnit(of node: Int, in layer: JSONValue) -> Double? {
    let steps = tree.steps(to: node)
    guard let start = steps.firstIndex(where: { $0.value.index == layer.index }), let name = steps.last?.value.key,
      let transform = layer["ks"], transform.kind == .object
    else { return nil }
    let inside = steps[(start + 1)...]
    let outer = outerScales[layer.index] ?? 1
    switch inside.first?.value.key {
    case "ks": return pixels(name, of: transform, bounds[layer.index] ?? .empty, outer: outer)
    case "shapes": return shapePixels(name, inside, of: layer, scale: outer * extent(of: transform).scale)
    default: return nil
    }
  }

  private mutating func shapePixels(
    _ name: String, _ steps: ArraySlice<JSONTree.Step>, of layer: JSONValue, scale: Double
  ) -> Double? {
    let objects = steps.filter { !$0.isMember && $0.value.kind == .object }.map(\.value)
    let groups = objects.filter { $0.string("ty") == "gr" }
    guard let item = objects.last else { return nil }
    let box = bounds(of: groups.last, in: layer)
    let isTransform = item.string("ty") == "tr"
    var scale = scale
    for group in isTransform ? groups.dropLast() : groups[...] {
      if let transform = transform(of: group) { scale *= extent(of: transform).scale }
    }
    if isTransform { return pixels(name, of: item, box, outer: scale) }
    let length = 2 * (box.width + box.height) * scale
    switch (item.string("ty"), name) {
    case ("tm", "s"), ("tm", "e"): return box.isEmpty ? nil : length / 100
    case ("tm", "o"): return box.isEmpty ? nil : length / 360
    case ("sh", "ks"), ("rc", _), ("el", _), ("st", "w"), ("gs", "w"): return scale
    default: return nil
    }
  }

  private mutating func bounds(of group: JSONValue?, in layer: JSONValue) -> Rect {
    let owner = group ?? layer
    if let known = groupBounds[owner.index] { return known }
    let box = ContentExtents.bounds(ofItems: group?["it"] ?? layer["shapes"])
    groupBounds[owner.index] = box
    return box
  }

  private mutating func transform(of group: JSONValue) -> JSONValue? {
    if let known = groupTransforms[group.index] { return known }
    let transform = group.groupTransform
    groupTransforms[group.index] = .some(transform)
    return transform
  }

  private mutating func extent(of transform: JSONValue) -> TransformExtent {
    if let known = transforms[transform.index] { return known }
    let extent = TransformExtent(transform)
    transforms[transform.index] = extent
    return extent
  }

  /// - Parameter outer: Factor by which what is around the transform scales.
  private mutating func pixels(_ name: String, of transform: JSONValue, _ box: Rect, outer: Double) -> Double? {
    let extent = extent(of: transform)
    // Deviations of several properties of a transform add up, though seldom all of them.
    let count = transform.children.reduce(0.0) { $0 + ($1["x"]?.kind == .string ? 1 : 0) }
    let outer = outer * max(1, count / Self.sumOfShares)
    let visible = (canvas.width * canvas.width + canvas.height * canvas.height).squareRoot() / outer
    // Points farther away than the canvas is large are not in the picture.
    let reach = box.isEmpty ? nil : min(extent.reach(of: box), visible / min(1, extent.scale))
    switch name {
    case "p", "x", "y": return outer
    case "a": return outer * extent.scale
    case "s": return reach.map { outer * $0 / 100 }
    case "r", "rz", "sk": return reach.map { outer * extent.scale * $0 * Scalar.radiansPerDegree }
    default: return nil
    }
  }

  /// Parts of the tolerance that the properties of a transform have together.
  private static let sumOfShares = 1.7
}
