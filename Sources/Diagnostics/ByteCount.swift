/// A number of bytes for messages, in the units that options take: `512 bytes`, `3.5 kB`, `64 MB`.
public struct ByteCount: Sendable, Hashable, CustomStringConvertible {
  /// Bytes.
  public var bytes: Int

  /// A number of bytes.
  public init(_ bytes: Int) { self.bytes = bytes }

  /// The number in the largest unit that fits; 1 kB is 1000 bytes. Below 100 it has one decimal, unless that is 0.
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
