internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnImages
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Pictures of the shape lists and images of a timeline, as large as they are drawn.
struct SpriteCells {
  /// A content drawn as a cell.
  struct Cell: Sendable, Hashable {
    /// The cell in the table.
    var index: Int
    /// Space of the cell, in whose pixels sides are 1 long → space of the content.
    var placement: Affine
  }

  /// The cells of shape lists by their index; nil for one that stays a vector.
  private(set) var lists: [Cell?]
  /// The cells of images by their index; nil for one that is never drawn, or cannot be decoded.
  private(set) var images: [Cell?]

  private let timeline: Timeline
  private let scale: Double
  private let limits: SpriteCellLimits
  private let drawn: ContentScales

  /// - Parameters:
  ///   - scale: Factor on the resolution.
  ///   - side: The longest side of a cell.
  init(
    _ timeline: Timeline, scale: Double, side: Int, into table: inout CellTable, in context: ExportContext,
    log: inout DiagnosticLog
  ) throws(Diagnostic) {
    self.timeline = timeline
    self.scale = scale
    limits = SpriteCellLimits(timeline, scale: scale, side: side)
    drawn = ContentScales(timeline)
    lists = Array(repeating: nil, count: timeline.shapeLists.count)
    images = Array(repeating: nil, count: timeline.images.count)
    try addImages(to: &table, in: context, log: &log)
    try addLists(to: &table, in: context, log: &log)
  }

  // MARK: - Images

  /// Factor on the resolution of bitmaps that are drawn turned, at several sizes or between pixels. Less than for shapes:
  /// what is drawn at its own resolution is as soft as the bitmap, and more would make it jagged.
  private static let imageOversampling = 1.25

  private mutating func addImages(
    to table: inout CellTable, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    for (index, drawing) in drawn.images.enumerated() where drawing.scaleX > 0 {
      try context.progress.report("reading bitmaps", index + 1, of: images.count)
      let asset = timeline.images[index]
      let picture: Pixmap
      do throws(Diagnostic) {
        picture = try ImageDecoder.decode(asset.bytes, name: asset.name, limits: context.limits, log: &log)
      } catch {
        log.add(.renderingBadImage, "the image “\(asset.name)” cannot be decoded: \(error.message)")
        continue
      }
      // Never larger than it is, and only smaller where that is worth it.
      let factor = drawing.isResampled ? scale * Self.imageOversampling : scale
      let width = limits.side(Double(picture.width) * min(1, drawing.scaleX * factor), of: picture.width)
      let height = limits.side(Double(picture.height) * min(1, drawing.scaleY * factor), of: picture.height)
      let size = Affine.scale(Double(picture.width) / Double(width), Double(picture.height) / Double(height))
      let resized = picture.resized(width: width, height: height)
      // Browsers and engines draw the edges of pictures at whole pixels, unless what lies beside them is transparent. Where
      // a picture is enlarged, that would blur them.
      let isEnlarged = max(drawing.scaleX, drawing.scaleY) > Self.imageOversampling
      let margin = drawing.isResampled && !isEnlarged ? 1 : 0
      let visible = resized.part(visible: drawing.visible.visible(through: size))
      let origin = Affine.translation(Double(visible.minX - margin), Double(visible.minY - margin))
      images[index] = Self.cell(
        of: resized.cropped(to: visible).surrounded(by: margin), placement: size * origin, margin: margin, in: &table)
    }
  }

  // MARK: - Shape lists

  /// Factor on the resolution of what is drawn turned, smaller or between pixels, because that blurs. From 2 on, browsers
  /// take every second pixel.
  private static let oversampling = 1.8

  /// A shape list that may become a cell.
  private struct Candidate: Sendable {
    var list: Int
    /// Space of the list → pixels of the picture.
    var transform: Affine
    var width: Int
    var height: Int
    var isResampled: Bool
    /// Whether it stays a vector unless that takes more bytes.
    var mustBeSmaller: Bool
  }

