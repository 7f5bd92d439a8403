package import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
package import KilnRuleEngine
internal import KilnTimeline

// Rules of what engineers meet who work with the file.

extension Rule {
  package static let handoffHidden = Rule(
    "handoff.layer.hidden", .note, .exact,
    "A layer is switched off.",
    why: "No player draws it; it makes the file larger, and somebody may have forgotten to switch it on.",
    remedy: "In After Effects, delete the layer or switch it on.")
  package static let handoffGuide = Rule(
    "handoff.layer.guide", .note, .exact,
    "A guide layer is in the file.",
    why: "Guides are help for the designer; players ignore or draw them.",
    remedy: "In After Effects, turn off the export of guide layers in Bodymovin's settings, or delete it.")
  static let handoffDefaultName = Rule(
    "handoff.layer.defaultName", .note, .exact,
    "Layers have the names that After Effects gave them, such as Shape Layer 12.",
    why: "Developers who change a colour or text at run time find layers by their names.",
    remedy: "In After Effects, rename the layers that apps change.")
  static let handoffUnnamed = Rule(
    "handoff.layer.unnamed", .note, .exact,
    "A layer has no name.",
    why: "Developers cannot find it at run time.",
    remedy: "In After Effects, name the layer; some optimizers remove names.")
  static let handoffDuplicateName = Rule(
    "handoff.layer.duplicateName", .note, .exact,
    "Several layers of a composition have the same name.",
    why: "Key paths of apps match all of them.",
    remedy: "In After Effects, give each layer a name of its own where apps ask for it.")
  static let handoffNonASCII = Rule(
    "handoff.name.characters", .note, .exact,
    "The name of an image file has other characters than ASCII letters, digits, _ , - and dots.",
    why: "Such names break in archives, on the web and in SVGA 1.x.",
    remedy: "In After Effects, rename the footage in plain letters before the export.")
  package static let handoffEmptyLayer = Rule(
    "handoff.layer.empty", .note, .exact,
    "A shape layer has no shapes that can be seen.",
    why: "Players compute its transform in every frame for nothing.",
    remedy: "In After Effects, delete the layer, or replace it by a null where it moves others.")
  static let handoffUnusedNull = Rule(
    "handoff.layer.unusedNull", .note, .exact,
    "No layer has a null as its parent.",
    why: "It does nothing and makes the file larger.",
    remedy: "In After Effects, delete the null.")
  static let handoffNoPaint = Rule(
    "handoff.group.unpainted", .note, .exact,
    "A group has paths but neither a fill nor a stroke.",
    why: "Nothing is seen of it, unless a style outside paints it.",
    remedy: "In After Effects, add a fill or stroke to the group, or delete it.")
  static let handoffInvisiblePaint = Rule(
    "handoff.paint.invisible", .note, .exact,
    "A fill or stroke is always transparent, or a stroke has no width.",
    why: "Players compute it in every frame for nothing.",
    remedy: "In After Effects, delete the fill or stroke.")
  static let handoffBackground = Rule(
    "handoff.background", .note, .exact,
    "A solid of one colour covers the whole canvas for the whole time.",
    why: "The animation is not transparent; apps set backgrounds themselves.",
    remedy: "In After Effects, delete the background layer if the animation shall be transparent.")
  static let handoffGenerator = Rule(
    "handoff.generator", .note, .exact,
    "The name of the composition is a default, such as Comp 1.",
    why: "Tools show it, and tables of animations become unreadable.",
    remedy: "In After Effects, rename the composition.")
  static let handoffGradientDefault = Rule(
    "handoff.gradient.default", .note, .exact,
    "A gradient goes from white to black.",
    why: "That is what Bodymovin writes where it cannot read the colours, because the project was not saved.",
    remedy: "In After Effects, save the project and export again, if the gradient has other colours there.")
}

extension RuleCheck {
  package static let handoff: [RuleCheck] = [
    layerState, layerNames, imageNames, emptyLayers, unusedNulls, groupPaints, paints, gradientColors, backgrounds,
  ]

  private static let layerState = RuleCheck(
    .handoff, [.handoffHidden, .handoffGuide],
    { (visit: LayerVisit) in
      // A hidden layer may be a matte or a parent.
      if visit.layer.isHidden, !visit.layer.isMatteSource, !isParent(visit) {
        visit.report(.handoffHidden, "the layer is switched off")
      }
      if visit.layer.name.lowercased().hasPrefix("guide") || visit.json.integer("ty") == 11 {
        visit.report(.handoffGuide, "the layer is a guide")
      }
    })

  private static func isParent(_ visit: LayerVisit) -> Bool {
    guard let index = visit.layer.index else { return false }
    return visit.composition.layers.contains { $0.parent == index || $0.matteParent == index }
  }

  /// Prefixes of the default names that After Effects gives to layers and compositions, in lower case.
  private static let defaultNames = [
    "shape layer ", "null ", "precomp ", "pre-comp ", "layer ", "solid ", "comp ", "composition ", "形状图层 ", "空 ",
    "预合成 ", "合成 ",
  ]

  /// Whether a name is a default with a number.
  private static func isDefault(_ name: String) -> Bool {
    let name = name.lowercased()
    return defaultNames.contains { prefix in
      name.hasPrefix(prefix) && !name.dropFirst(prefix.count).isEmpty
        && name.dropFirst(prefix.count).allSatisfy(\.isNumber)
    }
  }

  private static let mostDefaults = ValidationRule.Option(
    "layers", 5, "Number of layers with such names from which it is reported.")

