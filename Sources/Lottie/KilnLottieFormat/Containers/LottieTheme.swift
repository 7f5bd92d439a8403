public import KilnDiagnostics
internal import KilnJSON

/// A theme of a dotLottie: values that replace those of an animation's slots.
public struct LottieTheme: Sendable {
  /// ID that stands for the document's own values, unless a theme has it.
  public static let none = "none"

  private let id: String
  /// The values in the form of a document's `slots`; nil if they cannot be read.
  let slots: JSONTree?
  /// Findings about rules that cannot be applied.
  let findings: [Diagnostic]

  /// Reads the file of a theme: rules in version 2 of dotLottie, or a document's `slots`, as version 1 has it.
  ///
  /// - Parameters:
  ///   - animation: ID of the animation that the theme is for.
  ///   - findings: Findings that were made before.
  /// - Throws: When the file is neither, or above the limits.
  init(
    id: String, bytes: [UInt8], animation: String, findings: [Diagnostic], limits: Limits
  ) throws(Diagnostic) {
    self.id = id
    let file = try JSONTree(bytes, numbers: .float, readsTextNumbers: true, limits: limits)
    guard file.root.kind == .object else { throw Diagnostic(.lottieThemeUnreadable, "it has no rules") }
    if file.root["rules"]?.kind == .array {
      var parser = ThemeParser(theme: id, animation: animation)
      slots = try JSONTree(parser.slots(file.root), numbers: .float, readsTextNumbers: true, limits: limits)
      self.findings = findings + parser.findings
    } else {
      slots = file
      self.findings = findings
    }
  }

  /// A theme that changes nothing.
  init(unreadable id: String, because reason: String) {
    self.id = id
    slots = nil
    findings = [Diagnostic(.lottieThemeUnreadable, "the theme “\(id)” is not applied: \(reason)")]
  }

  /// Findings about values that no property takes, given the slots that there are.
  func unused(slots known: Set<String>) -> [Diagnostic] {
    (slots.map { Array($0.root.children) } ?? []).compactMap(\.key).filter { !known.contains($0) }.map { slot in
      Diagnostic(.lottieThemeUnused, "the theme “\(id)” has a value for the slot “\(slot)”, which is not there")
    }
  }
}

extension Rule {
  /// The theme asked for is not in the file.
  public static let lottieNoSuchTheme = Rule(
    "lottie.theme.missing", .error, .rejected, fault: .usage,
    "The file has no theme of that ID.",
    why: "The animation cannot be drawn in that theme.",
    remedy: "Choose one of the IDs that `kiln inspect` lists.")
  /// A theme, or one of its rules, in another language.
  public static let lottieThemeUnreadable = Rule(
    "lottie.theme.unreadable", .warning, .dropped,
    "A theme, or one of its rules, is left out because it is in no form that Kiln reads.",
    why: "Colours or texts keep the values of the animation itself.",
    remedy: "Export the theme again, as a JSON file of dotLottie 2.")
  /// A theme for another animation.
  public static let lottieThemeOfOthers = Rule(
    "lottie.theme.ofOthers", .note, .exact,
    "A theme is applied to an animation for which the manifest lacks it.",
    why: "The theme may change something that it was not made for.",
    remedy: "Add the theme to the animation in the manifest.")
  /// A value that changes nothing.
  public static let lottieThemeUnused = Rule(
    "lottie.theme.unused", .note, .exact,
    "A value of a theme is for a slot or an animation other than those drawn.",
    why: "A slot's ID may be misspelt, and its value has no effect.",
    remedy: "Compare the theme's IDs with the slots of the animation.")
}
