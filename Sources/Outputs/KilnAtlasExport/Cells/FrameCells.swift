internal import KilnDiagnostics
internal import KilnExporting
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Trimming of frames to their content.
struct FrameTrimming: Sendable {
  /// Pixels with an alpha up to this are cut at the edges; nil keeps the whole canvas.
  var threshold: Int?
  /// Whether all frames are cut alike.
  var isUniform = false

  /// Trimmed picture and its position in the original: at least one pixel, a transparent one if nothing else is left.
  func content(of picture: Pixmap) -> (picture: Pixmap, x: Int, y: Int) {
    guard let threshold else { return (picture, 0, 0) }
    let content = threshold == 0 ? picture.contentBounds : picture.bounds(above: UInt32(clamping: threshold))
    return content.isEmpty
      ? (Pixmap(width: 1, height: 1), 0, 0) : (picture.cropped(to: content), content.minX, content.minY)
  }
}

/// The frames of one animation as cells of an atlas.
struct FrameCells {
  /// Cell that a frame shows, and its position on the canvas in pixels.
  struct Frame: Sendable, Hashable {
    var use: CellTable.Use
    var x: Int
    var y: Int
  }

  let name: String
  let timeline: Timeline
  /// Width of the canvas in pixels.
  let width: Int
  /// Height of the canvas in pixels.
  let height: Int
  private(set) var frames: [Frame] = []

  /// Draws all frames and adds their pictures to a table.
  ///
  /// - Parameter check: Called after each frame; throws when there are too many pixels.
  /// - Throws: `work.cancelled`, and what `check` throws.
  init(
    _ name: String, _ source: FrameSource, _ trimming: FrameTrimming, into table: inout CellTable,
    check: (CellTable) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    self.name = name
    timeline = source.timeline
    (width, height) = (source.fit.width, source.fit.height)
    let (context, count) = (source.context, source.timeline.frameCount)
    var pending: [(picture: Pixmap, x: Int, y: Int)] = []
    /// Pixels of the pending frames.
    var area = 0
    try OrderedWork.run(count: count, threads: context.threads, worker: source.painter()) { painter, frame in
      let cut = trimming.content(of: painter.picture(of: frame))
      return (cut: cut, fingerprint: PictureFingerprint(cut.picture))
    } consume: { frame, result throws(Diagnostic) in
      let cut = result.cut
      try context.progress.report("drawing frames", frame + 1, of: count)
      guard !trimming.isUniform else {
        area += cut.picture.pixels.count
        try context.limits.check(area * 4, atMost: .decodedImageBytes, "the memory of all frames")
        return pending.append(cut)
      }
      frames.append(Frame(use: table.insert(cut.picture, result.fingerprint), x: cut.x, y: cut.y))
      try check(table)
    }
    // One after the other: enlarged, they take much more memory.
    let bounds = Self.bounds(of: pending)
    for cut in pending {
      var picture = Pixmap(width: bounds.width, height: bounds.height)
      if !Self.isEmpty(cut.picture) { picture.copy(cut.picture, x: cut.x - bounds.minX, y: cut.y - bounds.minY) }
      frames.append(Frame(use: table.insert(picture), x: bounds.minX, y: bounds.minY))
      try check(table)
    }
  }

  /// A rectangle that contains all pictures, at least one pixel.
  private static func bounds(of cuts: [(picture: Pixmap, x: Int, y: Int)]) -> PixelRect {
    let bounds = cuts.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { all, cut in
      isEmpty(cut.picture)
        ? all : all.union(PixelRect(x: cut.x, y: cut.y, width: cut.picture.width, height: cut.picture.height))
    }
    return bounds.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : bounds
  }

  /// Whether a frame has no content, so that its position does not matter.
  private static func isEmpty(_ picture: Pixmap) -> Bool { picture.pixels == [0] }
}

extension Pixmap {
  /// The smallest rectangle that contains every pixel with a larger alpha; empty if there is none.
  fileprivate func bounds(above threshold: UInt32) -> PixelRect {
    var bounds = PixelRect(minX: width, minY: height, maxX: 0, maxY: 0)
    for y in 0..<height {
      for x in 0..<width where self[x, y] >> 24 > threshold {
        bounds.minX = min(bounds.minX, x)
        bounds.maxX = max(bounds.maxX, x + 1)
        bounds.minY = min(bounds.minY, y)
        bounds.maxY = y + 1
      }
    }
    return bounds
  }
}