  private static let layerNames = RuleCheck(
    [
      ValidationRule(.handoffDefaultName, .handoff, options: [mostDefaults]),
      ValidationRule(.handoffUnnamed, .handoff), ValidationRule(.handoffDuplicateName, .handoff),
      ValidationRule(.handoffGenerator, .handoff),
    ],
    { (visit: CompositionVisit) in
      if visit.asset == nil, isDefault(visit.composition.name) {
        visit.report(.handoffGenerator, "the composition is called “\(visit.composition.name)”", at: visit.context.root)
      }
      var counts: [String: Int] = [:]
      var defaults = 0
      var unnamed = 0
      for layer in visit.layers {
        if layer.name.isEmpty { unnamed += 1 } else { counts[layer.name, default: 0] += 1 }
        if isDefault(layer.name) { defaults += 1 }
      }
      if unnamed > 0 {
        visit.report(
          .handoffUnnamed, "\(unnamed) layer\(unnamed == 1 ? "" : "s") of “\(visit.title)” have no name", at: visit.json
        )
      }
      if Double(defaults) >= visit.value(mostDefaults, of: .handoffDefaultName) {
        visit.report(
          .handoffDefaultName, "\(defaults) of \(visit.layers.count) layers of “\(visit.title)” have default names",
          at: visit.json)
      }
      let repeated = counts.filter { $0.value > 1 }.sorted { $0.key < $1.key }
      if let (name, count) = repeated.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
        let others = repeated.count > 1 ? ", and so on" : ""
        visit.report(
          .handoffDuplicateName, "\(count) layers of “\(visit.title)” are called “\(name)”\(others)", at: visit.json)
      }
    })

  private static let imageNames = RuleCheck(
    .handoff, [.handoffNonASCII],
    { (visit: AssetVisit) in
      guard let image = visit.image, !image.isEmbedded else { return }
      let isPlain = image.file.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F: true
        default: false
        }
      }
      if !isPlain { visit.report(.handoffNonASCII, "the image is called “\(image.file)”") }
    })

  private static let emptyLayers = RuleCheck(
    .handoff, [.handoffEmptyLayer],
    { (visit: LayerVisit) in
      guard case .shapes(let items) = visit.layer.content, !isParent(visit), !visit.layer.isHidden else { return }
      if !hasGeometry(items) { visit.report(.handoffEmptyLayer, "the shape layer has no paths") }
    })

  private static func hasGeometry(_ items: [ShapeItem]) -> Bool {
    items.contains { item in
      switch item {
      case .group(let group): hasGeometry(group.items)
      case .path, .rectangle, .ellipse, .polystar: true
      default: false
      }
    }
  }

  private static let unusedNulls = RuleCheck(
    .handoff, [.handoffUnusedNull],
    { (visit: LayerVisit) in
      guard case .null = visit.layer.content, !isParent(visit) else { return }
      // Expressions read values of nulls by name.
      let isRead = !visit.layer.effects.isEmpty || !visit.context.document.expressions(inside: 0).isEmpty
      if !isRead { visit.report(.handoffUnusedNull, "no layer has the null as its parent") }
    })

  private static let groupPaints = RuleCheck(
    .handoff, [.handoffNoPaint],
    { (visit: LayerVisit) in
      // Mattes and masks of outlines need a paint, too; effects may bring their own.
      guard case .shapes(let items) = visit.layer.content, visit.layer.effects.isEmpty, hasGeometry(items) else {
        return
      }
      if !hasPaint(items) { visit.report(.handoffNoPaint, "nothing paints the paths of the layer") }
    })

  private static func hasPaint(_ items: [ShapeItem]) -> Bool {
    items.contains { item in
      switch item {
      case .group(let group): hasPaint(group.items)
      case .fill, .stroke, .gradientFill, .gradientStroke: true
      default: false
      }
    }
  }

  private static let paints = RuleCheck(
    .handoff, [.handoffInvisiblePaint],
    { (visit: ShapeVisit) in
      guard ["fl", "st", "gf", "gs"].contains(visit.type), !visit.json.isTruthy("hd") else { return }
      func fixed(_ name: JSONValue.Name) -> Double? {
        guard let property = visit.json[name], property["x"] == nil, property["sid"] == nil else { return nil }
        return property["k"]?.number ?? property["k"]?.firstNumber
      }
      if fixed("o") == 0 {
        visit.report(.handoffInvisiblePaint, "the opacity is 0 %")
      } else if visit.type == "st" || visit.type == "gs", fixed("w") == 0 {
        visit.report(.handoffInvisiblePaint, "the stroke is 0 px wide")
      }
    })

  private static let gradientColors = RuleCheck(
    .handoff, [.handoffGradientDefault],
    { (visit: ShapeVisit) in
      guard visit.type == "gf" || visit.type == "gs", visit.json["g"]?["k"]?["k"]?.numbers == [0, 1, 1, 1, 1, 0, 0, 0]
      else { return }
      visit.report(.handoffGradientDefault, "the gradient goes from white to black")
    })

  private static let backgrounds = RuleCheck(
    .handoff, [.handoffBackground],
    { (visit: LayerVisit) in
      guard case .solid(let width, let height, _) = visit.layer.content, visit.composition.asset == nil,
        visit.layer.masks.isEmpty, visit.layer.matteMode == nil, !visit.layer.isHidden, !visit.layer.isMatteSource,
        let start = visit.layer.inPoint, let end = visit.layer.outPoint
      else { return }
      let document = visit.context.document
      guard width >= document.width, height >= document.height, start <= document.inPoint, end >= document.outPoint,
        visit.json["ks"]?["o"]?["k"]?.number ?? 100 == 100
      else { return }
      visit.report(.handoffBackground, "the solid covers the whole canvas")
    })
}
