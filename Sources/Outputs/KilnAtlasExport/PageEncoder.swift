internal import KilnCompression
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnImages
internal import KilnPNG
internal import KilnPalettes
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Writes the pages of an atlas as files, several at a time.
struct PageEncoder {
  private let options: AtlasExporter.Options
  private let context: ExportContext
  private let colors: Unpremultiplier

  /// Factor on the number of pixels up to which the highest level of compression is used.
  private static let worth = 16
  /// Decoded bytes of all pages above which the default effort is light.
  private static let manyBytes = 64 << 20

  /// - Parameter colors: Unpremultiplies translucent pixels.
  init(_ options: AtlasExporter.Options, _ context: ExportContext, colors: Unpremultiplier) {
    self.options = options
    self.context = context
    self.colors = options.isPremultiplied ? .keepingPremultiplied : colors
  }

  /// A file for each page.
  ///
  /// - Throws: `limit.exceeded`, `budget.exceeded`, `work.cancelled`.
  func files(
    of pages: AtlasPages, cells: [Pixmap], turn: QuarterTurn, _ names: AtlasFileNames
  ) throws(Diagnostic) -> [NamedFile] {
    for size in pages.sizes { try context.limits.check(width: size.width, height: size.height, "a page") }
    try context.budget.check(memory: pages.decodedBytes)
    let count = pages.sizes.count
    // Pages are made once and loaded whenever an app starts, so that they are worth more time than other pictures.
    let totalPixels = pages.decodedBytes / 4 / Self.worth
    // For so many pixels, saving the last few percent of the bytes takes half of the time.
    let effort = options.effort == .normal && pages.decodedBytes > Self.manyBytes ? .light : options.effort
    var files: [NamedFile] = []
    var bytes = 0
    // If there are few pages, each has several threads: pages alone would not keep all threads busy up to the end.
    let inside = count == 0 ? 1 : min(context.threads, (2 * context.threads + count - 1) / count)
    try context.progress.report("encoding pages", 0, of: count)
    try OrderedWork.run(count: count, threads: context.threads, worker: ()) { _, page throws(Diagnostic) in
      let picture = pages.picture(of: page, cells: cells, turn: turn)
      return try encode(picture, names.format, effort, totalPixels: totalPixels, threads: inside)
    } consume: { page, file throws(Diagnostic) in
      try context.progress.report("encoding pages", page + 1, of: count)
      bytes += file.count
      try context.budget.check(bytes: bytes)
      files.append(NamedFile(name: names.page(page), mediaType: names.format.mediaType, bytes: file))
    }
    return files
  }

  private func encode(
    _ picture: Pixmap, _ format: PageFormat, _ effort: CompressionEffort, totalPixels: Int, threads: Int
  ) throws(Diagnostic) -> [UInt8] {
    let reduced = options.isLossy ? ColorQuantizer.mild.quantized(picture)?.picture ?? picture : picture
    switch format {
    case .png:
      return try PNGEncoder.encode(
        reduced, colors: colors, effort: effort, totalPixels: totalPixels, threads: threads)
    case .webp:
      return try WebPFrameEncoder.encode(reduced, options: effort.webp, colors: colors)
    }
  }
}

extension PageFormat {
  fileprivate var mediaType: String { "image/\(rawValue)" }
}

extension CompressionEffort {
  /// Settings of lossless WebP pages.
  fileprivate var webp: WebPEncoderOptions {
    switch self {
    case .quick: .lossless(method: 0, search: 0)
    case .light: .lossless(method: 2, search: 26)
    case .normal: .lossless(method: 4, search: 75)
    case .strongest: .lossless(method: 6, search: 100)
    }
  }
}
