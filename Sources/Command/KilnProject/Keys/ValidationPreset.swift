package import Kiln

/// Demands that many projects have in common: a `validation` section without exceptions.
package struct ValidationPreset: Sendable {
  /// The name that project files use.
  package let name: String
  /// Purpose of the preset, as a sentence.
  package let summary: String
  /// Format of the files that are shipped, if they are converted from others; nil if designs are shipped themselves.
  package let format: OutputFormat?
  /// The section in YAML. Comments say where the numbers come from.
  package let text: String

  /// The preset with a name; nil if there is none.
  package init?(named name: String) {
    guard let preset = Self.all.first(where: { $0.name == name }) else { return nil }
    self = preset
  }

  init(_ name: String, _ summary: String, format: OutputFormat? = nil, _ text: String) {
    self.name = name
    self.summary = summary
    self.format = format
    self.text = text
  }

  /// The section as a tree; nil if the text cannot be read, which a test excludes.
  var body: YAMLNode? { try? YAMLReader.read(Array(text.utf8), file: name) }

  /// All presets, in alphabetical order: the one list that `convert`, `validate` and `init` take.
  package static let all: [ValidationPreset] = [
    discordSticker, lineSticker, lottieUI, slackEmoji, svgaAvatarFrame, svgaGift, telegramSticker, telegramVideoEmoji,
    telegramVideoSticker, telegramVideoThumb, vapGift, wearOS, whatsAppSticker,
  ]

  /// What `convert` makes by the preset; nil if designs are shipped themselves.
  package var delivery: DeliveryPreset? { DeliveryPreset(named: name) }

  private static let svgaGift = ValidationPreset(
    "svga-gift", "Gifts and entrances of live-streaming apps, as SVGA for iOS and Android.", format: .svga,
    """
    targets: [svga-ios, svga-android]
    classes:
      movies:
        formats: svga
        budgets:
          # A designers' guide for live-streaming gifts (blog.csdn.net, 112249295): at most 2 MB, and memory that was tested.
          bytes: \(DeliveryPreset.svgaGift.bytes)
          decoded-memory: 15MiB
          # Many GPUs of Android take textures of 4096 px (SVGAPlayer-Android, issue 64).
          canvas: 4096
        # The official After Effects converter warns above 8 MiB (SVGAConverter_AE, PageActions.js).
        rules: {asset.memory: {severity: warning, bytes: \(DeliveryPreset.svgaGift.memory ?? 0)}}
        # The format's specification (SVGA-Format, README).
        rates: [1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60]
        names: {keys: "[A-Za-z0-9_-]+"}
    """)

  private static let svgaAvatarFrame = ValidationPreset(
    "svga-avatar-frame", "Frames around avatars, as SVGA for iOS and Android.", format: .svga,
    """
    targets: [svga-ios, svga-android]
    # A tool for such frames demands 300 × 300 px (AuggyH/auto-svga, TECH_SPEC).
    canvases: \(DeliveryPreset.svgaAvatarFrame.canvas)
    classes:
      movies:
        formats: svga
        budgets:
          # The official player's author: normally below 500 KB (SVGAPlayer-Android, issue 109).
          bytes: \(DeliveryPreset.svgaAvatarFrame.bytes)
          # At most 8 MB, and better 6.5 MB (AuggyH/auto-svga, TECH_SPEC).
          decoded-memory: \(DeliveryPreset.svgaAvatarFrame.memory ?? 0)
        rules:
          asset.memory: {severity: warning, bytes: 6500000}
          # Images are no larger than the frame.
          asset.image.large: {severity: warning, side: 300}
        rates: [1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 60]
        names: {keys: "[A-Za-z0-9_-]+"}
    """)

  private static let lottieUI = ValidationPreset(
    "lottie-ui", "Icons, buttons and empty states of apps, as Lottie for iOS, Android and the web.",
    """
    targets: [lottie-ios, lottie-android, lottie-web]
    classes:
      documents:
        formats: [lottie, dotlottie]
        budgets:
          # Nineteen of twenty keep to each in a collection of 235 published animations.
          bytes: 250kB
          layers: 90
          duration: 10s
    """)

  private static let telegramSticker = ValidationPreset(
    "telegram-sticker", "Animated stickers and emoji of Telegram (.tgs).",
    """
    # core.telegram.org/stickers: 512 × 512 px (emoji 100 × 100), 30 or 60 frames a second, at most three seconds and
    # 64 KiB; the rules tgs.* check that for this target, so that nothing here says it again. Objects must not leave the
    # canvas, and it must loop.
    targets: telegram
    classes:
      stickers:
        formats: [lottie, tgs]
        rules: {render.cut: warning, render.loopSeam: warning}
    """)

  private static let wearOS = ValidationPreset(
    "wear-os", "Animations of Wear OS, in the profile that its renderer takes.",
    """
    # google/lottie-tools, data/wear_profile/v1.schema.json: no images, texts, effects, masks, mattes or blend modes; the
    # support table says which. Strokes that change may cost frames, which the profile warns of.
    targets: wear-os
    classes:
      documents:
        formats: [lottie, dotlottie]
        rules: {performance.animatedStroke: warning}
    """)
}
