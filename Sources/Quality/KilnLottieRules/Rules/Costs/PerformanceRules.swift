package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
package import KilnRuleEngine

// Rules of what costs players time, and users bytes, without being seen.

extension Rule {
  static let performanceMattes = Rule(
    "performance.mattes", .note, .exact,
    "Many layers are cut by mattes or masks.",
    why: "Each needs drawing passes of its own in every frame; phones become slow.",
    remedy: "In After Effects, cut the shapes themselves, or pre-compose layers that share a mask.")
  static let performanceMaskedSolid = Rule(
    "performance.maskedSolid", .note, .exact,
    "A solid layer is cut to a shape by a mask.",
    why: "A mask costs a drawing pass; a shape of the same outline costs nothing.",
    remedy: "In After Effects, copy the mask's path into a shape layer with a fill, and delete the solid.")
  static let performanceRepeater = Rule(
    "performance.repeater", .warning, .exact,
    "A Repeater makes very many copies.",
    why: "Each copy is computed and drawn in every frame.",
    remedy: "In After Effects, use fewer copies, or an image.")
  static let performanceBlur = Rule(
    "performance.blur", .warning, .exact,
    "A blur or shadow is very soft.",
    why: "Its cost grows with its radius; phones become slow.",
    remedy: "In After Effects, use a gradient or a blurred image instead.")
  static let performancePath = Rule(
    "performance.pathPoints", .warning, .exact,
    "A path has very many vertices.",
    why: "Every vertex is computed in every frame in which the path moves or is redrawn.",
    remedy: "In Illustrator, choose Object › Path › Simplify; do not trace images with many colours.")
  static let performancePathKeyframes = Rule(
    "performance.pathKeyframes", .warning, .exact,
    "A path has a keyframe for very many frames, with all its vertices in each.",
    why: "Such paths are most of the file, and players keep all of them in memory.",
    remedy: "In After Effects, use fewer keyframes, or move and scale the layer instead of the path.")
  static let performancePrecomposition = Rule(
    "performance.compositionSize", .note, .exact,
    "A composition inside is many times larger than the canvas.",
    why: "Players that draw compositions into a picture of their own take memory for all of it.",
    remedy: "In After Effects, make the inner composition as large as what is seen of it.")
  static let performanceExpressions = Rule(
    "performance.expressions", .note, .exact,
    "The animation has many expressions.",
    why: "Where they run, each is a program that runs in every frame.",
    remedy: "In After Effects, choose Animation › Keyframe Assistant › Convert Expression to Keyframes.")
  package static let performancePrecision = Rule(
    "performance.precision", .note, .exact,
    "Numbers have more decimals than can be seen.",
    why: "Decimals beyond the third are a large part of the file.",
    remedy: "Export with fewer decimals (Bodymovin's settings, or an optimizer).")
  package static let performanceEditor = Rule(
    "performance.editorData", .note, .exact,
    "The file has many names for editors, which no player reads.",
    why: "Match names and indices of properties (mn, ix, cix, np) make the file larger.",
    remedy: "Remove them with an optimizer; keep the layers' names that apps ask for.")
  package static let performanceWhitespace = Rule(
    "performance.whitespace", .note, .exact,
    "Much of the file is spaces and line breaks between values.",
    why: "They make the file larger, and nobody reads it in an app.",
    remedy: "Run `kiln validate --fix --write`, or export without indentation.")
  static let performanceBlends = Rule(
    "performance.blendModes", .note, .exact,
    "Many layers have a blend mode.",
    why: "Each needs the picture below it, which phones must read back.",
    remedy: "In After Effects, use colours that need no blending.")
  static let performanceGlyphs = Rule(
    "performance.glyphsUnused", .note, .exact,
    "The file holds the outlines of letters that no text uses.",
    why: "They make the file larger.",
    remedy: "Export again with the glyphs of the used characters only, unless apps set other texts.")
  static let performanceAnimatedStroke = Rule(
    "performance.animatedStroke", .note, .exact,
    "The width or the dashes of a stroke are animated.",
    why: "Stroke outlines are computed anew in every frame; the profile of Wear OS warns of them.",
    remedy: "In After Effects, scale the layer, or animate Trim Paths instead.")
}

extension RuleCheck {
  package static let performance: [RuleCheck] = [
    cuts, maskedSolids, repeaters, blurs, vertices, compositionSizes, expressionCount, precision, editorData, spaces,
    blendCount, glyphs, animatedStrokes,
  ]

  private static let mostCuts = ValidationRule.Option("layers", 15, "Number of layers with mattes or masks.")