  private mutating func addLists(
    to table: inout CellTable, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let varying = VaryingShapes(timeline)
    var candidates: [Candidate] = []
    for (index, drawing) in drawn.lists.enumerated() where drawing.scaleX > 0 && drawing.scaleY > 0 {
      if let solid = SolidRectangle(timeline.shapeLists[index]) {
        lists[index] = Cell(index: table.insert(solid.picture).cell, placement: solid.placement)
      } else if let candidate = candidate(index, drawing, varies: varying.contains[index]),
        !candidate.mustBeSmaller
          || limits.mayBeSmaller(candidate.width, candidate.height, timeline.shapeLists[index])
      {
        candidates.append(candidate)
      }
    }
    guard !candidates.isEmpty else { return }
    let renderer = try listRenderer(candidates, in: context)
    let (all, lists) = (candidates, timeline.shapeLists)
    try OrderedWork.run(count: all.count, threads: context.threads, worker: renderer) {
      renderer, index throws(Diagnostic) -> Pixmap? in
      let candidate = all[index]
      var picture = Pixmap(width: candidate.width, height: candidate.height)
      renderer.render(frame: index, transform: candidate.transform, into: &picture)
      guard candidate.mustBeSmaller else { return picture }
      return try SpriteCellLimits.isSmaller(picture, than: lists[candidate.list]) ? picture : nil
    } consume: { index, picture throws(Diagnostic) in
      try context.progress.report("drawing sprites", index + 1, of: all.count)
      guard let picture, let back = all[index].transform.inverse else { return }
      self.lists[all[index].list] = Self.cell(
        of: picture, placement: back, margin: all[index].isResampled ? 1 : 0, in: &table)
    }
  }

  /// The picture of a shape list; nil if it is never seen, or would be larger than the canvas or a page.
  ///
  /// - Parameter varies: Whether its sprite shows others at other times.
  private func candidate(_ index: Int, _ drawing: ContentScales.Drawing, varies: Bool) -> Candidate? {
    let list = timeline.shapeLists[index]
    let bounds = drawing.visible.bounds.map(list.bounds.intersection) ?? list.bounds
    let factor = drawing.isResampled ? scale * Self.oversampling : scale
    guard !bounds.isEmpty,
      var candidate = candidate(
        bounds, map: .scale(drawing.scaleX * factor, drawing.scaleY * factor), phase: drawing.phase)
    else { return nil }
    candidate.isResampled = drawing.isResampled || scale != 1
    // Content that is always drawn with one rotation is rotated here, if that takes fewer pixels than oversampling.
    if let only = drawing.only, drawing.isResampled,
      let turned = self.candidate(bounds, map: .scale(scale, scale) * only.linear, phase: Point(only.tx, only.ty)),
      turned.width * turned.height < candidate.width * candidate.height
    {
      candidate = turned
      candidate.isResampled = scale != 1
    }
    candidate.list = index
    // Letters would no longer stand on whole pixels.
    candidate.mustBeSmaller =
      varies || !list.hasAlignedLetters && limits.isLarge(candidate.width, candidate.height)
    return candidate
  }

  /// The picture of some bounds after a map, moved by the part of a phase after the whole pixel; nil if it would be larger
  /// than the canvas or a page.
  private func candidate(_ bounds: Rect, map: Affine, phase: Point) -> Candidate? {
    // Pixels of the cell lie on pixels of the canvas where the content is drawn most often.
    let phase = Point(phase.x - phase.x.rounded(.down), phase.y - phase.y.rounded(.down))
    let drawn = map.apply(bounds).offset(by: phase)
    guard let size = limits.size(drawn.width, drawn.height) else { return nil }
    let firstX = (drawn.minX + 1e-6).rounded(.down) - 1
    let firstY = (drawn.minY + 1e-6).rounded(.down) - 1
    return Candidate(
      list: 0, transform: .translation(phase.x - firstX, phase.y - firstY) * map, width: size.width + 4,
      height: size.height + 4, isResampled: false, mustBeSmaller: false)
  }

  /// A renderer of a timeline with a candidate in each frame.
  private func listRenderer(_ candidates: [Candidate], in context: ExportContext) throws(Diagnostic) -> TimelineRenderer
  {
    var limits = context.limits
    limits.frames = max(limits.frames, candidates.count)
    let sampling = FrameSampling(times: candidates.indices.map(Double.init), frameRate: 1)
    var builder = try TimelineBuilder(editing: timeline, sampling: sampling, limits: limits)
    // Shape lists that have numbers keep them.
    var states: [FrameState] = []
    for candidate in candidates {
      let list = try builder.intern(timeline.shapeLists[candidate.list].shapes)
      states.append(FrameState(opacity: 1, transform: .identity, shapes: list))
    }
    builder.sprites = [Sprite(layers: ["Cells"], content: .vector, frames: states)]
    var ignored = DiagnosticLog()
    let cells = builder.build(log: &ignored)
    return TimelineRenderer(cells, images: DecodedImages(cells, limits: limits, log: &ignored))
  }

