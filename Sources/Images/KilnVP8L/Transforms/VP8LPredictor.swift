/// Predicts pixels from their neighbours, tile by tile, so that differences are coded (WebP lossless specification, 4.1).
struct VP8LPredictor {
  /// A predictor of a pixel.
  enum Mode: UInt8, CaseIterable {
    case black, left, above, aboveRight, aboveLeft, leftAboveRightAbove, leftAboveLeft, leftAbove, aboveLeftAbove
    case aboveAboveRight, four, select, gradient, halfGradient

    @inline(__always)
    func predict(_ pixel: UnsafePointer<UInt32>, width: Int) -> UInt32 {
      let (left, above) = (pixel[-1], pixel[-width])
      let (aboveLeft, aboveRight) = (pixel[-width &- 1], pixel[1 &- width])
      switch self {
      case .black: return 0xFF00_0000
      case .left: return left
      case .above: return above
      case .aboveRight: return aboveRight
      case .aboveLeft: return aboveLeft
      case .leftAboveRightAbove: return VP8LPixel.mean(VP8LPixel.mean(left, aboveRight), above)
      case .leftAboveLeft: return VP8LPixel.mean(left, aboveLeft)
      case .leftAbove: return VP8LPixel.mean(left, above)
      case .aboveLeftAbove: return VP8LPixel.mean(aboveLeft, above)
      case .aboveAboveRight: return VP8LPixel.mean(above, aboveRight)
      case .four: return VP8LPixel.mean(VP8LPixel.mean(left, aboveLeft), VP8LPixel.mean(above, aboveRight))
      case .select:
        return VP8LPixel.distance(above, aboveLeft) < VP8LPixel.distance(left, aboveLeft) ? left : above
      case .gradient:
        return VP8LPixel.channels {
          VP8LPixel.channel(left, $0) &+ VP8LPixel.channel(above, $0) &- VP8LPixel.channel(aboveLeft, $0)
        }
      case .halfGradient:
        let mean = VP8LPixel.mean(left, above)
        return VP8LPixel.channels {
          let value = VP8LPixel.channel(mean, $0)
          return value &+ (value &- VP8LPixel.channel(aboveLeft, $0)) / 2
        }
      }
    }
  }

  /// Calls a function with the prediction of each mode, in the order of their numbers.
  @inline(__always)
  private static func forEachPrediction(
    _ pixel: UnsafePointer<UInt32>, width: Int, _ body: (_ mode: Int, _ prediction: UInt32) -> Void
  ) {
    body(0, Mode.black.predict(pixel, width: width))
    body(1, Mode.left.predict(pixel, width: width))
    body(2, Mode.above.predict(pixel, width: width))
    body(3, Mode.aboveRight.predict(pixel, width: width))
    body(4, Mode.aboveLeft.predict(pixel, width: width))
    body(5, Mode.leftAboveRightAbove.predict(pixel, width: width))
    body(6, Mode.leftAboveLeft.predict(pixel, width: width))
    body(7, Mode.leftAbove.predict(pixel, width: width))
    body(8, Mode.aboveLeftAbove.predict(pixel, width: width))
    body(9, Mode.aboveAboveRight.predict(pixel, width: width))
    body(10, Mode.four.predict(pixel, width: width))
    body(11, Mode.select.predict(pixel, width: width))
    body(12, Mode.gradient.predict(pixel, width: width))
    body(13, Mode.halfGradient.predict(pixel, width: width))
  }

  /// Binary logarithm of the pixels along a side of a tile.
  let tileBits: Int
  let tilesWide: Int
  let tilesHigh: Int
  /// Modes of the tiles, as pixels.
  private(set) var modes: [UInt32]
  private let image: VP8LImage
  private let costs: VP8LDifferenceCosts

  /// Chooses the modes for an image.
  init(_ image: VP8LImage, tileBits: Int, memory: VP8LScratchMemory) {
    let side = 1 << tileBits
    self.image = image
    self.tileBits = tileBits
    tilesWide = (image.width + side - 1) >> tileBits
    tilesHigh = (image.height + side - 1) >> tileBits
    modes = []
    costs = VP8LDifferenceCosts(memory: memory)
    modes.reserveCapacity(tilesWide * tilesHigh)
    var last = Mode.left
    for row in 0..<tilesHigh {
      for column in 0..<tilesWide {
        last = mode(column, row, before: last)
        modes.append(0xFF00_0000 | UInt32(last.rawValue) << 8)
      }
    }
  }

  private func columns(_ column: Int) -> Range<Int> {
    column << tileBits..<min(image.width, (column + 1) << tileBits)
  }

  private func rows(_ row: Int) -> Range<Int> {
    row << tileBits..<min(image.height, (row + 1) << tileBits)
  }

