public import KilnPixels

/// How two pictures differ.
public struct PixelDifference: CustomStringConvertible {
  /// Largest difference of a premultiplied channel, 0…255; 256 when the sizes differ.
  public private(set) var largest = 0
  /// Mean difference of all channels.
  public private(set) var mean = 0.0
  /// Pixels that differ at all.
  public private(set) var count = 0

  /// Compares channel by channel.
  public init(_ a: Pixmap, _ b: Pixmap) {
    guard a.width == b.width, a.height == b.height else {
      largest = 256
      mean = 256
      count = max(a.pixels.count, b.pixels.count)
      return
    }
    var sum = 0
    for (p, q) in zip(a.pixels, b.pixels) where p != q {
      count += 1
      for shift in stride(from: UInt32(0), through: 24, by: 8) {
        let difference = abs(Int(p >> shift & 255) - Int(q >> shift & 255))
        largest = max(largest, difference)
        sum += difference
      }
    }
    mean = Double(sum) / Double(max(1, a.pixels.count * 4))
  }

  /// For messages.
  public var description: String { "\(count) pixels, at most \(largest), \(mean) on average" }
}
