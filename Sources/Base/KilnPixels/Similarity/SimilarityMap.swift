/// Sums of 1 − SSIM over white and over grey.
///
/// It is computed only in blocks near pixels that differ: with d = a − b and s = a + b it is `x + y − x y` for
/// x = d̄² / (½ (s̄² + d̄²) + c₁) and y = var d / (½ (var s + var d) + c₂), which is 0 where no pixel of the window differs,
/// and as exact as d where little does. Over grey it is computed only where a window has a pixel that is not opaque.
struct SimilarityMap {
  /// Values of adjacent pixels of a row.
  private typealias Block = SIMD8<Float>

  static let radius = 5
  /// exp(−x² / 4.5) for x = 0…5, the first once and the others twice adding up to 1.
  private static let window: (Float, Float, Float, Float, Float, Float) = (
    0.26601173, 0.21300554, 0.10936069, 0.03600077, 0.00759876, 0.00102838
  )
  /// Number of rows that are kept: a power of two that holds a window.
  private static let keptRows = 16
  /// Planes of a background: s, d, s², d².
  private static let planes = 4
  /// Grey of the second background in shares of white.
  private static let grey: Float = 118 / 255

  private let width: Int
  private let height: Int
  private let blocks: Int
  /// Distance of the beginnings of rows of planes: all blocks, and one on either side.
  private let rowLength: Int
  private let step: Int
  private let content: DilatedContent
  /// Blocks whose similarity is not 1 everywhere, and those whose windows have pixels that are not opaque.
  private let (affected, affectedGrey): (BlockRows, BlockRows)
  /// Blocks that are blurred along columns for those, over white and over grey.
  private let (blurred, blurredGrey): (BlockRows, BlockRows)
  /// Sums over the content: over white, over grey.
  private(set) var contentSums = SIMD2<Double>.zero
  /// Sums over the inner pixels, whose windows lie inside the picture.
  private(set) var wholeSums = SIMD2<Double>.zero

  /// - Parameter step: Distance of the rows that are measured.
  init(_ pixels: ComparedPixels, _ content: DilatedContent, width: Int, height: Int, step: Int) {
    (self.width, self.height, self.content, self.step) = (width, height, content, step)
    blocks = (width + BlockRows.columns - 1) / BlockRows.columns
    rowLength = (blocks + 2) * BlockRows.columns
    affected = pixels.changed.dilated(byRows: Self.radius).dilatedByOneBlock
    affectedGrey = pixels.translucent.dilated(byRows: Self.radius).dilatedByOneBlock
    blurred = affected.dilatedByOneBlock
    blurredGrey = affectedGrey.dilatedByOneBlock
  }

  /// Rows and columns of the inner pixels; all of pictures of at most ten rows or columns.
  private var inner: PixelRect {
    let bounds = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    let inner = PixelRect(
      minX: Self.radius, minY: Self.radius, maxX: width - Self.radius, maxY: height - Self.radius)
    return inner.isEmpty ? bounds : inner
  }

  /// Mean similarity of the content, the lower one of both backgrounds.
  var ofContent: Double { mean(contentSums, of: content.count) }

  /// Mean similarity of the inner pixels, likewise.
  var ofWhole: Double { mean(wholeSums, of: inner.width * inner.height) }

  private func mean(_ sums: SIMD2<Double>, of count: Int) -> Double {
    1 - sums.max() * Double(step) / Double(max(1, count))
  }

  /// Adds up the pixels of the content, and the inner ones.
  mutating func measure(_ a: Pixmap, _ b: Pixmap) {
    let (read, readGrey) = (blurred.dilated(byRows: Self.radius), blurredGrey.dilated(byRows: Self.radius))
    // The last rows of each plane at their number modulo 16, and one row of each plane, blurred along columns.
    var rows = [Float](repeating: 0, count: 2 * Self.planes * Self.keptRows * rowLength)
    var line = [Float](repeating: 0, count: 2 * Self.planes * rowLength)
    var next = 0
    rows.withUnsafeMutableBytes { rows in
      line.withUnsafeMutableBytes { line in
        for y in stride(from: 0, to: height, by: step) where !affected.isEmpty(y) {
          next = max(next, y - Self.radius)
          while next <= min(y + Self.radius, height - 1) {
            self.read(row: next, of: a, b, read, readGrey, into: rows)
            next += 1
          }
          blurColumns(y, UnsafeRawBufferPointer(rows), into: line)
          add(row: y, UnsafeRawBufferPointer(line))
        }
      }
    }
  }

  // MARK: Planes

  /// Offset of a row of a plane, in bytes; planes over the grey background have the higher numbers.
  @inline(__always)
  private func start(ofPlane plane: Int, row: Int) -> Int {
    ((plane * Self.keptRows + row & (Self.keptRows - 1)) * rowLength + BlockRows.columns) * MemoryLayout<Float>.stride
  }

