/// How the filters of a picture's rows are chosen.
enum PNGFiltering: Sendable, Hashable {
  /// One filter for all rows.
  case same(PNGFilter)
  /// For each row the filter that leaves the smallest differences.
  case smallestSum
  /// For each row the filter after which the fewest different pairs of bytes follow each other.
  case fewestPairs
  /// For each row the filter after which a model of Deflate takes the fewest bits for it.
  case fewestBits
}

extension PNGPicture {
  /// All rows, filtered, each after the number of its filter: what is deflated.
  func scanlines(_ filtering: PNGFiltering) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: height * (rowBytes + 1)) { lines, count in
      let zeros = [UInt8](repeating: 0, count: rowBytes)
      rows.withUnsafeBufferPointer { rows in
        zeros.withUnsafeBufferPointer { zeros in
          let source = PNGRows(rows: rows, zeros: zeros, rowBytes: rowBytes, distance: filterDistance)
          switch filtering {
          case .same(let filter):
            for y in 0..<height { source.filter(y, by: filter, into: lines) }
          case .smallestSum: source.filterEach(height, into: lines) { Self.sum(of: $0) }
          case .fewestPairs: source.filterEach(height, into: lines) { Self.pairCount(of: $0) }
          case .fewestBits:
            var model = DeflateModel(distance: filterDistance, lineBytes: rowBytes + 1)
            source.filter(height, by: &model, into: lines)
          }
        }
      }
      count = height * (rowBytes + 1)
    }
  }

  /// The sum of all differences.
  private static func sum(of row: UnsafeBufferPointer<UInt8>) -> Int {
    var sum = 0
    for byte in row { sum &+= Int(Int8(bitPattern: byte).magnitude) }
    return sum
  }

  /// How many different pairs of neighbours a row has: pairs that come again are what Deflate makes short.
  private static func pairCount(of row: UnsafeBufferPointer<UInt8>) -> Int {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 1024) { seen in
      seen.initialize(repeating: 0)
      var last = 0
      var pairBefore = -1
      for byte in row {
        let pair = last << 8 | Int(byte)
        last = Int(byte)
        // Runs of one value are long.
        if pair == pairBefore { continue }
        pairBefore = pair
        seen[pair >> 6] |= 1 << UInt64(pair & 63)
      }
      var count = 0
      for bits in seen { count &+= bits.nonzeroBitCount }
      return count
    }
  }
}

/// Rows of a picture, and where they are filtered to.
struct PNGRows {
  /// All rows.
  let rows: UnsafeBufferPointer<UInt8>
  /// What stands above the first row.
  let zeros: UnsafeBufferPointer<UInt8>
  let rowBytes: Int
  /// How far left the neighbour stands that filters compare with.
  let distance: Int

  /// Writes a filtered row behind the number of its filter.
  func filter(_ y: Int, by filter: PNGFilter, into lines: UnsafeMutableBufferPointer<UInt8>) {
    let start = y * (rowBytes + 1)
    lines[start] = filter.rawValue
    filter.apply(
      row(y), above: y == 0 ? zeros : row(y - 1), distance: distance,
      into: UnsafeMutableBufferPointer(rebasing: lines[start + 1..<start + 1 + rowBytes]))
  }

  /// Filters each row by the filter of the least cost.
  @inline(__always)
  fileprivate func filterEach(
    _ height: Int, into lines: UnsafeMutableBufferPointer<UInt8>, cost: (UnsafeBufferPointer<UInt8>) -> Int
  ) {
    for y in 0..<height {
      var best = PNGFilter.none
      var least = Int.max
      for candidate in PNGFilter.allCases {
        filter(y, by: candidate, into: lines)
        let start = y * (rowBytes + 1) + 1
        let cost = cost(UnsafeBufferPointer(rebasing: lines[start..<start + rowBytes]))
        if cost < least { (best, least) = (candidate, cost) }
      }
      if best != .paeth { filter(y, by: best, into: lines) }
    }
  }

  private func row(_ y: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: rows[y * rowBytes..<(y + 1) * rowBytes])
  }
}
