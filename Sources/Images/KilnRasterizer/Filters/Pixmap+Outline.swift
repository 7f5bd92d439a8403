internal import KilnGeometry
package import KilnPixels

extension Pixmap {
  /// Line around a picture: composites this pixmap over the alpha of `source`, grown by an ellipse, in one colour.
  ///
  /// - Parameters:
  ///   - source: Pixmap of the same size.
  ///   - color: Straight sRGB components 0…1 (red, green, blue, alpha).
  ///   - radiusX: Horizontal radius of the ellipse in pixels.
  ///   - radiusY: Vertical radius of the ellipse in pixels.
  package mutating func addOutline(of source: Pixmap, color: SIMD4<Float>, radiusX: Double, radiusY: Double) {
    guard radiusX > 0, radiusY > 0, width > 0, height > 0 else { return }
    let grown = GrownAlpha(source, radiusX: radiusX, radiusY: radiusY)
    let straight = (color.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero)
    for row in 0..<height {
      for column in 0..<width {
        let index = row * width + column
        guard pixels[index] >> 24 < 255, let share = grown.alpha(column, row) else { continue }
        pixels[index] = Self.over(pixels[index], straight, share)
      }
    }
  }

  /// A premultiplied pixel over a straight colour of 0…255 whose alpha is multiplied by a share.
  private static func over(_ pixel: UInt32, _ color: SIMD4<Float>, _ share: Float) -> UInt32 {
    let alpha = color.w * share / 255
    let picture = SIMD4<Float>(SIMD4<UInt32>(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24))
    var line = color * alpha
    line.w = alpha * 255
    let sum = picture + line * (1 - picture.w / 255)
    let words = SIMD4<UInt32>(pointwiseMin(sum + 0.5, SIMD4(repeating: 255)))
    return words.x | words.y << 8 | words.z << 16 | words.w << 24
  }
}

/// Alpha of a picture grown by an ellipse, with antialiased edges.
///
/// The nearest pixel of the picture is found by the distance transform of Felzenszwalb and Huttenlocher, "Distance Transforms
/// of Sampled Functions", 2012, in a time that does not depend on the radii. How far its edge is follows from its alpha.
private struct GrownAlpha {
  private let alphas: [UInt8]
  private let width: Int
  private let height: Int
  /// Nearest row with a pixel of the picture, in each column of each row; −1 for none.
  private let nearestRows: [Int32]
  /// Nearest column, of which `nearestRows` holds the row; −1 for none.
  private let nearestColumns: [Int32]
  /// Factors on distances in pixels, so that the ellipse becomes a circle of the smaller radius.
  private let scale: SIMD2<Float>
  private let radius: Float

  init(_ picture: Pixmap, radiusX: Double, radiusY: Double) {
    (width, height) = (picture.width, picture.height)
    alphas = picture.pixels.map { UInt8($0 >> 24) }
    let radius = min(radiusX, radiusY)
    self.radius = Float(radius)
    scale = SIMD2(Float(radius / radiusX), Float(radius / radiusY))
    nearestRows = Self.nearestRows(alphas, width)
    nearestColumns = Self.nearestColumns(nearestRows, width, scale)
  }

  /// Share of a pixel that the grown picture covers; nil for none.
  func alpha(_ column: Int, _ row: Int) -> Float? {
    let nearest = Int(nearestColumns[row * width + column])
    guard nearest >= 0 else { return nil }
    let nearestRow = Int(nearestRows[row * width + nearest])
    var best: Float = 0
    // A neighbour that is covered more may be nearer with its edge.
    for y in max(0, nearestRow - 1)...min(height - 1, nearestRow + 1) {
      for x in max(0, nearest - 1)...min(width - 1, nearest + 1) where alphas[y * width + x] > 0 {
        let step = SIMD2(Float(x - column), Float(y - row)) * scale
        let distance = (step * step).sum().squareRoot()
        best = max(best, Float(alphas[y * width + x]) / 255 + radius - distance)
      }
    }
    return best > 0 ? min(1, best) : nil
  }

  private static func nearestRows(_ alphas: [UInt8], _ width: Int) -> [Int32] {
    var rows = [Int32](repeating: -1, count: alphas.count)
    for index in alphas.indices {
      if alphas[index] > 0 {
        rows[index] = Int32(index / width)
      } else if index >= width {
        rows[index] = rows[index - width]
      }
    }
    for index in alphas.indices.reversed() where index + width < alphas.count {
      let (row, below) = (Int32(index / width), rows[index + width])
      if below >= 0, rows[index] < 0 || below - row < row - rows[index] { rows[index] = below }
    }
    return rows
  }

  /// The lower envelope of parabolas, one for each column with a pixel, along each row.
  private static func nearestColumns(_ rows: [Int32], _ width: Int, _ scale: SIMD2<Float>) -> [Int32] {
    var columns = [Int32](repeating: -1, count: rows.count)
    /// Columns whose parabolas are lowest somewhere, and where each begins to be.
    var lowest: [(column: Int, start: Float)] = []
    for first in stride(from: 0, to: rows.count, by: width) {
      let row = Int32(first / width)
      /// Squared distance of a column's nearest pixel in units of columns.
      func height(_ column: Int) -> Float {
        let distance = Float(rows[first + column] - row) * scale.y / scale.x
        return distance * distance
      }
      lowest.removeAll(keepingCapacity: true)
      for column in 0..<width where rows[first + column] >= 0 {
        var start = -Float.infinity
        while let last = lowest.last {
          let (near, far) = (Float(last.column), Float(column))
          start = (height(column) + far * far - height(last.column) - near * near) / (2 * (far - near))
          if start > last.start { break }
          lowest.removeLast()
          start = -.infinity
        }
        lowest.append((column, start))
      }
      var current = 0
      for column in 0..<width where !lowest.isEmpty {
        while current + 1 < lowest.count, lowest[current + 1].start < Float(column) { current += 1 }
        columns[first + column] = Int32(lowest[current].column)
      }
    }
    return columns
  }
}
