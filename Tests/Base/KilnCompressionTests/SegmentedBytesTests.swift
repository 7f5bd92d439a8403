import KilnCompression
import Testing

@Suite struct SegmentedBytesTests {
  /// Pieces of a few bytes and of megabytes, also longer than a segment, are one after the other.
  @Test(arguments: [[], [3], [3, 1 << 20, 5], [20 << 20, 20 << 20, 7, 40 << 20, 1]])
  func piecesAreJoined(_ sizes: [Int]) {
    var bytes = SegmentedBytes()
    var expected: [UInt8] = [200, 201]
    for (number, size) in sizes.enumerated() {
      let piece = [UInt8](repeating: UInt8(number + 1), count: size)
      bytes.append(piece)
      expected += piece
    }
    #expect(bytes.count == expected.count - 2)
    #expect(bytes.join(after: [200, 201]) == expected)
    #expect(bytes.count == 0)
    bytes.append([9])
    #expect(bytes.join() == [9])
  }
}
