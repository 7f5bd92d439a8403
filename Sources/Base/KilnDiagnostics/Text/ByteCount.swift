/// A byte count that formats itself for messages, in the units that options accept: `512 bytes`, `3.5 kB`, `64 MB`.
public struct ByteCount: Sendable, Hashable, CustomStringConvertible {
  /// Number of bytes.
  public var bytes: Int

  /// Wraps a number of bytes.
  public init(_ bytes: Int) { self.bytes = bytes }

  /// The count in bytes, kB (1000 bytes) or MB. Values below 100 have one decimal unless it is 0.
  public var description: String {
    if bytes < 1000 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let kilobytes = Double(bytes) / 1000
    return kilobytes < 999.5 ? "\(Self.text(kilobytes)) kB" : "\(Self.text(kilobytes / 1000)) MB"
  }

  /// The count as the value of an option, without a space: `512`, `3.5kB`, `64MB`.
  package var argument: String {
    bytes < 1000 ? String(bytes) : description.filter { $0 != " " }
  }

  /// A round number of bytes, at most a limit, as the value of an option: `8MB` for 8 MiB.
  package static func argument(atMost limit: Int) -> String {
    let unit = limit < 1000 ? 1 : limit < 1_000_000 ? 1000 : 1_000_000
    return "\(limit / unit)" + (unit == 1 ? "" : unit == 1000 ? "kB" : "MB")
  }

  private static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths >= 1000 || tenths % 10 == 0 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension ByteCount {
  /// Decimal units, and with an `i` binary ones (IEC 80000-13).
  private static let units: [String: Double] = [
    "": 1, "b": 1, "byte": 1, "bytes": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9,
    "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824,
  ]

  /// Reads a number of bytes above 0, such as `500000`, `500k`, `500kB`, `8MB` or `1.5MiB`; nil for other texts,
  /// and for a fraction of a byte.
  package init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let number = Double(digits), let factor = Self.units[unit],
      let count = Int(exactly: (number * factor).rounded()), count > 0, factor > 1 || number == Double(count)
    else { return nil }
    bytes = count
  }
}
