/// Colours as CSS writes them, and as Chromium reads them (CSS Color Module Level 4, sections 4 to 8).
///
/// `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, names, `rgb()`, `hsl()` and `hwb()` with commas or spaces. Colours outside of
/// sRGB (`lab()`, `color()` and their like) are not read.
public enum CSSColor {
  /// Red, green, blue and straight alpha, 0…1; nil if the text is no such colour.
  public static func parse(_ text: String) -> SIMD4<Double>? {
    let text = text.lowercased().trimmingSpace
    if text.hasPrefix("#") { return hexadecimal(text.dropFirst()) }
    if text == "transparent" { return .zero }
    if let value = CSSColorNames.values[String(text)] {
      return SIMD4(Double(value >> 16 & 255), Double(value >> 8 & 255), Double(value & 255), 255) / 255
    }
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    guard let arguments = Arguments(text[text.index(after: open)...].dropLast()) else { return nil }
    switch text[..<open] {
    case "rgb", "rgba": return rgb(arguments)
    case "hsl", "hsla": return hsl(arguments)
    case "hwb": return hwb(arguments)
    default: return nil
    }
  }

  /// The colour that SVG's attribute `fill` paints: nothing for `none` and for a reference, which has no target; black for
  /// what is no colour.
  public static func fill(_ text: String) -> SIMD4<Double> {
    let text = text.lowercased().trimmingSpace
    if text == "none" { return .zero }
    if text.hasPrefix("url("), let end = text.firstIndex(of: ")") {
      let fallback = text[text.index(after: end)...].trimmingSpace
      return fallback.isEmpty || fallback == "none" ? .zero : parse(String(fallback)) ?? [0, 0, 0, 1]
    }
    return parse(String(text)) ?? [0, 0, 0, 1]
  }

  /// Digits after the number sign.
  public static func hexadecimal(_ text: Substring) -> SIMD4<Double>? {
    var digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count == text.count else { return nil }
    if digits.count == 3 || digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6 || digits.count == 8 else { return nil }
    var color: SIMD4<Double> = [0, 0, 0, 255]
    for index in 0..<digits.count / 2 { color[index] = Double(digits[2 * index] * 16 + digits[2 * index + 1]) }
    return color / 255
  }

  // MARK: - Functions

  private static func rgb(_ arguments: Arguments) -> SIMD4<Double>? {
    // With commas, either all are numbers or all are percentages.
    let units = arguments.values.prefix(3).map(\.unit)
    guard !arguments.isLegacy || units.allSatisfy({ $0 == units[0] }), let alpha = arguments.alpha else { return nil }
    var color = SIMD4(0, 0, 0, alpha)
    for (index, value) in arguments.values.prefix(3).enumerated() {
      guard let channel = value.number(percent: 2.55) else { return nil }
      color[index] = rounded(channel / 255)
    }
    return color
  }

  private static func hsl(_ arguments: Arguments) -> SIMD4<Double>? {
    guard let (hue, saturation, lightness, alpha) = hueAndShares(arguments) else { return nil }
    let amplitude = saturation * min(lightness, 1 - lightness)
    return color(of: hue, alpha) { lightness - amplitude * max(-1, min($0 - 3, 9 - $0, 1)) }
  }

  private static func hwb(_ arguments: Arguments) -> SIMD4<Double>? {
    guard !arguments.isLegacy, let (hue, white, black, alpha) = hueAndShares(arguments) else { return nil }
    let sum = white + black
    if sum >= 1 { return color(of: 0, alpha) { _ in white / sum } }
    return color(of: hue, alpha) { (0.5 - 0.5 * max(-1, min($0 - 3, 9 - $0, 1))) * (1 - sum) + white }
  }

  /// A hue in degrees, and two shares of 0…1.
  private static func hueAndShares(_ arguments: Arguments) -> (Double, Double, Double, Double)? {
    let values = arguments.values
    guard let hue = values[0].degrees, let alpha = arguments.alpha else { return nil }
    guard !arguments.isLegacy || values[1].unit == "%" && values[2].unit == "%" else { return nil }
    guard let first = values[1].number(percent: 1), let second = values[2].number(percent: 1) else { return nil }
    return (hue, min(max(first / 100, 0), 1), min(max(second / 100, 0), 1), alpha)
  }

  /// The colour whose channels are a function of a position of 0…12 on the hexagon of hues.
  private static func color(of hue: Double, _ alpha: Double, _ channel: (Double) -> Double) -> SIMD4<Double> {
    var color = SIMD4(0, 0, 0, alpha)
    for (index, offset) in [0.0, 8, 4].enumerated() {
      let position = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      color[index] = rounded(channel(position < 0 ? position + 12 : position))
    }
    return color
  }

  /// Chromium stores the channels of these functions in bytes.
  private static func rounded(_ share: Double) -> Double { (min(max(share, 0), 1) * 255).rounded() / 255 }
}

/// Arguments of a CSS colour function.
private struct Arguments {
  /// A number with its unit.
  struct Value {
    /// Nil for `none`.
    var number: Double?
    var unit: Substring

    /// The number, or so much for each percent; nil with another unit.
    func number(percent: Double) -> Double? {
      switch unit {
      case "": number ?? 0
      case "%": (number ?? 0) * percent
      default: nil
      }
    }

    /// An angle in degrees; nil with the unit of something else.
    var degrees: Double? {
      let number = number ?? 0
      return switch unit {
      case "", "deg": number
      case "grad": number * 0.9
      case "rad": number * 180 / .pi
      case "turn": number * 360
      default: nil
      }
    }

    init?(_ text: Substring, isLegacy: Bool) {
      if text == "none", !isLegacy {
        (number, unit) = (nil, "")
        return
      }
      // An exponent needs a digit, so that `1em` has a unit.
      let end = text.indices.first { index in
        let character = text[index]
        guard character == "e" else { return !character.isNumberPart }
        return !(text[text.index(after: index)...].first?.isNumberPart ?? false)
      }
      let digits = text[..<(end ?? text.endIndex)]
      guard let number = Double(digits), number.isFinite else { return nil }
      (self.number, unit) = (number, text[digits.endIndex...])
    }
  }

  /// Whether they are separated by commas.
  let isLegacy: Bool
  /// Three values.
  let values: [Value]
  /// 0…1; nil if it is none.
  let alpha: Double?

  init?(_ text: Substring) {
    isLegacy = text.contains(",")
    let isLegacy = isLegacy
    var parts: [Substring]
    if isLegacy {
      parts = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpace)
    } else {
      let halves = text.split(separator: "/", omittingEmptySubsequences: false)
      parts = halves[0].split(whereSeparator: \.isWhitespace)
      guard halves.count <= 2, parts.count == 3 else { return nil }
      parts += halves.dropFirst().map(\.trimmingSpace)
    }
    let values = parts.compactMap { Value($0, isLegacy: isLegacy) }
    guard values.count == parts.count, values.count == 3 || values.count == 4 else { return nil }
    self.values = Array(values.prefix(3))
    alpha = values.count < 4 ? 1 : values[3].number(percent: 0.01).map { min(max($0, 0), 1) }
  }
}

extension Character {
  fileprivate var isNumberPart: Bool { "0"..."9" ~= self || self == "." || self == "-" || self == "+" }
}

extension StringProtocol {
  /// The text without space at its ends.
  fileprivate var trimmingSpace: Substring {
    let start = self[...].drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return Substring(start[...last])
  }
}