  private func read(
    row: Int, of a: Pixmap, _ b: Pixmap, _ wanted: BlockRows, _ wantedGrey: BlockRows,
    into rows: UnsafeMutableRawBufferPointer
  ) {
    let first = a.pixels.span.extracting(row * width..<(row + 1) * width)
    let second = b.pixels.span.extracting(row * width..<(row + 1) * width)
    wanted.forEach(in: row, blocks: blocks) { block in
      let x = block * BlockRows.columns
      let (p, q) = (Self.block(first, at: x), Self.block(second, at: x))
      let (own, other) = (Self.luma(p), Self.luma(q))
      let (ownRest, otherRest) = (Self.rest(p), Self.rest(q))
      let (sum, difference, rest, restDifference) = (
        own + other, own - other, ownRest + otherRest, ownRest - otherRest
      )
      store(sum + rest, difference + restDifference, plane: 0, row: row, block, into: rows)
      guard wantedGrey.contains(block: block, row: row) else { return }
      store(
        sum + rest * Self.grey, difference + restDifference * Self.grey, plane: Self.planes, row: row, block,
        into: rows)
    }
  }

  @inline(__always)
  private func store(
    _ sum: Block, _ difference: Block, plane: Int, row: Int, _ block: Int, into rows: UnsafeMutableRawBufferPointer
  ) {
    let offset = block * MemoryLayout<Block>.size
    rows.storeBytes(of: sum, toByteOffset: start(ofPlane: plane, row: row) + offset, as: Block.self)
    rows.storeBytes(of: difference, toByteOffset: start(ofPlane: plane + 1, row: row) + offset, as: Block.self)
    rows.storeBytes(of: sum * sum, toByteOffset: start(ofPlane: plane + 2, row: row) + offset, as: Block.self)
    rows.storeBytes(
      of: difference * difference, toByteOffset: start(ofPlane: plane + 3, row: row) + offset, as: Block.self)
  }

  /// Eight pixels of a row, the last one repeated.
  @inline(__always)
  private static func block(_ row: Span<UInt32>, at x: Int) -> SIMD8<UInt32> {
    var result = SIMD8<UInt32>()
    if x + BlockRows.columns <= row.count {
      for place in 0..<BlockRows.columns { result[place] = row[x + place] }
    } else {
      for place in 0..<BlockRows.columns { result[place] = row[min(x + place, row.count - 1)] }
    }
    return result
  }

  /// Luma of premultiplied pixels over black, 0…255.
  @inline(__always)
  private static func luma(_ pixels: SIMD8<UInt32>) -> Block {
    let (red, green, blue) = (float(pixels & 255), float(pixels &>> 8 & 255), float(pixels &>> 16 & 255))
    return red * 0.299 + green * 0.587 + blue * 0.114
  }

  /// Luma that a white background adds to premultiplied pixels, 0…255.
  @inline(__always)
  private static func rest(_ pixels: SIMD8<UInt32>) -> Block { float(255 &- pixels &>> 24) }

  /// Whole numbers below 2²³: those of 2²³ + n have the bits of n, so that no conversion is needed.
  @inline(__always)
  private static func float(_ values: SIMD8<UInt32>) -> Block {
    unsafeBitCast(values | 0x4B00_0000, to: Block.self) - 8_388_608
  }

  // MARK: Blurring

  private func blurColumns(
    _ y: Int, _ rows: UnsafeRawBufferPointer, into line: UnsafeMutableRawBufferPointer
  ) {
    for plane in 0..<2 * Self.planes {
      let wanted = plane < Self.planes ? blurred : blurredGrey
      func row(_ row: Int) -> Int { start(ofPlane: plane, row: max(0, min(height - 1, row))) }
      let (r0, u1, u2, u3, u4, u5) = (row(y), row(y - 1), row(y - 2), row(y - 3), row(y - 4), row(y - 5))
      let (d1, d2, d3, d4, d5) = (row(y + 1), row(y + 2), row(y + 3), row(y + 4), row(y + 5))
      let (w, target) = (Self.window, (plane * rowLength + BlockRows.columns) * MemoryLayout<Float>.stride)
      blurred.forEach(in: y, blocks: blocks) { block in
        guard plane < Self.planes || wanted.contains(block: block, row: y) else { return }
        let x = block * MemoryLayout<Block>.size
        func value(_ row: Int) -> Block { rows.loadUnaligned(fromByteOffset: row + x, as: Block.self) }
        var sum = value(r0) * w.0
        sum += (value(u1) + value(d1)) * w.1
        sum += (value(u2) + value(d2)) * w.2
        sum += (value(u3) + value(d3)) * w.3
        sum += (value(u4) + value(d4)) * w.4
        sum += (value(u5) + value(d5)) * w.5
        line.storeBytes(of: sum, toByteOffset: target + x, as: Block.self)
      }
      repeatEnds(ofLineAt: target, line)
    }
  }

