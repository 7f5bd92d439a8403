internal import KilnJSON

/// The names of the property groups from a layer to an item inside it, as After Effects' timeline panel does: `Contents`, `Group 1`,
/// `Fill 1`, `Color`.
struct PropertyNames {
  /// From the outermost group of properties inwards.
  private(set) var names: [String] = []
  private var group = PropertyGroup.layer

  /// - Parameter steps: From the layer to the place, without the layer itself.
  init(_ steps: some Sequence<JSONTree.Step>) {
    for step in steps {
      if step.isMember { enter(member: step.value.key ?? "") } else { enter(element: step) }
    }
  }

  private mutating func enter(member key: String) {
    // The dimensions of a position have names of their own.
    if group == .position, let dimension = ["x": "X", "y": "Y", "z": "Z"][key], !names.isEmpty {
      names[names.count - 1] = "\(dimension) Position"
      group = .value
      return
    }
    let (name, inner) = group.member(key)
    if let name { names.append(name) }
    group = inner
  }

  private mutating func enter(element step: JSONTree.Step) {
    let (name, inner) = group.element(step.value, number: step.position + 1)
    if let name { names.append(name) }
    group = inner
  }
}

/// Kind of a JSON value inside a layer in After Effects, which determines the names of its members and elements.
enum PropertyGroup: Equatable {
  case layer, transform, position
  /// `shapes` or `it`, and an item of a type.
  case contents, item(type: String)
  case dashes
  case effects, effect, parameters
  case masks, mask
  case text, textPath, textOptions, animators, animator, selector, animatorProperties
  /// A property: what is inside has no name.
  case value

  /// A member's name, nil for none, and what it is.
  func member(_ key: String) -> (String?, PropertyGroup) {
    switch self {
    case .layer: Self.layerMembers[key] ?? (nil, .value)
    case .transform: key == "p" ? ("Position", .position) : (Self.transformNames[key], .value)
    case .item(let type): Self.member(key, ofItem: type)
    case .effect: (nil, key == "ef" ? .parameters : .value)
    case .mask: (Self.maskNames[key], .value)
    case .text: Self.textMembers[key] ?? (nil, .value)
    case .textPath: (Self.textPathNames[key], .value)
    case .textOptions: (key == "a" ? "Grouping Alignment" : nil, .value)
    case .animator: key == "s" ? ("Range Selector", .selector) : (nil, key == "a" ? .animatorProperties : .value)
    case .selector: (Self.selectorNames[key], .value)
    case .animatorProperties: (Self.animatorNames[key], .value)
    case .position, .contents, .dashes, .effects, .parameters, .masks, .animators, .value: (nil, .value)
    }
  }

  /// An array element's name, nil for none, and what it is.
  func element(_ value: JSONValue, number: Int) -> (String?, PropertyGroup) {
    switch self {
    case .contents:
      let type = value.string("ty") ?? ""
      if type == "tr" { return ("Transform", .transform) }
      return (Self.name(of: value) ?? Self.itemNames[type] ?? "Item \(number)", .item(type: type))
    case .effects:
      let name = Self.name(of: value) ?? value.integer("ty").flatMap { Self.effectNames[$0] }
      return (name ?? "Effect \(number)", .effect)
    // A parameter may be a group of parameters.
    case .parameters: return (Self.name(of: value), .effect)
    case .masks: return (Self.name(of: value) ?? "Mask \(number)", .mask)
    case .animators: return (Self.name(of: value) ?? "Animator \(number)", .animator)
    case .dashes: return (Self.dashNames[value.string("n") ?? ""], .value)
    case .layer, .transform, .position, .item, .effect, .mask, .text, .textPath, .textOptions, .animator, .selector,
      .animatorProperties, .value:
      return (nil, self)
    }
  }

  private static func name(of value: JSONValue) -> String? {
    value.string("nm").flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func member(_ key: String, ofItem type: String) -> (String?, PropertyGroup) {
    switch key {
    case "it": (nil, .contents)
    case "tr": ("Transform", .transform)
    case "d" where type == "st" || type == "gs": ("Dashes", .dashes)
    default: (propertyNames[type]?[key], .value)
    }
  }
}

// MARK: - Names in the English version of After Effects

extension PropertyGroup {
  private static let layerMembers: [String: (String?, PropertyGroup)] = [
    "ks": ("Transform", .transform), "shapes": ("Contents", .contents), "ef": ("Effects", .effects),
    "masksProperties": ("Masks", .masks), "t": ("Text", .text), "tm": ("Time Remap", .value),
    "sy": ("Layer Styles", .value),
  ]

