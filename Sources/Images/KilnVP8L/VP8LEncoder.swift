package import KilnDiagnostics
package import KilnPixels

/// Encoder of lossless WebP images (VP8L), made for flat artwork: areas of one colour, antialiased edges, gradients.
package enum VP8LEncoder {
  /// Pixels of the largest image, whose costs fit into 32 bits.
  private static let maximumPixelCount = 1 << 22
  private static let maximumSide = 1 << 14

  /// Percentage of pixels that are no copies, above which a picture counts as a bitmap.
  private static let bitmapLiteralPercentage = 15
  /// Pixels of the largest plane that is written with and without prediction.
  private static let triedPlanePixelCount = 1 << 16

  /// A transform of the whole image (WebP lossless specification, 4).
  private enum Transform: UInt32 {
    case predictor = 0
    case color = 1
    case subtractGreen = 2
    case palette = 3
  }

  /// Whether prediction makes a picture smaller.
  private enum Prediction {
    case useless, possible, useful

    /// - Parameter percentage: `VP8LPredictor.estimatedPercentage`. Where it is low, copies do better still than
    ///   prediction, but for bitmaps.
    init(percentage: Int?, isBitmap: Bool) {
      self =
        switch percentage {
        case .some(..<80) where isBitmap: .useful
        case .some(30..<86): .possible
        case .some(86..<96) where isBitmap: .possible
        default: .useless
        }
    }
  }

  /// Whether a picture is neither empty nor too large.
  package static func canEncode(_ pixmap: Pixmap) -> Bool {
    let count = pixmap.width * pixmap.height
    return count > 0 && count <= maximumPixelCount && pixmap.width < maximumSide && pixmap.height < maximumSide
  }

  /// The bitstream of a picture; nil if it is empty or too large.
  ///
  /// - Throws: `work.cancelled`.
  package static func encode(_ pixmap: Pixmap, colors: Unpremultiplier) throws(Diagnostic) -> [UInt8]? {
    guard canEncode(pixmap) else { return nil }
    return try VP8LScratchMemory.use(pixelCount: pixmap.pixels.count) { memory throws(Diagnostic) in
      let image = VP8LImage(pixmap, of: .max, memory: memory) { VP8LPixel.word(colors.straight($0)) }
      var writer = VP8LBitWriter()
      writer.write(0x2f, bits: 8)
      writer.write(UInt32(image.width - 1), bits: 14)
      writer.write(UInt32(image.height - 1), bits: 14)
      writer.write(image.isOpaque ? 0 : 1, bits: 1)
      // Version.
      writer.write(0, bits: 3)
      try write(image, memory: memory, to: &writer)
      return writer.bytes
    }
  }

  /// The alpha channel of a picture as the green of a bitstream without its header, as it lies beside a lossily coded
  /// picture; nil if the picture is opaque or cannot be encoded.
  ///
  /// - Parameter quality: 0…100; below 100 there are fewer levels.
  /// - Throws: `work.cancelled`.
  package static func alphaPlane(of pixmap: Pixmap, quality: Int = 100) throws(Diagnostic) -> [UInt8]? {
    guard canEncode(pixmap), !pixmap.isOpaque else { return nil }
    if quality < 100 {
      let levels = AlphaQuantizer(of: pixmap, count: AlphaQuantizer.count(quality: quality))
      let reduced = pixmap.pixels.map { levels.applied(to: $0 >> 24) << 24 }
      return try alphaPlane(of: Pixmap(width: pixmap.width, height: pixmap.height, pixels: reduced))
    }
    return try VP8LScratchMemory.use(pixelCount: pixmap.pixels.count) { memory throws(Diagnostic) in
      let image = VP8LImage(pixmap, of: 0xFF00_0000, isPlane: true, memory: memory) { 0xFF00_0000 | $0 >> 16 }
      var writer = VP8LBitWriter()
      try write(image, memory: memory, to: &writer)
      return writer.bytes
    }
  }

  private static func write(
    _ image: VP8LImage, memory: VP8LScratchMemory, to writer: inout VP8LBitWriter
  ) throws(Diagnostic) {
    let coder = VP8LImageCoder(memory: memory)
    var palette = VP8LPalette(image, memory: memory)
    if let palette, palette.packingBits > 0 {
      write(palette, memory: memory, to: &writer)
      let packed = palette.packed(image)
      return try writePlane(packed, mayBeSmooth: false, memory: memory, to: &writer)
    }
    // A palette without pixels that share words is of no use to it.
    if image.isPlane { return try writePlane(image, mayBeSmooth: true, memory: memory, to: &writer) }
    let chains = VP8LHashChains(image, memory: memory)
    let tokens = coder.firstTokens(image, chains, cacheBits: 8)
    let analysis = VP8LEntropyAnalysis(tokens, of: image, palette: palette, memory: memory)
    let percentage = palette == nil ? VP8LPredictor.estimatedPercentage(tokens, of: image, memory: memory) : nil
    try checkCancellation()
    switch analysis.transform {
    case .none: break
    case .subtractGreen:
      write(.subtractGreen, to: &writer)
      image.replaceAll(VP8LPixel.subtractingGreen)
    case .palette:
      palette?.arrange(memory: memory)
      guard let palette else { break }
      write(palette, memory: memory, to: &writer)
      image.replaceAll(palette.pixel)
    }
    let isBitmap = 100 * VP8LHistogram.literalCount(tokens) > bitmapLiteralPercentage * image.count
    let prediction = Prediction(percentage: percentage, isBitmap: isBitmap)
    if prediction == .useful { return try writePredicted(image, isBitmap: isBitmap, memory: memory, to: &writer) }
    var predicted = writer
    writer.write(0, bits: 1)
    let counts = coder.bestCounts(tokens, of: image, cacheBits: [analysis.cacheBits]).counts
    coder.writePicture(image, chains, tokens, first: counts, to: &writer)
    guard prediction == .possible else { return }
    // Last, because it replaces the pixels.
    try writePredicted(image, isBitmap: isBitmap, memory: memory, to: &predicted)
    if predicted.bitCount < writer.bitCount { writer = predicted }
  }

  /// Writes an image in which only green varies.
  ///
  /// - Parameter mayBeSmooth: Whether it may be predicted.
  private static func writePlane(
    _ image: VP8LImage, mayBeSmooth: Bool, memory: VP8LScratchMemory, to writer: inout VP8LBitWriter
  ) throws(Diagnostic) {
    let percentage = mayBeSmooth ? VP8LPredictor.estimatedPercentage(of: image, memory: memory) ?? 100 : 100
    // In between, what is small is written both ways.
    let isEither = image.count <= triedPlanePixelCount && (60..<100).contains(percentage)
    guard isEither || percentage >= 80 else {
      return try writePredicted(image, isBitmap: false, memory: memory, to: &writer)
    }
    var predicted = writer
    writer.write(0, bits: 1)
    let coder = VP8LImageCoder(memory: memory)
    let chains = VP8LHashChains(image, memory: memory)
    let tokens = coder.firstTokens(image, chains, cacheBits: 0)
    let counts = coder.bestCounts(tokens, of: image, cacheBits: [0]).counts
    coder.writePicture(image, chains, tokens, first: counts, to: &writer)
    guard isEither else { return }
    // Last, because it replaces the pixels.
    try writePredicted(image, isBitmap: false, memory: memory, to: &predicted)
    if predicted.bitCount < writer.bitCount { writer = predicted }
  }

  /// Writes an image as differences to predictions, which replace its pixels.
  ///
  /// - Parameter isBitmap: Whether colours are predicted in smaller tiles and then transformed.
  private static func writePredicted(
    _ image: VP8LImage, isBitmap: Bool, memory: VP8LScratchMemory, to writer: inout VP8LBitWriter
  ) throws(Diagnostic) {
    try checkCancellation()
    let coder = VP8LImageCoder(memory: memory)
    let predictor = VP8LPredictor(image, tileBits: isBitmap ? 3 : 4, memory: memory)
    write(.predictor, predictor.modes, tileBits: predictor.tileBits, predictor.tilesWide, memory: memory, to: &writer)
    var differences = predictor.differences()
    if isBitmap {
      let colors = VP8LColorTransform(differences, memory: memory)
      let tileBits = VP8LColorTransform.tileBits
      write(.color, colors.factors, tileBits: tileBits, colors.tilesWide, memory: memory, to: &writer)
      differences = colors.applied()
    }
    writer.write(0, bits: 1)
    let chains = VP8LHashChains(differences, memory: memory)
    try checkCancellation()
    let tokens = coder.firstTokens(differences, chains, cacheBits: image.isPlane ? 0 : 6)
    let sizes = image.isPlane ? [0] : [0, 4, 7, 9]
    let counts = coder.bestCounts(tokens, of: differences, cacheBits: sizes).counts
    coder.writePicture(differences, chains, tokens, first: counts, to: &writer)
  }

  private static func write(_ transform: Transform, to writer: inout VP8LBitWriter) {
    writer.write(1, bits: 1)
    writer.write(transform.rawValue, bits: 2)
  }

  /// Writes a transform with one pixel for each tile.
  private static func write(
    _ transform: Transform, _ tiles: [UInt32], tileBits: Int, _ tilesWide: Int, memory: VP8LScratchMemory,
    to writer: inout VP8LBitWriter
  ) {
    write(transform, to: &writer)
    writer.write(UInt32(tileBits - 2), bits: 3)
    VP8LImageCoder(memory: memory.inner).writeSmall(tiles, width: tilesWide, to: &writer)
  }

  private static func write(_ palette: VP8LPalette, memory: VP8LScratchMemory, to writer: inout VP8LBitWriter) {
    write(.palette, to: &writer)
    writer.write(UInt32(palette.colors.count - 1), bits: 8)
    VP8LImageCoder(memory: memory.inner).writeSmall(palette.differences, width: palette.colors.count, to: &writer)
  }
}

