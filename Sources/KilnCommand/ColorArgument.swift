internal import ArgumentParser
internal import TimelineModel

/// A colour as CSS writes it: `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)` or a name. The number sign is optional.
struct ColorArgument: ExpressibleByArgument {
  let color: StraightColor

  init?(argument: String) {
    let text = argument.lowercased().filter { $0 != " " || argument.contains("(") }
    guard let color = Self.named(text) ?? Self.function(text) ?? Self.hexadecimal(text) else { return nil }
    self.color = color
  }

  private static func named(_ text: String) -> StraightColor? {
    if text == "transparent" { return StraightColor(red: 0, green: 0, blue: 0, alpha: 0) }
    return CSSColorNames.values[text].map { value in
      StraightColor(
        red: Double(value >> 16 & 255) / 255, green: Double(value >> 8 & 255) / 255, blue: Double(value & 255) / 255)
    }
  }

  private static func hexadecimal(_ text: String) -> StraightColor? {
    let text = text.hasPrefix("#") ? text.dropFirst() : text[...]
    var digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count else { return nil }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) / 255 }
    return StraightColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 1)
  }

  /// `rgb(255, 128, 0)`, `rgb(100% 50% 0%)`, `rgba(255, 128, 0, 0.5)`, `rgb(255 128 0 / 50%)`.
  private static func function(_ text: String) -> StraightColor? {
    guard text.hasPrefix("rgb(") || text.hasPrefix("rgba("), text.hasSuffix(")"),
      let open = text.firstIndex(of: "(")
    else { return nil }
    let parts = text[text.index(after: open)...].dropLast().split { ", /".contains($0) }
    guard parts.count == 3 || parts.count == 4 else { return nil }
    let channels = parts.prefix(3).compactMap { number($0, scale: 255) }
    guard channels.count == 3, let alpha = parts.count == 4 ? number(parts[3], scale: 1) : 1 else { return nil }
    return StraightColor(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
  }

  /// A number out of `scale`, or percents, as 0…1.
  private static func number(_ text: Substring, scale: Double) -> Double? {
    let isPercent = text.hasSuffix("%")
    guard let value = Double(isPercent ? text.dropLast() : text), value.isFinite else { return nil }
    return min(max(value / (isPercent ? 100 : scale), 0), 1)
  }
}
