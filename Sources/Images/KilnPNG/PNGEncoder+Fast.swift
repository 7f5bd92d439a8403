package import KilnCompression
package import KilnDiagnostics
package import KilnPixels

extension PNGEncoder {
  /// The best combination of pixel format and filter that was tried.
  private struct Trial {
    var picture: PNGPicture
    /// Filtered rows.
    var lines: [UInt8]
    /// Size of the file in bytes with fast compression.
    var size: Int
  }

  /// Level at which trials are deflated.
  private static let trialLevel = 3
  /// A trial is compressed well, too, if it is larger than the best one by at most one part in this many: its heuristic
  /// may still win.
  private static let nearBestDivisor = 10
  /// Ratio of a file's bytes to its trial's bytes below which hardly any file is, and the same ratio for flat pictures.
  private static let smallestPackedShare = 0.75
  private static let flatPackedShare = 0.5
  /// Compression ratio of a trial from which on a picture counts as flat.
  private static let flatCompressionRatio = 16
  /// Bytes of rows up to which a thorough search takes a negligible time.
  private static let smallRows = 8 << 10
  /// Compression ratio of a trial from which on a thorough search takes little time and saves 6 % instead of 2 %.
  private static let emptyCompressionRatio = 32

  /// A PNG file of one of many pictures: a few ways to pack and filter it are compared as they are deflated fast, and
  /// one is deflated well.
  ///
  /// In a third of the time of `encode` at `.normal` effort, and 2 % larger. `ImageDecoder` returns equal pixels.
  ///
  /// - Parameters:
  ///   - limit: A file must be shorter than this.
  ///   - allowsGreyAlpha: Whether grey and alpha may be the only channels, which not all players read well.
  /// - Returns: Nil if no file is shorter, or, by the trials, hardly one would be.
  /// - Throws: As `encode`.
  package static func encodeFast(
    _ pixmap: Pixmap, shorterThan limit: Int = .max, allowsGreyAlpha: Bool = true
  ) throws(Diagnostic) -> [UInt8]? {
    try check(pixmap)
    var best: Trial?
    let pictures = try PNGPicture.candidates(
      for: pixmap, Unpremultiplier(), effort: .light, allowsGreyAlpha: allowsGreyAlpha)
    for picture in pictures {
      _ = try isNear(&best, picture, .same(.none))
      // The sums take a fifth of the others' time.
      guard try isNear(&best, picture, .smallestSum) else { continue }
      _ = try isNear(&best, picture, .fewestBits)
      _ = try isNear(&best, picture, .fewestPairs)
    }
    guard let best else { return nil }
    let ratio = best.lines.count / max(best.size, 1)
    guard (ratio >= flatCompressionRatio ? flatPackedShare : smallestPackedShare) * Double(best.size) < Double(limit)
    else { return nil }
    let effort: PictureDeflater.Effort =
      ratio >= emptyCompressionRatio || best.lines.count <= smallRows ? .normal : .light
    let file = best.picture.file(imageData: try best.picture.stream(best.lines, .own(effort)))
    return file.count < limit ? file : nil
  }

  /// Pixels of all pictures up to which searching thoroughly costs next to nothing.
  private static let fewPixels = 1 << 16

  /// A PNG file of one of several pictures that replaces another file, if it is shorter.
  ///
  /// - Parameters:
  ///   - limit: The file must be shorter than this.
  ///   - totalPixels: Number of pixels of all the pictures.
  ///   - allowsGreyAlpha: Whether grey and alpha may be the only channels, which not all players read well.
  /// - Returns: Nil if no file is shorter, or hardly one would be.
  /// - Throws: As `encode`.
  package static func encode(
    _ pixmap: Pixmap, shorterThan limit: Int, effort: CompressionEffort, totalPixels: Int, allowsGreyAlpha: Bool = true
  ) throws(Diagnostic) -> [UInt8]? {
    guard effort == .normal || effort == .strongest, totalPixels > fewPixels else {
      let file = try encode(
        pixmap, effort: effort, totalPixels: totalPixels, allowsGreyAlpha: allowsGreyAlpha)
      return file.count < limit ? file : nil
    }
    let fast = try encodeFast(pixmap, shorterThan: limit, allowsGreyAlpha: allowsGreyAlpha)
    guard effort == .strongest else { return fast }
    // Much time finds no smaller file in some cases; it must not find a larger one.
    let thorough = try encode(
      pixmap, effort: effort, totalPixels: totalPixels, allowsGreyAlpha: allowsGreyAlpha)
    return thorough.count < fast?.count ?? limit ? thorough : fast
  }

  /// Tries a combination of pixel format and filter.
  ///
  /// - Parameter best: Becomes this one if it is better.
  /// - Returns: Whether it is hardly larger than the best one.
  private static func isNear(
    _ best: inout Trial?, _ picture: PNGPicture, _ filtering: PNGFiltering
  ) throws(Diagnostic) -> Bool {
    let lines = picture.scanlines(filtering)
    // A colour of a palette takes four bytes.
    let colors = 4 * picture.palette.count
    let limit = best.map { $0.size + $0.size / nearBestDivisor - colors } ?? .max
    // Usually fails early.
    guard let stream = try Zlib.deflate(lines, level: trialLevel, shorterThan: limit) else { return false }
    let size = stream.count + colors
    if size < best?.size ?? .max { best = Trial(picture: picture, lines: lines, size: size) }
    return true
  }
}
