internal import KilnCompression

/// Deflates rows of pictures in bands, each of which may be deflated on a thread of its own.
///
/// The result does not depend on the threads, nor on the version of libdeflate.
struct RowDeflater: Sendable {
  /// Deflated blocks of one band.
  struct Band: Sendable {
    fileprivate let blocks: [DeflateBlock]
  }

  private let bytes: [UInt8]
  private let pixel: Int
  private let line: Int
  private let effort: PictureDeflater.Effort
  private let bands: [Range<Int>]

  /// Rows that are to be deflated; nil if there are none, or a gigabyte, or if a pixel or a row has no bytes.
  ///
  /// - Parameters:
  ///   - pixel: Bytes of a pixel.
  ///   - line: Bytes of a row.
  init?(_ bytes: [UInt8], pixel: Int, line: Int, effort: Effort = .normal) {
    guard !bytes.isEmpty, bytes.count < 1 << 30, pixel > 0, line > 0 else { return nil }
    (self.bytes, self.pixel, self.line) = (bytes, pixel, line)
    self.effort = effort.pictureDeflater
    bands = PictureDeflater.bands(of: bytes.count)
  }

  /// Number of bands, each to be deflated once, in any order.
  var bandCount: Int { bands.count }

  /// Deflates one band; safe to be called on several threads at a time.
  ///
  /// - Precondition: `number` is less than `bandCount`.
  func band(_ number: Int) -> Band {
    Band(blocks: PictureDeflater.blocks(of: bytes, in: bands[number], pixel: pixel, line: line, effort))
  }

  /// The zlib stream of all bands, in their order.
  func stream(_ bands: [Band]) -> [UInt8] {
    PictureDeflater.stream(bands.map(\.blocks), checksum: CyclicRedundancy.adler32(bytes))
  }
}
