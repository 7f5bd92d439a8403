public import Geometry

/// The colours of a gradient, in a table, from its start to its end.
public struct GradientTable: Sendable {
  /// Entries of the table. With fewer a hard edge in a large gradient would be seen to move.
  public static let count = 2048

  let words: [UInt32]
  let isOpaque: Bool

  /// A table; `color` gives the colour at 0…1 and is called `count` times, from 0 upwards.
  public init(color: (Double) -> PremultipliedColor) {
    words = (0..<Self.count).map { color(Double($0) / Double(Self.count - 1)).word }
    isOpaque = words.allSatisfy { $0 >> 24 == 255 }
  }
}

/// A gradient made ready for painting: colours in a table, and where they lie.
public struct GradientShader: Sendable {
  /// Where the colours lie, in the space of the path that is painted.
  public enum Course: Sendable, Hashable {
    /// From `start` to `end`.
    case linear(start: Point, end: Point)
    /// From `focus`, inside the circle, to the circle.
    case radial(center: Point, radius: Double, focus: Point)
  }

  let course: Course
  let table: GradientTable
  /// 0…1.
  let opacity: Double

  /// A shader.
  public init(_ course: Course, _ table: GradientTable, opacity: Double = 1) {
    self.course = course
    self.table = table
    self.opacity = max(0, min(1, opacity))
  }

  /// A shader with a table of its own.
  public init(_ course: Course, color: (Double) -> PremultipliedColor) {
    self.init(course, GradientTable(color: color))
  }
}
