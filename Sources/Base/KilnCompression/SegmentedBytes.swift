/// Bytes of a file that is made piece by piece and may be large.
///
/// An array that grows is copied, for which the old and the new one have to fit in memory. Segments are not copied, and are
/// let go one by one while they are joined.
package struct SegmentedBytes: Sendable {
  /// Bytes of a segment: so many that the C library gives them back to the system as soon as they are let go.
  private static let segmentSize = 33 << 20
  /// Bytes from which on a segment has all its room, which takes no memory before it is written to.
  private static let smallSize = 1 << 20

  private var full: [[UInt8]] = []
  private var last: [UInt8] = []

  /// No bytes.
  package init() {}

  /// Number of bytes.
  package var count: Int { full.reduce(last.count) { $0 + $1.count } }

  /// Appends a piece.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    let size = last.count + bytes.count
    if size > Self.segmentSize, !last.isEmpty {
      full.append(last)
      last = []
    }
    if size > Self.smallSize { last.reserveCapacity(Self.segmentSize) }
    last += bytes
  }

  /// All bytes after a header, as one array; none are left here.
  package mutating func join(after header: [UInt8] = []) -> [UInt8] {
    defer { last = [] }
    if full.isEmpty, header.isEmpty { return last }
    var whole = header
    whole.reserveCapacity(header.count + count)
    for index in full.indices {
      whole += full[index]
      full[index] = []
    }
    full = []
    whole += last
    return whole
  }
}
