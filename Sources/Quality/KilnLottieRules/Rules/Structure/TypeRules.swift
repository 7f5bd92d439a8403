internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnRuleEngine

// Rules of the types of JSON that values have.

extension Rule {
  static let lottieValueType = Rule(
    "lottie.value.type", .error, .rejected,
    "A value is a string, or of another type than the format says.",
    why: "lottie-web converts some strings to numbers; lottie-ios and others refuse the whole file or take 0.",
    remedy: "Export the animation again; a tool or an edit after the export has changed the type.")
  static let lottieSolidColor = Rule(
    "lottie.solid.color", .warning, .approximated,
    "The colour of a solid is not written as #rrggbb.",
    why: "Browsers draw any colour of CSS; other players draw the solid black, or not at all.",
    remedy: "Export the animation again; the file was edited after the export.")
}

extension RuleCheck {
  static let types: [RuleCheck] = [rootTypes, layerTypes, propertyTypes, solidColors]

  private static let rootTypes = RuleCheck(
    .structure, [.lottieValueType],
    { (visit: DocumentVisit) in
      for name in ["fr", "ip", "op", "w", "h", "ddd"] { checkNumber(name, visit) }
    })

  private static let layerTypes = RuleCheck(
    .structure, [.lottieValueType],
    { (visit: LayerVisit) in
      for name in ["ty", "ind", "parent", "ip", "op", "st", "sr", "bm", "tt", "tp", "td", "ao", "ddd", "w", "h"] {
        checkNumber(name, visit)
      }
    })

  /// Checks that a member, if there is one, is a number. Where the format has 0 and 1, `false` and `true` are as good.
  private static func checkNumber(_ name: String, _ visit: some LottieVisit) {
    guard let value = visit.json.member(named: name) else { return }
    switch value.kind {
    case .number, .bool, .null: break
    case .string, .array, .object: visit.report(.lottieValueType, "“\(name)” is \(value.kindText)", at: value)
    }
  }

  private static let propertyTypes = RuleCheck(
    .structure, [.lottieValueType],
    { (visit: PropertyVisit) in
      // The parameters of effects and texts are of many types.
      switch visit.owner {
      case .transform, .shape, .mask, .layer: break
      case .effect, .text: return
      }
      if let flag = visit.json["a"], !isFlag(flag) {
        let text = flag.kind == .number ? flag.number?.shortDescription ?? "" : flag.kindText
        return visit.report(.lottieValueType, "the member “a” is \(text) instead of 0 or 1", at: flag)
      }
      guard let wrong = visit.isAnimated ? firstInvalid(keyframes: visit.content) : firstInvalid(visit.content) else {
        return
      }
      visit.report(.lottieValueType, "a value is \(wrong.kindText)", at: wrong)
    })

  private static func isFlag(_ value: JSONValue) -> Bool {
    value.kind == .bool || value.kind == .number && (value.number == 0 || value.number == 1)
  }

  /// The first part of a value that is neither a number nor an array of numbers nor a path; nil if there is none.
  private static func firstInvalid(_ value: JSONValue) -> JSONValue? {
    switch value.kind {
    case .number, .object: nil
    case .array: value.children.first { $0.kind != .number && $0.kind != .object }
    case .string, .bool, .null: value
    }
  }

  private static func firstInvalid(keyframes: JSONValue) -> JSONValue? {
    for keyframe in keyframes.children {
      guard keyframe.kind == .object else { return keyframe }
      if let time = keyframe["t"], time.kind != .number { return time }
      for name: JSONValue.Name in ["s", "e"] {
        if let value = keyframe[name], let wrong = firstInvalid(value) { return wrong }
      }
    }
    return nil
  }

  private static let solidColors = RuleCheck(
    .structure, [.lottieSolidColor],
    { (visit: LayerVisit) in
      guard visit.json.integer("ty") == 1 else { return }
      let color = visit.json.string("sc") ?? ""
      let digits = color.utf8.dropFirst()
      let isHexadecimal = digits.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
      }
      if color.utf8.first != UInt8(ascii: "#") || digits.count != 6 || !isHexadecimal {
        visit.report(.lottieSolidColor, "the colour of the solid is “\(color.prefix(40))”")
      }
    })
}

extension JSONValue {
  /// Description of the value, for messages.
  fileprivate var kindText: String {
    switch kind {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "the string “\((string ?? "").prefix(40))”"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
