package import KilnJSON

/// The kind of value that a property has by its place in a layer.
package enum PropertyRole: Sendable, Hashable {
  case number
  /// Two or three components: position, anchor, scale, size.
  case vector
  /// Rotations about three axes, which players interpolate as one.
  case orientation
  case color
  /// The colour of a fill or stroke, with components up to 255 in old files.
  case shapeColor
  /// Any number of components: the stops of a gradient.
  case numbers
  case path
  /// A text document.
  case text

  /// Nil for places that players do not read.
  ///
  /// - Parameter steps: From the layer to the property, without the layer itself.
  package init?(_ steps: ArraySlice<JSONTree.Step>) {
    let keys = steps.compactMap { $0.isMember ? $0.value.key : nil }
    guard let first = keys.first, let last = keys.last, steps.last?.isMember ?? false else { return nil }
    let owner = steps.dropLast().last { $0.value.kind == .object }?.value
    switch first {
    case "tm": self = .number
    case "ks": self = Self.transform(keys)
    case "shapes": self = Self.item(last, keys, owner)
    case "ef":
      guard last == "v" else { return nil }
      self = owner?.integer("ty") == 2 ? .color : owner?.integer("ty") == 3 ? .vector : .number
    case "masksProperties": self = last == "pt" ? .path : last == "f" ? .vector : .number
    case "t": self = Self.text(keys)
    default: return nil
    }
  }

  private static func transform(_ keys: [String]) -> PropertyRole {
    guard let last = keys.last else { return .number }
    return switch last {
    case "p", "a", "s": .vector
    case "or": .orientation
    default: .number
    }
  }

  private static func item(_ name: String, _ keys: [String], _ owner: JSONValue?) -> PropertyRole {
    let type = owner?.string("ty") ?? ""
    if type == "tr" || keys.dropLast().last == "tr" { return transform(keys) }
    switch (type, name) {
    case ("fl", "c"), ("st", "c"): return .shapeColor
    case ("sh", "ks"): return .path
    case ("rc", "p"), ("rc", "s"), ("el", "p"), ("el", "s"), ("sr", "p"), ("tw", "c"): return .vector
    case ("gf", "s"), ("gf", "e"), ("gs", "s"), ("gs", "e"): return .vector
    case (_, "k"): return .numbers
    default: return .number
    }
  }

  private static func text(_ keys: [String]) -> PropertyRole {
    guard keys.count > 1 else { return .number }
    switch (keys[1], keys.count > 2 ? keys[2] : "", keys[keys.count - 1]) {
    case ("d", _, _): return .text
    case ("m", _, "a"), ("a", "a", "a"), ("a", "a", "p"), ("a", "a", "s"): return .vector
    case ("a", "a", "fc"), ("a", "a", "sc"): return .color
    default: return .number
    }
  }
}
