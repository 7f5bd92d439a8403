internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
package import KilnRuleEngine

// Rules of keyframes and values.

extension Rule {
  static let lottieKeyframesOrder = Rule(
    "lottie.keyframes.order", .error, .approximated,
    "Keyframes are not in the order of their times.",
    why: "Players jump, freeze, or show another motion each.",
    remedy: "Export the animation again; an optimizer or an edit after the export has changed the order.")
  static let lottieKeyframesSameTime = Rule(
    "lottie.keyframes.sameTime", .note, .exact,
    "Two keyframes of a property are at the same time.",
    why: "Players choose either of them.",
    remedy: "In After Effects, delete one of the keyframes.")
  static let lottieKeyframesEase = Rule(
    "lottie.keyframes.easeMissing", .warning, .exact,
    "A keyframe has no easing and is no hold.",
    why: "lottie-web stops drawing between such keyframes; others take it as linear.",
    remedy: "Export the animation again with a current Bodymovin; an optimizer may have removed the easing.")
  static let lottieKeyframesEaseRange = Rule(
    "lottie.keyframes.easeRange", .warning, .approximated,
    "An ease begins before its keyframe, or ends after the next one.",
    why: "The times of an ease lie between 0 and 1. Players compute others differently, and some jump.",
    remedy: "In After Effects, set the keyframe's influence to at most 100 % (Keyframe Velocity), and export again.")
  static let lottieKeyframesLegacy = Rule(
    "lottie.keyframes.legacy", .note, .exact,
    "Keyframes have the form of Bodymovin before 5.5, with end values.",
    why:
      "Each value is written twice, and the Lottie specification does not have this form, so that schemas refuse it.",
    remedy: "Export the animation again with a current Bodymovin.")
  static let lottieKeyframesSingle = Rule(
    "lottie.keyframes.single", .warning, .exact,
    "A property has a single keyframe.",
    why: "lottie-web fails at a single keyframe of anything but a path, and draws nothing.",
    remedy: "In After Effects, remove the keyframe by clicking the stopwatch, or add a second one.")
  static let lottieKeyframesValue = Rule(
    "lottie.keyframes.valueMissing", .warning, .exact,
    "A keyframe before the last has no value.",
    why: "Players take different values for it.",
    remedy: "Export the animation again; the file was edited after the export.")
  static let lottieKeyframesTime = Rule(
    "lottie.keyframes.timeMissing", .error, .approximated,
    "A keyframe has no time.",
    why: "Players cannot know when the value counts.",
    remedy: "Export the animation again; the file was edited after the export.")
  static let lottiePathVertices = Rule(
    "lottie.path.vertexCount", .error, .approximated,
    "The keyframes of a path have different numbers of vertices.",
    why: "Players fail, or morph the path in different ways.",
    remedy: "In After Effects, give the path the same number of vertices in all keyframes.")
  static let lottiePathTangents = Rule(
    "lottie.path.tangents", .error, .approximated,
    "A path has not one in and one out tangent for each vertex.",
    why: "Players fail or draw another outline.",
    remedy: "Export the animation again; the file was edited after the export.")
  static let lottiePathEmpty = Rule(
    "lottie.path.empty", .note, .exact,
    "A path has no vertices.",
    why: "It draws nothing and takes room in the file.",
    remedy: "In After Effects, delete the path.")
  static let lottieGradientStops = Rule(
    "lottie.gradient.stops", .error, .approximated,
    "A gradient has fewer numbers than its stops need.",
    why: "lottie-web fails; other players draw other colours.",
    remedy: "In After Effects, open the gradient's colours, change one, and export again.")
  static let lottieGradientOrder = Rule(
    "lottie.gradient.order", .warning, .approximated,
    "The stops of a gradient are not in ascending order, or outside of 0 to 1.",
    why: "Players sort, clamp or repeat the colours differently.",
    remedy: "In After Effects, open the gradient's colours, and move the stops into order.")
  static let lottieColorRange = Rule(
    "lottie.color.range", .warning, .approximated,
    "A component of a colour is above 1.",
    why: "The colour is written as 0 to 255; players draw it white or clamped.",
    remedy: "Export the animation again with a current Bodymovin, which writes colours from 0 to 1.")
  static let lottieColorComponents = Rule(
    "lottie.color.components", .warning, .approximated,
    "A colour has fewer than three components.",
    why: "Players fail or draw black.",
    remedy: "Export the animation again; the file was edited after the export.")
  static let lottieOpacityRange = Rule(
    "lottie.opacity.range", .warning, .approximated,
    "An opacity is outside of 0 to 100.",
    why: "Players clamp it, wrap around, or draw nothing.",
    remedy: "In After Effects, keep opacity between 0 and 100 %; overshooting eases go beyond.")
  static let lottieStrokeNegative = Rule(
    "lottie.stroke.negative", .warning, .approximated,
    "A stroke has a negative width.",
    why: "Players draw nothing, or a stroke of the absolute width.",
    remedy: "In After Effects, keep the stroke width at 0 or above.")
  static let lottieStretchInvalid = Rule(
    "lottie.layer.stretch", .warning, .approximated,
    "The time stretch of a layer is 0 or negative.",
    why: "Only some players play layers backwards; none can stretch by 0.",
    remedy: "In After Effects, reverse the layer with time remapping instead.")
  static let lottieSizeNegative = Rule(
    "lottie.shape.sizeNegative", .note, .approximated,
    "A rectangle or an ellipse has a negative size.",
    why: "Players draw it mirrored, or not at all.",
    remedy: "In After Effects, keep sizes at 0 or above; mirror with a negative scale.")
}

