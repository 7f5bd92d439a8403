internal import KilnPixels

/// Blurred alpha of a pixmap, which is all that a shadow needs of it: the alpha of `LinearImage.blurred`, in a quarter of the
/// time, because a vector holds four rows instead of four channels.
struct BlurredAlpha {
  private static let lanes = 4

  private(set) var width: Int
  private(set) var height: Int
  /// Alpha in 1/65535, row by row; rows of zeros follow until their number can be divided by `lanes`.
  private(set) var values: [UInt16]

  /// Blurs with a standard deviation in pixels along each axis; 0 or less does nothing.
  init(of pixmap: Pixmap, deviationX: Double, deviationY: Double) {
    self.init(width: pixmap.width, height: pixmap.height)
    for (index, pixel) in pixmap.pixels.enumerated() { values[index] = UInt16(truncatingIfNeeded: pixel >> 24) &* 257 }
    if deviationX > 0 { blurRows(deviationX) }
    if deviationY > 0 {
      self = transposed
      blurRows(deviationY)
      self = transposed
    }
  }

  /// A transparent plane of a size in pixels.
  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
    values = Array(repeating: 0, count: (height + Self.lanes - 1) / Self.lanes * Self.lanes * width)
  }

  /// Blurs four rows at a time.
  private mutating func blurRows(_ deviation: Double) {
    var stacks = LinearImage(width: width, height: values.count / Self.lanes / max(1, width), pixels: stackedRows)
    stacks.blurRows(deviation)
    for stack in 0..<stacks.height {
      for column in 0..<width {
        let pixel = stacks.pixels[stack * width + column]
        let first = stack * Self.lanes * width + column
        values[first] = pixel.x
        values[first + width] = pixel.y
        values[first + 2 * width] = pixel.z
        values[first + 3 * width] = pixel.w
      }
    }
  }

  /// Vectors of the same column in four rows.
  private var stackedRows: [SIMD4<UInt16>] {
    var stacks: [SIMD4<UInt16>] = []
    stacks.reserveCapacity(values.count / Self.lanes)
    for top in stride(from: 0, to: values.count, by: Self.lanes * max(1, width)) {
      for first in top..<top + width {
        stacks.append(
          SIMD4(values[first], values[first + width], values[first + 2 * width], values[first + 3 * width]))
      }
    }
    return stacks
  }

  private var transposed: BlurredAlpha {
    var turned = BlurredAlpha(width: height, height: width)
    for row in 0..<height {
      for column in 0..<width { turned.values[column * height + row] = values[row * width + column] }
    }
    return turned
  }
}
