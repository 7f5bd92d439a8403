internal import ArgumentParser

/// A number of bytes, such as `500000`, `500k`, `500kB`, `8MB` or `1.5MiB`, or `none` for no limit.
struct ByteCountArgument: ExpressibleByArgument {
  /// Bytes; nil for no limit.
  let count: Int?

  /// Decimal units, and with an `i` binary ones (IEC 80000-13).
  private static let units: [String: Double] = [
    "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9,
    "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824,
  ]

  init?(argument: String) {
    if argument.lowercased() == "none" {
      count = nil
      return
    }
    let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = argument.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let number = Double(digits), let factor = Self.units[unit],
      let count = Int(exactly: (number * factor).rounded()), count > 0
    else { return nil }
    self.count = count
  }
}
