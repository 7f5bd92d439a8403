public import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnPlayers
public import KilnTimeline

/// Requirements of a platform, or for a kind of asset, on published files.
///
/// The one statement of these limits: `--preset` converts by them, and presets of validation check them.
public struct DeliveryPreset: Sendable {
  /// The name on the command line.
  public let name: String
  /// Purpose, as a sentence.
  public let summary: String
  /// Format of the files.
  public let format: OutputFormat
  /// Publication that states the limits.
  public let source: String
  /// Size of the canvas in pixels; nil for any.
  public var size: (width: Int, height: Int)?
  /// Longer side of the canvas in pixels, exactly; nil for any.
  public var longerSide: Int?
  /// Sides of the canvas in pixels, at most; nil for any.
  public var maximumSides: (shorter: Int, longer: Int)?
  /// Bytes of the file, at most; nil for any number.
  public var bytes: Int?
  /// Bytes of the decoded bitmaps, at most; nil for any number.
  public var memory: Int?
  /// Frames per second, at most; nil for any rate.
  public var frameRate: Double?
  /// Number of frames; nil for any.
  public var frames: ClosedRange<Int>?
  /// Seconds, at most; nil for any duration.
  public var seconds: Double?
  /// Whether one frame is shown, and not an animation.
  public var isStill = false
  /// Whether sounds are not taken.
  public var isSilent = false
  /// Maximum number of plays; nil for any.
  public var plays: Int?
  /// The picture that is published with it; nil if there is none.
  public var still: Still?
  /// Names of the players that must show the file, for which Lottie documents are rewritten.
  public var targets: [String] = []

  /// A picture of one frame that a platform shows for the animation, or for the set it is in.
  public struct Still: Sendable {
    /// Name on the platform.
    public let name: String
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Bytes of the file, at most.
    public let bytes: Int
    /// Extensions of the files that are taken, without the dot.
    public let extensions: [String]
  }

  private init(
    _ name: String, _ summary: String, _ format: OutputFormat, size: (width: Int, height: Int)? = nil,
    bytes: Int? = nil,
    source: String, _ change: (inout DeliveryPreset) -> Void = { _ in }
  ) {
    self.name = name
    self.summary = summary
    self.format = format
    self.source = source
    self.size = size
    self.bytes = bytes
    change(&self)
  }

