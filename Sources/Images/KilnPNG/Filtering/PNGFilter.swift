/// Filter type of a row (PNG specification, 9.2).
package enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// Filters one row.
  ///
  /// - Parameters:
  ///   - row: Its bytes.
  ///   - above: The row above, as it is and as long; zeros for the first one.
  ///   - distance: Distance in bytes to the left neighbour.
  ///   - target: As long as the row.
  package func apply(
    _ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, distance: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let row = UnsafeRow(row, above, distance), let target = target.baseAddress else { return }
    switch self {
    case .none: target.update(from: row.bytes, count: row.count)
    case .sub: row.sub(into: target)
    case .up: for x in 0..<row.count { target[x] = row.bytes[x] &- row.above[x] }
    case .average: row.average(into: target)
    case .paeth: row.paeth(into: target)
    }
  }
}

/// A row and the one above it. The loops have no branches and no checks, so that they are vectorized.
private struct UnsafeRow {
  let bytes: UnsafePointer<UInt8>
  let above: UnsafePointer<UInt8>
  let count: Int
  /// Distance in bytes to the left neighbour; at most the length of the row.
  let distance: Int

  init?(_ row: UnsafeBufferPointer<UInt8>, _ above: UnsafeBufferPointer<UInt8>, _ distance: Int) {
    guard let bytes = row.baseAddress, let start = above.baseAddress, above.count >= row.count else { return nil }
    (self.bytes, self.above, count) = (bytes, start, row.count)
    self.distance = min(distance, row.count)
  }

  func sub(into target: UnsafeMutablePointer<UInt8>) {
    for x in 0..<distance { target[x] = bytes[x] }
    let left = bytes - distance
    for x in distance..<count { target[x] = bytes[x] &- left[x] }
  }

  func average(into target: UnsafeMutablePointer<UInt8>) {
    for x in 0..<distance { target[x] = bytes[x] &- above[x] >> 1 }
    let left = bytes - distance
    for x in distance..<count {
      target[x] = bytes[x] &- UInt8(truncatingIfNeeded: (UInt16(left[x]) &+ UInt16(above[x])) >> 1)
    }
  }

  /// Subtracts the Paeth predictor: of left, above and corner, the one that is nearest to left + above - corner.
  func paeth(into target: UnsafeMutablePointer<UInt8>) {
    for x in 0..<distance { target[x] = bytes[x] &- above[x] }
    let left = bytes - distance
    let corners = above - distance
    for x in distance..<count {
      let (a, b, c) = (Int16(left[x]), Int16(above[x]), Int16(corners[x]))
      let (right, down) = (b &- c, a &- c)
      let both = right &+ down
      let toLeft = max(right, 0 &- right)
      let toAbove = max(down, 0 &- down)
      let toCorner = max(both, 0 &- both)
      let least = min(toLeft, min(toAbove, toCorner))
      let nearest = toLeft == least ? a : toAbove == least ? b : c
      target[x] = bytes[x] &- UInt8(truncatingIfNeeded: nearest)
    }
  }
}
