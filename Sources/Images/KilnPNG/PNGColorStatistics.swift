/// Statistics of the colours of pictures, which decide how they can be packed without loss.
struct PNGColorStatistics {
  /// Numbers of the colours, not sorted yet; nil if they are too many.
  private(set) var indices: PNGColorIndices? = PNGColorIndices()
  private var alpha: UInt32 = 255
  private var isGrey = true
  private var greys: (two: Bool, four: Bool, sixteen: Bool) = (true, true, true)

  init() {}

  /// - Parameter pixels: straight RGBA words
  init(_ pixels: [UInt32]) { add(pixels) }

  /// Counts the colours of a picture, too.
  ///
  /// - Parameter pixels: straight RGBA words
  mutating func add(_ pixels: [UInt32]) {
    var last: UInt32?
    for pixel in pixels where pixel != last {
      last = pixel
      alpha &= pixel >> 24
      let value = pixel & 255
      if isGrey, value == pixel >> 8 & 255, value == pixel >> 16 & 255 {
        greys.two = greys.two && value % 255 == 0
        greys.four = greys.four && value % 85 == 0
        greys.sixteen = greys.sixteen && value % 17 == 0
      } else {
        isGrey = false
      }
      if indices?.insert(pixel) == false { indices = nil }
    }
  }

  /// Whether no pixel is translucent.
  var isOpaque: Bool { alpha == 255 }

  /// The leanest colour type with channels.
  var colorType: PNGPicture.ColorType { isGrey ? (isOpaque ? .grey : .greyAlpha) : isOpaque ? .rgb : .rgba }

  /// Bits of a grey value, if the colour type is grey; else 8.
  var greyDepth: Int { colorType != .grey ? 8 : greys.two ? 1 : greys.four ? 2 : greys.sixteen ? 4 : 8 }

  /// Numbers of the colours, sorted; nil if they are too many.
  var sortedIndices: PNGColorIndices? {
    var indices = indices
    indices?.sort()
    return indices
  }
}

extension PNGColorStatistics {
  /// Numbers of the colours in the order in which they came, those with alpha first; nil if they are too many.
  var indicesByAlpha: PNGColorIndices? {
    var indices = indices
    indices?.sortByAlpha()
    return indices
  }
}

/// Numbers of at most 256 colours.
struct PNGColorIndices: Sendable {
  /// The colours by their number: straight RGBA words.
  private(set) var palette: [UInt32] = []
  /// An open hash table with room for four times as many colours. A place holds a colour and its number; -1 if it is free.
  private var colors = [UInt32](repeating: 0, count: 1024)
  private var numbers = [Int16](repeating: -1, count: 1024)

  /// Bits that hold every number.
  var bitDepth: Int { palette.count <= 2 ? 1 : palette.count <= 4 ? 2 : palette.count <= 16 ? 4 : 8 }

  /// The number of a colour that was inserted.
  subscript(color: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: numbers[slot(of: color)]) }

  /// Adds a colour unless it is there; false if there is no room.
  mutating func insert(_ color: UInt32) -> Bool {
    let slot = slot(of: color)
    if numbers[slot] >= 0 { return true }
    guard palette.count < 256 else { return false }
    colors[slot] = color
    numbers[slot] = Int16(palette.count)
    palette.append(color)
    return true
  }

  /// Numbers the colours anew: those with alpha first, so that the list of alphas is short; similar ones side by side.
  mutating func sort() {
    palette.sort { Self.rank($0) < Self.rank($1) }
    number()
  }

  /// Numbers the colours anew: those with alpha first, each in the order in which they came.
  mutating func sortByAlpha() {
    palette = palette.filter { $0 >> 24 < 255 } + palette.filter { $0 >> 24 == 255 }
    number()
  }

  private mutating func number() {
    for (number, color) in palette.enumerated() { numbers[slot(of: color)] = Int16(number) }
  }

  /// Sort key of a colour: alpha, then luminance.
  private static func rank(_ color: UInt32) -> (UInt32, UInt32, UInt32) {
    let luminance = (color & 255) * 2 + (color >> 8 & 255) * 5 + (color >> 16 & 255)
    return (color >> 24, luminance, color)
  }

  private func slot(of color: UInt32) -> Int {
    var slot = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 22)
    while numbers[slot] >= 0, colors[slot] != color { slot = (slot + 1) & 1023 }
    return slot
  }
}
