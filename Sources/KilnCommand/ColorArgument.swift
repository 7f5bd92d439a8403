internal import ArgumentParser
internal import TimelineModel

/// `#rrggbb` or `#rrggbbaa`, the number sign optional.
struct ColorArgument: ExpressibleByArgument {
  let color: StraightColor

  init?(argument: String) {
    let text = argument.hasPrefix("#") ? argument.dropFirst() : argument[...]
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count == 6 || digits.count == 8 else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { Double(digits[$0] * 16 + digits[$0 + 1]) / 255 }
    color = StraightColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 1)
  }
}
