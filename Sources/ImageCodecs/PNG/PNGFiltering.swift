/// What a row's bytes are compared with (PNG specification, 9.2).
enum PNGFilter: UInt8, CaseIterable {
  case none, sub, up, average, paeth

  /// One filtered row.
  ///
  /// - Parameters:
  ///   - above: the row above, as it is; zeros for the first one
  ///   - distance: how far left the neighbour stands
  func apply(
    _ row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, distance: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    switch self {
    case .none: for x in row.indices { target[x] = row[x] }
    case .sub: for x in row.indices { target[x] = row[x] &- (x < distance ? 0 : row[x - distance]) }
    case .up: for x in row.indices { target[x] = row[x] &- above[x] }
    case .average:
      for x in row.indices {
        let left = x < distance ? 0 : UInt16(row[x - distance])
        target[x] = row[x] &- UInt8(truncatingIfNeeded: (left + UInt16(above[x])) / 2)
      }
    case .paeth:
      for x in row.indices {
        let left = x < distance ? 0 : row[x - distance]
        let corner = x < distance ? 0 : above[x - distance]
        target[x] = row[x] &- Self.nearest(left: Int16(left), above: Int16(above[x]), corner: Int16(corner))
      }
    }
  }

  /// The neighbour that is nearest to left + above - corner.
  private static func nearest(left: Int16, above: Int16, corner: Int16) -> UInt8 {
    let toLeft = abs(above - corner)
    let toAbove = abs(left - corner)
    let toCorner = abs(left + above - 2 * corner)
    let nearest = toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner
    return UInt8(truncatingIfNeeded: nearest)
  }
}

/// How the filters of a picture's rows are chosen.
enum PNGFiltering: Sendable {
  /// One filter for all rows.
  case same(PNGFilter)
  /// For each row the filter that leaves the smallest differences.
  case smallestSum
  /// For each row the filter after which the fewest different pairs of bytes follow each other.
  case fewestPairs

  fileprivate var filters: [PNGFilter] {
    switch self {
    case .same(let filter): [filter]
    case .smallestSum, .fewestPairs: PNGFilter.allCases
    }
  }

  /// How well a row will compress; less is better.
  fileprivate func cost(of row: UnsafeBufferPointer<UInt8>) -> Int {
    switch self {
    case .same: 0
    case .smallestSum:
      row.reduce(0) { $0 &+ Int(Int8(bitPattern: $1).magnitude) }
    case .fewestPairs: Self.pairCount(of: row)
    }
  }

  /// How many different pairs of neighbours a row has: pairs that come again are what Deflate makes short.
  private static func pairCount(of row: UnsafeBufferPointer<UInt8>) -> Int {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1024) { seen in
      seen.initialize(repeating: 0)
      var last = 0
      for byte in row {
        let pair = last << 8 | Int(byte)
        seen[pair >> 6] |= 1 << UInt64(pair & 63)
        last = Int(byte)
      }
      return seen.reduce(0) { $0 &+ $1.nonzeroBitCount }
    }
  }
}

extension PNGPicture {
  /// All rows, filtered, each after the number of its filter: what is deflated.
  func scanlines(_ filtering: PNGFiltering) -> [UInt8] {
    let filters = filtering.filters
    let zeros = [UInt8](repeating: 0, count: rowBytes)
    var trial = [UInt8](repeating: 0, count: rowBytes)
    var lines: [UInt8] = []
    lines.reserveCapacity(height * (rowBytes + 1))
    rows.withUnsafeBufferPointer { rows in
      zeros.withUnsafeBufferPointer { zeros in
        trial.withUnsafeMutableBufferPointer { trial in
          for y in 0..<height {
            let row = UnsafeBufferPointer(rebasing: rows[y * rowBytes..<(y + 1) * rowBytes])
            let above = y == 0 ? zeros : UnsafeBufferPointer(rebasing: rows[(y - 1) * rowBytes..<y * rowBytes])
            let filter = best(of: filters, filtering, row, above, trial)
            if filters.count > 1 { filter.apply(row, above: above, distance: filterDistance, into: trial) }
            lines.append(filter.rawValue)
            lines.append(contentsOf: trial)
          }
        }
      }
    }
    return lines
  }

  /// The filter with the least cost. The row filtered by the last one is left in `trial`.
  private func best(
    of filters: [PNGFilter], _ filtering: PNGFiltering, _ row: UnsafeBufferPointer<UInt8>,
    _ above: UnsafeBufferPointer<UInt8>, _ trial: UnsafeMutableBufferPointer<UInt8>
  ) -> PNGFilter {
    var best = PNGFilter.none
    var least = Int.max
    for filter in filters {
      filter.apply(row, above: above, distance: filterDistance, into: trial)
      let cost = filtering.cost(of: UnsafeBufferPointer(trial))
      if cost < least { (best, least) = (filter, cost) }
    }
    return best
  }
}
