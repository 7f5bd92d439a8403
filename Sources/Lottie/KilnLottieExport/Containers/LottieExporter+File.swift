internal import KilnCompression
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPlayers
internal import KilnTimeline

extension LottieExporter {
  /// Players that must show the document, with the one that the container is for.
  var targets: [Target] {
    guard options.container == .tgs, let telegram = try? Target(TelegramSticker.target) else { return options.targets }
    return options.targets.filter { $0.name != telegram.name } + [telegram]
  }

  /// The rewriting for the targets, of a document that lottie-web shows as it is meant.
  func rewriting(_ context: ExportContext) -> TargetRewriting {
    var rewriting = TargetRewriting(targets: targets, limits: context.limits)
    rewriting.isForSticker = options.container == .tgs
    rewriting.tolerance *= tolerance / 0.05
    return rewriting
  }

  /// The file of a document in the container.
  ///
  /// - Parameter source: What the document is from, whose themes and state machines an archive keeps; nil for others.
  /// - Throws: `tgs.canvas`, `tgs.frameRate` or `tgs.duration` for a document that can be no sticker.
  func file(
    of document: [UInt8], from source: LottieSource? = nil, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> NamedFile {
    let mediaType: String
    let bytes: [UInt8]
    switch options.container {
    case .json:
      let tree = try options.isIndented ? JSONTree(document, limits: context.limits) : nil
      (mediaType, bytes) = (Self.mediaType, tree.map(JSONIndenting.indented) ?? document)
    case .lottie:
      let parts = try source?.dotLottieParts()
      for sheet in parts?.styleSheets ?? [] {
        log.add(.dotLottieStyleSheet, "the theme “\(sheet)” is left out: it is a Lottie Style Sheet")
      }
      var archive = DotLottieArchive()
      // State machines name the animation.
      let id = parts?.stateMachines.isEmpty ?? true ? nil : source?.info.animation
      try archive.add(document, id: id ?? context.name, from: parts, limits: context.limits)
      (mediaType, bytes) = (DotLottieArchive.mediaType, try archive.bytes())
    case .tgs:
      try checkSticker(document, context.limits)
      (mediaType, bytes) = (Self.stickerMediaType, try Gzip.deflate(document))
    }
    let name = context.fileName ?? "\(context.name).\(options.container.rawValue)"
    return NamedFile(name: name, mediaType: mediaType, bytes: bytes)
  }

  /// Media type of Telegram's stickers.
  private static var stickerMediaType: String { "application/x-tgsticker" }

  private func checkSticker(_ document: [UInt8], _ limits: Limits) throws(Diagnostic) {
    let root = try JSONTree(document, limits: limits).root
    let sticker = TelegramSticker(
      width: root.number("w") ?? 0, height: root.number("h") ?? 0, frameRate: root.number("fr") ?? 0,
      frameCount: (root.number("op") ?? 0) - (root.number("ip") ?? 0))
    guard let violation = sticker.violations.first else { return }
    let (limit, advice) =
      switch violation.rule.id {
      case Rule.tgsDuration.id:
        (
          "at most \(TelegramSticker.seconds.shortDescription)",
          "choose a part with \(Choice.range) or \(Choice.marker), or play it faster with \(Choice.speed)"
        )
      case Rule.tgsCanvas.id:
        (
          "\(TelegramSticker.side) × \(TelegramSticker.side) px, and emoji of 100 × 100",
          "leave out \(Choice.width), \(Choice.height) and \(Choice.scale)"
        )
      default: ("30 or 60", "leave out \(Choice.frameRate)")
      }
    throw Diagnostic(violation.rule, "\(violation.text); Telegram takes \(limit)", advice: advice)
  }
}
