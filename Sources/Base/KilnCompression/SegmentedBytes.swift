internal import KilnPlatform

/// Bytes of a file that is made piece by piece and may be large.
///
/// An array that grows is copied, so that the old and the new one are in memory together. Segments are never copied while
/// the file grows; when they are joined, each is freed as soon as it is copied.
package struct SegmentedBytes: Sendable {
  /// Capacity of a segment in bytes: so large that the C library returns it to the system as soon as it is freed.
  private static let segmentSize = 33 << 20
  /// Size in bytes above which a segment reserves its whole capacity. A small file must not reserve that much.
  private static let smallSize = 1 << 20

  /// Segments to which nothing is appended any more.
  private var full: [[UInt8]] = []
  /// The segment that grows.
  private var last: [UInt8] = []

  /// A file that has no bytes yet.
  package init() {}

  /// Size of the file so far, in bytes.
  package var count: Int { full.reduce(last.count) { $0 + $1.count } }

  /// Appends bytes to the end of the file.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    let size = last.count + bytes.count
    if size > Self.segmentSize, !last.isEmpty {
      full.append(last)
      last = []
    }
    if size > Self.smallSize { last.reserveCapacity(Self.segmentSize) }
    last += bytes
  }

  /// The file behind a header, as one array. It is empty afterwards.
  package mutating func join(after header: [UInt8] = []) -> [UInt8] {
    defer { last = [] }
    if full.isEmpty, header.isEmpty { return last }
    // Memory that the encoders have freed is needed now: the joined file is in memory together with its segments.
    if !full.isEmpty { Allocator.returnFreedMemory() }
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
