internal import KilnPixels

extension Pixmap {
  /// Number of pixels of which a premultiplied channel differs from that of a picture of the same size by more than
  /// `tolerance` levels of 0…255.
  func countDifferent(from other: Pixmap, tolerance: Int) -> Int {
    zip(pixels, other.pixels).count { p, q in
      p != q
        && stride(from: UInt32(0), through: 24, by: 8).contains {
          abs(Int(p >> $0 & 255) - Int(q >> $0 & 255)) > tolerance
        }
    }
  }
}