extension Pixmap {
  /// Whether no pixel has any transparency.
  fileprivate var isOpaque: Bool { pixels.reduce(UInt32.max, &) >> 24 == 255 }
}

extension VP8LImage {
  /// The pixels of a pixmap as words.
  ///
  /// - Parameters:
  ///   - mask: The bits of a pixel on which its word depends.
  ///   - word: The word of a pixel.
  @inline(__always)
  fileprivate init(
    _ pixmap: Pixmap, of mask: UInt32, isPlane: Bool = false, memory: VP8LScratchMemory, _ word: (UInt32) -> UInt32
  ) {
    let count = pixmap.pixels.count
    let words = memory.words.pointer(for: count)
    let changes = memory.changes.pointer(for: count + 1)
    let pixels = pixmap.pixels.span
    var (last, lastWord) = (~pixels[0] & mask, UInt32(0))
    var found = 0
    for position in pixels.indices {
      let pixel = pixels[position] & mask
      if pixel != last {
        lastWord = word(pixel)
        changes[found] = UInt32(truncatingIfNeeded: position)
        found &+= 1
        last = pixel
      }
      words[position] = lastWord
    }
    changes[found] = .max
    self.init(
      words: words, width: pixmap.width, count: count, changes: changes, changeCount: found, isPlane: isPlane)
  }

  /// Whether no pixel has any transparency.
  fileprivate var isOpaque: Bool {
    var common = UInt32.max
    for index in 0..<changeCount { common &= words[Int(changes[index])] }
    return common >> 24 == 255
  }
}
