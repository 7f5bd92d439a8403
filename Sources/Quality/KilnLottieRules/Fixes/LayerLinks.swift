internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Dependencies between the layers of a composition.
struct LayerLinks {
  private let composition: DocumentComposition
  /// For each layer the numbers (`ind`) of the layers that it names.
  private let named: [Set<Int>]

  init(_ composition: DocumentComposition, in document: LottieDocument) {
    self.composition = composition
    named = composition.layers.map { document.tree.value(at: $0.node).namedLayers() }
  }

  /// Positions of the candidates that can be removed together without a change to any other layer.
  func removable(of candidates: Set<Int>) -> Set<Int> {
    let layers = composition.layers
    var candidates = candidates.filter { position in
      guard !layers[position].isMatteSource else { return false }
      // The layer below may be cut by this one without naming it.
      let below = position + 1
      return below >= layers.count || layers[below].matteMode == nil || layers[below].matteParent != nil
    }
    while true {
      var needed: Set<Int> = []
      for position in layers.indices where !candidates.contains(position) { needed.formUnion(named[position]) }
      let next = candidates.filter { !(layers[$0].index.map(needed.contains) ?? false) }
      if next.count == candidates.count { break }
      candidates = next
    }
    // A composition without layers is a finding of its own.
    if candidates.count == layers.count, let first = candidates.min() { candidates.remove(first) }
    return candidates
  }
}

extension FixDraft {
  /// Removes the layers for which there is a reason, unless others need them.
  mutating func removeLayers(because reason: (LottieLayer, DocumentComposition) -> (text: String, rule: Rule)?) {
    guard !isScripted else { return }
    for composition in compositions {
      var reasons: [Int: (text: String, rule: Rule)] = [:]
      for (position, layer) in composition.layers.enumerated() where Self.isDrawn(layer) {
        if let reason = reason(layer, composition) { reasons[position] = reason }
      }
      guard !reasons.isEmpty else { continue }
      let removable = LayerLinks(composition, in: document).removable(of: Set(reasons.keys))
      for position in removable.sorted() {
        guard let reason = reasons[position] else { continue }
        let layer = composition.layers[position]
        edits.remove(document.tree.value(at: layer.node))
        note(.removed, reason.text, rule: reason.rule, at: composition.path(of: layer))
      }
    }
  }

  /// Whether a layer is of a type that only draws: sounds are heard, cameras and lights concern others, and data is read.
  private static func isDrawn(_ layer: LottieLayer) -> Bool {
    switch layer.content {
    case .audio: false
    case .other(let type): type == 11
    default: true
    }
  }
}
