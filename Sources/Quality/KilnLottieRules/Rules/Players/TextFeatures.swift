internal import KilnDiagnostics
internal import KilnRuleEngine

// Features of text and slots that not all players have.

extension Rule {
  static let playerText = Rule(
    "player.text", .warning, .dropped,
    "The animation has a text layer.",
    why: "In players without text it is missing; in others it depends on fonts.",
    remedy: "In After Effects, choose Create Shapes from Text.")
  static let playerTextAnimators = Rule(
    "player.textAnimators", .warning, .approximated,
    "A text is animated by animators.",
    why: "Many players show only a part of it.",
    remedy: "In After Effects, create shapes from the text, and animate the letters as groups.")
  static let playerTextPath = Rule(
    "player.textPath", .warning, .approximated,
    "A text runs along a path, or has another anchor grouping.",
    why: "In players without it the text stands on a straight line.",
    remedy: "In After Effects, choose Create Shapes from Text.")
  static let playerSlots = Rule(
    "player.slots", .note, .exact,
    "Properties are slots that apps and themes can set.",
    why: "Players without slots keep the property's own value.",
    remedy: "Use a dotLottie player where themes matter.")
}

extension ValidationRule {
  /// The rules of text and slots, each with its feature of the support table.
  static let textFeatures = [
    player(.playerText, "text"),
    player(.playerTextAnimators, "textAnimators"),
    player(.playerTextPath, "textPath"),
    player(.playerSlots, "slots"),
  ]
}
