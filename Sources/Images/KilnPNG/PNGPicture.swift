internal import KilnCompression
internal import KilnDiagnostics
package import KilnPixels

/// A picture in one of PNG's colour types, packed into rows (PNG specification, 11.2.2 and 7.2).
package struct PNGPicture: Sendable {
  /// PNG's numbers of colour types.
  package enum ColorType: UInt8, Sendable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  let width: Int
  let height: Int
  let colorType: ColorType
  /// Bits a channel.
  let bitDepth: Int
  /// Straight RGBA words that indices stand for, those with alpha first; empty if there are no indices.
  let palette: [UInt32]
  /// All rows, each a whole number of bytes.
  let rows: [UInt8]

  /// Bytes of a row.
  var rowBytes: Int { (width * colorType.channels * bitDepth + 7) / 8 }
  /// Distance in bytes to the left neighbour that filters compare with; at least 1.
  var filterDistance: Int { max(1, colorType.channels * bitDepth / 8) }
  /// Whether bytes are indices, or several pixels.
  var isPacked: Bool { colorType == .palette || bitDepth < 8 }

  /// Bytes that a number of pixels take, packed like this picture's.
  func byteCount(ofPixels count: Int) -> Int {
    Int(min(1e15, Double(rows.count) / Double(max(1, width * height)) * Double(count)))
  }

  /// Lossless pixel formats of a picture, one of which gives the smallest file.
  ///
  /// - Parameter allowsGreyAlpha: Whether grey may have two channels.
  /// - Throws: `internal.error` if memory is exhausted.
  static func candidates(
    for pixmap: Pixmap, _ colors: Unpremultiplier, effort: CompressionEffort, allowsGreyAlpha: Bool = true
  ) throws(Diagnostic) -> [PNGPicture] {
    let pixels = colors.straight(pixmap.pixels)
    let statistics = PNGColorStatistics(pixels)
    let isColored = statistics.colorType == .greyAlpha && !allowsGreyAlpha
    let channels = PNGPicture(
      pixels, pixmap, isColored ? .rgba : statistics.colorType, bitDepth: statistics.greyDepth)
    guard let indices = statistics.sortedIndices else { return [channels] }
    var indexed = PNGPicture(pixels, pixmap, indices)
    if effort != .light, let firstSeen = statistics.indicesByAlpha {
      // Colours that come together have numbers side by side, so that the codes of many short blocks are said in fewer
      // bytes; or numbers rise with lightness.
      let other = PNGPicture(pixels, pixmap, firstSeen)
      if try Zlib.deflate(other.rows, level: 6).count < Zlib.deflate(indexed.rows, level: 6).count { indexed = other }
    }
    // The table of colours can be larger than what it saves: in small pictures, and where grey needs none.
    let isDoubtful = statistics.colorType == .grey || pixels.count < 64 * indices.palette.count
    return isDoubtful || effort == .strongest ? [indexed, channels] : [indexed]
  }

  /// Channels of eight bits, or of fewer if they are grey.
  package init(_ pixels: [UInt32], _ pixmap: Pixmap, _ colorType: ColorType, bitDepth: Int = 8) {
    width = pixmap.width
    height = pixmap.height
    self.colorType = colorType
    self.bitDepth = bitDepth
    palette = []
    rows =
      switch colorType {
      case .grey: Self.packed(pixels, width: pixmap.width, bitDepth: bitDepth) { UInt8($0 & 255) >> (8 - bitDepth) }
      case .greyAlpha: Self.bytes(of: pixels, shifts: [0, 24])
      case .rgb: Self.bytes(of: pixels, shifts: [0, 8, 16])
      case .palette, .rgba: Self.bytes(of: pixels, shifts: [0, 8, 16, 24])
      }
  }

  /// Numbers of colours, in as few bits as hold the largest.
  init(_ pixels: [UInt32], _ pixmap: Pixmap, _ indices: PNGColorIndices) {
    width = pixmap.width
    height = pixmap.height
    colorType = .palette
    let bitDepth = indices.bitDepth
    self.bitDepth = bitDepth
    palette = indices.palette
    rows = Self.packed(pixels, width: pixmap.width, bitDepth: bitDepth) { indices[$0] }
  }

  /// A picture of a pixmap's size in 8-bit RGBA, without rows: what `file(imageData:)` needs for `straightLines`.
  init(size pixmap: Pixmap) {
    (width, height) = (pixmap.width, pixmap.height)
    (colorType, bitDepth, palette, rows) = (.rgba, 8, [], [])
  }

  /// All rows of a pixmap in straight 8-bit RGBA, unfiltered, each preceded by its filter type: the input of Deflate.
  ///
  /// Made in one pass, because writing to fresh memory takes longer than computing what is written.
  static func straightLines(of pixmap: Pixmap, _ colors: Unpremultiplier) -> [UInt8] {
    let lineBytes = 4 * pixmap.width + 1
    return [UInt8](unsafeUninitializedCapacity: pixmap.height * lineBytes) { lines, count in
      guard let start = UnsafeMutableRawPointer(lines.baseAddress) else { return }
      var last: (pixel: UInt32, straight: UInt32) = (0, 0)
      for y in 0..<pixmap.height {
        let line = start + y * lineBytes
        line.storeBytes(of: PNGFilter.none.rawValue, as: UInt8.self)
        for x in 0..<pixmap.width {
          let pixel = pixmap.pixels[y * pixmap.width + x]
          if pixel != last.pixel { last = (pixel, colors.straight(pixel)) }
          (line + 1 + 4 * x).storeBytes(of: last.straight.littleEndian, as: UInt32.self)
        }
      }
      count = pixmap.height * lineBytes
    }
  }

  private init(_ picture: PNGPicture, height: Int, rows: [UInt8]) {
    (width, self.height) = (picture.width, height)
    (colorType, bitDepth, palette) = (picture.colorType, picture.bitDepth, picture.palette)
    self.rows = rows
  }

  /// The picture with some of its rows.
  func withBands(_ bands: [Range<Int>]) -> PNGPicture {
    var part: [UInt8] = []
    part.reserveCapacity(bands.reduce(0) { $0 + $1.count } * rowBytes)
    for band in bands { part += rows[band.lowerBound * rowBytes..<band.upperBound * rowBytes] }
    return PNGPicture(self, height: bands.reduce(0) { $0 + $1.count }, rows: part)
  }

  private static func bytes(of pixels: [UInt32], shifts: [UInt32]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pixels.count * shifts.count) { bytes, count in
      for pixel in pixels {
        for shift in shifts {
          bytes[count] = UInt8(truncatingIfNeeded: pixel >> shift)
          count += 1
        }
      }
    }
  }

  /// One value a pixel, the leftmost in the highest bits.
  private static func packed(
    _ pixels: [UInt32], width: Int, bitDepth: Int, value: (UInt32) -> UInt8
  ) -> [UInt8] {
    if bitDepth == 8 { return pixels.map(value) }
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.count * bitDepth / 8 + pixels.count / width)
    for start in stride(from: 0, to: pixels.count, by: width) {
      var byte: UInt8 = 0
      var free = 8
      for pixel in pixels[start..<start + width] {
        free -= bitDepth
        byte |= value(pixel) << UInt8(free)
        if free == 0 {
          rows.append(byte)
          (byte, free) = (0, 8)
        }
      }
      if free < 8 { rows.append(byte) }
    }
    return rows
  }
}
