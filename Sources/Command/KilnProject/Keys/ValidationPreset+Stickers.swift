internal import Kiln

/// Presets of what messengers take. Their numbers are those of `DeliveryPreset`.
extension ValidationPreset {
  static let discordSticker = ValidationPreset(
    .discordSticker, pictures: "apng",
    """
    # Discord's API documentation, Create Guild Sticker: APNG of 320 × 320 px, at most 512 KiB and five seconds.
    """)

  static let lineSticker = ValidationPreset(
    .lineSticker, pictures: "apng", longerSide: 320,
    """
    # creator.line.me, guideline of animated stickers: within 320 × 270 px, 5 to 20 frames, at most 300 kB and four
    # seconds with all plays.
    """)

  static let slackEmoji = ValidationPreset(
    .slackEmoji, pictures: "[apng, png]",
    """
    # Slack's help centre, Add custom emoji: square, below 128 kB, at most 50 frames. Kiln checks no GIF; what it
    # converts with this preset keeps to the limits.
    """)

  static let telegramVideoEmoji = ValidationPreset(.telegramVideoEmoji, video: "webm", telegramSource)
  static let telegramVideoSticker = ValidationPreset(.telegramVideoSticker, video: "webm", telegramSource)
  private static let telegramSource = """
    # Telegram's page on stickers and emoji (core.telegram.org/stickers).
    """

  static let vapGift = ValidationPreset(
    .vapGift, video: "mp4",
    """
    # What is common among apps that play Tencent's VAP.
    """)

  static let telegramVideoThumb = ValidationPreset(
    .telegramVideoThumb, pictures: "[webp, png]",
    """
    # Telegram's Bot API, setStickerSetThumbnail: WebP or PNG of exactly 100 × 100 px, at most 128 kB.
    """)

  static let whatsAppSticker = ValidationPreset(
    .whatsAppSticker,
    """
    classes:
      stickers:
        formats: [webp]
        # WhatsApp's sticker format (github.com/WhatsApp/stickers): 512 × 512 px and below 500 KB, which picture.sticker
        # checks, and at most ten seconds.
        rules: {picture.sticker: {severity: error, bytes: \(DeliveryPreset.whatsAppSticker.bytes ?? 0), side: 512}, picture.blend: warning}
        budgets: {duration: \(Int(DeliveryPreset.whatsAppSticker.seconds ?? 0))s}
    """)

  /// A preset whose files are converted from others.
  private init(_ delivery: DeliveryPreset, _ text: String) {
    self.init(delivery.name, delivery.summary, format: delivery.format, text)
  }

  /// Limits of videos: bytes, duration and the canvas.
  private init(_ delivery: DeliveryPreset, video format: String, _ sources: String) {
    var budgets = delivery.bytes.map { ["bytes: \($0)"] } ?? []
    if let seconds = delivery.seconds { budgets.append("duration: \(Int(seconds))s") }
    let canvases = delivery.size == nil ? "" : "\n    canvases: \(delivery.canvas)"
    if let side = delivery.longerSide ?? delivery.maximumSides?.longer { budgets.append("canvas: \(side)") }
    self.init(
      delivery,
      """
      \(sources)
      classes:
        videos:
          formats: \(format)
          budgets: {\(budgets.joined(separator: ", "))}\(canvases)
      """)
  }

  /// Limits of pictures: bytes, duration, number of frames and the canvas.
  ///
  /// - Parameters:
  ///   - pictures: Formats that the platform takes and that can be checked, in YAML.
  ///   - longerSide: Longer side of the canvas in pixels, at most; nil for exactly the size of the preset.
  private init(_ delivery: DeliveryPreset, pictures: String, longerSide: Int? = nil, _ sources: String) {
    var budgets = delivery.bytes.map { ["bytes: \($0)"] } ?? []
    if let seconds = delivery.seconds { budgets.append("duration: \(Int(seconds))s") }
    if let frames = delivery.frames { budgets.append("frames: \(frames.upperBound)") }
    if let longerSide { budgets.append("canvas: \(longerSide)") }
    let canvases = longerSide == nil ? "\n    canvases: \(delivery.canvas)" : ""
    self.init(
      delivery,
      """
      \(sources)
      classes:
        pictures:
          formats: \(pictures)
          budgets: {\(budgets.joined(separator: ", "))}\(canvases)
      """)
  }
}
