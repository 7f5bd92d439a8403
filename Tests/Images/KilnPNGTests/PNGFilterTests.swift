import KilnPNG
import KilnTestSupport
import Testing

/// Filters against the formulas of the PNG specification, 9.2 and 9.4.
@Suite struct PNGFilterTests {
  @Test(arguments: PNGFilter.allCases, [1, 2, 3, 4, 7, 40, 131])
  func everyByteIsThatOfTheFormula(_ filter: PNGFilter, _ count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let rows = (0..<2).map { _ in (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    for distance in 1...4 {
      var filtered = [UInt8](repeating: 0, count: count)
      rows[0].withUnsafeBufferPointer { row in
        rows[1].withUnsafeBufferPointer { above in
          filtered.withUnsafeMutableBufferPointer {
            filter.apply(row, above: above, distance: distance, into: $0)
          }
        }
      }
      let expected = (0..<count).map { x in
        let left = x < distance ? 0 : Int(rows[0][x - distance])
        let corner = x < distance ? 0 : Int(rows[1][x - distance])
        return UInt8(truncatingIfNeeded: Int(rows[0][x]) - predicted(filter, left, Int(rows[1][x]), corner))
      }
      #expect(filtered == expected)
    }
  }

  private func predicted(_ filter: PNGFilter, _ a: Int, _ b: Int, _ c: Int) -> Int {
    switch filter {
    case .none: return 0
    case .sub: return a
    case .up: return b
    case .average: return (a + b) / 2
    case .paeth:
      let p = a + b - c
      let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
      return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
    }
  }
}
