public import KilnDiagnostics
package import KilnJSON
internal import KilnPixels

extension LottieDocument {
  /// Reads a document from JSON bytes.
  ///
  /// Members that are missing or unreadable get Lottie's defaults.
  ///
  /// - Parameter theme: Values that replace those of the slots.
  /// - Throws: When the bytes are not JSON, no animation, or above the limits.
  public init(bytes: [UInt8], theme: LottieTheme? = nil, limits: Limits = Limits()) throws(Diagnostic) {
    try self.init(
      tree: JSONTree(bytes, numbers: .float, readsTextNumbers: true, limits: limits), theme: theme, limits: limits)
  }

  /// Reads a document from a tree, whose numbers are in the range of 32-bit floats.
  ///
  /// - Throws: When the tree is no animation, or above the limits.
  package init(tree: JSONTree, theme: LottieTheme? = nil, limits: Limits = Limits()) throws(Diagnostic) {
    let root = tree.root
    guard root.kind == .object, let layers = root["layers"], layers.kind == .array else {
      throw Diagnostic(
        .lottieNotLottie, "the file is JSON but not a Lottie animation: it has no layers",
        advice: "export the animation with the Bodymovin or LottieFiles plug-in")
    }
    for (name, meaning) in [("w", "width"), ("h", "height"), ("fr", "frame rate"), ("op", "out point")] {
      guard root.member(named: name)?.number != nil else {
        throw Diagnostic(
          .lottieNotLottie, "the animation has no \(meaning)", at: DocumentPath(pointer: "/\(name)"),
          advice: "export it again")
      }
    }
    try LottiePartCounter.check(tree, theme: theme, limits: limits)
    // A document that lottie-web has processed before it was saved needs no upgrades.
    let isProcessed = root["__complete"]?.isTruthy ?? false
    let version = LottieVersion(isProcessed ? nil : root.string("v"))
    let properties = PropertyParser(slots: root["slots"], themeSlots: theme?.slots?.root)
    let shapes = ShapeParser(properties: properties, version: version, hasAbsoluteTangents: isProcessed)
    let texts = TextParser(properties: properties, shapes: shapes)
    let parser = LayerParser(properties: properties, shapes: shapes, texts: texts)
    self.tree = tree
    themeSlots = theme?.slots
    themeFindings = theme.map { $0.findings + $0.unused(slots: tree.root.slotIDs) } ?? []
    self.version = version
    frameRate = root.number("fr") ?? 0
    inPoint = root.number("ip") ?? 0
    outPoint = root.number("op") ?? 0
    width = root.number("w") ?? 0
    height = root.number("h") ?? 0
    self.layers = parser.layers(layers)
    assets = [:]
    for (position, asset) in (root["assets"].map { Array($0.children) } ?? []).enumerated() {
      guard let id = asset["id"]?.identifier else { continue }
      assets[id] = parser.asset(asset, id: id, position: position)
    }
    fonts = root["fonts"].map(texts.fonts) ?? []
    characters = root["chars"].flatMap { $0.kind == .array ? texts.characters($0) : nil }
    markers = (root["markers"].map { Array($0.children) } ?? []).compactMap { marker in
      marker.number("tm").map {
        LottieMarker(comment: marker.string("cm") ?? "", time: $0, duration: marker.number("dr") ?? 0)
      }
    }
    textNumberFinding = Self.textNumberFinding(in: tree)
  }

  private static func textNumberFinding(in tree: JSONTree) -> Diagnostic? {
    guard let first = tree.firstTextNumber else { return nil }
    var finding = Diagnostic(
      .lottieTextNumber, "the number “\((first.string ?? "").prefix(40))” is written as text",
      at: DocumentPath(pointer: first.pointer))
    finding.repetitions = tree.textNumberCount - 1
    return finding
  }
}

extension JSONValue {
  /// `sid` of all properties inside.
  fileprivate var slotIDs: Set<String> {
    var found: Set<String> = []
    func visit(_ value: JSONValue) {
      if let id = value.string("sid") { found.insert(id) }
      for child in value.children where child.kind == .array || child.kind == .object { visit(child) }
    }
    visit(self)
    return found
  }
}

/// Reads layers and assets.
struct LayerParser {
  let properties: PropertyParser
  let shapes: ShapeParser
  let texts: TextParser

  func layers(_ array: JSONValue) -> [LottieLayer] {
    array.children.enumerated().filter { $1.kind == .object }.map { layer($1, position: $0) }
  }

  func asset(_ json: JSONValue, id: String, position: Int) -> LottieAsset {
    if let layers = json["layers"], layers.kind == .array {
      return .precomposition(
        LottieComposition(
          name: json.string("nm") ?? "", layers: self.layers(layers), pointer: "/assets/\(position)/layers"))
    }
    // A slot of an image adds its members to the asset's.
    let slot = properties.slotted(json)
    func member(_ name: JSONValue.Name) -> JSONValue? { slot[name] ?? json[name] }
    guard let file = member("p")?.string else { return .other }
    let isEmbedded = file.hasPrefix("data:")
    return .image(
      LottieImage(
        id: id, name: member("nm")?.string ?? (isEmbedded ? id : file), width: member("w")?.number ?? 0,
        height: member("h")?.number ?? 0, folder: isEmbedded ? "" : member("u")?.string ?? "", file: file,
        aspectRatio: member("pr")?.string, node: json.index))
  }

