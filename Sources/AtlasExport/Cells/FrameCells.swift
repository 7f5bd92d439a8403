internal import Diagnostics
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// How frames are cut to their content.
struct FrameTrimming: Sendable {
  /// Pixels with an alpha up to this are cut at the edges; nil keeps the whole canvas.
  var threshold: Int?
  /// Whether all frames are cut alike.
  var isUniform = false

  /// What is kept of a picture, at least one pixel.
  func content(of picture: Pixmap) -> PixelRect {
    guard let threshold else { return picture.bounds }
    let content = threshold == 0 ? picture.contentBounds : picture.bounds(above: UInt32(clamping: threshold))
    return content.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : content
  }
}

/// The frames of one animation as cells of an atlas.
struct FrameCells {
  /// What a frame shows, and where on the canvas.
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
    try OrderedWork.run(count: count, threads: context.threads, worker: source.painter()) { painter, frame in
      let picture = painter.picture(of: frame)
      let content = trimming.content(of: picture)
      return (picture: picture.cropped(to: content), x: content.minX, y: content.minY)
    } consume: { frame, cut throws(Diagnostic) in
      try context.progress.report("drawing frames", frame + 1, of: count)
      guard !trimming.isUniform else { return pending.append(cut) }
      frames.append(Frame(use: table.insert(cut.picture), x: cut.x, y: cut.y))
      try check(table)
    }
    for cut in Self.aligned(pending) {
      frames.append(Frame(use: table.insert(cut.picture), x: cut.x, y: cut.y))
      try check(table)
    }
  }

  /// The pictures enlarged to a rectangle that contains all.
  private static func aligned(
    _ cuts: [(picture: Pixmap, x: Int, y: Int)]
  ) -> [(picture: Pixmap, x: Int, y: Int)] {
    // A frame without content says nothing of where it is.
    func isEmpty(_ picture: Pixmap) -> Bool { picture.pixels == [0] }
    var all = cuts.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { all, cut in
      isEmpty(cut.picture)
        ? all : all.union(PixelRect(x: cut.x, y: cut.y, width: cut.picture.width, height: cut.picture.height))
    }
    if all.isEmpty { all = PixelRect(x: 0, y: 0, width: 1, height: 1) }
    return cuts.map { cut in
      var picture = Pixmap(width: all.width, height: all.height)
      if !isEmpty(cut.picture) { picture.copy(cut.picture, x: cut.x - all.minX, y: cut.y - all.minY) }
      return (picture, all.minX, all.minY)
    }
  }
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