  /// The mode with the smallest differences in a tile.
  private func mode(_ column: Int, _ row: Int, before: Mode) -> Mode {
    let (columns, rows) = (max(1, columns(column).lowerBound)..<columns(column).upperBound, rows(row))
    let width = image.width
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: Mode.allCases.count) { costs in
      costs.initialize(repeating: 0)
      for y in max(1, rows.lowerBound)..<max(1, rows.upperBound) where !columns.isEmpty {
        for x in columns {
          let pixel = UnsafePointer(image.words) + (y &* width &+ x)
          let value = pixel[0]
          if value == pixel[-1], value == pixel[-width], value == pixel[-width &- 1] { continue }
          Self.forEachPrediction(pixel, width: width) { mode, prediction in
            costs[mode] &+= cost(VP8LPixel.difference(value, prediction))
          }
        }
      }
      var best = (mode: before, cost: Int.max)
      for (index, mode) in Mode.allCases.enumerated() {
        // The same mode as in the tile before is cheap to write.
        let cost = costs[index] - (mode == before ? 4 * VP8LLogarithmTable.one : 0)
        if cost < best.cost { best = (mode, cost) }
      }
      return best.mode
    }
  }

  /// About the bits of a difference, in 1/4096.
  @inline(__always)
  private func cost(_ difference: UInt32) -> Int {
    costs[VP8LPixel.channel(difference, 0)] &+ costs[VP8LPixel.channel(difference, 8)]
      &+ costs[VP8LPixel.channel(difference, 16)] &+ costs[VP8LPixel.channel(difference, 24)]
  }

  /// The differences of all pixels to their predictions. They replace the pixels of the image.
  func differences() -> VP8LImage {
    let (words, width) = (image.words, image.width)
    // Backwards, because predictions need the pixels before.
    for y in (1..<max(1, image.height)).reversed() {
      let start = y * width
      for column in (0..<tilesWide).reversed() {
        let modeValue = UInt8(truncatingIfNeeded: modes[(y >> tileBits) * tilesWide + column] >> 8)
        guard let mode = Mode(rawValue: modeValue) else { continue }
        let columns = columns(column)
        for x in (max(1, columns.lowerBound)..<max(1, columns.upperBound)).reversed() {
          let pixel = UnsafePointer(words) + (start &+ x)
          let (value, above) = (pixel[0], pixel - width)
          // Inside an area of one colour every mode predicts that but one.
          let isInside = value == pixel[-1] && value == above[0] && value == above[-1] && value == above[1]
          words[start &+ x] =
            isInside && mode != .black ? 0 : VP8LPixel.difference(value, mode.predict(pixel, width: width))
        }
      }
      words[start] = VP8LPixel.difference(words[start], words[start &- width])
    }
    // The first row is compared with the left, and its first pixel with opaque black.
    for x in (1..<max(1, width)).reversed() { words[x] = VP8LPixel.difference(words[x], words[x &- 1]) }
    words[0] = VP8LPixel.difference(words[0], 0xFF00_0000)
    return VP8LImage(
      words: words, width: width, count: image.count, findingChanges: image.changes, isPlane: image.isPlane)
  }
}

/// Approximate bits of each difference of one channel, in 1/4096.
struct VP8LDifferenceCosts {
  private let table: UnsafeMutablePointer<Int>

  init(memory: VP8LScratchMemory) {
    table = memory.differenceCosts.pointer(for: 256)
    for value in 0..<256 {
      let size = UInt32(min(value, 256 - value))
      table[value] = size == 0 ? 0 : VP8LLogarithmTable.one + memory.logarithms(size)
    }
  }

  @inline(__always)
  subscript(difference: Int) -> Int { table[difference] }
}

extension VP8LPredictor {
  /// Estimated bits of the pixels that are no copies when the better of two modes predicts them, in percent of those
  /// without prediction; nil if they are too few to say.
  ///
  /// Flat artwork is not predicted well: prediction makes many colours out of few.
  static func estimatedPercentage(_ tokens: VP8LTokens, of image: VP8LImage, memory: VP8LScratchMemory) -> Int? {
    estimatedPercentage(of: image, memory: memory) { VP8LHistogram.forEachLiteral(tokens, $0) }
  }

  /// The same for pixels that equal neither the one to the left nor the one above, before there are tokens.
  static func estimatedPercentage(of image: VP8LImage, memory: VP8LScratchMemory) -> Int? {
    estimatedPercentage(of: image, memory: memory) { body in
      for index in 0..<image.changeCount {
        let position = Int(image.changes[index])
        if position >= image.width, image.words[position] != image.words[position &- image.width] { body(position) }
      }
    }
  }

  @inline(__always)
  private static func estimatedPercentage(
    of image: VP8LImage, memory: VP8LScratchMemory, forEachPixel: ((Int) -> Void) -> Void
  ) -> Int? {
    let size = 4 * 256
    let tables = memory.counts.pointer(for: 3 * size)
    tables.update(repeating: 0, count: 3 * size)
    var literalCount = 0
    forEachPixel { position in
      guard position > image.width else { return }
      literalCount &+= 1
      let pixel = UnsafePointer(image.words) + position
      add(pixel[0], to: tables)
      add(VP8LPixel.difference(pixel[0], Mode.gradient.predict(pixel, width: image.width)), to: tables + size)
      add(VP8LPixel.difference(pixel[0], Mode.select.predict(pixel, width: image.width)), to: tables + 2 * size)
    }
    guard literalCount >= 50 else { return nil }
    let bits = (0..<3).map { mode in
      (0..<4).reduce(0) {
        $0 + VP8LHistogram.estimatedBits(tables + mode * size + $1 * 256, 256, memory.logarithms)
      }
    }
    return min(bits[1], bits[2]) * 100 / bits[0]
  }

  @inline(__always)
  private static func add(_ word: UInt32, to tables: UnsafeMutablePointer<UInt32>) {
    tables[VP8LPixel.channel(word, 0)] &+= 1
    tables[256 &+ VP8LPixel.channel(word, 8)] &+= 1
    tables[512 &+ VP8LPixel.channel(word, 16)] &+= 1
    tables[768 &+ VP8LPixel.channel(word, 24)] &+= 1
  }
}
