package import KilnCompression
package import KilnDiagnostics
package import KilnPixels

/// Encoder of still PNG images.
package enum PNGEncoder {
  /// Encodes a pixmap; `ImageDecoder` returns equal pixels.
  ///
  /// `.quick` effort writes 8-bit RGBA; higher efforts choose the colour type, bit depth and row filters of the smallest
  /// file. Transparent pixels are transparent black, and only necessary chunks are written. Deterministic for one version
  /// of libdeflate.
  ///
  /// - Parameters:
  ///   - colors: Unpremultiplies translucent pixels.
  ///   - totalPixels: Number of pixels of all images of one output file, which lowers the effort for each; nil if this is
  ///     the only one.
  ///   - allowsGreyAlpha: Whether grey and alpha may be the only channels, which not all players read well.
  ///   - threads: Number of threads to work on. Never changes the result.
  /// - Throws: `image.encode.failed` if the pixmap is empty or has more than a million pixels along a side, or
  ///   `internal.error` if memory is exhausted.
  package static func encode(
    _ pixmap: Pixmap, colors: Unpremultiplier = Unpremultiplier(), effort: CompressionEffort = .quick,
    totalPixels: Int? = nil, allowsGreyAlpha: Bool = true, threads: Int = 1
  ) throws(Diagnostic) -> [UInt8] {
    try check(pixmap)
    guard effort != .quick else {
      // One way only, so that there is nothing to compare.
      let lines = PNGPicture.straightLines(of: pixmap, colors)
      return PNGPicture(size: pixmap).file(imageData: try Zlib.deflate(lines, level: effort.deflateLevel))
    }
    var best: [UInt8]?
    for picture in try PNGPicture.candidates(for: pixmap, colors, effort: effort, allowsGreyAlpha: allowsGreyAlpha) {
      let file = try encode(picture, effort: effort, totalPixels: totalPixels ?? pixmap.pixels.count, threads)
      if file.count < best?.count ?? .max { best = file }
    }
    return best ?? []
  }

  /// - Throws: `image.encode.failed` if a picture is empty or has more than a million pixels along a side.
  static func check(_ pixmap: Pixmap) throws(Diagnostic) {
    guard (1...1_000_000).contains(pixmap.width), (1...1_000_000).contains(pixmap.height) else {
      throw Diagnostic(
        .imageNotEncodable, "The PNG image cannot be written: it has \(pixmap.width) × \(pixmap.height) pixels")
    }
  }

  /// The smallest file for the picture as it is packed.
  private static func encode(
    _ picture: PNGPicture, effort: CompressionEffort, totalPixels: Int, _ threads: Int
  ) throws(Diagnostic) -> [UInt8] {
    let level = effort.deflateLevel(forPictureBytes: picture.byteCount(ofPixels: totalPixels))
    let filterings = effort.filterings(for: picture)
    if effort == .normal, let sample = picture.sample {
      let best = try best(of: filterings, for: sample, level: level, threads)
      return picture.file(
        imageData: try picture.stream(picture.scanlines(best.filtering), best.encoder, threads: threads))
    }
    let finalists = try finalists(of: filterings, for: picture, effort, threads)
    let inside = finalists.count == 1 ? threads : 1
    let streams = try Concurrent.map(finalists, threads: threads) { filtering throws(Diagnostic) in
      try picture.smallestStream(filtering, effort, level: level, threads: inside)
    }
    return picture.file(imageData: streams.min { $0.count < $1.count } ?? [])
  }

  /// A sample with one way of filtering.
  private struct SampleTrial: Sendable {
    let filtering: PNGFiltering
    /// The sample's rows as they are deflated: for each a byte for its filter, then its filtered bytes.
    let lines: [UInt8]
    /// Bytes if they are deflated fast.
    let size: Int
  }

  /// libdeflate level by which samples are compared.
  private static let sampleLevel = 6
  /// Divisor of the smallest sample's bytes: samples larger by at most that part are compared by a better encoder,
  /// because `sampleLevel` ranks them wrongly by less than that.
  private static let sampleNearness = 33

  /// The filters and the deflater that give the smallest sample of a picture.
  private static func best(
    of filterings: [PNGFiltering], for sample: PNGPicture, level: Int, _ threads: Int
  ) throws(Diagnostic) -> (filtering: PNGFiltering, encoder: PNGPicture.Encoder) {
    let trials = try Concurrent.map(filterings, threads: threads) { filtering throws(Diagnostic) in
      let lines = sample.scanlines(filtering)
      return SampleTrial(
        filtering: filtering, lines: lines, size: try Zlib.deflate(lines, level: sampleLevel).count)
    }
    let least = trials.reduce(Int.max) { min($0, $1.size) }
    let near = trials.filter { $0.size <= least + least / sampleNearness }
    guard var best = near.first else { return (.same(.none), .own(.normal)) }
    if near.count > 1 {
      let sizes = try Concurrent.map(near, threads: threads) { trial throws(Diagnostic) in
        try sample.stream(trial.lines, .own(.light)).count
      }
      best = near[near.indices.min { (sizes[$0], $0) < (sizes[$1], $1) } ?? 0]
    }
    if sample.isFlat(best.lines, deflatedTo: best.size) { return (best.filtering, .own(.normal)) }
    let encoders: [PNGPicture.Encoder] = [.own(.normal), .level(level)]
    let sizes = try Concurrent.map(encoders, threads: threads) { [best] encoder throws(Diagnostic) in
      try sample.stream(best.lines, encoder).count
    }
    return (best.filtering, sizes[1] < sizes[0] ? encoders[1] : encoders[0])
  }

  /// The filters that are candidates for the smallest picture.
  private static func finalists(
    of filterings: [PNGFiltering], for picture: PNGPicture, _ effort: CompressionEffort, _ threads: Int
  ) throws(Diagnostic) -> [PNGFiltering] {
    guard filterings.count > effort.finalists else { return filterings }
    let sizes = try Concurrent.map(filterings, threads: threads) { filtering throws(Diagnostic) in
      try picture.stream(filtering, .level(effort.trialLevel)).count
    }
    let ranking = filterings.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
    return ranking.prefix(effort.finalists).map { filterings[$0] }
  }
}

