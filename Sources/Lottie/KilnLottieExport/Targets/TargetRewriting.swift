package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
package import KilnLottieImport
package import KilnPlayers

/// Rewrites what target players lack in a Lottie document, by edits of its text.
///
/// Everything that players draw alike stays as the designer made it: names, order, members that nobody knows, slots,
/// markers, images. Where nothing has to change the result has the same bytes. Properties with expressions are left alone:
/// these are to be replaced by keyframes before.
package struct TargetRewriting: Sendable {
  /// Players that must show the animation.
  package var targets: [Target]
  /// The rendering that is kept.
  package var fidelity: LottieFidelity
  /// Largest deviation of points from what is replaced, in pixels.
  package var tolerance = 0.05
  /// Most numbers that the samples of one layer's properties may have.
  package var sampledNumbers = 4_000_000
  /// Whether what Telegram forbids and no edit removes is an error.
  package var isForSticker = false
  package var limits: Limits
  /// Finds fonts of texts that become shapes.
  package var assets: any AssetLoader

  package init(
    targets: [Target], fidelity: LottieFidelity = .lottieWeb, limits: Limits = Limits(),
    assets: any AssetLoader = NoAssets()
  ) {
    (self.targets, self.fidelity, self.limits, self.assets) = (targets, fidelity, limits, assets)
  }

  /// Times that all rewrites are applied at most: what one of them makes may have to be rewritten by another.
  private static let maximumPasses = 6

  /// The document as the targets draw it. What no edit can save is a finding for each layer that has it.
  ///
  /// - Parameter json: A document's JSON, in UTF-8.
  /// - Throws: When the document cannot be read, or exceeds a limit.
  package func rewrite(_ json: [UInt8], log: inout DiagnosticLog) throws(Diagnostic) -> [UInt8] {
    let support = TargetSupport(targets, fidelity)
    let rewrites = Self.rewrites.filter { $0.features.contains(where: support.isRewritten) }
    var bytes = json
    var document = try LottieDocument(bytes: bytes, limits: limits)
    var refusals = try apply(rewrites, to: &document, &bytes, support)
    var draft = RewriteDraft(document, self, support)
    var content = LayerContentRewrite(draft)
    try content.edit(&draft)
    if !draft.edits.isEmpty {
      for finding in content.findings { log.add(finding) }
      bytes = draft.edits.applied()
      document = try LottieDocument(bytes: bytes, limits: limits)
      refusals = try apply(rewrites, to: &document, &bytes, support)
    }
    refusals = draft.refusals + refusals
    RemainingFeatures(document, support, refusals, isForSticker: isForSticker).report(to: &log)
    guard support.isLacking("memberOrder") else { return bytes }
    let isShort = support.failures("outPoint").count == Set(targets.map(\.name)).count
    return StrictForm.bytes(of: document, endsBeforeOutPoints: isShort)
  }

  /// Applies rewrites until nothing changes; returns the refusals of the last pass.
  private func apply(
    _ rewrites: [any TargetRewrite], to document: inout LottieDocument, _ bytes: inout [UInt8], _ support: TargetSupport
  ) throws(Diagnostic) -> [RewriteDraft.Refusal] {
    var refusals: [RewriteDraft.Refusal] = []
    for _ in 0..<Self.maximumPasses {
      refusals = []
      var isChanged = false
      for rewrite in rewrites {
        var draft = RewriteDraft(document, self, support)
        try rewrite.edit(&draft)
        refusals += draft.refusals
        guard !draft.edits.isEmpty else { continue }
        isChanged = true
        bytes = draft.edits.applied()
        document = try LottieDocument(bytes: bytes, limits: limits)
      }
      if !isChanged { break }
    }
    return refusals
  }

  /// Whether uses of a feature are written in another way, in most documents without a loss.
  package static func rewrites(_ feature: some StringProtocol) -> Bool {
    let feature = String(feature)
    return feature == "expressions" || rewrites.contains { $0.features.contains(feature) }
      || LayerContentRewrite.features.contains(feature)
  }

  /// All rewrites in the order of their application: first what changes what the reference ignores, then shapes from the
  /// inside out, then layers.
  private static let rewrites: [any TargetRewrite] = [
    CompletedPathRewrite(), HiddenItemRewrite(), IgnoredMergeRewrite(), IgnoredMaskRewrite(), IgnoredBlendRewrite(),
    IgnoredMatteRewrite(), UnmarkedMatteRewrite(), EffectSwitchRewrite(),
    PointStrokeRewrite(), PathModifierRewrite(), RepeaterRewrite(), GroupSkewRewrite(), LayerShearRewrite(),
    DashOrderRewrite(), EmptyDashRewrite(), OpenFillRewrite(), RectangleEdgeRewrite(),
    ColorEffectRewrite(), SolidRewrite(), OrientationRewrite(), SetMatteRewrite(), MatteOrderRewrite(),
    LumaMatteRewrite(),
    GradientStopRewrite(), EasingRewrite(), TextShapeRewrite(), PictureFormatRewrite(), SlotRewrite(),
  ]
}

/// An edit of a document that removes the use of features.
protocol TargetRewrite: Sendable {
  /// IDs of the features in the support table that it removes; it is applied if one of them has to be rewritten.
  var features: [String] { get }

  /// Notes the edits for all uses of its features that the draft's targets lack.
  func edit(_ draft: inout RewriteDraft) throws(Diagnostic)
}
