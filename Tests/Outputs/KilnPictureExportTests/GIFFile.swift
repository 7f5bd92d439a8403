import KilnPixels
import Testing

/// A GIF, decoded and composed as browsers do.
struct GIFFile {
  /// What a viewer shows, and for how long.
  struct Frame {
    var pixmap: Pixmap
    var centiseconds: Int
    var rect: PixelRect
    var disposal: UInt8
  }

  private(set) var width = 0
  private(set) var height = 0
  /// The number in the loop extension; nil if there is none.
  private(set) var repeats: Int?
  private(set) var frames: [Frame] = []
  private var bytes: ArraySlice<UInt8>
  private var palette: [UInt32] = []
  private var canvas = Pixmap(width: 0, height: 0)
  private var control: (flags: UInt8, centiseconds: Int, transparent: UInt8) = (0, 0, 0)

  init(_ file: [UInt8]) throws {
    bytes = file[...]
    #expect(take(6).elementsEqual("GIF89a".utf8))
    (width, height) = (number(), number())
    canvas = Pixmap(width: width, height: height)
    let flags = byte()
    _ = take(2)
    if flags & 0x80 != 0 { palette = table(flags) }
    while true {
      switch byte() {
      case 0x21: readExtension()
      case 0x2C: try readImage()
      case 0x3B:
        #expect(bytes.isEmpty)
        return
      default:
        Issue.record("no block begins here")
        return
      }
    }
  }

  private mutating func readExtension() {
    let label = byte()
    let content = blocks()
    if label == 0xF9 {
      control = (content[0], Int(content[1]) | Int(content[2]) << 8, content[3])
    } else if label == 0xFF, content.prefix(11).elementsEqual("NETSCAPE2.0".utf8) {
      repeats = Int(content[12]) | Int(content[13]) << 8
    }
  }

  private mutating func readImage() throws {
    let (x, y, width, height) = (number(), number(), number(), number())
    let flags = byte()
    let palette = flags & 0x80 != 0 ? table(flags) : self.palette
    let depth = Int(byte())
    let indices = Self.decode(blocks(), depth: depth)
    try #require(indices.count == width * height)
    let before = canvas
    for (offset, index) in indices.enumerated() where control.flags & 1 == 0 || index != control.transparent {
      try #require(Int(index) < palette.count)
      canvas[x + offset % width, y + offset / width] = palette[Int(index)]
    }
    let rect = PixelRect(x: x, y: y, width: width, height: height)
    let disposal = control.flags >> 2 & 7
    frames.append(Frame(pixmap: canvas, centiseconds: control.centiseconds, rect: rect, disposal: disposal))
    if disposal == 2 { canvas.clear(rect) }
    if disposal == 3 { canvas = before }
  }

  /// The indices of an image (GIF89a, appendix F).
  private static func decode(_ data: [UInt8], depth: Int) -> [UInt8] {
    let clear = 1 << depth
    var strings: [[UInt8]] = []
    var result: [UInt8] = []
    var previous: [UInt8]?
    var (bits, count, width) = (0, 0, depth + 1)
    for byte in data {
      bits |= Int(byte) << count
      count += 8
      while count >= width {
        let code = bits & (1 << width - 1)
        bits >>= width
        count -= width
        if code == clear {
          strings = (0..<clear).map { [UInt8(truncatingIfNeeded: $0)] } + [[], []]
          (previous, width) = (nil, depth + 1)
          continue
        }
        if code == clear + 1 { return result }
        guard code < strings.count || previous != nil && code == strings.count else { return [] }
        let string = code < strings.count ? strings[code] : (previous ?? []) + (previous ?? []).prefix(1)
        result += string
        if let previous, strings.count < 4096 { strings.append(previous + string.prefix(1)) }
        previous = string
        if strings.count == 1 << width, width < 12 { width += 1 }
      }
    }
    Issue.record("the end code is missing")
    return result
  }

  private mutating func table(_ flags: UInt8) -> [UInt32] {
    (0..<(2 << Int(flags & 7))).map { _ in
      let color = take(3)
      return color.reversed().reduce(255) { $0 << 8 | UInt32($1) }
    }
  }

  private mutating func blocks() -> [UInt8] {
    var result: [UInt8] = []
    while case let length = Int(byte()), length > 0 { result += take(length) }
    return result
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  private mutating func byte() -> UInt8 { bytes.popFirst() ?? 0x3B }

  private mutating func number() -> Int { Int(byte()) | Int(byte()) << 8 }
}
