internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

/// Reports what of a layer is not drawn, so that nothing is lost silently.
///
/// A class, because its functions hand it to each other in closures.
final class FeatureReporter {
  private let document: LottieDocument
  private let texts: TextReporter
  private let rules: FidelityRules
  private let expressions: ExpressionEngineLoader.State
  /// Paths of the expressions that run, by their nodes.
  private var expressionPaths: [Int: DocumentPath] = [:]
  /// Layers are reported once, however often their composition is used.
  private var reported: Set<Int> = []

  init(
    _ document: LottieDocument, expressions: ExpressionEngineLoader.State, fonts: FontTable, _ rules: FidelityRules
  ) {
    self.document = document
    self.expressions = expressions
    self.rules = rules
    texts = TextReporter(fonts)
  }

  /// - Parameter origin: The layer where it is used.
  func report(_ layer: LottieLayer, _ origin: SpriteOrigin, to log: inout DiagnosticLog) {
    guard reported.insert(layer.node).inserted else { return }
    func path(_ node: Int) -> DocumentPath { document.path(to: node, in: layer, origin) }
    reportTimes(layer, to: &log, path)
    if let mode = layer.matteMode, mode > 4 || mode == 4 && !rules.drawsInvertedLumaMattes {
      log.add(.lottieIgnoredByPlayers, "matte mode \(mode) has no effect, as in lottie-web", at: path(layer.node))
    }
    for mask in layer.masks where mask.mode != .none { report(mask, &log) { path(mask.node) } }
    reportBlendMode(layer.blendMode, &log) { path(layer.node) }
    reportStyles(layer, to: &log, path)
    for effect in layer.effects where effect.isEnabled && LottieEffect.Kind(effect) == nil && !effect.isControl {
      log.add(
        .lottieIgnoredByPlayers, "the effect “\(effect.name)” is not drawn, as in lottie-web",
        at: path(effect.node))
    }
    switch layer.content {
    case .text(let text): texts.report(text, masks: layer.masks, to: &log) { path(layer.node) }
    case .other(let type):
      let video = type == Self.videoType ? assetName(of: layer) : nil
      log.add(
        .lottieLayerType,
        (video.map { "the video “\($0)” is" } ?? "layers of type \(type) are") + " not drawn, as in lottie-web",
        at: path(layer.node))
    case .shapes(let items) where isReported(items): report(items, &log, path)
    case .shapes, .precomposition, .solid, .image, .null, .audio: break
    }
    reportExpressions(layer, to: &log, path)
  }

  /// `ty` of layers with footage.
  private static let videoType = 9

  /// Name of the file that a layer refers to; nil for none.
  private func assetName(of layer: LottieLayer) -> String? {
    let id = document.tree.value(at: layer.node)["refId"]?.identifier
    guard let id, case .image(let file)? = document.assets[id] else { return nil }
    return file.name
  }

  private func reportStyles(
    _ layer: LottieLayer, to log: inout DiagnosticLog, _ path: (_ node: Int) -> DocumentPath
  ) {
    guard !layer.styles.isEmpty else { return }
    guard rules.drawsLayerStyles else {
      var location = path(layer.node)
      location.property = ["Layer Styles"]
      return log.add(.lottieIgnoredByPlayers, "layer styles are not drawn, as in lottie-web", at: location)
    }
    for style in layer.styles {
      var location = path(layer.node)
      location.property = ["Layer Styles", style.displayName]
      switch style.unsupportedPart {
      case .whole:
        log.add(.lottieLayerStyle, "the layer style \(style.displayName) is not drawn\(loss(of: style))", at: location)
      case .setting(let part):
        log.add(.lottieLayerStyle, "the layer style \(style.displayName) is drawn without \(part)", at: location)
      case nil: break
      }
    }
  }

