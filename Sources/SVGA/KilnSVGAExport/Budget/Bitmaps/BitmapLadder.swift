internal import KilnCompression
internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnPNG
internal import KilnPixels
internal import KilnSVGAFormat
internal import KilnTimeline

/// Savings and losses from fewer pixels and colours in one bitmap.
///
/// Measured are copies of half and of a quarter of the resolution, and some numbers of colours at half of it; all else lies
/// between.
struct BitmapLadder: Sendable {
  /// A bitmap, and how it is drawn.
  struct Subject: Sendable {
    var image: ImageAsset
    /// Whether only its alpha counts.
    var isMatte = false
    /// Whether it is one of the pictures of a sequence.
    var isOfSequence = false
    /// Largest scale at which it is drawn.
    var drawnScale = 0.0
    /// Whether it is ever drawn through a clip.
    var isClipped = false
    /// Parts in which no loss is visible.
    var hidden: HiddenParts?
    /// Bytes of the file with all pixels and colours; nil if that was never packed.
    var plainBytes: Int?
  }

  /// A copy of a bitmap.
  struct Form: Hashable, Sendable {
    /// Index in `scales`.
    var scale = 0
    /// Index in `colorings`.
    var coloring = 0
  }

  /// Factors on the resolution at which a bitmap is drawn. The first is the bitmap as it is.
  static let scales = [
    4, 2, 1.41, 1.19, 1, 0.92, 0.84, 0.77, 0.71, 0.65, 0.59, 0.54, 0.5, 0.46, 0.42, 0.38, 0.35, 0.32, 0.29, 0.27, 0.25,
  ]
  /// A reduction of colours.
  enum Coloring: Hashable, Sendable {
    case all
    /// Channels have this many bits where pixels differ from their neighbours.
    case rounded(bits: Int)
    /// A palette of this many colours.
    case palette(Int)
  }

  /// All reductions, from most to fewest colours. Rounding to 6 bits and every other palette are measured.
  static let colorings: [Coloring] =
    [.all, .rounded(bits: 7), .rounded(bits: 6)] + [256, 160, 96, 56, 32].map { .palette($0) }
  /// Indices in `colorings`: of 6 bits, and of the first palette.
  private static let roundedIndex = 2
  private static let firstPalette = 3
  /// Indices in `colorings` of those of which one has the smallest file: where a palette is dithered, that may have more
  /// bytes than all colours.
  static let smallestColorings = [0, roundedIndex, colorings.count - 1]

  private(set) var subject: Subject
  /// The bitmap at half of the resolution at which it is drawn, to compare it with others of a sequence.
  private(set) var small: Pixmap?
  private var lossAtHalf = 0.0
  private var lossAtQuarter = 0.0
  /// Bytes and pixels of the file at half of that resolution with all colours.
  private var half = (bytes: 0, pixels: 0)
  /// Exponent of the resolution in the number of bytes.
  private var exponent = 0.0
  private var plainBytes = 0.0
  /// Loss and factor on the bytes by coloring; nil if there are no more colours anyway.
  private var colors: [(loss: Double, factor: Double)?]
  /// 1 − SSIM of the bitmap and itself after it has moved by far more than a pixel; 0 unless it is clipped.
  private(set) var detail = 0.0

  /// Studies a bitmap; nil if it cannot be decoded.
  init?(_ subject: Subject, limits: Limits) {
    self.subject = subject
    colors = Self.colorings.map { $0 == .all ? (0, 1) : nil }
    do throws(Diagnostic) {
      let picture = try Self.decoded(subject, limits: limits)
      let whole = Self.resized(picture, by: min(1, subject.drawnScale))
      let small = Self.half(of: picture, subject)
      lossAtHalf = loss(of: small, against: whole)
      lossAtQuarter = loss(of: Self.resized(picture, by: min(1, subject.drawnScale) / 4), against: whole)
      if subject.isOfSequence { self.small = small }
      half = (try PNGEncoder.encode(small, effort: .light).count, small.pixels.count)
      measureResolution()
      if subject.isClipped {
        // Half of the pixels: 4 px where it is drawn, of which the loss is 16 ÷ (16 + 3) of the most there can be.
        detail = min(1, (1 - StructuralSimilarity.ofContent(small.moved(by: 2), small, step: 2)) * 19 / 16)
      }
      try measureColors(small)
    } catch {
      return nil
    }
  }

  /// The ladder of the same bitmap at another frame rate, without measuring it again; nil if it is drawn differently there.
  /// Parts that are hidden at one rate are about those that are hidden at the other.
  func reused(for subject: Subject) -> BitmapLadder? {
    guard self.subject.isDrawn(like: subject) else { return nil }
    var result = self
    result.subject = subject
    result.measureResolution()
    return result
  }

