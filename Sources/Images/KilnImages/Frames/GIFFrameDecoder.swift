internal import KilnDiagnostics
internal import KilnPixels

/// Decodes the canvases of a GIF (GIF89a), as browsers compose them.
struct GIFFrameDecoder: FrameDecoder {
  /// Hundredths of a second from which browsers believe a duration; they show shorter frames for 100 ms.
  private static let leastCentiseconds = 2

  /// A frame as it is stored.
  private struct Stored {
    var rect: PixelRect
    /// 2: the rectangle is cleared after the frame, 3: it is as before the frame.
    var disposal: UInt8
    /// Index of the transparent colour.
    var transparent: Int?
    var isInterlaced: Bool
    var palette: [UInt32]
    /// Bits of an index.
    var depth: Int
    /// Offset in the file of the blocks of codes.
    var data: Int
  }

  let width: Int
  let height: Int
  /// Duration of each frame.
  private(set) var milliseconds: [Double] = []
  private let bytes: [UInt8]
  private var frames: [Stored] = []
  private var canvas: Pixmap
  private var position = 0
  /// Disposal of the last frame, pending until the next one is drawn; without `before` the rectangle is cleared.
  private var disposal: (rect: PixelRect, before: Pixmap?)?

  static func recognizes(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
  }

  /// Width and height of the canvas in pixels, by the header alone; nil if it is cut off.
  static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 10 else { return nil }
    return (Int(bytes[6]) | Int(bytes[7]) << 8, Int(bytes[8]) | Int(bytes[9]) << 8)
  }

  /// The first frame on its canvas.
  ///
  /// - Throws: `image.data.invalid` or `limit.exceeded`.
  static func firstFrame(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) -> Pixmap {
    var decoder = try GIFFrameDecoder(bytes, limits: limits)
    return try decoder.next() ?? Pixmap(width: decoder.width, height: decoder.height)
  }

  /// - Throws: `image.data.invalid` or `limit.exceeded`.
  init(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    self.bytes = bytes
    var reader = GIFReader(bytes)
    guard Self.recognizes(bytes), bytes.count >= 13 else { throw GIFReader.failure("it has no header") }
    reader.position = 6
    (width, height) = (reader.number(), reader.number())
    guard width > 0, height > 0 else { throw GIFReader.failure("its canvas is empty") }
    try limits.check(width: width, height: height, "The GIF image")
    canvas = Pixmap(width: width, height: height)
    let flags = reader.byte()
    reader.position += 2
    let shared = flags & 0x80 != 0 ? reader.palette(flags) : []
    try readBlocks(&reader, shared, limits)
    guard !frames.isEmpty else { throw GIFReader.failure("it has no frame") }
    if frames.count == 1 { milliseconds = [0] }
  }

  private mutating func readBlocks(_ reader: inout GIFReader, _ shared: [UInt32], _ limits: Limits) throws(Diagnostic) {
    var control: (flags: UInt8, centiseconds: Int, transparent: UInt8) = (0, 0, 0)
    while !reader.isAtEnd {
      switch reader.byte() {
      case 0x21:
        guard reader.byte() == 0xF9 else {
          reader.skipBlocks()
          continue
        }
        reader.position += 1
        control = (reader.byte(), reader.number(), reader.byte())
        reader.skipBlocks()
      case 0x2C:
        try limits.check(frames.count + 1, atMost: .frames, "the picture's number of frames")
        let (x, y, width, height) = (reader.number(), reader.number(), reader.number(), reader.number())
        try limits.check(width: width, height: height, "a frame of the GIF image")
        let flags = reader.byte()
        let palette = flags & 0x80 != 0 ? reader.palette(flags) : shared
        let depth = Int(reader.byte())
        // A frame that is cut off before its pixels is none.
        guard reader.position <= bytes.count else { return }
        let isBelievable = control.centiseconds >= Self.leastCentiseconds
        milliseconds.append(isBelievable ? Double(control.centiseconds) * 10 : 100)
        frames.append(
          Stored(
            rect: PixelRect(x: x, y: y, width: width, height: height), disposal: control.flags >> 2 & 7,
            transparent: control.flags & 1 == 1 ? Int(control.transparent) : nil, isInterlaced: flags & 0x40 != 0,
            palette: palette, depth: depth, data: reader.position))
        reader.skipBlocks()
        control = (0, 0, 0)
      case 0x3B: return
      // As in browsers, what follows the frames is nothing.
      default:
        guard !frames.isEmpty else { throw GIFReader.failure("no block begins at byte \(reader.position - 1)") }
        return
      }
    }
  }

  mutating func next() throws(Diagnostic) -> Pixmap? {
    guard position < frames.count else { return nil }
    if let disposal {
      if let before = disposal.before { canvas.copy(disposal.rect, of: before) } else { canvas.clear(disposal.rect) }
    }
    let frame = frames[position]
    disposal = frame.disposal == 2 ? (frame.rect, nil) : frame.disposal == 3 ? (frame.rect, canvas) : nil
    try draw(frame)
    position += 1
    return canvas
  }

  private mutating func draw(_ frame: Stored) throws(Diagnostic) {
    let (columns, rows) = (frame.rect.width, frame.rect.height)
    // Frames may lie outside of the canvas.
    guard columns > 0, rows > 0, frame.rect.minX < canvas.width, frame.rect.minY < canvas.height else { return }
    var reader = GIFReader(bytes)
    reader.position = frame.data
    var codes = LZWDecoder(reader.blocks(), depth: frame.depth)
    // Rows beyond the canvas are not decoded.
    let needed = frame.isInterlaced ? rows : min(rows, canvas.height - frame.rect.minY)
    guard let indices = codes.indices(atMost: columns * needed), !indices.isEmpty else {
      throw GIFReader.failure("the codes of frame \(position) are wrong")
    }
    let order = frame.isInterlaced ? Self.interlaced(rows) : Array(0..<needed)
    for (row, y) in order.enumerated() where frame.rect.minY + y < canvas.height {
      for x in 0..<min(columns, canvas.width - frame.rect.minX) {
        let at = row * columns + x
        // Pixels that are missing at the end stay unchanged.
        guard at < indices.count else { return }
        let index = Int(indices[at])
        guard index != frame.transparent, index < frame.palette.count else { continue }
        canvas[frame.rect.minX + x, frame.rect.minY + y] = frame.palette[index]
      }
    }
  }

  /// Rows in the order in which an interlaced image holds them.
  private static func interlaced(_ rows: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: rows, by: $0.1)) }
  }
}

