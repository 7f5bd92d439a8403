internal import KilnGeometry

/// Three box blurs in a row, by which browsers make a Gaussian blur of large deviation (Filter Effects Module Level 1,
/// `feGaussianBlur`).
package struct BoxBlur: Sendable {
  /// Deviation in pixels below which the true kernel is used: it is as fast there, and boxes would be too coarse.
  static let smallestDeviation = 2.0

  /// Pixels of each box.
  private let window: Int

  /// - Parameters:
  ///   - deviation: Standard deviation in pixels.
  ///   - maximumWindow: Pixels to which boxes are limited.
  package init(deviation: Double, maximumWindow: Int = 1 << 16) {
    window = Int(clamping: deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5, to: 0...maximumWindow)
  }

  /// Reach of the boxes before and after each pixel, in pixels.
  ///
  /// Boxes of even size have no centre: two are shifted to either side, and the third is one larger.
  var boxes: [(before: Int, after: Int)] {
    let half = window / 2
    return window.isMultiple(of: 2)
      ? [(half, half - 1), (half - 1, half), (half, half)] : Array(repeating: (half, half), count: 3)
  }

  /// Variance of the result in square pixels: it differs from the deviation's, because boxes have whole pixels.
  package var variance: Double {
    boxes.reduce(0) { sum, box in
      let size = Double(box.before + 1 + box.after)
      return sum + (size * size - 1) / 12
    }
  }
}