  private static let cuts = RuleCheck(
    [ValidationRule(.performanceMattes, .performance, options: [mostCuts])],
    { (visit: DocumentVisit) in
      let count = visit.facts.mattes + visit.facts.masks
      if Double(count) > visit.value(mostCuts, of: .performanceMattes) {
        visit.report(.performanceMattes, "there are \(visit.facts.mattes) mattes and \(visit.facts.masks) masks")
      }
    })

  private static let maskedSolids = RuleCheck(
    .performance, [.performanceMaskedSolid],
    { (visit: LayerVisit) in
      guard case .solid = visit.layer.content, visit.layer.effects.isEmpty,
        visit.layer.masks.contains(where: { $0.mode == .add && !$0.isFeathered })
      else { return }
      visit.report(.performanceMaskedSolid, "the solid is cut to a shape by a mask")
    })

  private static let mostCopies = ValidationRule.Option("copies", 100, "Number of copies.")

  private static let repeaters = RuleCheck(
    [ValidationRule(.performanceRepeater, .performance, options: [mostCopies])],
    { (visit: ShapeVisit) in
      guard visit.type == "rp", let copies = visit.json["c"]?["k"]?.number else { return }
      if copies > visit.value(mostCopies, of: .performanceRepeater) {
        visit.report(.performanceRepeater, "there are \(copies.shortDescription) copies")
      }
    })

  private static let softest = ValidationRule.Option("radius", 60, "Blurriness or softness.")

  private static let blurs = RuleCheck(
    [ValidationRule(.performanceBlur, .performance, options: [softest])],
    { (visit: EffectVisit) in
      // The blurriness is a blur's first parameter, the softness a shadow's fifth.
      let position = visit.effect.type == 29 ? 0 : visit.effect.type == 25 ? 4 : -1
      guard position >= 0, let parameter = visit.json["ef"]?[position]?["v"]?["k"] else { return }
      let radius = parameter.number ?? parameter.children.compactMap { $0["s"]?.firstNumber }.max() ?? 0
      if radius > visit.value(softest, of: .performanceBlur) {
        visit.report(.performanceBlur, "the radius is \(radius.shortDescription)")
      }
    })

  private static let mostVertices = ValidationRule.Option("vertices", 500, "Number of vertices of a path.")
  private static let mostPathNumbers = ValidationRule.Option(
    "vertices", 5000, "Number of vertices of all keyframes of a path.")

  private static let vertices = RuleCheck(
    [
      ValidationRule(.performancePath, .performance, options: [mostVertices]),
      ValidationRule(.performancePathKeyframes, .performance, options: [mostPathNumbers]),
    ],
    { (visit: PropertyVisit) in
      guard visit.isPath else { return }
      guard visit.isAnimated else {
        let count = visit.content["v"]?.count ?? 0
        if Double(count) > visit.value(mostVertices, of: .performancePath) {
          visit.report(.performancePath, "the path has \(count) vertices")
        }
        return
      }
      var (sum, largest, keyframes) = (0, 0, 0)
      for keyframe in visit.content.children {
        let count = keyframe["s"]?.first?["v"]?.count ?? 0
        keyframes += 1
        sum += count
        largest = max(largest, count)
      }
      if Double(largest) > visit.value(mostVertices, of: .performancePath) {
        visit.report(.performancePath, "the path has \(largest) vertices")
      }
      if Double(sum) > visit.value(mostPathNumbers, of: .performancePathKeyframes), keyframes > 10 {
        visit.report(.performancePathKeyframes, "the path has \(keyframes) keyframes, with \(sum) vertices in all")
      }
    })

  private static let largest = ValidationRule.Option("factor", 6, "How many times the area of the canvas it may have.")

  private static let compositionSizes = RuleCheck(
    [ValidationRule(.performancePrecomposition, .performance, options: [largest])],
    { (visit: LayerVisit) in
      guard case .precomposition(_, let width, let height, _) = visit.layer.content else { return }
      let document = visit.context.document
      let canvas = document.width * document.height
      guard canvas > 0, width * height > 1_000_000,
        width * height > canvas * visit.value(largest, of: .performancePrecomposition)
      else { return }
      visit.report(
        .performancePrecomposition,
        "the composition is \(width.shortDescription) × \(height.shortDescription) px, the canvas "
          + "\(document.width.shortDescription) × \(document.height.shortDescription) px")
    })

  private static let mostExpressions = ValidationRule.Option("expressions", 20, "Number of expressions.")

  private static let expressionCount = RuleCheck(
    [ValidationRule(.performanceExpressions, .performance, options: [mostExpressions])],
    { (visit: DocumentVisit) in
      let count = visit.document.expressions(inside: 0).count
      if Double(count) > visit.value(mostExpressions, of: .performanceExpressions) {
        visit.report(.performanceExpressions, "there are \(count) expressions")
      }
    })