/// Reads the parts of a GIF; beyond its end everything is 0.
private struct GIFReader {
  private let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func failure(_ reason: String) -> Diagnostic {
    Diagnostic(.imageInvalid, "The GIF image is damaged: \(reason)")
  }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func byte() -> UInt8 {
    defer { position += 1 }
    return position < bytes.count ? bytes[position] : 0
  }

  /// A number of two bytes.
  mutating func number() -> Int {
    let low = Int(byte())
    return low | Int(byte()) << 8
  }

  /// A colour table whose size is in the low bits of the flags.
  mutating func palette(_ flags: UInt8) -> [UInt32] {
    (0..<2 << Int(flags & 7)).map { _ in
      let (red, green, blue) = (UInt32(byte()), UInt32(byte()), UInt32(byte()))
      return red | green << 8 | blue << 16 | 255 << 24
    }
  }

  mutating func skipBlocks() {
    while case let length = Int(byte()), length > 0 { position += length }
  }

  /// The content of the blocks up to the empty one.
  mutating func blocks() -> [UInt8] {
    var result: [UInt8] = []
    while case let length = Int(byte()), length > 0 {
      result += bytes[min(position, bytes.count)..<min(position + length, bytes.count)]
      position += length
    }
    return result
  }
}

/// Decoder of GIF's LZW codes (GIF89a, appendix F).
private struct LZWDecoder {
  private let data: [UInt8]
  private let depth: Int
  /// For each code, the code of all but the last index of its string, its last index, and the string's length.
  private var prefixes = [UInt16](repeating: 0, count: 4096)
  private var lasts = [UInt8](repeating: 0, count: 4096)
  private var lengths = [Int](repeating: 1, count: 4096)

  init(_ data: [UInt8], depth: Int) {
    self.data = data
    self.depth = depth
  }

  /// Indices of the pixels in order, up to a number; nil if a code is wrong.
  mutating func indices(atMost limit: Int) -> [UInt8]? {
    guard (1...8).contains(depth) else { return nil }
    let clear = 1 << depth
    for code in 0..<clear { lasts[code] = UInt8(truncatingIfNeeded: code) }
    var result: [UInt8] = []
    var (bits, count, width, next) = (0, 0, depth + 1, clear + 2)
    var previous: Int?
    for byte in data {
      bits |= Int(byte) << count
      count += 8
      while count >= width {
        let code = bits & (1 << width - 1)
        bits >>= width
        count -= width
        if code == clear {
          (width, next, previous) = (depth + 1, clear + 2, nil)
          continue
        }
        if code == clear + 1 || result.count >= limit { return result }
        guard code < clear || code >= clear + 2 && (code < next || code == next && previous != nil) else { return nil }
        let first = first(of: code < next ? code : previous ?? 0)
        if let previous, next < 4096 {
          prefixes[next] = UInt16(truncatingIfNeeded: previous)
          lasts[next] = first
          lengths[next] = lengths[previous] + 1
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        }
        append(code, to: &result)
        previous = code
      }
    }
    return result
  }

  private func first(of code: Int) -> UInt8 {
    var code = code
    while lengths[code] > 1 { code = Int(prefixes[code]) }
    return lasts[code]
  }

  private func append(_ code: Int, to result: inout [UInt8]) {
    var code = code
    let start = result.count
    let length = lengths[code]
    result.append(contentsOf: repeatElement(0, count: length))
    for at in (start..<start + length).reversed() {
      result[at] = lasts[code]
      code = Int(prefixes[code])
    }
  }
}
