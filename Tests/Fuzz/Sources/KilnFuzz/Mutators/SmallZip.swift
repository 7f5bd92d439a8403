/// A ZIP archive for mutations, read and written by other code than Kiln's own.
struct SmallZip {
  private struct Entry {
    var name: [UInt8]
    var data: [UInt8]
    var isDeflated: Bool
  }

  private var entries: [Entry] = []

  /// Reads archives that are not damaged; nil for others.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.indices.dropLast(21).last(where: { Self.word(bytes, $0, 4) == 0x0605_4B50 }) else {
      return nil
    }
    guard var position = Self.word(bytes, end + 16, 4), let count = Self.word(bytes, end + 10, 2) else { return nil }
    for _ in 0..<min(count, 64) {
      guard Self.word(bytes, position, 4) == 0x0201_4B50, let method = Self.word(bytes, position + 10, 2),
        let size = Self.word(bytes, position + 20, 4), let nameLength = Self.word(bytes, position + 28, 2),
        let extraLength = Self.word(bytes, position + 30, 2), let commentLength = Self.word(bytes, position + 32, 2),
        let header = Self.word(bytes, position + 42, 4), position + 46 + nameLength <= bytes.count,
        let localName = Self.word(bytes, header + 26, 2), let localExtra = Self.word(bytes, header + 28, 2)
      else { return nil }
      let start = header + 30 + localName + localExtra
      guard start + size <= bytes.count else { return nil }
      let packed = Array(bytes[start..<start + size])
      guard let data = method == 8 ? Deflated.unpack(packed, as: .none) : packed else { return nil }
      let name = Array(bytes[position + 46..<position + 46 + nameLength])
      entries.append(Entry(name: name, data: data, isDeflated: method == 8))
      position += 46 + nameLength + extraLength + commentLength
    }
    guard !entries.isEmpty else { return nil }
  }

  /// An archive in which an entry has other content, another name or another way of packing.
  func mutated(_ randomness: inout Randomness) -> SmallZip {
    var result = self
    let index = randomness.below(entries.count)
    switch randomness.below(16) {
    case 0: result.entries.remove(at: index)
    case 1: result.entries.insert(entries[index], at: randomness.below(entries.count))
    case 2: result.entries[index].name = InputStructure.mutatedBytes(entries[index].name, atMost: 64)
    case 3: result.entries[index].data = entries[randomness.below(entries.count)].data
    case 4: result.entries[index].isDeflated.toggle()
    default: result.entries[index].data = InputStructure.mutatedContent(entries[index].data, &randomness)
    }
    return result
  }

  /// The archive with sizes and checksums that are right.
  var bytes: [UInt8] {
    var (files, directory): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let packed = entry.isDeflated ? Deflated.pack(entry.data, as: .none) : entry.data
      var facts = Self.bytes(20, 2) + Self.bytes(0, 2) + Self.bytes(entry.isDeflated ? 8 : 0, 2) + Self.bytes(0, 4)
      facts += Self.bytes(Int(Deflated.crc32(of: entry.data)), 4) + Self.bytes(packed.count, 4)
      facts += Self.bytes(entry.data.count, 4) + Self.bytes(entry.name.count, 2) + Self.bytes(0, 2)
      directory += Self.bytes(0x0201_4B50, 4) + Self.bytes(20, 2) + facts + Self.bytes(0, 10)
      directory += Self.bytes(files.count, 4) + entry.name
      files += Self.bytes(0x0403_4B50, 4) + facts + entry.name + packed
    }
    var end = Self.bytes(0x0605_4B50, 4) + Self.bytes(0, 4) + Self.bytes(entries.count, 2)
    end += Self.bytes(entries.count, 2) + Self.bytes(directory.count, 4) + Self.bytes(files.count, 4)
    end += Self.bytes(0, 2)
    return files + directory + end
  }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  private static func word(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int? {
    guard position >= 0, position + count <= bytes.count else { return nil }
    return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
