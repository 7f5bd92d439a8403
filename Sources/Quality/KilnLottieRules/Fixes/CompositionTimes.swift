internal import KilnLottieFormat
internal import KilnLottieImport

/// The times of each composition that can be shown, in its own frames.
struct CompositionTimes {
  /// Nil for a composition that no layer shows, or whose times are not known: with time remapping, or in a cycle.
  private var times: [String: ClosedRange<Double>] = [:]
  private let root: ClosedRange<Double>?

  init(_ document: LottieDocument, _ compositions: [DocumentComposition]) {
    root = Self.range(document.inPoint, document.outPoint)
    guard let root else { return }
    var uses: [String: Int] = [:]
    for composition in compositions {
      for case .precomposition(let asset, _, _, _) in composition.layers.map(\.content) {
        uses[asset, default: 0] += 1
      }
    }
    let byID = Dictionary(compositions.map { ($0.id ?? "", $0) }) { _, last in last }
    // A composition is ready when all layers that show it have been looked at; those of cycles never are.
    var ready: [(composition: DocumentComposition, times: ClosedRange<Double>?)] =
      compositions.filter { $0.id == nil }.map { ($0, root) }
    for composition in compositions {
      if let id = composition.id, uses[id] == nil { ready.append((composition, nil)) }
    }
    var known: [String: ClosedRange<Double>] = [:]
    var unknown: Set<String> = []
    while let (composition, shown) = ready.popLast() {
      if let id = composition.id { times[id] = shown }
      for layer in composition.layers {
        guard case .precomposition(let asset, _, _, let remap) = layer.content else { continue }
        if let inner = remap == nil ? Self.innerTimes(of: layer, in: shown) : nil {
          known[asset] =
            known[asset].map { min($0.lowerBound, inner.lowerBound)...max($0.upperBound, inner.upperBound) }
            ?? inner
        } else if remap != nil || shown == nil {
          unknown.insert(asset)
        }
        uses[asset, default: 0] -= 1
        if uses[asset] == 0, let inner = byID[asset] {
          ready.append((inner, unknown.contains(asset) ? nil : known[asset]))
        }
      }
    }
  }

  /// Times of the composition that can be shown; nil if they are not known.
  func times(of composition: DocumentComposition) -> ClosedRange<Double>? {
    composition.id.map { times[$0] } ?? root
  }

  /// Times at which a layer is there while its composition is shown; nil if that is never, or not known.
  static func life(of layer: LottieLayer, in shown: ClosedRange<Double>) -> ClosedRange<Double>? {
    let (start, end) = (layer.inPoint ?? -.infinity, layer.outPoint ?? .infinity)
    return range(max(start, shown.lowerBound), min(end, shown.upperBound))
  }

  private static func innerTimes(of layer: LottieLayer, in shown: ClosedRange<Double>?) -> ClosedRange<Double>? {
    guard let shown, let life = life(of: layer, in: shown) else { return nil }
    let (a, b) = (
      (life.lowerBound - layer.startTime) / layer.stretch, (life.upperBound - layer.startTime) / layer.stretch
    )
    return range(min(a, b), max(a, b))
  }

  private static func range(_ start: Double, _ end: Double) -> ClosedRange<Double>? {
    start <= end && start.isFinite && end.isFinite ? start...end : nil
  }
}
