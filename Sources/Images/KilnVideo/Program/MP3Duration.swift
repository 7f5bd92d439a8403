/// Length of MPEG audio by its frames (ISO/IEC 11172-3, 2.4.2.3).
package enum MP3Duration {
  /// The length in milliseconds; nil if there is no frame.
  package static func milliseconds(of file: [UInt8]) -> Double? {
    var position = contentStart(of: file)
    var milliseconds = 0.0
    var count = 0
    while let frame = frame(in: file, at: position) {
      // The first may say how many follow, and is not heard.
      let isHeard = count > 0 || !isInformation(file[position..<min(file.count, position + frame.bytes)])
      if isHeard { milliseconds += frame.milliseconds }
      position += frame.bytes
      count += 1
    }
    return count > 0 ? milliseconds : nil
  }

  /// Whether a frame is one of LAME's or Xing's, which tell about the others.
  private static func isInformation(_ frame: ArraySlice<UInt8>) -> Bool {
    // After the header, a checksum and the side information, whose length depends on the header.
    frame.prefix(64).indices.contains { index in
      frame[index...].starts(with: "Xing".utf8) || frame[index...].starts(with: "Info".utf8)
    }
  }

  /// The first frame after an ID3 tag, and what may lie between.
  private static func contentStart(of file: [UInt8]) -> Int {
    var position = 0
    if file.starts(with: "ID3".utf8), file.count >= 10 {
      position = 10 + file[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
    // A tag may say that it is longer than the file.
    guard position < file.count else { return file.count }
    // Two frames in a row are no accident.
    for start in position..<min(file.count, position + (1 << 16)) {
      if let first = frame(in: file, at: start) {
        let next = start + first.bytes
        if next >= file.count || frame(in: file, at: next) != nil { return start }
      }
    }
    return file.count
  }

  /// Kilobits per second by the index of the bit rate, for layers I to III of MPEG 1, layer I, and layers II and III of MPEG 2.
  private static let bitRates: [[Int]] = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  private static func frame(in file: [UInt8], at start: Int) -> (bytes: Int, milliseconds: Double)? {
    guard start >= 0, start < file.count - 3, file[start] == 0xFF, file[start + 1] & 0xE0 == 0xE0 else { return nil }
    let version = Int(file[start + 1] >> 3 & 3)
    let layer = 4 - Int(file[start + 1] >> 1 & 3)
    let rateIndex = Int(file[start + 2] >> 4)
    let sampleIndex = Int(file[start + 2] >> 2 & 3)
    guard version != 1, layer < 4, (1...14).contains(rateIndex), sampleIndex < 3 else { return nil }
    let isFirst = version == 3
    let rates = bitRates[isFirst ? layer - 1 : layer == 1 ? 3 : 4]
    let sampleRate = [44_100, 48_000, 32_000][sampleIndex] / [4, 1, 2, 1][version]
    let samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152
    let padding = Int(file[start + 2] >> 1 & 1) * (layer == 1 ? 4 : 1)
    let whole = samples / 8 * rates[rateIndex - 1] * 1000 / sampleRate
    let bytes = (layer == 1 ? whole / 4 * 4 : whole) + padding
    return bytes > 4 ? (bytes, Double(samples) * 1000 / Double(sampleRate)) : nil
  }
}