  /// - Parameter small: The bitmap at half of the resolution.
  private mutating func measureColors(_ small: Pixmap) throws(Diagnostic) {
    if let rounded = try cost(of: Self.colorings[Self.roundedIndex], small) {
      colors[Self.roundedIndex] = rounded
      // With half the error a quarter of the loss; and about a third of what is saved.
      colors[Self.roundedIndex - 1] = (rounded.loss / 4, Scalar.power(rounded.factor, 0.35))
    } else if subject.isOfSequence {
      // Nothing would change here, but a sequence has only forms that all of its pictures have.
      colors[Self.roundedIndex] = (0, 1)
      colors[Self.roundedIndex - 1] = (0, 1)
    }
    for index in stride(from: Self.firstPalette, to: colors.count, by: 2) {
      let measured = try cost(of: Self.colorings[index], small)
      colors[index] = measured
    }
    for index in stride(from: Self.firstPalette + 1, to: colors.count - 1, by: 2) {
      guard let more = colors[index - 1], let fewer = colors[index + 1] else { continue }
      colors[index] = ((more.loss + fewer.loss) / 2, (more.factor * fewer.factor).squareRoot())
    }
  }

  /// Loss and factor on the bytes of a coloring; nil if there are no more colours anyway.
  private func cost(
    of coloring: Coloring, _ small: Pixmap
  ) throws(Diagnostic) -> (loss: Double, factor: Double)? {
    guard let few = small.recolored(coloring) else { return nil }
    let size = try PNGEncoder.encode(few.picture, effort: .light).count
    // Similarity is of lightness alone; the error is of all channels.
    let loss = loss(of: few.picture, against: small) + few.error / 255 / 4
    return (loss, min(1, Double(size) / Double(max(1, half.bytes))))
  }

  /// Finds how bytes depend on the resolution.
  private mutating func measureResolution() {
    exponent = SVGACosts.Packed.resolutionExponent
    plainBytes = Double(subject.plainBytes ?? 0)
    let (pixels, halfBytes) = (Double(subject.image.width * subject.image.height), Double(half.bytes))
    let factor = (pixels / Double(max(1, half.pixels))).squareRoot()
    guard subject.plainBytes != nil, factor > 1.2 else {
      plainBytes = max(plainBytes, halfBytes * Scalar.power(factor, exponent))
      return
    }
    // The plain file is packed with more effort.
    let ratio = plainBytes * SVGACosts.Packed.lightBitmap / max(1, halfBytes)
    exponent = max(0, min(2.2, Scalar.logarithm(ratio) / Scalar.logarithm(factor)))
  }

  /// Width and height of a form.
  func size(of form: Form) -> (width: Int, height: Int) { subject.size(of: form) }

  /// Bytes of the file of a form, about.
  func bytes(of form: Form) -> Int {
    guard let color = colors[form.coloring] else { return .max / 8 }
    let size = size(of: form)
    let pixels = Double(size.width * size.height) / Double(max(1, subject.image.width * subject.image.height))
    return Int(plainBytes * Scalar.power(pixels.squareRoot(), exponent) * color.factor) + 1
  }

  /// 1 − SSIM of the pixels by fewer pixels and by fewer colours; nil for a form that does not exist.
  func loss(of form: Form) -> (resolution: Double, colors: Double)? {
    guard let color = colors[form.coloring], form.scale == 0 || subject.isSmaller(form) else { return nil }
    return (form.scale == 0 ? 0 : resolutionLoss(Self.scales[form.scale]), color.loss)
  }

  /// A power of how much larger a pixel is than on the canvas, through what was measured. Where it is as large, a little is
  /// lost by motion, which draws pixels between others.
  private func resolutionLoss(_ scale: Double) -> Double {
    guard lossAtHalf > 0 else { return 0 }
    let size = (1 / scale - 1.0 / 3) / (2 - 1.0 / 3)
    let growth = Scalar.logarithm(max(lossAtQuarter, lossAtHalf) / lossAtHalf) / Scalar.logarithm(2.2)
    return size > 0 ? min(1, lossAtHalf * Scalar.power(size, max(0.5, min(3, growth)))) : 0
  }

  /// 1 − SSIM of what is seen of a picture that is drawn as large as another.
  private func loss(of small: Pixmap, against whole: Pixmap) -> Double {
    let enlarged = small.resized(width: whole.width, height: whole.height)
    let lossOfAll = 1 - StructuralSimilarity.ofContent(enlarged, whole, step: 2)
    guard let seen = subject.hidden?.removed(from: enlarged), let wholeSeen = subject.hidden?.removed(from: whole)
    else {
      return lossOfAll
    }
    let lossOfSeen = 1 - StructuralSimilarity.ofContent(seen, wholeSeen, step: 2)
    return min(1, lossOfSeen + VisibleAreas.leastShare * lossOfAll)
  }

