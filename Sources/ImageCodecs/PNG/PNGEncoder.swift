public import Compression
public import Diagnostics
public import Pixels

/// Encoder of still PNG images.
public enum PNGEncoder {
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
  ///   - threads: Number of threads to work on. Never changes the result.
  /// - Throws: `image.encode.failed` if the pixmap is empty or has more than a million pixels along a side, or
  ///   `internal.error` if memory is exhausted.
  public static func encode(
    _ pixmap: Pixmap, colors: Unpremultiplier = Unpremultiplier(), effort: CompressionEffort = .quick,
    totalPixels: Int? = nil, threads: Int = 1
  ) throws(Diagnostic) -> [UInt8] {
    guard (1...1_000_000).contains(pixmap.width), (1...1_000_000).contains(pixmap.height) else {
      throw Diagnostic(
        .imageNotEncodable, "The PNG image cannot be written: it has \(pixmap.width) × \(pixmap.height) pixels")
    }
    var best: [UInt8]?
    for picture in PNGPicture.candidates(for: pixmap, colors, effort: effort) {
      let file = try encode(picture, effort: effort, totalPixels: totalPixels ?? pixmap.pixels.count, threads)
      if file.count < best?.count ?? .max { best = file }
    }
    return best ?? []
  }

  /// The smallest file for the picture as it is packed.
  private static func encode(
    _ picture: PNGPicture, effort: CompressionEffort, totalPixels: Int, _ threads: Int
  ) throws(Diagnostic) -> [UInt8] {
    var filterings = effort.filterings(for: picture)
    if filterings.count > 1 {
      // A low level ranks the filters nearly as the highest does.
      let sizes = try Concurrent.map(filterings, threads: threads) { filtering throws(Diagnostic) in
        try Zlib.deflate(picture.scanlines(filtering), level: effort.trialLevel).count
      }
      let ranking = filterings.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }
      filterings = ranking.prefix(effort.finalists).map { filterings[$0] }
    }
    let level = effort.deflateLevel(forPictureBytes: picture.byteCount(ofPixels: totalPixels))
    let streams = try Concurrent.map(filterings, threads: threads) { filtering throws(Diagnostic) in
      try Zlib.deflate(picture.scanlines(filtering), level: level)
    }
    return picture.file(imageData: streams.min { $0.count < $1.count } ?? [])
  }
}

extension CompressionEffort {
  /// Ways of filtering to try.
  ///
  /// On drawn artwork no filter at all is often best, and the usual heuristic, the smallest sum, often worst. Indices and
  /// packed pixels have no slopes to filter.
  fileprivate func filterings(for picture: PNGPicture) -> [PNGFiltering] {
    switch self {
    case .quick: [.same(.none)]
    case .light: picture.isPacked ? [.same(.none)] : [.same(.none), .same(.up), .fewestPairs]
    case .normal where picture.isPacked: [.same(.none), .same(.sub), .same(.up)]
    case .normal, .strongest:
      PNGFilter.allCases.map { .same($0) } + [.smallestSum, .fewestPairs]
    }
  }

  fileprivate var trialLevel: Int { self == .strongest ? 8 : 4 }

  /// How many of the ways of filtering are deflated at the full level.
  fileprivate var finalists: Int { self == .strongest ? 3 : 1 }
}
