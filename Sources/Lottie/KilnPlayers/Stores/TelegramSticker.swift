package import KilnDiagnostics

/// An animated sticker as Telegram's rules see it: the facts that its bot checks (core.telegram.org/stickers).
///
/// Which features a sticker may use is the column `telegram` of the support table.
package struct TelegramSticker: Sendable {
  /// Width and height of the canvas in pixels.
  package static let side = 512
  /// Width and height of custom emoji.
  package static let emojiSide = 100
  /// Frames per second, ascending.
  package static let frameRates = [30, 60]
  /// Longest duration.
  package static let seconds = 3.0
  /// Largest packed file.
  package static let byteLimit = 65_536
  /// Largest JSON.
  package static let jsonByteLimit = 1_048_576
  /// The player whose column of the support table holds.
  package static let target = "telegram"

  private let width: Double
  private let height: Double
  private let frameRate: Double
  private let frameCount: Double

  /// A sticker with a canvas in pixels, frames per second, and a number of frames.
  package init(width: Double, height: Double, frameRate: Double, frameCount: Double) {
    (self.width, self.height, self.frameRate, self.frameCount) = (width, height, frameRate, frameCount)
  }

  /// The rules of canvas, rate and duration that it breaks, each with how.
  package var violations: [(rule: Rule, text: String)] {
    var violations: [(rule: Rule, text: String)] = []
    if width != height || ![Self.side, Self.emojiSide].contains(where: { Double($0) == width }) {
      violations.append((.tgsCanvas, "the canvas is \(width.shortDescription) × \(height.shortDescription) px"))
    }
    // Telegram compares the number itself, so that 29.97 is none of them; Bodymovin writes 30 as 30.0000305.
    if !Self.frameRates.contains(where: { abs(Double($0) - frameRate) < 0.001 }) {
      violations.append((.tgsRate, "the sticker has \(frameRate.shortDescription) frames per second"))
    }
    let seconds = frameRate > 0 ? frameCount / frameRate : 0
    if seconds > Self.seconds + 0.001 {
      violations.append((.tgsDuration, "the sticker is \(seconds.shortDescription) seconds long"))
    }
    return violations
  }

  /// Whether Telegram's rules forbid a feature of the support table, and not only its players lack it.
  package static func forbids(_ feature: String) -> Bool {
    guard let row = SupportTable.standard.feature(feature), let column = row.targets.firstIndex(of: target) else {
      return false
    }
    return row.cells[column].support == .no && row.cells[column].sources.split(separator: ",").contains("B")
  }
}

extension Rule {
  /// A sticker that is no gzip file.
  package static let tgsUnpacked = Rule(
    "tgs.container", .error, .rejected,
    "The sticker is not packed with gzip.",
    why: "Telegram accepts .tgs files only, which are packed JSON.",
    remedy: "`kiln convert` it to .tgs, or export with the bodymovin-tg plug-in.")
  /// A packed sticker that is too large.
  package static let tgsSize = Rule(
    "tgs.size", .error, .rejected,
    "The sticker is above 64 KiB.",
    why: "Telegram refuses it.",
    remedy: "In After Effects, use fewer layers, vertices and keyframes, and turn off what is not seen.")
  /// A sticker whose JSON is very large.
  package static let tgsInflatedSize = Rule(
    "tgs.inflatedSize", .warning, .exact,
    "The JSON of the sticker is above 1 MB.",
    why: "Telegram's clients refuse or delay very large animations.",
    remedy: "In After Effects, use fewer layers, vertices and keyframes.")
  /// A sticker of another size.
  package static let tgsCanvas = Rule(
    "tgs.canvas", .error, .rejected,
    "The canvas of the sticker is not 512 × 512 px.",
    why: "Telegram refuses it.",
    remedy: "`kiln convert` it to .tgs, which fits it into the canvas; or set 512 × 512 in Composition › Composition "
      + "Settings. Custom emoji are 100 × 100.")
  /// A sticker with another frame rate.
  package static let tgsRate = Rule(
    "tgs.frameRate", .error, .rejected,
    "The frame rate of the sticker is neither 30 nor 60.",
    why: "Telegram refuses it.",
    remedy: "`kiln convert` it to .tgs, or choose 30 or 60 in Composition › Composition Settings.")
  /// A sticker that is too long.
  package static let tgsDuration = Rule(
    "tgs.duration", .error, .rejected,
    "The sticker is longer than three seconds.",
    why: "Telegram refuses it.",
    remedy: "In After Effects, shorten the work area to three seconds; or convert a part of it, or play it faster.")
  /// A sticker that does not say that it is one.
  package static let tgsMarker = Rule(
    "tgs.marker", .warning, .exact,
    "The JSON does not say that it is a sticker (tgs: 1).",
    why: "Telegram's own plug-in writes it, and its bots look for it.",
    remedy: "`kiln convert` it to .tgs, or export with the bodymovin-tg plug-in.")
  /// A feature that stickers must not use.
  package static let tgsFeature = Rule(
    "tgs.feature", .error, .rejected,
    "A layer uses a feature that Telegram forbids in stickers, and that cannot be written in another way.",
    why: "Telegram refuses the sticker, or shows the layer differently.",
    remedy: "In After Effects, build the layer without the feature; pictures can be traced to shapes there. Telegram's "
      + "players show masks, repeaters and stars all the same: a file is written where the finding is allowed.")
}
