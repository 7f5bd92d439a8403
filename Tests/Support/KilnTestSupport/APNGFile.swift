import KilnCompression
import KilnDiagnostics
import KilnImages

public import KilnPixels
import Testing

/// An animated PNG, read chunk by chunk and composed as its specification says.
public struct APNGFile {
  /// What a viewer shows, and for how long.
  public struct Frame {
    /// The whole canvas.
    public var pixmap: Pixmap
    /// How long it is shown.
    public var milliseconds: Int
  }

  /// How a frame is stored.
  public struct Control {
    /// Pixels that it replaces.
    public var rect: PixelRect
    /// How long it is shown.
    public var milliseconds: Int
    /// `dispose_op`: what happens to the pixels afterwards.
    public var disposal: UInt8
    /// Whether it is drawn over what is there.
    public var isBlended: Bool
  }

  /// Columns.
  public private(set) var width = 0
  /// Rows.
  public private(set) var height = 0
  /// As in `IHDR`.
  public private(set) var colorType: UInt8 = 0
  /// How often it plays, 0 for ever; -1 if the file does not say.
  public private(set) var loopCount = -1
  /// How each frame is stored.
  public private(set) var controls: [Control] = []
  private var declaredCount = 0
  private var header: [UInt8] = []
  private var tables: [(name: String, content: [UInt8])] = []
  private var data: [[UInt8]] = []
  private var nextSequenceNumber = 0

  /// Reads a file; wrong checksums and numbers are recorded as issues.
  public init(_ bytes: [UInt8]) throws {
    var position = 8
    while position + 12 <= bytes.count {
      let length = Self.number(bytes[position..<position + 4])
      let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      let content = Array(bytes[position + 8..<position + 8 + length])
      #expect(
        Self.number(bytes[(position + 8 + length)...].prefix(4))
          == Int(Checksum.crc32(Array(name.utf8) + content)), "checksum of \(name)")
      try read(name, content)
      position += 12 + length
    }
    #expect(position == bytes.count)
    #expect(declaredCount == controls.count && data.count == controls.count)
  }

  private mutating func read(_ name: String, _ content: [UInt8]) throws {
    switch name {
    case "IHDR":
      header = content
      (width, height) = (Self.number(content[0..<4]), Self.number(content[4..<8]))
      colorType = content[9]
    case "acTL":
      (declaredCount, loopCount) = (Self.number(content[0..<4]), Self.number(content[4..<8]))
    case "PLTE", "tRNS": tables.append((name, content))
    case "fcTL":
      expectSequenceNumber(content)
      let (width, height) = (Self.number(content[4..<8]), Self.number(content[8..<12]))
      let delay = Self.number(content[20..<22]) * 1000 / Self.number(content[22..<24])
      controls.append(
        Control(
          rect: PixelRect(
            x: Self.number(content[12..<16]), y: Self.number(content[16..<20]), width: width, height: height),
          milliseconds: delay, disposal: content[24], isBlended: content[25] == 1))
      data.append([])
    case "IDAT": data[data.count - 1] += content
    case "fdAT":
      expectSequenceNumber(content)
      data[data.count - 1] += content.dropFirst(4)
    default: break
    }
  }

  private mutating func expectSequenceNumber(_ content: [UInt8]) {
    #expect(Self.number(content[0..<4]) == nextSequenceNumber)
    nextSequenceNumber += 1
  }

  /// What is shown, frame by frame.
  public func frames() throws -> [Frame] {
    var canvas = Pixmap(width: width, height: height)
    var result: [Frame] = []
    for (control, data) in zip(controls, data) {
      let before = canvas
      let picture = try picture(control, data)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let pixel = picture[x, y]
          if control.isBlended && pixel >> 24 == 0 { continue }
          #expect(!control.isBlended || pixel >> 24 == 255, "viewers blend translucent pixels differently")
          canvas[control.rect.minX + x, control.rect.minY + y] = pixel
        }
      }
      result.append(Frame(pixmap: canvas, milliseconds: control.milliseconds))
      switch control.disposal {
      case 1: canvas.clear(control.rect)
      case 2: canvas = before
      default: break
      }
    }
    return result
  }

  /// A frame's rectangle, decoded as a picture of its own.
  private func picture(_ control: Control, _ data: [UInt8]) throws -> Pixmap {
    var header = header
    header.replaceSubrange(
      0..<8, with: PNGChunks.words(UInt32(control.rect.width), UInt32(control.rect.height)))
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    for (name, content) in [("IHDR", header)] + tables + [("IDAT", data), ("IEND", [])] {
      let checked = Array(name.utf8) + content
      file += PNGChunks.words(UInt32(content.count)) + checked + PNGChunks.words(Checksum.crc32(checked))
    }
    return try ImageDecoder.decode(file, limits: Limits())
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
