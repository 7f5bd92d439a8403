internal import KilnGeometry
internal import KilnJSON

/// Reads texts, fonts and characters.
struct TextParser {
  let properties: PropertyParser
  let shapes: ShapeParser

  // MARK: - Texts

  /// `t` of a text layer.
  func text(_ json: JSONValue) -> LottieText {
    LottieText(
      documents: json["d"].map(documents) ?? [], expression: json["d"].flatMap(properties.expression),
      path: json["p"].flatMap(path),
      grouping: json["m"]?.integer("g").flatMap(LottieTextGrouping.init) ?? .characters,
      groupAlignment: json["m"].map { properties.property($0, "a", default: .zero) }
        ?? LottieProperty(fixed: .zero, node: json.index),
      animators: (json["a"].map { Array($0.children) } ?? []).compactMap(animator))
  }

  /// Keys, or before 4.4.14 the only document itself.
  private func documents(_ json: JSONValue) -> [LottieTextKeyframe] {
    let own = properties.unthemed(json)
    guard let theme = properties.themed(json) else { return keyframes(own) }
    return keyframes(theme, unchanged: own["k"].map { $0.first?["s"] } ?? own)
  }

  private func keyframes(_ json: JSONValue, unchanged: JSONValue? = nil) -> [LottieTextKeyframe] {
    var keyframes = [LottieTextKeyframe(time: 0, document: document(json, unchanged))]
    if let keys = json["k"] {
      keyframes = keys.children.compactMap { key in
        key["s"].map { LottieTextKeyframe(time: key.number("t") ?? 0, document: document($0, unchanged)) }
      }
    }
    // Only a document alone has defaults in players.
    if keyframes.count == 1 { keyframes[0].document.tracking = keyframes[0].document.tracking ?? 0 }
    return keyframes
  }

  /// A document. What it leaves out is as in `unchanged`, because themes name only what they change.
  private func document(_ json: JSONValue, _ unchanged: JSONValue?) -> LottieTextDocument {
    func member(_ name: JSONValue.Name) -> JSONValue? { json[name] ?? unchanged?[name] }
    let justification = member("j")?.integer ?? 0
    return LottieTextDocument(
      text: member("t")?.string ?? "", font: member("f")?.string ?? "", size: member("s")?.number ?? 0,
      // Browsers fill with black, but do not stroke, where a colour lacks components.
      fill: member("fc").flatMap { color($0) ?? [0, 0, 0, 1] }, stroke: member("sc").flatMap(color),
      strokeWidth: member("sw")?.number ?? 0, isStrokeOverFill: member("of")?.bool,
      justification: LottieTextDocument.Justification(rawValue: justification) ?? .left,
      justificationCode: justification, tracking: member("tr")?.number, lineHeight: member("lh")?.number ?? 0,
      baselineShift: member("ls")?.number ?? 0, boxSize: pair(member("sz")).map { Size($0.x, $0.y) },
      boxPosition: pair(member("ps")), capitals: member("ca")?.integer ?? 0)
  }

  private func color(_ json: JSONValue) -> LottieColor? {
    json.count >= 3 ? LottieColor(lottie: json) : nil
  }

  private func pair(_ json: JSONValue?) -> Point? {
    json.flatMap { LottieVector(lottie: $0) }?.point
  }

  private func path(_ json: JSONValue) -> LottieTextPath? {
    guard let mask = json.integer("m") else { return nil }
    return LottieTextPath(
      mask: mask, firstMargin: properties.property(json, "f", default: 0),
      lastMargin: properties.property(json, "l", default: 0),
      forcesAlignment: properties.property(json, "a", default: 0),
      isPerpendicular: properties.property(json, "p", default: 0),
      isReversed: properties.property(json, "r", default: 0))
  }

  // MARK: - Animators

  /// Nil if there is nothing to change, or nothing that is changed.
  private func animator(_ json: JSONValue) -> LottieTextAnimator? {
    guard let selector = json["s"], let changes = json["a"] else { return nil }
    return LottieTextAnimator(
      name: json.string("nm") ?? "", selector: self.selector(selector), changes: self.changes(changes),
      otherChanges: changes.children.compactMap(\.key).filter { !Self.readChanges.contains($0) })
  }

