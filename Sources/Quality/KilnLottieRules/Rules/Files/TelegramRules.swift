internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPlayers
package import KilnRuleEngine

// Checks of Telegram's rules for animated stickers, in .tgs files and for the target telegram.

extension RuleCheck {
  static let telegram: [RuleCheck] = [stickerContainer, sticker]

  private static let size = ValidationRule.Option(
    "bytes", Double(TelegramSticker.byteLimit), "Largest size of the packed file.")
  private static let inflatedSize = ValidationRule.Option(
    "bytes", Double(TelegramSticker.jsonByteLimit), "Largest size of the JSON.")

  private static let stickerContainer = RuleCheck(
    [ValidationRule(.tgsUnpacked, .containers), ValidationRule(.tgsSize, .containers, options: [size])],
    { (visit: ContainerVisit) in
      let isAsked = visit.findings.options.targets.contains { $0.name == TelegramSticker.target }
      if isAsked, visit.kind != .gzip { visit.report(.tgsUnpacked, "the file is not packed with gzip") }
      if visit.kind == .gzip, Double(visit.byteCount) > visit.value(size, of: .tgsSize) {
        visit.report(.tgsSize, "the sticker has \(visit.byteCount) bytes")
      }
    })

  private static let sticker = RuleCheck(
    [
      ValidationRule(.tgsInflatedSize, .containers, options: [inflatedSize]), ValidationRule(.tgsCanvas, .containers),
      ValidationRule(.tgsRate, .containers), ValidationRule(.tgsDuration, .containers),
      ValidationRule(.tgsMarker, .containers),
    ],
    { (visit: DocumentVisit) in
      let isAsked = visit.context.options.targets.contains { $0.name == TelegramSticker.target }
      let isSticker = visit.context.file?.kind == .gzip
      guard isAsked || isSticker else { return }
      let document = visit.document
      let bytes = visit.context.source.count
      if Double(bytes) > visit.value(inflatedSize, of: .tgsInflatedSize) {
        visit.report(.tgsInflatedSize, "the JSON has \(ByteCount(bytes))")
      }
      let sticker = TelegramSticker(
        width: document.width, height: document.height, frameRate: document.frameRate,
        frameCount: document.outPoint - document.inPoint)
      for violation in sticker.violations { visit.report(violation.rule, violation.text) }
      if isSticker, visit.json.integer("tgs") != 1 { visit.report(.tgsMarker, "the member “tgs” is not 1") }
    })
}

extension RuleCheck {
  /// The rules of files around documents.
  package static let containers: [RuleCheck] = archives + telegram
}
