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

  private static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths >= 1000 || tenths % 10 == 0 ? "\(Int(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
  }
}
