/// Reader of the ICC profile of a JPEG file (ICC.1:2022, B.4).
enum JPEGColorProfile {
  private static let identifier = Array("ICC_PROFILE\0".utf8)

  /// The profile, assembled from its APP2 segments; empty if there is no such segment before the first scan.
  static func candidates(in file: [UInt8]) -> [ColorConversion.Candidate] {
    var parts: [UInt8: ArraySlice<UInt8>] = [:]
    var count: UInt8?
    var size = 0
    for segment in ApplicationSegments(file: file, marker: 0xE2) where segment.starts(with: identifier) {
      let content = segment.dropFirst(identifier.count)
      guard let number = content.first, let total = content.dropFirst().first, number > 0, number <= total,
        count == nil || count == total, parts[number] == nil
      else { return [.failure(.damaged)] }
      count = total
      parts[number] = content.dropFirst(2)
      size += content.count - 2
      guard size <= ColorDescription.largestProfile else { return [.failure(.tooLarge)] }
    }
    guard let count else { return [] }
    guard parts.count == Int(count) else { return [.failure(.damaged)] }
    return [.success(.profile(parts.sorted { $0.key < $1.key }.flatMap(\.value)))]
  }
}

/// Contents of the segments with one marker of a JPEG file, up to the first scan (ITU T.81, B.1.1.4).
private struct ApplicationSegments: Sequence, IteratorProtocol {
  let file: [UInt8]
  let marker: UInt8
  /// Starts after the SOI marker.
  private var position = 2

  init(file: [UInt8], marker: UInt8) {
    self.file = file
    self.marker = marker
  }

  mutating func next() -> ArraySlice<UInt8>? {
    while position + 4 <= file.count, file[position] == 0xFF {
      let found = file[position + 1]
      if found == 0xFF {
        position += 1
        continue
      }
      let length = Int(file[position + 2]) << 8 | Int(file[position + 3])
      // Start of scan, end of image, or a truncated segment.
      guard found != 0xDA, found != 0xD9, length >= 2, length <= file.count - position - 2 else { return nil }
      let content = position + 4..<position + 2 + length
      position = content.upperBound
      if found == marker { return file[content] }
    }
    return nil
  }
}