  private static func resized(_ picture: Pixmap, by factor: Double) -> Pixmap {
    func side(_ length: Int) -> Int { max(1, min(length, Int((Double(length) * factor).rounded(.up)))) }
    return picture.resized(width: side(picture.width), height: side(picture.height))
  }

  /// A picture at half of the resolution at which it is drawn.
  static func half(of picture: Pixmap, _ subject: Subject) -> Pixmap {
    resized(picture, by: min(1, subject.drawnScale) / 2)
  }

  /// The bitmap as players see it.
  ///
  /// - Throws: Errors of the decoder.
  static func decoded(_ subject: Subject, limits: Limits) throws(Diagnostic) -> Pixmap {
    let picture = try ImageDecoder.decode(subject.image.bytes, limits: limits)
    return subject.isMatte ? picture.alphaInBlack : picture
  }

  /// A bitmap with the size of a form and all colours.
  ///
  /// - Throws: Errors of the decoder.
  static func resized(_ subject: Subject, to form: Form, limits: Limits) throws(Diagnostic) -> Pixmap {
    resized(try decoded(subject, limits: limits), subject, to: form)
  }

  /// The same of a bitmap that is decoded.
  static func resized(_ picture: Pixmap, _ subject: Subject, to form: Form) -> Pixmap {
    let size = subject.size(of: form)
    guard size.width != picture.width || size.height != picture.height else { return picture }
    return picture.resized(width: size.width, height: size.height)
  }

  /// The file of a form.
  ///
  /// - Throws: Errors of the decoder and of the encoder.
  static func file(
    of form: Form, _ subject: Subject, effort: CompressionEffort, totalPixels: Int, limits: Limits
  ) throws(Diagnostic) -> [UInt8] {
    let picture = try resized(subject, to: form, limits: limits)
    return try file(of: form, subject, resized: picture, effort: effort, totalPixels: totalPixels)
  }

  /// The file of a form, of which the resized bitmap is known.
  ///
  /// - Throws: Errors of the encoder.
  static func file(
    of form: Form, _ subject: Subject, resized picture: Pixmap, effort: CompressionEffort, totalPixels: Int? = nil
  ) throws(Diagnostic) -> [UInt8] {
    let picture = picture.recolored(colorings[form.coloring])?.picture ?? picture
    let file = try PNGEncoder.encode(picture, effort: effort, totalPixels: totalPixels)
    // A file that was not packed by us may be smaller than ours of the same pixels.
    return form == Form() && !subject.isMatte && subject.image.bytes.count < file.count ? subject.image.bytes : file
  }
}

extension BitmapLadder.Subject {
  /// The bitmaps of groups, and how a lowered timeline draws them.
  static func subjects(of groups: [BitmapGroup], in timeline: Timeline) -> [ImageID: Self] {
    var result: [ImageID: Self] = [:]
    for group in groups {
      for id in group.images {
        result[id] = Self(image: timeline[id], isMatte: true, isOfSequence: group.images.count > 1)
      }
    }
    timeline.forEachPart { place, sprite in
      guard case .image(let id) = sprite.content else { return }
      for frame in sprite.frames.indices where sprite.frames[frame].isVisible {
        let scale = sprite.frames[frame].transform.stretch.largest
        if sprite.frames[frame].clip != nil { result[id]?.isClipped = true }
        if let known = result[id]?.drawnScale, known < scale { result[id]?.drawnScale = scale }
      }
      if case .matte = place.part {} else { result[id]?.isMatte = false }
    }
    return result
  }

  /// Whether the same bitmap is drawn in the same way, and about as large.
  func isDrawn(like other: Self) -> Bool {
    isMatte == other.isMatte && isOfSequence == other.isOfSequence && isClipped == other.isClipped
      && abs(drawnScale - other.drawnScale) <= Self.scaleTolerance * drawnScale && image.bytes == other.image.bytes
  }

  /// Part of the scale by which a bitmap may be drawn larger or smaller at the same loss.
  private static let scaleTolerance = 0.02

  /// Whether a form has clearly fewer pixels.
  func isSmaller(_ form: BitmapLadder.Form) -> Bool {
    let size = size(of: form)
    return size.width * size.height * 10 < image.width * image.height * 9
  }

  /// Width and height of a form.
  func size(of form: BitmapLadder.Form) -> (width: Int, height: Int) {
    guard form.scale > 0 else { return (image.width, image.height) }
    let factor = min(1, min(1, drawnScale) * BitmapLadder.scales[form.scale])
    func side(_ length: Int) -> Int { max(1, min(length, Int((Double(length) * factor).rounded(.up)))) }
    return (side(image.width), side(image.height))
  }
}