  private static let excess = ValidationRule.Option(
    "percent", 20, "Share of the file that such decimals may be, in percent.")
  private static let smallest = ValidationRule.Option("bytes", 20_000, "Size of files from which it is checked.")

  private static let precision = RuleCheck(
    [ValidationRule(.performancePrecision, .performance, options: [excess, smallest])],
    { (visit: DocumentVisit) in
      let source = visit.context.source
      guard Double(source.count) >= visit.value(smallest, of: .performancePrecision) else { return }
      let bytes = excessDecimals(source)
      let percent = Double(bytes) * 100 / Double(source.count)
      if percent > visit.value(excess, of: .performancePrecision) {
        visit.report(
          .performancePrecision, "\(Int(percent)) % of the file, \(ByteCount(bytes)), are decimals beyond the third")
      }
    })

  /// Number of digits beyond the third decimal, outside of strings.
  private static func excessDecimals(_ source: [UInt8]) -> Int {
    var excess = 0
    var decimals = -1
    var isString = false
    var isEscaped = false
    for byte in source {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isString = false
        }
        continue
      }
      switch byte {
      case 0x30...0x39:
        if decimals >= 0 {
          decimals += 1
          if decimals > 3 { excess += 1 }
        }
      case 0x2E: decimals = 0
      case 0x22:
        isString = true
        decimals = -1
      default: decimals = -1
      }
    }
    return excess
  }

  private static let mostNames = ValidationRule.Option("names", 500, "Number of match names.")

  private static let editorData = RuleCheck(
    [ValidationRule(.performanceEditor, .performance, options: [mostNames])],
    { (visit: DocumentVisit) in
      let count = visit.document.matchNameCount
      if Double(count) > visit.value(mostNames, of: .performanceEditor) {
        visit.report(.performanceEditor, "there are \(count) match names")
      }
    })

  private static let mostSpaces = ValidationRule.Option(
    "percent", 20, "Share of the file that spaces and line breaks may take, in percent.")

  /// Less than a tenth of a second on a slow network (1 Mbit/s), and nothing where servers pack it.
  private static let leastSpaces = ValidationRule.Option(
    "bytes", 10_000, "Bytes of spaces and line breaks from which they matter.")

  private static let spaces = RuleCheck(
    [ValidationRule(.performanceWhitespace, .performance, options: [mostSpaces, leastSpaces])],
    { (visit: DocumentVisit) in
      let size = visit.context.source.count
      let count = size - visit.document.tree.compactBytes.count
      guard Double(count) >= visit.value(leastSpaces, of: .performanceWhitespace) else { return }
      if Double(count) * 100 > visit.value(mostSpaces, of: .performanceWhitespace) * Double(size) {
        visit.report(.performanceWhitespace, "\(ByteCount(count)) of \(ByteCount(size)) are spaces and line breaks")
      }
    })

  private static let mostBlends = ValidationRule.Option("layers", 10, "Number of layers with a blend mode.")

  private static let blendCount = RuleCheck(
    [ValidationRule(.performanceBlends, .performance, options: [mostBlends])],
    { (visit: CompositionVisit) in
      let count = visit.layers.count { $0.blendMode != 0 }
      if Double(count) > visit.value(mostBlends, of: .performanceBlends) {
        visit.report(.performanceBlends, "\(count) layers of “\(visit.title)” have a blend mode")
      }
    })

  private static let mostGlyphs = ValidationRule.Option("letters", 30, "Number of unused letters.")

  private static let glyphs = RuleCheck(
    [ValidationRule(.performanceGlyphs, .performance, options: [mostGlyphs])],
    { (visit: DocumentVisit) in
      guard let characters = visit.document.characters else { return }
      let used = visit.facts.characters
      let unused = characters.count { !$0.character.allSatisfy(used.contains) }
      if Double(unused) > visit.value(mostGlyphs, of: .performanceGlyphs) {
        visit.report(.performanceGlyphs, "no text uses \(unused) of \(characters.count) letters")
      }
    })

  private static let animatedStrokes = RuleCheck(
    .performance, [.performanceAnimatedStroke],
    { (visit: PropertyVisit) in
      guard visit.isAnimated, case .shape(let type) = visit.owner, type == "st" || type == "gs" else { return }
      let key = visit.json.key
      if key == "w" || key == "v" {
        visit.report(
          .performanceAnimatedStroke, key == "w" ? "the stroke width is animated" : "the dashes are animated")
      }
    })
}
