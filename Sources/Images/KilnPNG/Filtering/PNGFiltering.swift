/// Choice of the filters of a picture's rows.
package enum PNGFiltering: Sendable, Hashable {
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
  /// All filtered rows, each preceded by its filter type: the input of Deflate.
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
          case .fewestPairs:
            let counter = PairCounter()
            source.filterEach(height, into: lines) { counter.count(of: $0) }
          case .fewestBits:
            var model = DeflateCostModel(distance: filterDistance, lineBytes: rowBytes + 1)
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
}

/// Counts the distinct pairs of neighbouring bytes in rows: repeated pairs are what Deflate compresses.
private struct PairCounter: ~Copyable {
  /// A bit for each pair of the row; all are 0 between two rows.
  private let seen: UnsafeMutablePointer<UInt64>
  private static let wordCount = 1024

  init() {
    seen = .allocate(capacity: Self.wordCount)
    seen.initialize(repeating: 0, count: Self.wordCount)
  }

  deinit { seen.deallocate() }

  func count(of row: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var last = 0
    for byte in row {
      let pair = last << 8 | Int(byte)
      last = Int(byte)
      let bit: UInt64 = 1 << UInt64(pair & 63)
      let before = seen[pair >> 6]
      count &+= before & bit == 0 ? 1 : 0
      seen[pair >> 6] = before | bit
    }
    clear(row)
    return count
  }

  /// Most rows are shorter than the table.
  private func clear(_ row: UnsafeBufferPointer<UInt8>) {
    guard row.count < Self.wordCount else { return seen.update(repeating: 0, count: Self.wordCount) }
    var last = 0
    for byte in row {
      seen[(last << 8 | Int(byte)) >> 6] = 0
      last = Int(byte)
    }
  }
}

/// Rows of a picture, and where they are filtered to.
struct PNGRows {
  /// All rows.
  let rows: UnsafeBufferPointer<UInt8>
  /// Row of zeros, which stands above the first row.
  let zeros: UnsafeBufferPointer<UInt8>
  let rowBytes: Int
  /// Distance in bytes to the left neighbour that filters compare with.
  let distance: Int

  /// Writes the filter type and the filtered row.
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
