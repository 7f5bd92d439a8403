/// Sequence of RIFF chunks as in WebP files (WebP container specification).
struct WebPChunks: Sequence, IteratorProtocol {
  /// One chunk.
  struct Chunk {
    /// FourCC.
    let name: String
    /// Content without padding, as far as it is inside the file.
    let content: ArraySlice<UInt8>
    /// Whether the file contains the whole content.
    let isComplete: Bool
  }

  private var rest: ArraySlice<UInt8>

  /// The chunks of bytes that start with a chunk header.
  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func next() -> Chunk? {
    guard rest.count >= 8 else { return nil }
    let name = String(decoding: rest.prefix(4), as: UTF8.self)
    let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let content = rest.dropFirst(8).prefix(size)
    // Contents are padded to even sizes.
    rest = rest.dropFirst(8 + size + size & 1)
    return Chunk(name: name, content: content, isComplete: content.count == size)
  }
}
