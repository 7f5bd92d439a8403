internal import KilnCompression
public import KilnDiagnostics
public import KilnPixels

extension PNGEncoder {
  /// The best of the ways to pack and filter a picture that were tried.
  private struct Trial {
    var picture: PNGPicture
    /// Filtered rows.
    var lines: [UInt8]
    /// Bytes of the file if it is deflated fast.
    var size: Int
  }

  /// Level at which trials are deflated.
  private static let trialLevel = 3
  /// Divisor of the best trial's bytes: others may be larger by that part, so that a better heuristic may still win.
  private static let nearness = 10
  /// Part of a trial's bytes that hardly any file is below, and that of a flat picture.
  private static let shrinkage = 0.75
  private static let flatShrinkage = 0.5
  /// Bytes of rows divided by those of a trial from which on a picture is flat.
  private static let flatness = 16
  /// Bytes of rows up to which searching thoroughly takes no time.
  private static let smallRows = 8 << 10
  /// Bytes of rows divided by those of a trial from which on it takes little time, and saves 6 % instead of 2 %.
  private static let emptiness = 32

  /// A PNG file of one of many pictures: a few ways to pack and filter it are compared as they are deflated fast, and
  /// one is deflated well.
  ///
  /// In a third of the time of `encode` at `.normal` effort, and 2 % larger. `ImageDecoder` returns equal pixels.
  ///
  /// - Parameter limit: A file must be shorter than this.
  /// - Returns: Nil if no file is shorter, or, by the trials, hardly one would be.
  /// - Throws: As `encode`.
  public static func encodeBriefly(
    _ pixmap: Pixmap, shorterThan limit: Int = .max
  ) throws(Diagnostic) -> [UInt8]? {
    try check(pixmap)
    var best: Trial?
    for picture in try PNGPicture.candidates(for: pixmap, Unpremultiplier(), effort: .light) {
      _ = try isNear(&best, picture, .same(.none))
      // The sums take a fifth of the others' time.
      guard try isNear(&best, picture, .smallestSum) else { continue }
      _ = try isNear(&best, picture, .fewestBits)
      _ = try isNear(&best, picture, .fewestPairs)
    }
    guard let best else { return nil }
    let ratio = best.lines.count / max(best.size, 1)
    guard (ratio >= flatness ? flatShrinkage : shrinkage) * Double(best.size) < Double(limit) else { return nil }
    let effort: PictureDeflater.Effort = ratio >= emptiness || best.lines.count <= smallRows ? .normal : .light
    let file = best.picture.file(imageData: try best.picture.stream(best.lines, .own(effort)))
    return file.count < limit ? file : nil
  }

  /// Tries a way to pack and filter a picture.
  ///
  /// - Parameter best: Becomes this one if it is better.
  /// - Returns: Whether it is hardly larger than the best one.
  private static func isNear(
    _ best: inout Trial?, _ picture: PNGPicture, _ filtering: PNGFiltering
  ) throws(Diagnostic) -> Bool {
    let lines = picture.scanlines(filtering)
    // A colour of a palette takes four bytes.
    let colors = 4 * picture.palette.count
    let limit = best.map { $0.size + $0.size / nearness - colors } ?? .max
    // Usually fails early.
    guard let stream = try Zlib.deflate(lines, level: trialLevel, shorterThan: limit) else { return false }
    let size = stream.count + colors
    if size < best?.size ?? .max { best = Trial(picture: picture, lines: lines, size: size) }
    return true
  }
}