  // MARK: - Cells

  /// The cell of a picture without its transparent border.
  ///
  /// - Parameter margin: Transparent pixels that are kept, so that turned edges stay smooth.
  private static func cell(
    of picture: Pixmap, placement: Affine, margin: Int, in table: inout CellTable
  ) -> Cell? {
    let content = picture.contentBounds
    guard !content.isEmpty else { return nil }
    let kept = PixelRect(
      minX: content.minX - margin, minY: content.minY - margin, maxX: content.maxX + margin, maxY: content.maxY + margin
    ).intersection(picture.bounds)
    let use = table.insert(picture.cropped(to: kept))
    var toPicture = Affine.translation(Double(kept.minX), Double(kept.minY))
    if use.flip.horizontal { toPicture = toPicture * Affine(a: -1, b: 0, c: 0, d: 1, tx: Double(kept.width), ty: 0) }
    if use.flip.vertical { toPicture = toPicture * Affine(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(kept.height)) }
    return Cell(index: use.cell, placement: placement * toPicture)
  }
}

extension Pixmap {
  /// The pixmap with some transparent pixels on each side.
  fileprivate func surrounded(by margin: Int) -> Pixmap {
    guard margin > 0 else { return self }
    var result = Pixmap(width: width + 2 * margin, height: height + 2 * margin)
    result.copy(self, x: margin, y: margin)
    return result
  }
}

extension Pixmap {
  /// The pixels that are seen, with those beside them that smooth scaling takes into account.
  fileprivate func part(visible area: VisibleArea) -> PixelRect {
    let whole = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    let part = (area.bounds?.insetBy(-2) ?? whole).intersection(whole)
    guard !part.isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(
      minX: Int(part.minX.rounded(.down)), minY: Int(part.minY.rounded(.down)), maxX: Int(part.maxX.rounded(.up)),
      maxY: Int(part.maxY.rounded(.up)))
  }
}

/// A shape list that is nothing but a rectangle of one colour: one pixel shows it.
private struct SolidRectangle {
  let picture: Pixmap
  /// The pixel → space of the list.
  let placement: Affine

  init?(_ list: ShapeList) {
    guard list.shapes.count == 1, let shape = list.shapes.first, shape.stroke == nil,
      case .solid(let color) = shape.fill?.paint
    else { return nil }
    let rect: Rect
    switch shape.outline {
    case .rect(let outline, cornerRadius: 0): rect = outline
    case .path(let path):
      guard let outline = path.asRect else { return nil }
      rect = outline
    default: return nil
    }
    guard rect.width > 0, rect.height > 0 else { return nil }
    func byte(_ value: Double) -> UInt32 { UInt32((max(0, min(1, value)) * 255).rounded()) }
    let straight = byte(color.red) | byte(color.green) << 8 | byte(color.blue) << 16 | byte(color.alpha) << 24
    picture = Pixmap(width: 1, height: 1, pixels: [Premultiplication.premultiply(straight)])
    placement = shape.transform * .translation(rect.minX, rect.minY) * .scale(rect.width, rect.height)
  }
}

/// Shape lists of sprites that change their shape.
private struct VaryingShapes: Sendable {
  /// By index of the shape list.
  private(set) var contains: [Bool]

  init(_ timeline: Timeline) {
    var contains = [Bool](repeating: false, count: timeline.shapeLists.count)
    timeline.forEachSprite { sprite in
      guard case .vector = sprite.content else { return }
      let first = sprite.frames.lazy.compactMap(\.shapes).first
      guard sprite.frames.contains(where: { $0.shapes != nil && $0.shapes != first }) else { return }
      for state in sprite.frames { if let list = state.shapes { contains[list.index] = true } }
    }
    self.contains = contains
  }
}
