internal import CKilnFreeType
internal import KilnGeometry

/// Converts a FreeType outline to a path.
struct OutlineReader {
  private var path = Path()
  /// Size of a font unit in em.
  private let unit: Double

  private init(unit: Double) { self.unit = unit }

  static func path(_ outline: inout FT_Outline, unit: Double) -> Path {
    var reader = OutlineReader(unit: unit)
    var steps = FT_Outline_Funcs(
      move_to: { end, reader in
        OutlineReader.step(reader) {
          $0.path.close()
          $0.path.move(to: $0.point(end))
        }
      },
      line_to: { end, reader in OutlineReader.step(reader) { $0.path.line(to: $0.point(end)) } },
      conic_to: { control, end, reader in
        OutlineReader.step(reader) { $0.path.quadratic($0.point(control), to: $0.point(end)) }
      },
      cubic_to: { control1, control2, end, reader in
        OutlineReader.step(reader) { $0.path.cubic($0.point(control1), $0.point(control2), to: $0.point(end)) }
      },
      shift: 0, delta: 0)
    let failure = withUnsafeMutablePointer(to: &reader) { FT_Outline_Decompose(&outline, &steps, $0) }
    reader.path.close()
    return failure == 0 ? reader.path : Path()
  }

  private static func step(_ reader: UnsafeMutableRawPointer?, _ body: (inout OutlineReader) -> Void) -> Int32 {
    guard let reader else { return 1 }
    body(&reader.assumingMemoryBound(to: OutlineReader.self).pointee)
    return 0
  }

  private func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
    guard let vector = vector?.pointee else { return .zero }
    return Point(Double(vector.x) * unit, -Double(vector.y) * unit)
  }
}
