internal import Diagnostics
internal import LottieFormat

/// Reports what of a layer is not drawn, so that nothing is lost silently.
struct FeatureReporter {
  private let document: LottieDocument
  /// Layers are reported once, however often their composition is used.
  private var reported: Set<Int> = []

  init(_ document: LottieDocument) { self.document = document }

  mutating func report(_ layer: LottieLayer, _ names: [String], to log: inout DiagnosticLog) {
    guard reported.insert(layer.node).inserted else { return }
    func path(_ node: Int, _ more: [String] = []) -> DocumentPath {
      DocumentPath(pointer: document.pointer(to: node), layers: names + more)
    }
    if layer.isMatteSource || layer.matteMode != nil {
      let what = layer.isMatteSource ? "the layer is a matte and is left out" : "the layer is drawn without its matte"
      log.add(.lottieMatte, what, at: path(layer.node))
    }
    if layer.maskCount > 0 {
      log.add(.lottieMask, "the layer is drawn without its \(layer.maskCount) masks", at: path(layer.node))
    }
    if (1...15).contains(layer.blendMode) {
      log.add(.lottieBlendMode, "blend mode \(layer.blendMode) is drawn as normal", at: path(layer.node))
    } else if layer.blendMode != 0 {
      log.add(.lottieIgnoredByPlayers, "blend mode \(layer.blendMode) is drawn as normal", at: path(layer.node))
    }
    if layer.styleCount > 0 {
      log.add(.lottieIgnoredByPlayers, "layer styles are not drawn, as in lottie-web", at: path(layer.node))
    }
    for effect in layer.effects where effect.type != Self.expressionControls {
      log.add(.lottieEffect, "the effect “\(effect.name)” is not drawn", at: path(effect.node, [effect.name]))
    }
    switch layer.content {
    case .text: log.add(.lottieText, "the text is not drawn", at: path(layer.node))
    case .audio: log.add(.lottieAudio, "the sound is left out", at: path(layer.node))
    case .other(let type):
      log.add(.lottieLayerType, "layers of type \(type) are not drawn, as in lottie-web", at: path(layer.node))
    case .shapes(let items): report(items, &log) { path($0, $1) }
    case .precomposition, .solid, .image, .null: break
    }
    for expression in document.expressions(inside: layer.node) {
      log.add(
        .lottieExpression, "the expression is not run; the property keeps its keyframes", at: path(expression))
    }
  }

  /// `ty` of effects that only feed expressions.
  private static let expressionControls = 5

  private func report(
    _ items: [ShapeItem], _ log: inout DiagnosticLog, _ path: (_ node: Int, _ names: [String]) -> DocumentPath
  ) {
    for item in items {
      switch item {
      case .group(let group):
        reportBlendMode(group.head, &log, path)
        report(group.items, &log) { path($0, [group.head.name] + $1) }
      case .fill(let fill): reportBlendMode(fill.head, &log, path)
      case .stroke(let stroke): reportBlendMode(stroke.head, &log, path)
      case .other(let type, let head):
        let place = path(head.node, [head.name])
        if let name = Self.unreadItems[type] {
          log.add(.lottieShapeItem, "\(name) is not drawn", at: place)
        } else {
          log.add(.lottieIgnoredByPlayers, "shape item “\(type)” has no effect, as in lottie-web", at: place)
        }
      case .path, .rectangle, .ellipse, .polystar, .trim: break
      }
    }
  }

  private func reportBlendMode(
    _ head: ItemHead, _ log: inout DiagnosticLog, _ path: (_ node: Int, _ names: [String]) -> DocumentPath
  ) {
    guard head.blendMode != 0 else { return }
    log.add(.lottieBlendMode, "blend mode \(head.blendMode) is drawn as normal", at: path(head.node, [head.name]))
  }

  private static let unreadItems = [
    "gf": "the gradient fill", "gs": "the gradient stroke", "rp": "the repeater", "rd": "the rounding of corners",
    "pb": "pucker and bloat", "zz": "the zig-zag", "op": "the path offset",
  ]
}
