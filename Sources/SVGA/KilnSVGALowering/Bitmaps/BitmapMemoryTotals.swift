internal import KilnDiagnostics
internal import KilnTimeline

/// Sums up the memory of bitmaps in a player by layer.
///
/// After the limit is exceeded nothing more is drawn. The sizes of the remaining bitmaps are still added, so that the
/// finding names the total and the layers that need most of it.
struct BitmapMemoryTotals {
  /// The bitmaps of one layer.
  private struct Entry {
    var name: String
    var causes: [BitmapCause]
    var bitmaps = 0
    var memory = 0

    var text: String {
      "“\(name)” (\(ByteCount(memory)) in \(bitmaps) bitmap\(bitmaps == 1 ? "" : "s"), because of \(causes.text))"
    }
  }

  /// Number of layers that a finding names.
  private static let namedEntries = 3

  /// Maximum of decoded bytes of all bitmaps; nil for no limit.
  let limit: Int?
  private(set) var total = 0
  private var entries: [Entry] = []
  private var positions: [[String]: Int] = [:]

  init(limit: Int?) { self.limit = limit }

  /// Whether the total is above the limit.
  var isExceeded: Bool { limit.map { total > $0 } ?? false }

  /// Adds bitmaps that a sprite needs. A layer keeps the causes of its first sprite.
  ///
  /// - Parameter memory: Decoded bytes.
  mutating func add(_ sprite: Sprite, because causes: [BitmapCause], bitmaps: Int, memory: Int) {
    guard bitmaps > 0 else { return }
    let position = positions[sprite.layers] ?? entries.count
    if position == entries.count {
      positions[sprite.layers] = position
      entries.append(Entry(name: sprite.layers.joined(separator: " › "), causes: causes))
    }
    entries[position].bitmaps += bitmaps
    entries[position].memory = sum(entries[position].memory, memory)
    total = sum(total, memory)
  }

  /// - Throws: `excess`, if there is any.
  func check() throws(Diagnostic) {
    if let excess { throw excess }
  }

  /// `lowering.memory` with the layers that need most; nil within the limit.
  var excess: Diagnostic? {
    guard let limit, total > limit else { return nil }
    let largest = entries.sorted { ($1.memory, $0.name) < ($0.memory, $1.name) }.prefix(Self.namedEntries)
    return Diagnostic(
      .loweringMemory,
      "the bitmaps that stand in for what SVGA cannot say would take about \(ByteCount(total)) of a player's memory, "
        + "above the limit of \(ByteCount(limit)); most are needed for " + largest.map(\.text).joined(separator: ", "),
      advice: advice(limit: limit))
  }

  /// Advice with the resolution at which the bitmaps would fit, if that is at least a quarter.
  private func advice(limit: Int) -> String {
    let factor = (Double(limit) / Double(max(1, total))).squareRoot()
    let steps = Int(max(0, min(19, (factor * 20).rounded(.down))))
    let resolution = steps >= 5 ? "\(Choice.bitmapScale) \(Double(steps) / 20) would fit; " : ""
    return resolution
      + "remove or simplify what is named, or take a smaller \(Choice.scale), a lower \(Choice.frameRate) or a part with "
      + "\(Choice.range)"
  }

  /// Sum of two numbers of bytes, at most `Int.max`.
  private func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}

extension BitmapView {
  /// Upper bound of the decoded bytes: transparent edges are cut off when the bitmap is drawn.
  var memory: Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow || pixels > .max / 4 ? .max : pixels * 4
  }
}