  /// The preset with a name; nil if there is none.
  public init?(named name: String) {
    guard let preset = Self.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  /// All presets, in alphabetical order.
  public static let all: [DeliveryPreset] = [
    discordSticker, lineSticker, lottieUI, slackEmoji, svgaAvatarFrame, svgaGift, telegramSticker, telegramVideoEmoji,
    telegramVideoSticker, telegramVideoThumb, vapGift, wearOS, whatsAppSticker,
  ]

  /// Discord: a server's sticker.
  public static let discordSticker = DeliveryPreset(
    "discord-sticker", "Stickers of Discord servers.", .apng, size: (320, 320), bytes: 512 * 1024,
    source: "Discord's API documentation, Create Guild Sticker: 320 × 320 px, at most 512 KiB and five seconds"
  ) {
    $0.seconds = 5
  }
  /// LINE: an animated sticker.
  public static let lineSticker = DeliveryPreset(
    "line-sticker", "Animated stickers of LINE.", .apng, size: (320, 270), bytes: 300_000,
    source: "creator.line.me, guideline of animated stickers: within 320 × 270 px with one side of 270 at least, "
      + "5 to 20 frames, at most 4 plays in 4 seconds and 300 kB; the icon in chats has 96 × 74 px"
  ) {
    $0.frames = 5...20
    $0.seconds = 4
    $0.plays = 4
    $0.still = Still(name: "chat thumbnail icon", width: 96, height: 74, bytes: 300_000, extensions: ["png"])
  }
  /// Icons, buttons and empty states of apps.
  public static let lottieUI = DeliveryPreset(
    "lottie-ui", "Icons, buttons and empty states of apps, as Lottie for iOS, Android and the web.", .lottie,
    bytes: 250_000, source: "nineteen of twenty keep to it in a collection of 235 published animations"
  ) {
    $0.targets = ["lottie-ios", "lottie-android", "lottie-web"]
  }
  /// Slack: a workspace's emoji.
  public static let slackEmoji = DeliveryPreset(
    "slack-emoji", "Animated emoji of Slack workspaces.", .gif, size: (128, 128), bytes: 128_000,
    source: "Slack's help centre, Add custom emoji: square, below 128 kB, at most 50 frames; 128 px is what is common"
  ) {
    $0.frames = 1...50
  }
  /// A frame around an avatar.
  public static let svgaAvatarFrame = DeliveryPreset(
    "svga-avatar-frame", "Frames around avatars, as SVGA for iOS and Android.", .svga, size: (300, 300),
    bytes: 500_000,
    source:
      "the official player's author: normally below 500 kB (SVGAPlayer-Android, issue 109); a tool for such frames: "
      + "300 × 300 px and 8 MB decoded (AuggyH/auto-svga, TECH_SPEC)"
  ) {
    $0.memory = 8_000_000
  }
  /// A gift of a live-streaming app.
  public static let svgaGift = DeliveryPreset(
    "svga-gift", "Gifts and entrances of live-streaming apps, as SVGA for iOS and Android.", .svga, bytes: 2_000_000,
    source:
      "a designers' guide: at most 2 MB (blog.csdn.net, 112249295); the official After Effects converter warns above "
      + "8 MiB decoded (SVGAConverter_AE, PageActions.js)"
  ) {
    $0.memory = 8 << 20
  }
  /// Telegram: an animated sticker.
  public static let telegramSticker = DeliveryPreset(
    "telegram-sticker", "Animated stickers and emoji of Telegram (.tgs).", .sticker,
    size: (TelegramSticker.side, TelegramSticker.side), bytes: TelegramSticker.byteLimit,
    source: "core.telegram.org/stickers: 512 × 512 px, 30 or 60 frames a second, at most three seconds and 64 KiB"
  ) {
    $0.seconds = TelegramSticker.seconds
  }
  /// Telegram: a video of an emoji.
  public static let telegramVideoEmoji = DeliveryPreset(
    "telegram-video-emoji", "Video emoji of Telegram.", .webm, size: (100, 100), bytes: 256_000,
    source:
      "Telegram's page on stickers and emoji (core.telegram.org/stickers): WebM with VP9, no sound, 100 × 100 px, "
      + "at most three seconds, 30 frames a second and 256 kB"
  ) {
    $0.seconds = 3
    $0.frameRate = 30
    $0.isSilent = true
  }
  /// Telegram: a video sticker.
  public static let telegramVideoSticker = DeliveryPreset(
    "telegram-video-sticker", "Video stickers of Telegram.", .webm, bytes: 256_000,
    source: "Telegram's page on stickers and emoji (core.telegram.org/stickers): WebM with VP9, no sound, one side of "
      + "512 px and the other not longer, at most three seconds, 30 frames a second and 256 kB"
  ) {
    $0.longerSide = 512
    $0.seconds = 3
    $0.frameRate = 30
    $0.isSilent = true
  }
  /// Telegram: the picture of a set of stickers.
  public static let telegramVideoThumb = DeliveryPreset(
    "telegram-video-thumb", "The picture of a set of stickers on Telegram, a still.", .webp, size: (100, 100),
    bytes: 128_000,
    source: "Telegram's Bot API, setStickerSetThumbnail: WebP or PNG of exactly 100 × 100 px, at most 128 kB"
  ) {
    $0.isStill = true
  }
  /// VAP: a gift of a live-streaming app.
  public static let vapGift = DeliveryPreset(
    "vap-gift", "Gifts and entrances of live-streaming apps, as VAP for iOS, Android and the web.", .mp4,
    bytes: 4_000_000,
    source:
      "Tencent's VAP (github.com/Tencent/vap): its tool warns above sides of 1504 px, alpha of half the size among "
      + "them, and its web player takes frame rates that divide 60; 30 frames a second and 4 MB are what is common"
  ) {
    $0.maximumSides = (1000, 1504)
    $0.frameRate = 30
  }
  /// Wear OS: an animation of its renderer.
  public static let wearOS = DeliveryPreset(
    "wear-os", "Animations of Wear OS, in the profile that its renderer takes.", .lottie,
    source: "google/lottie-tools, data/wear_profile/v1.schema.json"
  ) {
    $0.targets = ["wear-os"]
  }
  /// WhatsApp: an animated sticker.
  public static let whatsAppSticker = DeliveryPreset(
    "whatsapp-sticker", "Animated stickers of WhatsApp.", .webp, size: (512, 512), bytes: 500_000,
    source:
      "github.com/WhatsApp/stickers: 512 × 512 px, below 500 kB, frames of 8 ms or more, at most ten seconds; the "
      + "icon in the tray has 96 × 96 px and at most 50 kB"
  ) {
    $0.seconds = 10
    $0.still = Still(name: "tray icon", width: 96, height: 96, bytes: 50_000, extensions: ["png", "webp"])
  }
}

extension DeliveryPreset {
  /// The size as `512x512`; `none` for any.
  public var canvas: String { size.map { "\($0.width)x\($0.height)" } ?? "none" }

  /// Whether a result in a format keeps to the preset: archives hold the same documents.
  public func takes(_ format: OutputFormat) -> Bool {
    format == self.format || format == .dotLottie && self.format == .lottie
  }