extension RuleCheck {
  package static let values: [RuleCheck] = [
    keyframes, legacyKeyframes, paths, gradients, colors, opacities, strokeWidths, sizes, stretches,
  ]

  private static let keyframes = RuleCheck(
    .structure,
    [
      .lottieKeyframesOrder, .lottieKeyframesSameTime, .lottieKeyframesEase, .lottieKeyframesEaseRange,
      .lottieKeyframesSingle, .lottieKeyframesValue, .lottieKeyframesTime,
    ],
    { (visit: PropertyVisit) in
      guard visit.isAnimated else { return }
      var count = 0
      var last: (time: Double, json: JSONValue)?
      var isOrdered = true
      // A text is set, not eased.
      let isText = if case .text = visit.owner { visit.content.first?["s"]?.kind == .object } else { false }
      for keyframe in visit.content.children {
        guard keyframe.kind == .object else { continue }
        count += 1
        guard let time = keyframe.number("t") else {
          visit.report(.lottieKeyframesTime, "a keyframe has no time", at: keyframe)
          continue
        }
        if let last {
          if time < last.time, isOrdered {
            isOrdered = false
            visit.report(
              .lottieKeyframesOrder,
              "the keyframe at frame \(time.shortDescription) comes after that at \(last.time.shortDescription)")
          } else if time == last.time {
            visit.report(.lottieKeyframesSameTime, "two keyframes are at frame \(time.shortDescription)")
          }
          check(last.json, isText: isText, visit)
        }
        last = (time, keyframe)
      }
      visit.context.facts.keyframes += count
      if let last, count > 1, last.json["s"] == nil { visit.context.facts.legacyProperties += 1 }
      if count == 1, !isText, !visit.isPath {
        visit.report(.lottieKeyframesSingle, "the property has a single keyframe")
      }
    })

  /// Checks a keyframe that another one follows.
  private static func check(_ keyframe: JSONValue, isText: Bool, _ visit: PropertyVisit) {
    if keyframe["s"] == nil {
      visit.report(.lottieKeyframesValue, "a keyframe has no value", at: keyframe)
    } else if !isText, !keyframe.isTruthy("h"), keyframe["i"] == nil || keyframe["o"] == nil {
      visit.report(.lottieKeyframesEase, "the keyframes have no easing")
    } else if !isText, !keyframe.isTruthy("h") {
      for name: JSONValue.Name in ["i", "o"] {
        guard let times = keyframe[name]?["x"], let time = outside(times) else { continue }
        visit.report(.lottieKeyframesEaseRange, "an ease has the time \(time.shortDescription)", at: keyframe)
        return
      }
    }
  }

  /// The first time of an ease that is not between 0 and 1; nil if there is none. Some exporters round up a little.
  private static func outside(_ times: JSONValue) -> Double? {
    func isOutside(_ time: Double) -> Bool { time < -0.01 || time > 1.01 }
    if let time = times.number { return isOutside(time) ? time : nil }
    guard let (numbers, count) = times.firstFourNumbers else { return nil }
    for index in 0..<count where isOutside(numbers[index]) { return numbers[index] }
    return nil
  }

  private static let legacyKeyframes = RuleCheck(
    .structure, [.lottieKeyframesLegacy],
    { (visit: DocumentVisit) in
      let count = visit.facts.legacyProperties
      guard count > 0 else { return }
      visit.report(
        .lottieKeyframesLegacy, "\(count) propert\(count == 1 ? "y has" : "ies have") keyframes with end values")
    })

  private static let paths = RuleCheck(
    .structure, [.lottiePathVertices, .lottiePathTangents, .lottiePathEmpty],
    { (visit: PropertyVisit) in
      guard visit.isPath else { return }
      func vertices(_ path: JSONValue) -> Int? {
        guard let vertices = path["v"] else { return nil }
        let count = vertices.count
        if count != path["i"]?.count ?? 0 || count != path["o"]?.count ?? 0 {
          visit.report(.lottiePathTangents, "the path has \(count) vertices and another number of tangents", at: path)
        }
        return count
      }
      guard visit.isAnimated else {
        let count = vertices(visit.content) ?? 0
        visit.context.facts.pathPoints += count
        if count == 0 { visit.report(.lottiePathEmpty, "the path has no vertices") }
        return
      }
      var first: Int?
      for keyframe in visit.content.children {
        guard let path = keyframe["s"]?.first, let count = vertices(path) else { continue }
        guard let expected = first else {
          first = count
          visit.context.facts.pathPoints += count
          continue
        }
        guard count != expected else { continue }
        visit.report(
          .lottiePathVertices,
          "the path has \(expected) vertices at first and \(count) at frame "
            + "\((keyframe.number("t") ?? 0).shortDescription)")
        return
      }
    })

