package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPlayers
internal import KilnRuleEngine

// Rules of the members that an animation and its layers must have.

extension Rule {
  static let lottieVersionOld = Rule(
    "lottie.version.old", .warning, .approximated,
    "The file was written by a Bodymovin before 4.4.",
    why: "Current players read such files differently or not at all; colours may be 255 times too bright.",
    remedy: "Export the animation again with a current Bodymovin.")
  static let lottieSizeZero = Rule(
    "lottie.canvas.empty", .error, .rejected,
    "The canvas has no area.",
    why: "Nothing can be seen.",
    remedy: "In After Effects, set the size in Composition › Composition Settings.")
  static let lottieSizeFractional = Rule(
    "lottie.canvas.fractional", .warning, .exact,
    "The size of the canvas is no whole number of pixels.",
    why: "Players round differently, and edges become soft.",
    remedy:
      "In After Effects, set whole numbers in Composition › Composition Settings; a scaled export often breaks them.")
  package static let lottieLayerMember = Rule(
    "lottie.layer.memberMissing", .error, .dropped,
    "A layer lacks its in point, out point, start time or type.",
    why: "lottie-web and others never show such a layer.",
    remedy: "Export the animation again; the file was edited or made by a tool that leaves them out.")
  static let lottieTransformMissing = Rule(
    "lottie.transform.missing", .warning, .exact,
    "A layer has no transform, or an image layer none with a scale.",
    why: "Old versions of lottie-ios do not show the file.",
    remedy: "Export the animation again with a current Bodymovin.")
  static let lottieLayerUnknown = Rule(
    "lottie.layer.unknown", .warning, .dropped,
    "A layer is of a type that no player draws.",
    why: "The layer is missing in every player.",
    remedy: "In After Effects, replace adjustment layers, lights, guides and video by shape or image layers.")
  static let lottieShapeUnknown = Rule(
    "lottie.shape.unknown", .warning, .dropped,
    "A shape item is of a type that no player draws.",
    why: "The item is missing in every player.",
    remedy: "In After Effects, replace it by paths, fills and strokes.")
  static let lottieGroupTransform = Rule(
    "lottie.group.transformMissing", .warning, .exact,
    "A shape group does not end with its transform.",
    why: "lottie-web fails at such a group and draws nothing.",
    remedy: "Export the animation again with a current Bodymovin.")
  static let lottieShapeMember = Rule(
    "lottie.shape.memberMissing", .warning, .exact,
    "A shape item lacks a property that lottie-web needs.",
    why: "lottie-web stops drawing at such an item; other players take a default.",
    remedy: "Export the animation again with a current Bodymovin; the tool that made the file leaves properties out.")
  static let lottieMaskMember = Rule(
    "lottie.mask.memberMissing", .warning, .exact,
    "A mask lacks its path, opacity or expansion.",
    why: "lottie-web stops drawing at such a mask.",
    remedy: "Export the animation again with a current Bodymovin.")
  static let lottieTextMetrics = Rule(
    "lottie.text.metrics", .note, .approximated,
    "A font has no ascent, or a text no line height.",
    why: "lottie-ios before June 2026 shows nothing at all of such a file.",
    remedy: "Export the animation again with a current Bodymovin, or choose Create Shapes from Text in After Effects.")
  static let lottieFontMissing = Rule(
    "lottie.font.missing", .warning, .approximated,
    "A text uses a font that the file does not list.",
    why: "Players take another font, or draw nothing.",
    remedy: "Export the animation again, or choose Create Shapes from Text in After Effects.")
  static let lottieSlotMissing = Rule(
    "lottie.slot.missing", .note, .exact,
    "A property names a slot that the file does not define.",
    why: "A theme cannot change it as it was meant.",
    remedy: "Define the slot in the tool that made the file, or remove its ID from the property.")
  static let lottieCompositionEmpty = Rule(
    "lottie.composition.empty", .warning, .exact,
    "A composition has no layers.",
    why: "Nothing of it is seen, and some players refuse an animation without layers.",
    remedy: "In After Effects, delete the composition, or turn on the export of its layers.")
}

extension RuleCheck {
  static let members: [RuleCheck] = [
    canvas, layerMembers, transforms, unknownLayers, shapeMembers, maskMembers, textMetrics, fontNames, slotNames,
    emptyCompositions,
  ]

  private static let canvas = RuleCheck(
    .structure, [.lottieVersionOld, .lottieSizeZero, .lottieSizeFractional],
    { (visit: DocumentVisit) in
      let document = visit.document
      if document.version.isBefore(4, 4, 0), let version = visit.json["v"] {
        visit.report(.lottieVersionOld, "the version is \(version.string ?? "unknown")", at: version)
      }
      if document.width <= 0 || document.height <= 0 {
        visit.report(
          .lottieSizeZero, "the canvas is \(document.width.shortDescription) × \(document.height.shortDescription) px")
      } else if document.width != document.width.rounded() || document.height != document.height.rounded() {
        visit.report(
          .lottieSizeFractional,
          "the canvas is \(document.width.shortDescription) × \(document.height.shortDescription) px")
      }
    })

  private static let layerMembers = RuleCheck(
    .structure, [.lottieLayerMember],
    { (visit: LayerVisit) in
      var missing: [String] = []
      if visit.json.number("ip") == nil { missing.append("in point (ip)") }
      if visit.json.number("op") == nil { missing.append("out point (op)") }
      if visit.json.number("st") == nil { missing.append("start time (st)") }
      if visit.json["ty"]?.number == nil { missing.append("type (ty)") }
      guard !missing.isEmpty else { return }
      visit.report(.lottieLayerMember, "the layer has no \(missing.joined(separator: ", "))")
    })