  /// Keys of `changes`.
  private static let readChanges: Set = [
    "a", "p", "s", "r", "rx", "ry", "sk", "sa", "o", "fc", "fh", "fs", "fb", "sc", "sw", "t",
  ]

  private func selector(_ json: JSONValue) -> LottieTextSelector {
    LottieTextSelector(
      start: properties.property(json, "s", default: 0), end: properties.property(json, "e", default: 100),
      offset: properties.property(json, "o", default: 0), countsUnits: json.integer("r") == 2,
      amount: properties.property(json, "a", default: 100), easeHigh: properties.property(json, "xe", default: 0),
      easeLow: properties.property(json, "ne", default: 0), smoothness: properties.property(json, "sm", default: 100),
      basis: json.integer("b").flatMap(LottieTextSelector.Basis.init),
      form: json.integer("sh").flatMap(LottieTextSelector.Form.init) ?? .square,
      isRandom: json.integer("rn") == 1, isExpression: json.integer("t") == 1)
  }

  private func changes(_ json: JSONValue) -> LottieTextChanges {
    LottieTextChanges(
      anchor: properties.optional(json, "a", default: .zero), position: properties.optional(json, "p", default: .zero),
      scale: properties.optional(json, "s", default: [100, 100, 100]),
      rotation: properties.optional(json, "r", default: 0), rotationX: properties.optional(json, "rx", default: 0),
      rotationY: properties.optional(json, "ry", default: 0), skew: properties.optional(json, "sk", default: 0),
      skewAxis: properties.optional(json, "sa", default: 0), opacity: properties.optional(json, "o", default: 100),
      fill: properties.optional(json, "fc", default: [0, 0, 0, 1]),
      fillHue: properties.optional(json, "fh", default: 0), fillSaturation: properties.optional(json, "fs", default: 0),
      fillBrightness: properties.optional(json, "fb", default: 0),
      stroke: properties.optional(json, "sc", default: [0, 0, 0, 1]),
      strokeWidth: properties.optional(json, "sw", default: 0), tracking: properties.optional(json, "t", default: 0))
  }

  // MARK: - Fonts and characters

  /// `fonts`.
  func fonts(_ json: JSONValue) -> [LottieFont] {
    (json["list"].map { Array($0.children) } ?? []).map {
      LottieFont(
        name: $0.string("fName") ?? "", family: $0.string("fFamily") ?? "", style: $0.string("fStyle") ?? "",
        weight: $0.string("fWeight") ?? $0.integer("fWeight").map(String.init) ?? "",
        ascent: $0.number("ascent"), path: $0.string("fPath") ?? "",
        isDeclared: $0.integer("origin") == 3 || $0.string("fOrigin") == "p")
    }
  }

  /// `chars`.
  func characters(_ json: JSONValue) -> [LottieCharacter] {
    json.children.filter { $0.kind == .object }.map { character in
      LottieCharacter(
        character: character.string("ch") ?? "", family: character.string("fFamily") ?? "",
        style: character.string("style") ?? "", width: character.number("w") ?? 0,
        content: character.integer("t") == 1
          ? .composition(composition(character["data"] ?? character))
          : .shapes(character["data"]?["shapes"].map(outline) ?? []))
    }
  }

  private func composition(_ json: JSONValue) -> LottieCharacterComposition {
    let stretch = json.number("sr") ?? 1
    let isCut = json.integer("ty") == 0
    return LottieCharacterComposition(
      asset: json["refId"]?.identifier ?? "", inPoint: json.number("ip"), outPoint: json.number("op"),
      startTime: json.number("st"), stretch: stretch == 0 ? 1 : stretch,
      transform: shapes.transform(json["ks"], in: json),
      size: isCut ? Size(max(0, json.number("w") ?? 0), max(0, json.number("h") ?? 0)) : nil, node: json.index)
  }

  /// The items of a character. Where lottie-web has processed the document, the first group still has the scale of the
  /// text that was drawn last.
  private func outline(_ json: JSONValue) -> [ShapeItem] {
    var items = shapes.items(json)
    if shapes.hasAbsoluteTangents, case .group(var group) = items.first {
      group.transform.scale = LottieProperty(fixed: [100, 100, 100], node: group.head.node)
      items[0] = .group(group)
    }
    return items
  }
}
