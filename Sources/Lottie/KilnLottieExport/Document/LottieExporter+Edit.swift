public import KilnDiagnostics
public import KilnExporting
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPixels
internal import KilnPlayers
public import KilnTimeline

extension LottieExporter {
  /// The document of a source without expressions, and with its pictures in it; nil if the source is not just a document,
  /// and for stickers if it uses what Telegram forbids and no edit removes.
  ///
  /// What the target players lack is written in another way. Everything else stays as the designer made it.
  ///
  /// - Throws: `budget.exceeded`, `limit.exceeded`, when expressions take too long, when a picture cannot be read, and for
  ///   stickers as `export` does.
  public func edit(
    _ source: any AnimationSource, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation? {
    guard let source = source as? LottieSource else { return nil }
    var edited = log
    var baking = LottieExpressionBaking()
    baking.toleranceScale = tolerance / 0.05
    var document = try source.embedding(
      JSONTree(baking.bake(source, log: &edited), limits: context.limits), log: &edited)
    // First, because rewrites depend on the frames in which layers begin and end.
    document = try placed(document, context)
    if !targets.isEmpty {
      var rewriting = rewriting(context)
      (rewriting.fidelity, rewriting.assets) = (source.fidelity, source.assets)
      document = try rewriting.rewrite(document, log: &edited)
      if options.container == .tgs, edited.diagnostics.contains(where: { $0.rule == .tgsFeature }) { return nil }
    }
    if options.container == .tgs {
      document = try StickerMarking().applied(to: JSONTree(document, limits: context.limits))
    }
    let tree = try JSONTree(document, limits: context.limits)
    document = tree.compactBytes
    guard let file = try fitted(document, source, context, log: &edited) else { return nil }
    log = edited
    return ExportedAnimation(files: [file], decodedBytes: Self.decodedBytes(in: tree))
  }

  /// Bytes of the decoded pictures in a document.
  private static func decodedBytes(in tree: JSONTree) -> Int {
    guard let assets = tree.root["assets"], assets.kind == .array else { return 0 }
    return assets.children.reduce(0) { sum, asset in
      guard let text = asset["p"]?.string, text.hasPrefix("data:image/"), let bytes = DataURL.bytes(of: text),
        let header = ImageHeader(bytes)
      else { return sum }
      return sum.addingClamped(header.decodedBytes)
    }
  }

  /// The document at other times and in another size, if they are asked for.
  private func placed(_ document: [UInt8], _ context: ExportContext) throws(Diagnostic) -> [UInt8] {
    guard let change = context.change else { return document }
    let timed = try DocumentTimes(change, startsAtZero: options.container == .tgs).applied(
      to: JSONTree(document, limits: context.limits))
    return try DocumentCanvas(change: change).applied(to: JSONTree(timed, limits: context.limits))
  }

  /// Decimals to which the numbers of a sticker are rounded, one after the other, until it fits; nil for as many as there are.
  private static let decimals = [nil, 3, 2, 1]

  /// The file of a document; of a sticker that is too large a shorter one, nil if none fits.
  ///
  /// - Throws: `budget.exceeded` for other files that are too large.
  private func fitted(
    _ document: [UInt8], _ source: LottieSource, _ context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> NamedFile? {
    var file = try file(of: document, from: source, in: context, log: &log)
    guard options.container == .tgs else {
      guard let limit = context.budget.bytes, file.bytes.count > limit else { return file }
      var excess = context.budget.excess(bytes: file.bytes.count)
      // An edited document keeps its frames and pictures at any rate and size.
      excess.advice = "make the document's pictures smaller, simplify its layers, or allow more with \(Choice.bytes)"
      throw excess
    }
    let limit = context.budget.bytes ?? .max
    var size = document.count
    for decimals in Self.decimals where file.bytes.count > limit || size > TelegramSticker.jsonByteLimit {
      guard decimals == nil || !context.bounds.keepsQuality else { break }
      let short = try DocumentShortening(decimals: decimals).applied(to: JSONTree(document, limits: context.limits))
      size = short.count
      file = try self.file(of: short, in: context, log: &log)
      guard file.bytes.count <= limit, size <= TelegramSticker.jsonByteLimit else { continue }
      let given = decimals.map { ", and numbers after the \($0)th decimal" } ?? ""
      log.add(.budgetReduced, "given up to keep to the limit: names of layers and shapes\(given)")
    }
    return file.bytes.count <= limit ? file : nil
  }
}
