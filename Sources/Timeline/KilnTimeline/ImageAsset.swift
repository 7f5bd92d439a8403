public import KilnPixels

/// An encoded image as the source holds it, with its size read from the header.
public struct ImageAsset: Sendable, Hashable {
  /// Name in the source: a file name, an asset's name or a key.
  public var name: String
  /// File format of `bytes`.
  public var format: ImageFormat { header.format }
  /// Width in pixels, above 0.
  public var width: Int { header.width }
  /// Height in pixels, above 0.
  public var height: Int { header.height }
  private let header: ImageHeader
  /// Content of the image file.
  public let bytes: [UInt8]

  /// Reads the header; nil if the format is unknown, the header is incomplete, or a side is zero.
  public init?(name: String, bytes: [UInt8]) {
    guard let header = ImageHeader(bytes), header.width > 0, header.height > 0 else { return nil }
    self.name = name
    self.bytes = bytes
    self.header = header
  }

  /// Memory of the decoded image in bytes, 4 a pixel; `Int.max` if the product overflows.
  public var decodedBytes: Int { header.decodedBytes }
}
