package import KilnJSON

// Features of shapes, strokes and gradients.

extension FeatureUse {
  /// The uses of features by an item of a shape layer.
  ///
  /// - Parameters:
  ///   - siblings: The array that contains it.
  ///   - position: Position in the array.
  ///   - report: Takes each use.
  package static func ofShape(
    _ json: JSONValue, in siblings: JSONValue, at position: Int, _ report: (FeatureUse) -> Void
  ) {
    let type = json.string("ty") ?? ""
    switch type {
    case "mm":
      if changesOutline(json, in: siblings, at: position) { report(FeatureUse("mergePaths", "paths are merged")) }
    case "tr":
      if json.isNonzero("sk") { report(FeatureUse("groupSkew", "the group is skewed")) }
    default:
      if let (feature, text) = items[type] { report(FeatureUse(feature, text)) }
    }
    let isStroke = type == "st" || type == "gs"
    if isStroke { report(FeatureUse("strokes", "there is a stroke")) }
    if isStroke, json["d"]?.first != nil { report(FeatureUse("dashes", "a stroke is dashed")) }
    if type == "gf" || type == "gs", json.integer("t") == 2, json.isNonzero("h", above: leastHighlight) {
      report(FeatureUse("gradientHighlight", "the gradient has a highlight"))
    }
    if type != "tr", json.isTruthy("hd"), draws(type, json) {
      report(FeatureUse("hiddenItems", "the item is hidden"))
    }
    if let mode = json.integer("bm"), let use = blendMode(mode) { report(use) }
  }

  /// Items that are a feature by themselves, by their types.
  private static let items: [String: (feature: String, text: String)] = [
    "rp": ("repeater", "there is a Repeater"), "op": ("offsetPath", "paths are offset"),
    "pb": ("puckerBloat", "paths are distorted by Pucker & Bloat"), "zz": ("zigZag", "paths have a Zig Zag"),
    "tw": ("twist", "paths are twisted"), "rd": ("roundCorners", "corners are rounded"),
    "sr": ("polystar", "there is a star or polygon"), "gs": ("gradientStroke", "a stroke has a gradient"),
  ]

  /// Length of a highlight, in percent of the radius, up to which nobody sees where the centre is.
  private static let leastHighlight = 2.0

  /// Whether Merge Paths does more than players without it: these fill all paths of a group as one already, which is its
  /// mode Merge (1), and of a single path there is nothing to join or to cut.
  private static func changesOutline(_ json: JSONValue, in siblings: JSONValue, at position: Int) -> Bool {
    guard json.integer("mm") != 1 else { return false }
    var paths = 0
    for item in siblings.children.prefix(position) {
      switch item.string("ty") {
      case "sh", "rc", "el", "sr": paths += 1
      case "gr", "rp": return true
      default: break
      }
    }
    return paths > 1
  }

  /// Whether lottie-web draws something of an item although it is hidden: of groups and modifiers, not of styles.
  private static func draws(_ type: String, _ json: JSONValue) -> Bool {
    switch type {
    case "gr": json["it"]?.first != nil
    case "sh", "rc", "el", "sr", "fl", "st", "gf", "gs": false
    default: true
    }
  }
}
