internal import KilnDiagnostics

extension VideoTrack {
  /// Whether bytes begin like a Matroska or WebM file.
  static func isWebM(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) }

  /// Reads the first video track of a WebM or Matroska file.
  ///
  /// - Throws: `video.malformed` if there is none, or `limit.exceeded`.
  init(webM bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    self.init()
    var reader = WebMReader(bytes, limits: limits)
    try reader.read(0..<bytes.count)
    self = reader.track
    hasAlpha = reader.hasAlpha
    soundCount = reader.soundCount
    starts = reader.times.sorted().map { Double($0) * reader.milliseconds }
    let first = starts.first ?? 0
    starts = starts.map { $0 - first }
    if let end = reader.duration, let last = starts.last { lastDuration = max(0, end - first - last) }
    guard width > 0, height > 0, !starts.isEmpty else {
      throw Diagnostic(.videoMalformed, "the file has no video track with frames")
    }
  }
}

/// Walks through the elements of a WebM file (RFC 8794, RFC 9559).
private struct WebMReader {
  private let bytes: [UInt8]
  private let limits: Limits
  var track = VideoTrack()
  var hasAlpha = false
  var soundCount = 0
  /// Times of the blocks of the video track, in units of `milliseconds`.
  var times: [Int] = []
  /// Milliseconds of a unit of time.
  var milliseconds = 1.0
  /// Duration of the file in milliseconds.
  var duration: Double?
  private var number: Int?
  private var clusterTime = 0
  private var current = (number: 0, isVideo: false, codec: "")
  private var durationUnits: Double?

  init(_ bytes: [UInt8], limits: Limits) { (self.bytes, self.limits) = (bytes, limits) }

  private enum Element {
    static let containers: Set<Int> = [0x1853_8067, 0x1549_A966, 0x1654_AE6B, 0xAE, 0xE0, 0x1F43_B675, 0xA0]
    static let track = 0xAE
    static let (trackNumber, trackType, codec) = (0xD7, 0x83, 0x86)
    static let (width, height, alphaMode) = (0xB0, 0xBA, 0x53C0)
    static let (timeScale, duration) = (0x2AD7B1, 0x4489)
    static let (clusterTime, block, simpleBlock) = (0xE7, 0xA1, 0xA3)
  }

  /// Deepest nesting of elements that are looked into.
  private static let maximumDepth = 8

  mutating func read(_ range: Range<Int>, depth: Int = 0) throws(Diagnostic) {
    guard depth < Self.maximumDepth else { throw Diagnostic(.videoMalformed, "elements are nested too deeply") }
    var place = range.lowerBound
    while place < range.upperBound {
      guard let identifier = variable(at: place, within: range, keepsMarker: true),
        let size = variable(at: place + identifier.length, within: range, keepsMarker: false)
      else { throw Diagnostic(.videoMalformed, "an element at byte \(place) has no length") }
      let start = place + identifier.length + size.length
      // All bits set: up to the end of what it stands in.
      let end = size.isUnknown ? range.upperBound : start.addingClamped(size.value)
      guard end <= range.upperBound else {
        throw Diagnostic(.videoMalformed, "an element at byte \(place) is longer than what it stands in")
      }
      if identifier.value == Element.track { current = (0, false, "") }
      if Element.containers.contains(identifier.value) {
        try read(start..<end, depth: depth + 1)
      } else {
        try take(identifier.value, start..<end)
      }
      if identifier.value == Element.track, current.isVideo, number == nil {
        number = current.number
        track.codec = current.codec
      }
      place = end
    }
    if let durationUnits { duration = durationUnits * milliseconds }
  }

  private mutating func take(_ identifier: Int, _ range: Range<Int>) throws(Diagnostic) {
    switch identifier {
    case Element.trackNumber: current.number = integer(range)
    case Element.trackType:
      current.isVideo = integer(range) == 1
      if integer(range) == 2 { soundCount += 1 }
    case Element.codec: current.codec = String(decoding: bytes[range].prefix(32), as: UTF8.self).printable
    case Element.width where number == nil: track.width = integer(range)
    case Element.height where number == nil: track.height = integer(range)
    case Element.alphaMode where number == nil: hasAlpha = integer(range) == 1
    case Element.timeScale: milliseconds = Double(integer(range)) / 1e6
    case Element.duration: durationUnits = float(range)
    case Element.clusterTime: clusterTime = integer(range)
    case Element.block, Element.simpleBlock:
      guard let track = variable(at: range.lowerBound, within: range, keepsMarker: false), track.value == number,
        range.count >= track.length + 3
      else { return }
      try limits.check(times.count + 1, atMost: .frames, "the number of frames")
      let offset = Int16(truncatingIfNeeded: bytes.bigEndian(at: range.lowerBound + track.length, count: 2))
      times.append(clusterTime.addingClamped(Int(offset)))
    default: break
    }
  }

  /// A number whose first byte says how many bytes it has; nil beyond the end.
  private func variable(
    at place: Int, within range: Range<Int>, keepsMarker: Bool
  ) -> (value: Int, length: Int, isUnknown: Bool)? {
    guard range.contains(place), bytes[place] > 0 else { return nil }
    let length = bytes[place].leadingZeroBitCount + 1
    guard place + length <= range.upperBound else { return nil }
    let value = bytes.bigEndian(at: place, count: length)
    let mask = length == 8 ? Int.max >> 7 : (1 << (7 * length)) - 1
    return (keepsMarker ? value : value & mask, length, value & mask == mask)
  }

  private func integer(_ range: Range<Int>) -> Int {
    range.count > 8 ? 0 : bytes.bigEndian(at: range.lowerBound, count: range.count)
  }

  private func float(_ range: Range<Int>) -> Double? {
    let value =
      switch range.count {
      case 4: Double(Float(bitPattern: UInt32(truncatingIfNeeded: integer(range))))
      case 8: Double(bitPattern: bytes[range].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
      default: Double.nan
      }
    return value.isFinite && value >= 0 && value < 1e12 ? value : nil
  }
}