  private static let transforms = RuleCheck(
    .structure, [.lottieTransformMissing],
    { (visit: LayerVisit) in
      switch visit.layer.content {
      case .audio, .other: return
      case .image where visit.json["ks"]?["s"] == nil:
        visit.report(.lottieTransformMissing, "the image layer has no scale")
      default: if visit.json["ks"] == nil { visit.report(.lottieTransformMissing, "the layer has no transform") }
      }
    })

  private static let unknownLayers = RuleCheck(
    .structure, [.lottieLayerUnknown],
    { (visit: LayerVisit) in
      // 7 to 15: placeholders, sequences, video, guides, lights, data; 13 is a camera, which some players have.
      guard case .other(let type) = visit.layer.content, type != 13, type != -1 else { return }
      let names = [
        7: "video placeholder", 8: "image sequence", 9: "video", 10: "image placeholder", 11: "guide",
        12: "adjustment layer", 14: "light", 15: "data",
      ]
      var file = ""
      if let id = visit.json["refId"]?.identifier, case .image(let asset)? = visit.context.document.assets[id] {
        file = ", and “\(asset.name)” is not seen"
      }
      visit.report(
        .lottieLayerUnknown, "layers of type \(type)\(names[type].map { ", \($0)," } ?? "") are not drawn" + file)
    })

  /// Types of shape items that players know.
  private static let itemTypes: Set<String> = [
    "gr", "sh", "rc", "el", "sr", "fl", "st", "gf", "gs", "tr", "tm", "rd", "op", "pb", "zz", "rp", "mm", "tw", "no",
  ]

  /// Members that lottie-web needs in shape items of each type; the opacity of a transform only on its canvas.
  private static let needed: [String: [String]] = [
    "sh": ["ks"], "rc": ["p", "s", "r"], "el": ["p", "s"], "fl": ["c", "o"], "st": ["c", "o", "w"],
    "gf": ["g", "s", "e", "o"], "gs": ["g", "s", "e", "o", "w"], "tm": ["s", "e", "o"], "rd": ["r"],
    "sr": ["p", "pt", "r", "or", "os"], "rp": ["c", "o", "tr"], "tr": ["o"],
  ]

  private static let shapeMembers = RuleCheck(
    .structure, [.lottieShapeUnknown, .lottieGroupTransform, .lottieShapeMember],
    { (visit: ShapeVisit) in
      guard itemTypes.contains(visit.type) else {
        return visit.report(.lottieShapeUnknown, "shape items of type “\(visit.type)” are not drawn")
      }
      if visit.type == "gr" {
        let items = visit.json["it"]
        var last: JSONValue?
        for item in items?.children ?? visit.json.children { last = item }
        if items?.first != nil, last?.string("ty") != "tr" {
          visit.report(.lottieGroupTransform, "the group has no transform at its end")
        }
      }
      guard let names = needed[visit.type] else { return }
      for name in names where visit.json.member(named: name) == nil {
        visit.report(.lottieShapeMember, "the member “\(name)” is missing")
      }
    })

  private static let maskMembers = RuleCheck(
    .structure, [.lottieMaskMember],
    { (visit: MaskVisit) in
      guard visit.mask.mode != .none else { return }
      for name in ["pt", "o", "x"] where visit.json.member(named: name) == nil {
        visit.report(.lottieMaskMember, "the member “\(name)” of the mask is missing")
      }
    })

  private static let textMetrics = RuleCheck(
    .structure, [.lottieTextMetrics],
    { (visit: DocumentVisit) in
      guard let fonts = visit.json["fonts"]?["list"] else { return }
      for font in fonts.children where font["ascent"]?.number == nil {
        visit.report(
          .lottieTextMetrics, "the font “\(font.string("fName") ?? "")” has no ascent", at: font,
          atLeast: metricsSeverity(visit.context))
      }
    })

  /// A warning where the player that shows nothing is a target.
  private static func metricsSeverity(_ context: LottieContext) -> Rule.Severity {
    context.options.targets.contains { $0.name == "lottie-ios" } ? .warning : .note
  }

  private static let fontNames = RuleCheck(
    .structure, [.lottieFontMissing, .lottieTextMetrics],
    { (visit: LayerVisit) in
      guard case .text = visit.layer.content, let documents = visit.json["t"]?["d"]?["k"] else { return }
      let names = Set(visit.context.document.fonts.map(\.name))
      let texts = documents.children.compactMap { $0["s"] }
      if let text = texts.first(where: { $0.string("f").map { !names.contains($0) } ?? false }) {
        visit.report(.lottieFontMissing, "the font “\(text.string("f") ?? "")” is not in the file's list", at: text)
      }
      if let text = texts.first(where: { $0["lh"]?.number == nil }) {
        visit.report(
          .lottieTextMetrics, "the text has no line height", at: text, atLeast: metricsSeverity(visit.context))
      }
    })

  private static let slotNames = RuleCheck(
    .structure, [.lottieSlotMissing],
    { (visit: PropertyVisit) in
      guard let id = visit.json.string("sid") else { return }
      if visit.context.root["slots"]?.member(named: id) == nil {
        visit.report(.lottieSlotMissing, "there is no slot “\(id)”")
      }
    })

  private static let emptyCompositions = RuleCheck(
    .structure, [.lottieCompositionEmpty],
    { (visit: CompositionVisit) in
      guard visit.layers.isEmpty else { return }
      visit.report(.lottieCompositionEmpty, "“\(visit.title)” has no layers")
    })
}
