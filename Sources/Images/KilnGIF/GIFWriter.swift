internal import KilnCompression
package import KilnDiagnostics

/// Puts frames together into a GIF (GIF89a).
package struct GIFWriter: Sendable {
  /// Disposal method of a frame's rectangle; the raw values are the format's.
  package enum Disposal: UInt8, Sendable {
    case none = 1
    case background, previous
  }

  /// One frame.
  package struct Frame: Sendable {
    /// Column of its left edge.
    package var x: Int
    /// Row of its top edge.
    package var y: Int
    /// Duration in hundredths of a second.
    package var centiseconds: Int
    /// Disposal of its rectangle.
    package var disposal: Disposal
    /// Size, colours and compressed pixels.
    package var data: GIFFrameData

    /// A frame with compressed pixels.
    package init(x: Int, y: Int, centiseconds: Int, disposal: Disposal, data: GIFFrameData) {
      (self.x, self.y) = (x, y)
      self.centiseconds = centiseconds
      self.disposal = disposal
      self.data = data
    }
  }

  /// The longest time of a frame.
  package static let maximumCentiseconds = 0xFFFF

  private var file = SegmentedBytes()

  /// An animation without frames.
  ///
  /// - Parameters:
  ///   - palette: Colours of the frames that have none of their own; nil if all have.
  ///   - loopCount: Number of plays, 0 for infinite.
  /// - Throws: `image.encode.failed` if a side has more than 65535 pixels.
  package init(
    width: Int, height: Int, palette: GIFColorTable?, loopCount: Int
  ) throws(Diagnostic) {
    guard (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) else {
      throw Diagnostic(.imageNotEncodable, "The GIF cannot be written: it has \(width) × \(height) pixels")
    }
    var header = Array("GIF89a".utf8)
    header.append(littleEndian: width)
    header.append(littleEndian: height)
    // Eight bits a channel; no background, no aspect.
    header += [palette.map { 0xF0 | UInt8($0.depth - 1) } ?? 0x70, 0, 0]
    header += palette?.bytes ?? []
    // Without the extension it plays once. Browsers count what comes after the first time.
    if loopCount != 1 {
      header += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
      header.append(littleEndian: loopCount == 0 ? 0 : min(loopCount - 1, 0xFFFF))
      header.append(0)
    }
    file.append(header)
  }

  /// Appends a frame.
  package mutating func append(_ frame: Frame) {
    let data = frame.data
    var header: [UInt8] = [0x21, 0xF9, 4, frame.disposal.rawValue << 2 | (data.transparent == nil ? 0 : 1)]
    header.append(littleEndian: min(frame.centiseconds, Self.maximumCentiseconds))
    header += [data.transparent ?? 0, 0, 0x2C]
    for value in [frame.x, frame.y, data.width, data.height] { header.append(littleEndian: value) }
    header.append(data.palette.map { 0x80 | UInt8($0.depth - 1) } ?? 0)
    header += data.palette?.bytes ?? []
    file.append(header)
    file.append(data.codes)
  }

  /// Bytes of the file so far.
  package var byteCount: Int { file.count + 1 }

  /// The whole file. Called once, after the last frame.
  package mutating func finish() -> [UInt8] {
    file.append([0x3B])
    return file.join()
  }
}

extension [UInt8] {
  /// Appends a number of two bytes, the lower first.
  fileprivate mutating func append(littleEndian value: Int) {
    self += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