extension PNGFiltering {
  /// Filters that are tried by default, of which one is nearly always close to the best.
  static let usual: [PNGFiltering] = [.same(.none), .fewestBits, .fewestPairs, .smallestSum]
}

extension CompressionEffort {
  /// Ways of filtering to try.
  ///
  /// On drawn artwork no filter at all is often best, and the usual heuristic, the smallest sum, often worst. Packed
  /// pixels have no slopes, but rows that repeat.
  fileprivate func filterings(for picture: PNGPicture) -> [PNGFiltering] {
    switch self {
    case .quick, .light: picture.isPacked ? [.same(.none)] : [.same(.none), .fewestBits]
    case .normal where picture.isLarge: PNGFiltering.usual
    case .normal where picture.isPacked: [.same(.none), .fewestBits, .fewestPairs]
    case .normal, .strongest: PNGFilter.allCases.map { .same($0) } + [.smallestSum, .fewestPairs, .fewestBits]
    }
  }

  fileprivate var trialLevel: Int {
    switch self {
    case .quick, .light: 4
    case .normal: 6
    case .strongest: 8
    }
  }

  /// Number of filterings that are deflated at the full level.
  fileprivate var finalists: Int { self == .strongest ? 3 : 1 }
}

extension PNGPicture {
  /// A way of deflating rows.
  package enum Encoder: Sendable, Hashable {
    /// libdeflate at a level.
    case level(Int)
    /// Kiln's deflater for rows of pictures.
    case own(PictureDeflater.Effort)
  }

  /// The filtered and deflated rows.
  fileprivate func stream(_ filtering: PNGFiltering, _ encoder: Encoder) throws(Diagnostic) -> [UInt8] {
    try stream(scanlines(filtering), encoder)
  }

  /// The filtered rows, compressed by the deflater that gives fewer bytes.
  ///
  /// - Parameter level: libdeflate's.
  fileprivate func smallestStream(
    _ filtering: PNGFiltering, _ effort: CompressionEffort, level: Int, threads: Int
  ) throws(Diagnostic) -> [UInt8] {
    let lines = scanlines(filtering)
    let own = try stream(lines, .own(PictureDeflater.Effort(effort)), threads: threads)
    guard effort != .light, effort == .strongest || !isFlat(lines, deflatedTo: own.count) else { return own }
    let other = try stream(lines, .level(level))
    return other.count < own.count ? other : own
  }

  /// Whether rows hold so little that libdeflate's highest level is hardly ever better.
  fileprivate func isFlat(_ lines: [UInt8], deflatedTo count: Int) -> Bool {
    lines.count > Self.smallRows && lines.count / Self.flatness >= count
  }

  /// Compression ratio from which on libdeflate's highest level is hardly ever better.
  private static let flatness = 8
  /// Bytes of rows up to which libdeflate's highest level is always tried, because it takes a negligible time.
  private static let smallRows = 64 << 10

  /// The deflated rows.
  ///
  /// - Parameter lines: The filtered rows.
  package func stream(_ lines: [UInt8], _ encoder: Encoder, threads: Int = 1) throws(Diagnostic) -> [UInt8] {
    switch encoder {
    case .level(let level): return try Zlib.deflate(lines, level: level)
    case .own(let effort):
      guard !lines.isEmpty, lines.count < 1 << 30 else { return try Zlib.deflate(lines) }
      let bands = try Concurrent.map(PictureDeflater.bands(of: lines.count), threads: threads) {
        band throws(Diagnostic) in
        try PictureDeflater.blocks(of: lines, in: band, pixel: filterDistance, line: rowBytes + 1, effort)
      }
      return PictureDeflater.stream(bands, checksum: Checksum.adler32(lines))
    }
  }

  /// Size in bytes from which only a sample of a picture is tried with all filters.
  private static let largeBytes = 1 << 20
  /// Maximum number of bytes of a sample.
  private static let sampleBytes = 2 << 20
  /// Number of bands of a sample.
  private static let bandCount = 2

  /// Rows of each band of a sample; nil if the picture is too small for one.
  private var bandHeight: Int? {
    guard rows.count >= Self.largeBytes else { return nil }
    let height = min(Self.sampleBytes, rows.count / 4) / (rowBytes * Self.bandCount)
    // Fewer rows show too little of the repetitions between rows.
    return height < 32 ? nil : height
  }

  fileprivate var isLarge: Bool { bandHeight != nil }

  /// A sample of the picture: bands of rows, at most a quarter of it; nil unless it is large.
  fileprivate var sample: PNGPicture? {
    guard let bandHeight else { return nil }
    return withBands(
      (0..<Self.bandCount).map { band in
        let start = (height - bandHeight) * band / (Self.bandCount - 1)
        return start..<start + bandHeight
      })
  }
}
