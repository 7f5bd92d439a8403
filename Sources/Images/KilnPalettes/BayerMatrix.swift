/// Threshold matrix of ordered dithering; it does not move from frame to frame.
package enum BayerMatrix {
  /// Bayer's matrix of 8 × 8 thresholds, 1/128…127/128.
  @inlinable
  package static func threshold(_ x: Int, _ y: Int) -> Float {
    var value = 0
    let (a, b) = (x ^ y, y)
    for bit in 0..<3 { value |= (a >> bit & 1) << (5 - 2 * bit) | (b >> bit & 1) << (4 - 2 * bit) }
    return (Float(value) + 0.5) / 64
  }
}
