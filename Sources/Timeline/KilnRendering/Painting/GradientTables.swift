internal import KilnRasterizer
internal import KilnTimeline

/// Cache of gradient tables by their stops, with first-in, first-out replacement.
struct GradientTables: Sendable {
  /// Maximum number of cached tables.
  private static let maximumCount = 64

  private var entries: [(stops: [Gradient.Stop], table: GradientTable)] = []
  private var next = 0

  /// The table for colour stops.
  mutating func table(_ stops: [Gradient.Stop]) -> GradientTable {
    if let known = entries.first(where: { $0.stops == stops }) { return known.table }
    let table = GradientTable(stops: stops)
    if entries.count < Self.maximumCount {
      entries.append((stops, table))
    } else {
      entries[next] = (stops, table)
      next = (next + 1) % Self.maximumCount
    }
    return table
  }
}

extension GradientTable {
  fileprivate init(stops: [Gradient.Stop]) {
    var after = 0
    self.init { offset in
      // Offsets ascend, so that the next stop is found by a linear scan.
      while after < stops.count, stops[after].offset <= offset { after += 1 }
      guard after < stops.count else { return stops[stops.count - 1].color.premultiplied(opacity: 1) }
      guard after > 0 else { return stops[0].color.premultiplied(opacity: 1) }
      let (a, b) = (stops[after - 1], stops[after])
      let fraction = (offset - a.offset) / (b.offset - a.offset)
      let color = a.color.rgba + (b.color.rgba - a.color.rgba) * fraction
      return PremultipliedColor(red: color.x, green: color.y, blue: color.z, alpha: color.w)
    }
  }
}
