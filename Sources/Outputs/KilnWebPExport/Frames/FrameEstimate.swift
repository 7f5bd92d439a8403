/// Estimates about a frame before it is encoded, from which those of lower frame rates are derived (`thinned`).
package struct FrameEstimate: Sendable, Hashable {
  /// Quantity to which the encoded size is about proportional; 0 if nothing changes.
  package var extent: Int
  /// Share of its visible content that still shows pixels of the first frame, 0…1.
  package var firstShare: Double

  package init(extent: Int, firstShare: Double) {
    self.extent = extent
    self.firstShare = firstShare
  }
}

extension [FrameEstimate] {
  /// The estimates at another frame rate, at which fewer frames are shown.
  ///
  /// - Parameter step: Frames of these from one of the others to the next, at least 1.
  package func thinned(step: Double, count: Int) -> [FrameEstimate] {
    guard !isEmpty else { return [] }
    func index(_ frame: Int) -> Int { Int(Swift.min(Double(frame) * step, Double(self.count - 1))) }
    return (0..<Swift.max(0, count)).map { frame in
      let last = index(frame)
      let first = frame == 0 ? 0 : Swift.min(index(frame - 1) + 1, last)
      return FrameEstimate(extent: self[first...last].map(\.extent).max() ?? 0, firstShare: self[last].firstShare)
    }
  }
}
