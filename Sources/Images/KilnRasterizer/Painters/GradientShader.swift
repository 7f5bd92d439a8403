package import KilnGeometry

/// Lookup table of a gradient's premultiplied colours at equally spaced offsets 0…1.
package struct GradientTable: Sendable {
  /// Number of entries. With fewer, a hard edge in a large gradient moves visibly.
  package static let count = 2048

  let words: [UInt32]
  /// The alpha of all colours, 0…255; nil if it varies.
  let alpha: UInt32?

  var isOpaque: Bool { alpha == 255 }

  /// Fills the table.
  ///
  /// - Parameter color: Colour at an offset 0…1; called `count` times in ascending order.
  package init(color: (Double) -> PremultipliedColor) {
    words = (0..<Self.count).map { color(Double($0) / Double(Self.count - 1)).word }
    let first = words[0] >> 24
    alpha = words.allSatisfy { $0 >> 24 == first } ? first : nil
  }
}

/// A gradient prepared for painting: geometry, colour table and opacity.
package struct GradientShader: Sendable {
  /// Geometry in gradient space.
  let geometry: GradientGeometry
  let table: GradientTable
  /// Factor on alpha, 0…1.
  let opacity: Double

  /// A shader with a shared table; `opacity` is clamped to 0…1.
  package init(_ geometry: GradientGeometry, _ table: GradientTable, opacity: Double = 1) {
    self.geometry = geometry
    self.table = table
    self.opacity = max(0, min(1, opacity))
  }

  /// An opaque shader with a table of its own, filled as by `GradientTable.init(color:)`.
  package init(_ geometry: GradientGeometry, color: (Double) -> PremultipliedColor) {
    self.init(geometry, GradientTable(color: color))
  }
}
