import Foundation

/// An RGB colour space with white of D65, computed with matrices in double precision.
struct ColorMatrix: Sendable {
  static let white: SIMD2<Double> = [0.3127, 0.329]
  static let standard = ColorMatrix(red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06])
  static let displayP3 = ColorMatrix(red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06])
  static let adobe = ColorMatrix(red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06])

  var red: SIMD2<Double>
  var green: SIMD2<Double>
  var blue: SIMD2<Double>

  /// The sRGB colour, 0…255, of a colour of this space. What sRGB does not have is cut off.
  func standardColor(_ color: [UInt8], _ function: ColorFiles.Curve) -> [UInt8] {
    let light = color.map { function.light(Double($0) / 255) }
    let xyz = Self.product(columns, SIMD3(light[0], light[1], light[2]))
    let linear = Self.product(Self.inverse(Self.standard.columns), xyz)
    return (0..<3).map { index in
      let value = max(0, min(1, linear[index]))
      let encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
      return UInt8((encoded * 255).rounded())
    }
  }

  /// XYZ of the primaries with the lights that make white.
  private var columns: [SIMD3<Double>] {
    func xyz(_ point: SIMD2<Double>) -> SIMD3<Double> { [point.x / point.y, 1, (1 - point.x - point.y) / point.y] }
    let primaries = [xyz(red), xyz(green), xyz(blue)]
    let lights = Self.product(Self.inverse(primaries), xyz(Self.white))
    return (0..<3).map { primaries[$0] * lights[$0] }
  }

  private static func product(_ columns: [SIMD3<Double>], _ vector: SIMD3<Double>) -> SIMD3<Double> {
    columns[0] * vector.x + columns[1] * vector.y + columns[2] * vector.z
  }

  private static func inverse(_ columns: [SIMD3<Double>]) -> [SIMD3<Double>] {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
    let rows = [cross(columns[1], columns[2]), cross(columns[2], columns[0]), cross(columns[0], columns[1])]
    let determinant = (columns[0] * rows[0]).sum()
    return (0..<3).map { column in SIMD3(rows[0][column], rows[1][column], rows[2][column]) / determinant }
  }
}