  /// Sets what the preset demands and the options do not say.
  ///
  /// - Throws: `conversion.preset` for an animation that cannot be published as it is: too long, or with too few frames.
  public func apply(to options: inout Conversion.Options, _ info: AnimationInfo) throws(Diagnostic) {
    if options.width == nil, options.height == nil, options.scale == 1 { setSize(of: &options, info.canvas) }
    options.isForPlatform = options.budget == ExportBudget()
    options.budget.bytes = options.budget.bytes ?? bytes
    options.budget.memory = options.budget.memory ?? memory
    guard !isStill else {
      // The first frame of many animations is empty, so that the middle one is taken.
      let shown = options.range ?? info.firstFrame..<info.firstFrame + max(0, Double(info.frameCount))
      // A whole frame, unless that lies before a short part.
      let middle = max(shown.lowerBound, ((shown.lowerBound + shown.upperBound) / 2).rounded(.down))
      options.stillFrame = options.stillFrame ?? middle
      return
    }
    let duration = Self.duration(options, info)
    if let seconds, duration > seconds * 1.0005 {
      throw Diagnostic(
        .conversionPreset,
        "the animation is \(Self.text(duration)) s long; \(name) takes at most \(Self.text(seconds)) s",
        advice: "choose a part with \(Choice.range) or \(Choice.marker), or play it faster with \(Choice.speed)")
    }
    var rate = options.frameRate ?? info.frameRate
    if let frameRate { rate = min(rate, frameRate) }
    if let frames {
      let count = Int(clamping: (duration * rate).rounded(), to: 0...1_000_000)
      if count < frames.lowerBound {
        throw Diagnostic(
          .conversionPreset, "the animation has \(count) frames; \(name) takes \(frames.lowerBound) at least",
          advice: "choose a higher \(Choice.frameRate) or a longer part")
      }
      if count > frames.upperBound { rate = Double(frames.upperBound) / duration }
      // Fewer than these would not be taken either.
      options.bounds.minimumFrameRate = max(options.bounds.leastFrameRate, Double(frames.lowerBound) / duration)
    }
    options.maximumFrameRate = rate < (options.frameRate ?? info.frameRate) ? rate : nil
    if options.frameRate.map({ $0 > rate }) ?? false {
      throw Diagnostic(
        .conversionPreset, "\(name) takes at most \(Self.text(rate)) frames per second of this animation",
        advice: "choose a lower \(Choice.frameRate), or leave it out")
    }
  }

  /// Sets the size of the result where the preset demands one.
  private func setSize(of options: inout Conversion.Options, _ canvas: Size) {
    let isWide = canvas.width >= canvas.height
    if let size {
      (options.width, options.height) = (size.width, size.height)
    } else if let longerSide {
      if isWide { options.width = longerSide } else { options.height = longerSide }
    } else if let maximumSides {
      let (longer, shorter) = isWide ? (canvas.width, canvas.height) : (canvas.height, canvas.width)
      let scale = min(Double(maximumSides.longer) / longer, Double(maximumSides.shorter) / shorter)
      guard scale < 1 else { return }
      // Rounded down, so that it fits; the other side keeps the aspect.
      let side = max(1, Int(longer * scale))
      if isWide { options.width = side } else { options.height = side }
    }
  }

  /// Number of plays if the platform limits it; nil for as many as are asked for.
  ///
  /// - Parameter asked: Number of plays, 0 for ever, which stands for as many as are allowed.
  /// - Throws: `conversion.preset` if it is asked to play more often.
  public func plays(
    asked: Int, _ options: Conversion.Options, _ info: AnimationInfo
  ) throws(Diagnostic) -> Int? {
    guard let plays else { return nil }
    let time = seconds.map { $0 * 1.0005 / max(0.001, Self.duration(options, info)) } ?? Double(plays)
    let most = Int(clamping: time.rounded(.down), to: 1...plays)
    guard asked <= most else {
      throw Diagnostic(
        .conversionPreset, "\(name) takes at most \(most) play\(most == 1 ? "" : "s") of this animation",
        advice: "choose a lower \(Choice.loopCount), or leave it out")
    }
    return asked > 0 ? asked : most
  }

  /// Duration of one play in seconds.
  private static func duration(_ options: Conversion.Options, _ info: AnimationInfo) -> Double {
    let length = options.range.map { $0.upperBound - $0.lowerBound } ?? Double(info.frameCount)
    return length / info.frameRate / options.speed * (options.bounces ? 2 : 1)
  }

  private static func text(_ value: Double) -> String { ((value * 100).rounded() / 100).shortDescription }
}

extension Rule {
  /// An animation breaks a rule of the platform for which it is converted.
  public static let conversionPreset = Rule(
    "conversion.preset", .error, .rejected, fault: .policy,
    "The animation breaks a rule of the platform that --preset names.",
    why: "The platform refuses the file when it is uploaded.",
    remedy:
      "Shorten the composition's work area, choose a part with --frames or --marker, or play it faster with --speed.")
}
