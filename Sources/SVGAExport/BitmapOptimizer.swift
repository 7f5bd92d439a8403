internal import Compression
internal import Diagnostics
internal import ImageCodecs
internal import SVGAFormat
internal import TimelineRendering

/// Packs the bitmaps of a movie into fewer bytes, with the same pixels.
struct BitmapOptimizer {
  let effort: CompressionEffort
  let threads: Int
  var limits = Limits()

  /// Replaces every PNG image that can be smaller. All else stays as it is.
  func optimize(_ movie: inout SVGAMovieEntity) throws(Diagnostic) {
    let keys = movie.images.keys.sorted()
    let files = keys.compactMap { movie.imageBytes(forKey: $0) }
    let (effort, limits) = (effort, limits)
    var smaller: [String: [UInt8]] = [:]
    try OrderedWork.run(count: files.count, threads: threads, worker: ()) { _, index in
      Self.smaller(files[index], effort: effort, limits: limits)
    } consume: { index, file throws(Diagnostic) in
      smaller[keys[index]] = file
    }
    for (key, file) in smaller { movie.setImageBytes(file, forKey: key) }
  }

  /// A smaller file with the same pixels; nil if there is none.
  private static func smaller(_ file: [UInt8], effort: CompressionEffort, limits: Limits) -> [UInt8]? {
    guard ImageFormat.sniff(file) == .png, PNGColorSpace.isStandard(file) else { return nil }
    do throws(Diagnostic) {
      let packed = try PNGEncoder.encode(ImageDecoder.decode(file, limits: limits), effort: effort)
      return packed.count < file.count ? packed : nil
    } catch {
      // Players may read what we cannot.
      return nil
    }
  }
}