  private func layer(_ json: JSONValue, position: Int) -> LottieLayer {
    let stretch = json.number("sr") ?? 1
    let (inPoint, outPoint, startTime) = (json.time("ip"), json.time("op"), json.time("st"))
    var shapes = shapes
    if json.isTruthy("completed") { shapes.hasAbsoluteTangents = true }
    return LottieLayer(
      index: json.integer("ind"), parent: json.integer("parent"), name: json.string("nm") ?? "",
      inPoint: inPoint, outPoint: outPoint, startTime: startTime ?? 0,
      missingTimes: [("st", startTime), ("ip", inPoint), ("op", outPoint)].filter { $1 == nil }.map(\.0),
      stretch: stretch == 0 ? 1 : stretch, transform: shapes.transform(json["ks"], in: json),
      isAutoOriented: json.isTruthy("ao"), isHidden: json.isTruthy("hd"),
      blendMode: json.integer("bm") ?? 0, matteMode: json.integer("tt").flatMap { $0 == 0 ? nil : $0 },
      matteParent: json.integer("tp"), isMatteSource: json.isTruthy("td"), masks: masks(json, shapes),
      effects: EffectParser(properties: properties).effects(json),
      styles: LayerStyleParser(properties: properties).styles(json), content: content(json, shapes), position: position,
      node: json.index)
  }

  private func content(_ json: JSONValue, _ shapes: ShapeParser) -> LottieLayer.Content {
    switch json.integer("ty") {
    case 0:
      .precomposition(
        asset: json["refId"]?.identifier ?? "", width: json.number("w") ?? 0, height: json.number("h") ?? 0,
        timeRemap: properties.optional(json, "tm", default: 0))
    case 1:
      .solid(
        width: json.number("sw") ?? 0, height: json.number("sh") ?? 0,
        color: CSSColor.fill(json.string("sc") ?? ""))
    case 2: .image(asset: json["refId"]?.identifier ?? "")
    case 3: .null
    case 4: .shapes(json["shapes"].map(shapes.items) ?? [])
    case 5: json["t"].map { .text(texts.text($0)) } ?? .null
    case 6:
      .audio(
        LottieSound(
          asset: json["refId"]?.identifier ?? "",
          level: json["au"].flatMap { properties.optional($0, "lv", default: LottieVector(100, 100, 100)) },
          timeRemap: properties.optional(json, "tm", default: 0)))
    case let type: .other(type ?? -1)
    }
  }

  /// Masks count unless `hasMask` says that there are none. Where it is missing, lottie-web draws them from tangents that
  /// it has not made absolute, which nobody means.
  private func masks(_ json: JSONValue, _ shapes: ShapeParser) -> [LottieMask] {
    guard json["hasMask"]?.isTruthy ?? true, let masks = json["masksProperties"] else { return [] }
    return masks.children.filter { $0.kind == .object }.map { mask in
      let path = shapes.path(mask, "pt", closed: mask["cl"]?.isTruthy)
      return LottieMask(
        name: mask.string("nm") ?? "", mode: mask.string("mode").flatMap(LottieMask.Mode.init) ?? .add, path: path,
        opacity: properties.property(mask, "o", default: 100), expansion: properties.property(mask, "x", default: 0),
        isInverted: mask.isTruthy("inv"),
        feather: properties.property(mask, "f", default: .zero),
        node: mask.index)
    }
  }
}

extension JSONValue {
  /// An ID, which some tools write as a number.
  package var identifier: String? { string ?? integer.map { String($0) } }

  /// A time of a layer as JavaScript's arithmetic takes it: null and false are 0. Nil if it is missing or no number.
  fileprivate func time(_ name: Name) -> Double? {
    guard let value = self[name] else { return nil }
    return switch value.kind {
    case .null: 0
    case .bool: value.isTruthy ? 1 : 0
    case .number, .string, .array, .object: value.number
    }
  }
}

/// The rules of reading Lottie files.
public enum LottieFormatRules {
  /// All rules, for the catalogue.
  public static let all: [Rule] = [
    .jsonSyntax, .lottieNotLottie, .lottieNoSuchAnimation, .lottieEmptyArchive,
    .lottieNoSuchTheme, .lottieThemeUnreadable, .lottieThemeOfOthers, .lottieThemeUnused, .lottieTextNumber,
    .lottieUTF16,
  ]
}

extension Rule {
  /// The JSON is something else.
  public static let lottieNotLottie = Rule(
    "lottie.notLottie", .error, .rejected,
    "The file is JSON, but not a Lottie animation.",
    why: "There is nothing that Kiln can draw.",
    remedy: "Name the JSON file that Bodymovin or LottieFiles has exported.")
  /// A string in place of a number.
  public static let lottieTextNumber = Rule(
    "lottie.number.text", .note, .exact,
    "Numbers are written as text, and read as the numbers that they are.",
    why: "lottie-web plays some of them, such as the size, the frame rate and times of keyframes, and draws nothing or "
      + "something else where values of properties are text; other players refuse the file.",
    remedy: "Export the animation again; a tool or an edit after the export has put the numbers in quotes.")
}
