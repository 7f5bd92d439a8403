internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPlayers
package import KilnRuleEngine

// Rules of Telegram for animated stickers. They are checked in .tgs files and for the target telegram.

extension Rule {
  static let tgsUnpacked = Rule(
    "tgs.container", .error, .rejected,
    "The sticker is not packed with gzip.",
    why: "Telegram accepts .tgs files only, which are packed JSON.",
    remedy: "Export with the bodymovin-tg plug-in, or pack the JSON with gzip and name it .tgs.")
  static let tgsSize = Rule(
    "tgs.size", .error, .rejected,
    "The sticker is above 64 KiB.",
    why: "Telegram refuses it.",
    remedy: "In After Effects, use fewer layers, vertices and keyframes, and turn off what is not seen.")
  static let tgsInflatedSize = Rule(
    "tgs.inflatedSize", .warning, .exact,
    "The JSON of the sticker is above 1 MB.",
    why: "Telegram's clients refuse or delay very large animations.",
    remedy: "In After Effects, use fewer layers, vertices and keyframes.")
  static let tgsCanvas = Rule(
    "tgs.canvas", .error, .rejected,
    "The canvas of the sticker is not 512 × 512 px.",
    why: "Telegram refuses it.",
    remedy: "In After Effects, set 512 × 512 in Composition › Composition Settings; custom emoji are 100 × 100.")
  static let tgsRate = Rule(
    "tgs.frameRate", .error, .rejected,
    "The frame rate of the sticker is neither 30 nor 60.",
    why: "Telegram refuses it.",
    remedy: "In After Effects, choose 30 or 60 in Composition › Composition Settings.")
  static let tgsDuration = Rule(
    "tgs.duration", .error, .rejected,
    "The sticker is longer than three seconds.",
    why: "Telegram refuses it.",
    remedy: "In After Effects, shorten the work area to three seconds.")
  static let tgsMarker = Rule(
    "tgs.marker", .warning, .exact,
    "The JSON does not say that it is a sticker (tgs: 1).",
    why: "Telegram's own plug-in writes it, and its bots look for it.",
    remedy: "Export with the bodymovin-tg plug-in.")
}

extension RuleCheck {
  static let telegram: [RuleCheck] = [stickerContainer, sticker]

  private static let size = ValidationRule.Option("bytes", 65_536, "Largest size of the packed file.")
  private static let inflatedSize = ValidationRule.Option("bytes", 1_048_576, "Largest size of the JSON.")

  private static let stickerContainer = RuleCheck(
    [ValidationRule(.tgsUnpacked, .containers), ValidationRule(.tgsSize, .containers, options: [size])],
    { (visit: ContainerVisit) in
      let isAsked = visit.findings.options.targets.contains { $0.name == "telegram" }
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
      let isAsked = visit.context.options.targets.contains { $0.name == "telegram" }
      let isSticker = visit.context.file?.kind == .gzip
      guard isAsked || isSticker else { return }
      let document = visit.document
      let bytes = visit.context.source.count
      if Double(bytes) > visit.value(inflatedSize, of: .tgsInflatedSize) {
        visit.report(.tgsInflatedSize, "the JSON has \(ByteCount(bytes))")
      }
      let sizes = [512.0, 100]
      if document.width != document.height || !sizes.contains(document.width) {
        visit.report(
          .tgsCanvas,
          "the canvas is \(document.width.shortDescription) × \(document.height.shortDescription) px")
      }
      // Telegram compares the number itself, so that 29.97 is none of them; Bodymovin writes 30 as 30.0000305.
      if ![30, 60].contains(where: { abs($0 - document.frameRate) < 0.001 }) {
        visit.report(.tgsRate, "the sticker has \(document.frameRate.shortDescription) frames per second")
      }
      let seconds = document.frameRate > 0 ? (document.outPoint - document.inPoint) / document.frameRate : 0
      if seconds > 3.001 { visit.report(.tgsDuration, "the sticker is \(seconds.shortDescription) seconds long") }
      if isSticker, visit.json.integer("tgs") != 1 { visit.report(.tgsMarker, "the member “tgs” is not 1") }
    })
}

extension RuleCheck {
  /// The rules of files around documents.
  package static let containers: [RuleCheck] = archives + telegram
}
