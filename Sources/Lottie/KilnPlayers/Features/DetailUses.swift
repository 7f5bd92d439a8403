package import KilnJSON
package import KilnLottieFormat

// Features of the table of details.

extension FeatureUse {
  /// The use of a font that is not in the file by a text layer; none by others.
  package static func ofFont(_ layer: LottieLayer, _ document: JSONValue, _ report: (FeatureUse) -> Void) {
    guard case .text(let text) = layer.content, document["chars"]?.first == nil else { return }
    let fonts = document["fonts"]?["list"]?.children.filter { $0.string("fPath")?.hasPrefix("data:") ?? false }
    let embedded = Set(fonts?.compactMap { $0.string("fName") } ?? [])
    if let name = text.documents.map(\.document.font).first(where: { !embedded.contains($0) }) {
      report(FeatureUse("textSystemFont", "the font “\(name)” is not in the file"))
    }
  }

  /// The uses of details by a layer itself.
  package static func ofLayerDetails(_ layer: LottieLayer, _ json: JSONValue, _ report: (FeatureUse) -> Void) {
    if 12...15 ~= layer.blendMode {
      report(FeatureUse("blendModesOfColor", "the blend mode takes hue, saturation or luminosity alone"))
    }
    let modes = layer.masks.map(\.mode).filter { $0 != .none }
    if let first = modes.firstIndex(where: { $0 == .subtract }), modes[first...].contains(.add) {
      report(FeatureUse("maskOrder", "masks are added after others were subtracted"))
    }
    switch layer.content {
    case .solid:
      if json["ks"]?["o"].map({ !$0.isAlways(100) }) ?? false {
        report(FeatureUse("solidOpacity", "the solid is translucent"))
      }
    case .text(let text):
      if text.documents.contains(where: { $0.document.boxSize != nil }) {
        report(FeatureUse("textBoxes", "the text is in a box"))
      }
    default: break
    }
  }

  /// The uses of details by an item of a shape layer, as for `ofShape`.
  package static func ofShapeDetails(
    _ json: JSONValue, in siblings: JSONValue, at position: Int, _ report: (FeatureUse) -> Void
  ) {
    switch json.string("ty") {
    case "tm":
      if siblings.children.prefix(position).contains(where: { $0.string("ty") == "tm" }) {
        report(FeatureUse("trimSeries", "paths are trimmed twice"))
      } else if json.integer("m") == 2, position > 1 || siblings.first?.string("ty") == "gr" {
        report(FeatureUse("trimSeries", "paths are trimmed one after the other"))
      }
    case "rc", "el":
      if json.integer("d") == 3, siblings.children.dropFirst(position).contains(where: { $0.string("ty") == "tm" }) {
        report(FeatureUse("reversedShapes", "a trimmed shape runs counterclockwise"))
      }
    case "gf", "gs":
      if let gradient = json["g"], hasOpacities(gradient) {
        report(FeatureUse("gradientOpacity", "the gradient has opacity stops"))
      }
    case "rp":
      if grows(json) { report(FeatureUse("repeaterGrowth", "copies of a Repeater become larger than any canvas")) }
    default: break
    }
    if json.string("ty") == "st" || json.string("ty") == "gs", let dashes = json["d"], dashes.first != nil,
      !endsInOffset(dashes)
    {
      report(FeatureUse("dashOrder", "dashes and gaps are no pairs, or no offset ends them"))
    }
    // Those of gradients are left: pictures of these lose more.
    if json.string("ty") == "fl", let mode = json.integer("bm"), 1...15 ~= mode {
      report(FeatureUse("fillBlendModes", "a fill has a blend mode"))
    }
  }

  /// Whether dashes (`d`) are pairs with an offset at their end.
  package static func endsInOffset(_ dashes: JSONValue) -> Bool {
    let names = dashes.children.map { $0.string("n") ?? "" }
    return names.count % 2 == 1 && names.last == "o" && names.dropLast().allSatisfy { $0 == "d" || $0 == "g" }
  }

  /// The uses of details by a mask.
  package static func ofMaskDetails(_ mask: LottieMask, _ report: (FeatureUse) -> Void) {
    guard mask.mode != .none, mask.isInverted else { return }
    report(FeatureUse("maskInverted", "the mask is inverted"))
  }

  /// Whether copies of a repeater become a million times as large.
  private static func grows(_ json: JSONValue) -> Bool {
    func largest(_ value: JSONValue?) -> Double {
      guard let value else { return 0 }
      if let number = value.number { return number.magnitude }
      return value.children.reduce(0) { most, child in
        max(most, child.kind == .object ? max(largest(child["s"]), largest(child["e"])) : largest(child))
      }
    }
    let count = largest(json["c"]?["k"]) + largest(json["o"]?["k"])
    let scale = largest(json["tr"]?["s"]?["k"]) / 100
    return scale > 1 && count * (scale - 1) > 20 && scale > 1.5
  }

  /// Whether a gradient (`g`) has opacity stops.
  package static func hasOpacities(_ gradient: JSONValue) -> Bool {
    guard let count = gradient.integer("p"), count > 0, count < 1_000_000, let content = gradient["k"]?["k"] else {
      return false
    }
    let value = content.first?.kind == .object ? content.first?["s"] : content
    return (value?.count ?? 0) > count * 4
  }
}
