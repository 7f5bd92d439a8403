public import KilnPixels

/// Number of pixels by colour, translucent ones too if there are any.
///
/// Exact up to a number of colours; beyond it, similar ones are counted together.
public struct ColorHistogram: Sendable {
  /// Maximum number of colours that are counted separately.
  public static let limit = 1 << 15

  /// An open hash table with at least twice as many places as colours. A place with count 0 is free.
  private var colors = [UInt32](repeating: 0, count: 1 << 10)
  private var counts = [Int](repeating: 0, count: 1 << 10)
  private var used = 0
  /// Number of low bits of each channel that are ignored.
  private var dropped: UInt32 = 0

  /// An empty histogram.
  public init() {}

  /// Number of different colours, at least.
  public var colorCount: Int { used }

  /// Whether every colour is counted by itself.
  public var isExact: Bool { dropped == 0 }

  /// Counts all pixels of a picture that are not transparent.
  public mutating func add(_ pixmap: Pixmap) {
    var last: UInt32 = 0
    var run = 0
    for pixel in pixmap.pixels {
      if pixel == last {
        run += 1
        continue
      }
      add(last, count: run)
      (last, run) = (pixel, 1)
    }
    add(last, count: run)
  }

  /// Counts a colour some times more; transparent pixels do not count.
  mutating func add(_ color: UInt32, count: Int) {
    guard count > 0, color >> 24 != 0 else { return }
    let color = reduced(color)
    let slot = slot(of: color)
    if counts[slot] == 0 {
      colors[slot] = color
      used += 1
    }
    counts[slot] += count
    if used > Self.limit { coarsen() } else if used * 2 > colors.count { rebuild(size: colors.count * 2) }
  }

  /// The colours in order, and how many pixels each has.
  package var entries: [(color: UInt32, count: Int)] {
    zip(colors, counts).lazy.filter { $1 > 0 }.map { ($0, $1) }.sorted { $0.color < $1.color }
  }

  /// The colours with weights for `ColorClusters`: rare ones are details, which are seen better than their number of pixels
  /// says.
  ///
  /// - Parameter scale: Visual weight of differences in each channel.
  package func entries(scaledBy scale: SIMD4<Float>) -> [ColorEntry] {
    entries.map { ColorEntry($0, color: $0.channels * scale, count: Float($1).squareRoot()) }
  }

  private func reduced(_ color: UInt32) -> UInt32 {
    guard dropped > 0 else { return color }
    let isOpaque = color >> 24 == 255
    let mask = ((255 >> dropped) << dropped) * UInt32(0x0101_0101)
    // In the middle of the colours that become this one.
    return color & mask | (1 << (dropped - 1)) * 0x0101_0101 | (isOpaque ? 0xFF00_0000 : 0)
  }

  private mutating func coarsen() {
    dropped = min(dropped + 1, 4)
    rebuild(size: colors.count)
  }

  private mutating func rebuild(size: Int) {
    let old = entries
    colors = [UInt32](repeating: 0, count: size)
    counts = [Int](repeating: 0, count: size)
    used = 0
    for entry in old {
      let color = reduced(entry.color)
      let slot = slot(of: color)
      if counts[slot] == 0 {
        colors[slot] = color
        used += 1
      }
      counts[slot] += entry.count
    }
  }

  private func slot(of color: UInt32) -> Int {
    let mask = colors.count - 1
    var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 8) & mask
    while counts[slot] > 0, colors[slot] != color { slot = (slot + 1) & mask }
    return slot
  }
}