  /// Repeats the first and the last value of a row as far as windows reach.
  private func repeatEnds(ofLineAt start: Int, _ line: UnsafeMutableRawBufferPointer) {
    let size = MemoryLayout<Float>.stride
    let first = line.loadUnaligned(fromByteOffset: start, as: Float.self)
    let last = line.loadUnaligned(fromByteOffset: start + (width - 1) * size, as: Float.self)
    for place in 1...Self.radius {
      line.storeBytes(of: first, toByteOffset: start - place * size, as: Float.self)
      line.storeBytes(of: last, toByteOffset: start + (width - 1 + place) * size, as: Float.self)
    }
  }

  /// A block of a row of a plane, blurred along the row.
  @inline(__always)
  private func blurred(_ line: UnsafeRawBufferPointer, plane: Int, block: Int) -> Block {
    let at = (plane * rowLength + (block + 1) * BlockRows.columns) * MemoryLayout<Float>.stride
    @inline(__always) func value(_ offset: Int) -> Block {
      line.loadUnaligned(fromByteOffset: at + offset * MemoryLayout<Float>.stride, as: Block.self)
    }
    let w = Self.window
    var sum = value(0) * w.0
    sum += (value(-1) + value(1)) * w.1
    sum += (value(-2) + value(2)) * w.2
    sum += (value(-3) + value(3)) * w.3
    sum += (value(-4) + value(4)) * w.4
    sum += (value(-5) + value(5)) * w.5
    return sum
  }

  // MARK: Sums

  private mutating func add(row y: Int, _ line: UnsafeRawBufferPointer) {
    let inner = inner
    let isInner = (inner.minY..<inner.maxY).contains(y)
    var (content, contentGrey, whole, wholeGrey) = (Block.zero, Block.zero, Block.zero, Block.zero)
    affected.forEach(in: y, blocks: blocks) { block in
      let shown = self.content.pixels(ofBlock: block, row: y)
      let counted = isInner ? Self.columns(inner.minX..<inner.maxX, ofBlock: block) : 0
      guard shown | counted != 0 else { return }
      let lost = dissimilarity(line, plane: 0, block: block)
      let isGrey = affectedGrey.contains(block: block, row: y)
      let lostGrey = isGrey ? dissimilarity(line, plane: Self.planes, block: block) : lost
      content += Self.kept(lost, shown)
      contentGrey += Self.kept(lostGrey, shown)
      whole += Self.kept(lost, counted)
      wholeGrey += Self.kept(lostGrey, counted)
    }
    contentSums += SIMD2(Double(content.sum()), Double(contentGrey.sum()))
    wholeSums += SIMD2(Double(whole.sum()), Double(wholeGrey.sum()))
  }

  /// The columns of a range that a block has, as bits.
  @inline(__always)
  private static func columns(_ range: Range<Int>, ofBlock block: Int) -> UInt8 {
    let x = block * BlockRows.columns
    let (first, end) = (max(0, range.lowerBound - x), min(BlockRows.columns, range.upperBound - x))
    return first < end ? UInt8(truncatingIfNeeded: (1 << end) - (1 << first)) : 0
  }

  /// The values whose bits are set, and 0 for the others.
  @inline(__always)
  private static func kept(_ values: Block, _ bits: UInt8) -> Block {
    guard bits != .max else { return values }
    let places = SIMD8<UInt32>(1, 2, 4, 8, 16, 32, 64, 128)
    return values.replacing(with: 0, where: (places & UInt32(bits)) .== 0)
  }

  /// 1 − SSIM of the pixels of a block.
  @inline(__always)
  private func dissimilarity(_ line: UnsafeRawBufferPointer, plane: Int, block: Int) -> Block {
    let sum = blurred(line, plane: plane, block: block)
    let difference = blurred(line, plane: plane + 1, block: block)
    let (sums, differences) = (sum * sum, difference * difference)
    let sumVariance = Self.notNegative(blurred(line, plane: plane + 2, block: block) - sums)
    let differenceVariance = Self.notNegative(blurred(line, plane: plane + 3, block: block) - differences)
    let x = differences / ((sums + differences) * 0.5 + 6.5025)
    let y = differenceVariance / ((sumVariance + differenceVariance) * 0.5 + 58.5225)
    return x + y - x * y
  }

  @inline(__always)
  private static func notNegative(_ values: Block) -> Block { values.replacing(with: 0, where: values .< 0) }
}
