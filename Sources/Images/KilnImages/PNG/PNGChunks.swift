/// Sequence of the complete chunks of a PNG file; checksums are not verified.
struct PNGChunks: Sequence, IteratorProtocol {
  /// One chunk.
  struct Chunk {
    /// Chunk type of four letters.
    let name: String
    let content: ArraySlice<UInt8>

    /// A big-endian number inside the content.
    func number(at offset: Int, bytes: Int = 4) -> Int {
      content.dropFirst(offset).prefix(bytes).reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private let file: [UInt8]
  /// Offset of the next chunk; the first one follows the signature.
  private var position = 8

  init(_ file: [UInt8]) { self.file = file }

  mutating func next() -> Chunk? {
    guard position + 12 <= file.count else { return nil }
    let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= file.count - position - 12 else { return nil }
    let start = position + 8
    position = start + length + 4
    return Chunk(
      name: String(decoding: file[start - 4..<start], as: UTF8.self), content: file[start..<start + length])
  }
}
