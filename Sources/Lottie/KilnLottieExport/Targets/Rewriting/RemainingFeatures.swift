internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers

/// Reports the uses of features that no edit could remove, once for each layer and feature.
struct RemainingFeatures {
  private let document: LottieDocument
  private let support: TargetSupport
  private let reasons: [String: String]
  /// Whether what Telegram forbids is an error.
  private let isForSticker: Bool

  init(
    _ document: LottieDocument, _ support: TargetSupport, _ refusals: [RewriteDraft.Refusal], isForSticker: Bool
  ) {
    self.isForSticker = isForSticker
    self.document = document
    self.support = support
    reasons = Dictionary(refusals.map { ("\($0.feature) \($0.layer)", $0.reason) }) { first, _ in first }
  }

  func report(to log: inout DiagnosticLog) {
    for composition in DocumentComposition.all(in: document) {
      let mattes = mattes(in: composition)
      for (position, layer) in composition.layers.enumerated() {
        var known: Set<String> = []
        for use in mattes[position] + LayerUses.all(of: layer, in: document) where known.insert(use.feature).inserted {
          report(use, composition.path(of: layer), to: &log)
        }
      }
    }
  }

  /// The uses of mattes by the position of the layer that is cut.
  private func mattes(in composition: DocumentComposition) -> [[FeatureUse]] {
    let layers = composition.layers
    var uses: [[FeatureUse]] = Array(repeating: [], count: layers.count)
    let positions = Dictionary(layers.enumerated().map { ($1.node, $0) }) { first, _ in first }
    FeatureUse.ofMattes(
      layers, json: { document.tree.value(at: layers[$0].node) }, label: { composition.names.labels[$0].name }
    ) { use in
      if let node = use.value?.index, let position = positions[node] { uses[position].append(use) }
    }
    return uses
  }

  private func report(_ use: FeatureUse, _ path: DocumentPath, to log: inout DiagnosticLog) {
    guard support.isLacking(use.feature), let row = TargetSupport.row(use.feature) else { return }
    if isForSticker, TelegramSticker.forbids(use.feature) {
      log.add(
        .tgsFeature, "\(use.text), which Telegram forbids in stickers", at: path,
        advice: reasons["\(use.feature) \(path.pointer)"])
      return
    }
    let players = support.failures(use.feature).map { $0.isPartial ? "\($0.target) (in part)" : $0.target }
    log.add(
      .lottieTargetLacks, "\(use.text), which lacks in \(players.joined(separator: ", ")): \(row.appearance)",
      at: path, advice: reasons["\(use.feature) \(path.pointer)"])
  }
}
