internal import Diagnostics
internal import TimelineModel

/// Counts the memory that bitmaps take in a player, by layer.
///
/// Once the limit is exceeded nothing more is drawn: what is still to come is estimated, so that the finding can say how
/// much it is and where most of it goes.
struct BitmapLedger {
  /// What the bitmaps of one layer take.
  private struct Entry {
    var name: String
    var causes: [BitmapCause]
    var bitmaps = 0
    var memory = 0

    var text: String {
      "“\(name)” (\(ByteCount(memory)) in \(bitmaps) bitmap\(bitmaps == 1 ? "" : "s"), because of \(causes.words))"
    }
  }

  /// Layers that a finding names.
  private static let namedEntries = 3

  /// Decoded bytes that all bitmaps may take together; nil for any number.
  let limit: Int?
  private(set) var total = 0
  private var entries: [Entry] = []
  private var positions: [[String]: Int] = [:]

  init(limit: Int?) { self.limit = limit }

  /// Whether more memory is taken than allowed.
  var isExceeded: Bool { limit.map { total > $0 } ?? false }

  /// Counts bitmaps that a sprite needs. The causes of the first one of a layer are kept.
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

  /// Throws what `excess` says, if there is any.
  func check() throws(Diagnostic) {
    if let excess { throw excess }
  }

  /// What is too much and which layers need most of it; nil if the limit is kept.
  var excess: Diagnostic? {
    guard let limit, total > limit else { return nil }
    let largest = entries.sorted { ($1.memory, $0.name) < ($0.memory, $1.name) }.prefix(Self.namedEntries)
    return Diagnostic(
      .loweringMemory,
      "the bitmaps that stand in for what SVGA cannot say would take about \(ByteCount(total)) of a player's memory, "
        + "above the limit of \(ByteCount(limit)); most are needed for " + largest.map(\.text).joined(separator: ", "),
      advice: advice(limit: limit))
  }

  /// The resolution at which the bitmaps would fit, if that is not too coarse.
  private func advice(limit: Int) -> String {
    let factor = (Double(limit) / Double(max(1, total))).squareRoot()
    let steps = Int(max(0, min(19, (factor * 20).rounded(.down))))
    let resolution = steps >= 5 ? "--bitmap-scale \(Double(steps) / 20) would fit; " : ""
    return resolution
      + "remove or simplify what is named, or take a smaller --scale, a lower --fps or a part with --frames"
  }

  private func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}

extension BitmapView {
  /// Bytes that the bitmap takes decoded, at most: what is transparent at its edges is cut off when it is drawn.
  var memory: Int {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow || pixels > .max / 4 ? .max : pixels * 4
  }
}