  private static let transformNames = [
    "a": "Anchor Point", "s": "Scale", "r": "Rotation", "rx": "X Rotation", "ry": "Y Rotation", "rz": "Z Rotation",
    "or": "Orientation", "o": "Opacity", "sk": "Skew", "sa": "Skew Axis", "so": "Start Opacity", "eo": "End Opacity",
  ]

  private static let itemNames = [
    "gr": "Group", "sh": "Path", "rc": "Rectangle Path", "el": "Ellipse Path", "sr": "Polystar Path", "fl": "Fill",
    "st": "Stroke", "gf": "Gradient Fill", "gs": "Gradient Stroke", "tm": "Trim Paths", "rd": "Round Corners",
    "op": "Offset Paths", "pb": "Pucker & Bloat", "zz": "Zig Zag", "rp": "Repeater", "mm": "Merge Paths",
    "tw": "Twist",
  ]

  /// By the item's type.
  private static let propertyNames = [
    "sh": ["ks": "Path"],
    "rc": ["p": "Position", "s": "Size", "r": "Roundness"],
    "el": ["p": "Position", "s": "Size"],
    "sr": [
      "p": "Position", "pt": "Points", "r": "Rotation", "or": "Outer Radius", "os": "Outer Roundness",
      "ir": "Inner Radius", "is": "Inner Roundness",
    ],
    "fl": ["c": "Color", "o": "Opacity"],
    "st": ["c": "Color", "o": "Opacity", "w": "Stroke Width"],
    "gf": gradientNames,
    "gs": gradientNames.merging(["w": "Stroke Width"]) { first, _ in first },
    "tm": ["s": "Start", "e": "End", "o": "Offset"],
    "rd": ["r": "Radius"],
    "op": ["a": "Amount", "ml": "Miter Limit"],
    "pb": ["a": "Amount"],
    "zz": ["s": "Size", "r": "Ridges per segment", "pt": "Points"],
    "rp": ["c": "Copies", "o": "Offset"],
    "tw": ["a": "Angle", "c": "Center"],
  ]

  private static let gradientNames = [
    "s": "Start Point", "e": "End Point", "h": "Highlight Length", "a": "Highlight Angle", "g": "Colors",
    "o": "Opacity",
  ]

  private static let dashNames = ["d": "Dash", "g": "Gap", "o": "Offset"]

  private static let effectNames = [
    20: "Tint", 21: "Fill", 22: "Stroke", 23: "Tritone", 24: "Levels (Individual Controls)", 25: "Drop Shadow",
    26: "Radial Wipe", 27: "Displacement Map", 28: "Set Matte", 29: "Gaussian Blur", 30: "Twirl", 31: "Mesh Warp",
    32: "Wavy", 33: "Spherize", 34: "Puppet", 35: "Transform",
  ]

  private static let maskNames = [
    "pt": "Mask Path", "o": "Mask Opacity", "x": "Mask Expansion", "f": "Mask Feather",
  ]

  private static let textMembers: [String: (String?, PropertyGroup)] = [
    "d": ("Source Text", .value), "p": ("Path Options", .textPath), "m": ("More Options", .textOptions),
    "a": (nil, .animators),
  ]

  private static let textPathNames = [
    "f": "First Margin", "l": "Last Margin", "a": "Force Alignment", "p": "Perpendicular To Path",
    "r": "Reverse Path",
  ]

  private static let selectorNames = [
    "s": "Start", "e": "End", "o": "Offset", "a": "Amount", "xe": "Ease High", "ne": "Ease Low", "sm": "Smoothness",
  ]

  private static let animatorNames = [
    "a": "Anchor Point", "p": "Position", "s": "Scale", "r": "Rotation", "rx": "X Rotation", "ry": "Y Rotation",
    "sk": "Skew", "sa": "Skew Axis", "o": "Opacity", "fc": "Fill Color", "fh": "Fill Hue", "fs": "Fill Saturation",
    "fb": "Fill Brightness", "sc": "Stroke Color", "sw": "Stroke Width", "t": "Tracking", "bl": "Blur",
  ]
}