  /// The size and opacity of a style that is not drawn, in brackets; empty if the file does not say them.
  private func loss(of style: LottieLayerStyle) -> String {
    let json = document.tree.value(at: style.node)
    func number(_ name: JSONValue.Name) -> Double? { json[name]?["k"]?.number ?? json[name]?.number }
    let size = number("s").map { "\($0.shortDescription) pixels wide" }
    let opacity = number("o").map { "\($0.shortDescription) % opaque" }
    let parts = [size, opacity].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  private func reportTimes(
    _ layer: LottieLayer, to log: inout DiagnosticLog, _ path: (_ node: Int) -> DocumentPath
  ) {
    guard !rules.showsUntimedLayers, !layer.missingTimes.isEmpty, layer.content.isDrawn, !layer.isHidden else { return }
    let names = ["st": "start time (st)", "ip": "in point (ip)", "op": "out point (op)"]
    let missing = layer.missingTimes.compactMap { names[$0] }.joined(separator: ", ")
    log.add(.lottieLayerUntimed, "the layer is not drawn, as in lottie-web: it has no \(missing)", at: path(layer.node))
  }

  private func reportExpressions(
    _ layer: LottieLayer, to log: inout DiagnosticLog, _ path: (_ node: Int) -> DocumentPath
  ) {
    for expression in document.expressions(inside: layer.node) {
      switch expressions {
      case .running, .loops: expressionPaths[expression] = path(expression)
      case .none, .off:
        log.add(.lottieExpression, "the expression is not run; the property keeps its keyframes", at: path(expression))
      case .unavailable(let engine):
        log.add(
          .lottieExpression, "the expression is not run, because \(engine.reason); the property keeps its keyframes",
          at: path(expression), advice: engine.advice)
      }
    }
  }

  /// Why there is no result: all scripts together took longer than they may; nil if they did not.
  var expressionTimeError: Diagnostic? { expressions.timeError(in: document) }

  /// Reports the expressions that had no result. To be called when everything has been evaluated.
  func reportFailedExpressions(to log: inout DiagnosticLog) {
    for failure in expressions.runner?.evaluator?.takeFailures() ?? [] {
      let path = failure.node.flatMap { expressionPaths[$0] } ?? DocumentPath(pointer: failure.pointer)
      log.add(
        failure.isLimit ? .lottieExpressionLimit : .lottieExpression,
        "\(failure.description); the property keeps its keyframes there", at: path, advice: failure.advice)
    }
  }

  /// Whether there is something to report about an item or one inside. In most layers there is not, which is told
  /// sooner than where it would be.
  private func isReported(_ items: [ShapeItem]) -> Bool {
    items.contains(where: isIgnored) || rules.reportsSeveralRepeaters && items.count(where: \.isRepeater) > 1
  }

  private func isIgnored(_ item: ShapeItem) -> Bool {
    switch item {
    case .group(let group): isIgnored(group.head) || isReported(group.items)
    case .fill, .stroke: isIgnored(item.head)
    case .gradientFill, .gradientStroke: isIgnored(item.head) || item.isConic
    case .mergePaths: !rules.mergesPaths
    case .other: true
    case .path, .rectangle, .ellipse, .polystar, .trim, .roundedCorners, .puckerBloat, .zigZag, .offsetPath, .repeater:
      false
    }
  }

  private func isIgnored(_ style: ItemHead) -> Bool {
    BlendMode.isIgnored(lottie: style.blendMode, rules)
  }

  private func report(
    _ items: [ShapeItem], _ log: inout DiagnosticLog, _ path: (_ node: Int) -> DocumentPath
  ) {
    reportRepeaters(items, &log, path)
    for item in items {
      switch item {
      case .group(let group):
        reportBlendMode(group.head.blendMode, &log) { path(group.head.node) }
        report(group.items, &log, path)
      case .fill, .stroke, .gradientFill, .gradientStroke:
        reportBlendMode(item.head.blendMode, &log) { path(item.head.node) }
        if item.isConic {
          log.add(
            .lottieGradientConic, "the conic gradient is drawn as a radial one, as in lottie-web",
            at: path(item.head.node))
        }
      case .mergePaths(let item):
        if !rules.mergesPaths {
          log.add(
            .lottieIgnoredByPlayers, "the merging of paths has no effect, as in lottie-web",
            at: path(item.head.node))
        }
      case .other(let type, let head):
        let name = type == "tw" ? "the twist" : "shape item “\(type)”"
        log.add(
          .lottieIgnoredByPlayers, "\(name) has no effect, as in lottie-web", at: path(head.node))
      case .path, .rectangle, .ellipse, .polystar, .trim, .roundedCorners, .puckerBloat, .zigZag, .offsetPath,
        .repeater:
        break
      }
    }
  }

  private func reportRepeaters(
    _ items: [ShapeItem], _ log: inout DiagnosticLog, _ path: (_ node: Int) -> DocumentPath
  ) {
    let repeaters = items.compactMap { item in
      if case .repeater(let repeater) = item { repeater.head.node } else { nil }
    }
    guard rules.reportsSeveralRepeaters, repeaters.count > 1, let last = repeaters.last else { return }
    log.add(
      .lottieRepeaters, "\(repeaters.count) repeaters in one list are drawn as in After Effects, not as in lottie-web",
      at: path(last))
  }

  private func reportBlendMode(_ code: Int, _ log: inout DiagnosticLog, at path: () -> DocumentPath) {
    guard BlendMode.isIgnored(lottie: code, rules) else { return }
    let name = BlendMode.lottieName(code) ?? "\(code)"
    log.add(.lottieIgnoredByPlayers, "blend mode \(name) is drawn as normal, as in lottie-web", at: path())
  }

  private func report(_ mask: LottieMask, _ log: inout DiagnosticLog, at path: () -> DocumentPath) {
    if [.lighten, .darken, .difference].contains(mask.mode) && !rules.drawsMaskBlendModes {
      log.add(.lottieIgnoredByPlayers, "mask mode “\(mask.mode)” is drawn as add, as in lottie-web", at: path())
    }
    if mask.isFeathered && !rules.drawsMaskFeather {
      log.add(.lottieIgnoredByPlayers, "the mask's feather has no effect, as in lottie-web", at: path())
    }
  }
}

extension ShapeItem {
  /// Whether it paints with a conic gradient.
  fileprivate var isConic: Bool {
    switch self {
    case .gradientFill(let item): item.gradient.isConic
    case .gradientStroke(let item): item.gradient.isConic
    default: false
    }
  }

  fileprivate var isRepeater: Bool {
    if case .repeater = self { true } else { false }
  }
}
