internal import KilnCompression

/// Puts compressed frames together into an animated PNG (PNG specification, third edition, 11.3.6).
package struct APNGWriter: Sendable {
  /// Disposal of a frame's rectangle before the next frame (`dispose_op`); the raw values are the format's.
  package enum Disposal: UInt8, Sendable {
    case none, background, previous
  }

  /// One frame.
  package struct Frame: Sendable {
    /// Column of its left edge.
    package var x: Int
    /// Row of its top edge.
    package var y: Int
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int
    /// Duration in milliseconds.
    package var milliseconds: Int
    /// Disposal of its rectangle.
    package var disposal: Disposal
    /// Whether it is composited onto what is there; otherwise it replaces it.
    package var isBlended: Bool
    /// Zlib stream of filtered rows, from `APNGFrameEncoder`.
    package var data: [UInt8]

    /// A frame with compressed pixels.
    package init(
      x: Int, y: Int, width: Int, height: Int, milliseconds: Int, disposal: Disposal, isBlended: Bool, data: [UInt8]
    ) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
      self.milliseconds = milliseconds
      self.disposal = disposal
      self.isBlended = isBlended
      self.data = data
    }
  }

  /// The longest time of a frame that is stored to the millisecond.
  package static let maximumMilliseconds = 0xFFFF

  private let width: Int
  private let height: Int
  private let loopCount: Int
  private let format: APNGPixelFormat
  private var chunks = SegmentedBytes()
  private var count = 0
  private var sequenceNumber = 0

  /// An animation without frames.
  ///
  /// - Parameter loopCount: Number of plays, 0 for infinite.
  package init(width: Int, height: Int, loopCount: Int, format: APNGPixelFormat) {
    self.width = width
    self.height = height
    self.loopCount = loopCount
    self.format = format
  }

  /// Appends a frame. The first one covers the canvas.
  package mutating func append(_ frame: Frame) {
    appendControl(frame)
    // A chunk's length has 31 bits.
    for start in stride(from: 0, to: frame.data.count, by: 1 << 30) {
      let part = frame.data[start..<min(start + 1 << 30, frame.data.count)]
      if count == 0 {
        append(chunk: "IDAT", Array(part))
      } else {
        append(chunk: "fdAT", nextSequenceNumber() + part)
      }
    }
    count += 1
  }

  /// Bytes of the file so far.
  package var byteCount: Int { chunks.count }

  /// The whole file; nothing is left here.
  package mutating func finish() -> [UInt8] {
    var file = [UInt8].pngSignature
    file.append(header: (width, height), bitDepth: format.bitDepth, format.colorType)
    var control: [UInt8] = []
    control.append(bigEndian: count)
    control.append(bigEndian: loopCount)
    file.append(chunk: "acTL", control)
    file.append(palette: format.indices?.palette ?? [])
    if format.colorType == .rgb, let key = format.transparent {
      file.append(chunk: "tRNS", [0, UInt8(key & 255), 0, UInt8(key >> 8 & 255), 0, UInt8(key >> 16 & 255)])
    }
    append(chunk: "IEND", [])
    return chunks.join(after: file)
  }

  private mutating func append(chunk name: String, _ content: [UInt8]) {
    var chunk: [UInt8] = []
    chunk.append(chunk: name, content)
    chunks.append(chunk)
  }

  private mutating func appendControl(_ frame: Frame) {
    var control = nextSequenceNumber()
    for value in [frame.width, frame.height, frame.x, frame.y] { control.append(bigEndian: value) }
    let (numerator, denominator) = Self.delay(frame.milliseconds)
    control.append(bigEndian: numerator, bytes: 2)
    control.append(bigEndian: denominator, bytes: 2)
    control += [frame.disposal.rawValue, frame.isBlended ? 1 : 0]
    append(chunk: "fcTL", control)
  }

  /// Browsers cut off what is less than a millisecond, so that no finer denominator is of use.
  private static func delay(_ milliseconds: Int) -> (numerator: Int, denominator: Int) {
    for denominator in [1000, 100, 10] {
      let numerator = (milliseconds * denominator + 500) / 1000
      if numerator <= 0xFFFF { return (numerator, denominator) }
    }
    return (min(0xFFFF, milliseconds / 1000), 1)
  }

  private mutating func nextSequenceNumber() -> [UInt8] {
    defer { sequenceNumber += 1 }
    var bytes: [UInt8] = []
    bytes.append(bigEndian: sequenceNumber)
    return bytes
  }
}