  private static let gradients = RuleCheck(
    .structure, [.lottieGradientStops, .lottieGradientOrder],
    { (visit: ShapeVisit) in
      guard visit.type == "gf" || visit.type == "gs", let gradient = visit.json["g"],
        let count = gradient.integer("p"), count >= 0, let content = gradient["k"]?["k"]
      else { return }
      var lists: [JSONValue] = []
      if content.first?.kind == .object {
        for keyframe in content.children { if let list = keyframe["s"] { lists.append(list) } }
      } else {
        lists = [content]
      }
      for list in lists {
        let numbers = list.numbers ?? []
        // Colours take four numbers a stop, opacities two.
        guard count < 10_000, numbers.count >= 4 * count, (numbers.count - 4 * count).isMultiple(of: 2) else {
          visit.report(
            .lottieGradientStops, "the gradient has \(numbers.count) numbers for \(count) stops", at: gradient)
          return
        }
        let colors = stride(from: 0, to: 4 * count, by: 4).map { numbers[$0] }
        let opacities = stride(from: 4 * count, to: numbers.count, by: 2).map { numbers[$0] }
        for offsets in [colors, opacities] where !isAscending(offsets) {
          visit.report(.lottieGradientOrder, "the stops of the gradient are not in order", at: gradient)
          return
        }
      }
    })

  private static func isAscending(_ offsets: [Double]) -> Bool {
    let isOrdered = zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 + 1e-4 }
    return isOrdered && offsets.allSatisfy { $0 >= -1e-3 && $0 <= 1.001 }
  }

  private static let colors = RuleCheck(
    .structure, [.lottieColorRange, .lottieColorComponents],
    { (visit: PropertyVisit) in
      // Before 4.1.9 colours were written from 0 to 255.
      guard visit.isShape("fl", "c") || visit.isShape("st", "c"),
        !visit.context.document.version.isBefore(4, 1, 9)
      else { return }
      for value in values(of: visit) {
        guard let (color, count) = value.firstFourNumbers else { continue }
        if count < 3 { return visit.report(.lottieColorComponents, "the colour has \(count) components") }
        // Overshooting eases are a little above 1.
        if max(color[0], color[1], color[2]) > 1.5 {
          return visit.report(
            .lottieColorRange,
            "the colour is \(color[0].shortDescription), \(color[1].shortDescription), \(color[2].shortDescription)")
        }
      }
    })

  /// The value of a fixed property, or those of its keyframes.
  private static func values(of visit: PropertyVisit) -> [JSONValue] {
    visit.isAnimated ? visit.content.children.compactMap { $0["s"] } : [visit.content]
  }

  private static let opacities = RuleCheck(
    .structure, [.lottieOpacityRange],
    { (visit: PropertyVisit) in
      guard isOpacity(visit) else { return }
      for value in values(of: visit) {
        guard let opacity = value.number ?? value.firstNumber, opacity < -0.01 || opacity > 100.01 else { continue }
        return visit.report(.lottieOpacityRange, "the opacity is \(opacity.shortDescription) %")
      }
    })

  private static func isOpacity(_ visit: PropertyVisit) -> Bool {
    switch visit.owner {
    case .transform, .mask: visit.json.key == "o"
    case .shape(let type): ["fl", "st", "gf", "gs"].contains(type) && visit.json.key == "o"
    case .effect, .text, .layer: false
    }
  }

  private static let strokeWidths = RuleCheck(
    .structure, [.lottieStrokeNegative],
    { (visit: PropertyVisit) in
      guard visit.isShape("st", "w") || visit.isShape("gs", "w") else { return }
      for value in values(of: visit) {
        guard let width = value.number ?? value.firstNumber, width < 0 else { continue }
        return visit.report(.lottieStrokeNegative, "the stroke width is \(width.shortDescription) px")
      }
    })

  private static let sizes = RuleCheck(
    .structure, [.lottieSizeNegative],
    { (visit: PropertyVisit) in
      guard visit.isShape("rc", "s") || visit.isShape("el", "s") else { return }
      for value in values(of: visit) {
        guard let (size, count) = value.firstFourNumbers, count >= 2, min(size[0], size[1]) < 0 else { continue }
        return visit.report(
          .lottieSizeNegative, "the size is \(size[0].shortDescription) × \(size[1].shortDescription) px")
      }
    })

  private static let stretches = RuleCheck(
    .structure, [.lottieStretchInvalid],
    { (visit: LayerVisit) in
      guard let stretch = visit.json.number("sr"), stretch <= 0 else { return }
      visit.report(.lottieStretchInvalid, "the time stretch is \((stretch * 100).shortDescription) %")
    })
}

extension RuleCheck {
  /// All rules of structure but those of values.
  package static let structure: [RuleCheck] = links + members + types
}
