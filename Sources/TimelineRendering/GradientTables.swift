internal import Rasterizer
internal import TimelineModel

/// Colour tables of the gradients that were drawn last.
struct GradientTables: Sendable {
  /// Tables that are kept.
  private static let limit = 64

  private var entries: [(stops: [Gradient.Stop], table: GradientTable)] = []
  private var next = 0

  /// The colours of a gradient.
  mutating func table(_ stops: [Gradient.Stop]) -> GradientTable {
    if let known = entries.first(where: { $0.stops == stops }) { return known.table }
    let table = GradientTable(stops: stops)
    if entries.count < Self.limit {
      entries.append((stops, table))
    } else {
      entries[next] = (stops, table)
      next = (next + 1) % Self.limit
    }
    return table
  }
}

extension GradientTable {
  fileprivate init(stops: [Gradient.Stop]) {
    var after = 0
    self.init { offset in
      // Places come in order: the stop is found by walking along.
      while after < stops.count, stops[after].offset <= offset { after += 1 }
      guard after < stops.count else { return stops[stops.count - 1].color.premultiplied(opacity: 1) }
      guard after > 0 else { return stops[0].color.premultiplied(opacity: 1) }
      let (a, b) = (stops[after - 1], stops[after])
      let fraction = (offset - a.offset) / (b.offset - a.offset)
      let color = a.color.components + (b.color.components - a.color.components) * fraction
      return PremultipliedColor(red: color.x, green: color.y, blue: color.z, alpha: color.w)
    }
  }
}

extension StraightColor {
  fileprivate var components: SIMD4<Double> { SIMD4(red, green, blue, alpha) }
}
