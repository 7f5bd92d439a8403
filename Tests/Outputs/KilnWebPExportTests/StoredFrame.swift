/// A frame as an animated WebP file stores it, read from the container alone.
struct StoredFrame {
  var width: Int
  var height: Int
  var isBlended: Bool
  var isDisposed: Bool
  /// Whether its pixels are coded as VP8, not as VP8L.
  var isLossy: Bool
  /// Bytes of the frame's chunk.
  var size: Int

  /// All frames of a file, from its `ANMF` chunks.
  static func all(in bytes: [UInt8]) -> [StoredFrame] {
    chunks(of: bytes[...].dropFirst(12)).filter { $0.name == "ANMF" }.map { StoredFrame($0.content) }
  }

  private init(_ content: ArraySlice<UInt8>) {
    let header = Array(content.prefix(16))
    width = Self.number(header[6..<9]) + 1
    height = Self.number(header[9..<12]) + 1
    isBlended = header[15] & 2 == 0
    isDisposed = header[15] & 1 == 1
    isLossy = Self.chunks(of: content.dropFirst(16)).contains { $0.name == "VP8 " }
    size = content.count
  }

  private static func chunks(of bytes: ArraySlice<UInt8>) -> [(name: String, content: ArraySlice<UInt8>)] {
    var chunks: [(name: String, content: ArraySlice<UInt8>)] = []
    var rest = bytes
    while rest.count >= 8 {
      let size = number(rest.dropFirst(4).prefix(4))
      chunks.append((String(decoding: rest.prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(size)))
      rest = rest.dropFirst(8 + size + size & 1)
    }
    return chunks
  }

  /// A little-endian number.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
