internal import KilnCompression
internal import KilnDiagnostics
internal import KilnExporting
internal import KilnGeometry
internal import KilnImages
internal import KilnPNG
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Takes the transparent margins off bitmaps, which costs nothing that is seen: players hold every pixel in memory.
///
/// Pictures that an app puts in the place of a bitmap fill the trimmed area then, so only budgets are a reason for it.
struct MarginTrimming {
  /// Part of the pixels that a bitmap may keep at most to be worth it.
  private static let worthwhile = 0.9

  /// The timeline with trimmed bitmaps.
  let timeline: Timeline
  /// Numbers of bitmaps that are drawn, and of those among them that were trimmed.
  private let bitmaps: Int
  private let trimmed: Int

  /// Trims the bitmaps of a lowered timeline; nil if none of them has wide margins.
  ///
  /// - Throws: `work.cancelled`.
  init?(_ timeline: Timeline, in context: ExportContext) throws(Diagnostic) {
    let groups = BitmapGroup.groups(of: timeline)
    let areas = try Self.areas(groups, of: timeline, in: context)
    let ids = groups.flatMap(\.images).filter { areas[$0] != nil }
    guard !ids.isEmpty else { return nil }
    let (limits, work) = (context.limits, ids.map { (image: timeline[$0], area: areas[$0] ?? .zero) })
    var found: [ImageID: ImageAsset] = [:]
    try OrderedWork.run(count: work.count, threads: context.threads, worker: ()) { _, index in
      Self.trimmed(work[index].image, to: work[index].area, limits: limits)
    } consume: { index, image throws(Diagnostic) in
      try context.progress.report("trimming bitmaps", index + 1, of: work.count)
      found[ids[index]] = image
    }
    self.timeline = timeline.replacingImages(found, areas: areas.mapValues(\.rect))
    bitmaps = groups.reduce(0) { $0 + $1.images.count }
    trimmed = found.count
  }

  /// Summary of the trimming, for reports.
  var reduction: ReducedSetting? {
    ReducedSetting("margins", asked: "kept", given: trimmed > 0 ? "trimmed" : "kept") { _, _ in
      "\(trimmed) of \(bitmaps) bitmaps without their transparent margins (an app's picture in place of one of them "
        + "fills what is left)"
    }
  }

  /// The parts of bitmaps to which they are trimmed, where that is worth it. Pictures of a sequence keep one size, so that
  /// one can be shown in place of another.
  private static func areas(
    _ groups: [BitmapGroup], of timeline: Timeline, in context: ExportContext
  ) throws(Diagnostic) -> [ImageID: PixelRect] {
    let (limits, ids) = (context.limits, groups.flatMap(\.images))
    let images = ids.map { timeline[$0] }
    var content: [ImageID: PixelRect] = [:]
    try OrderedWork.run(count: ids.count, threads: context.threads, worker: ()) { _, index in
      Self.content(of: images[index], limits: limits)
    } consume: { index, bounds throws(Diagnostic) in
      try context.progress.report("looking for margins", index + 1, of: ids.count)
      content[ids[index]] = bounds
    }
    var result: [ImageID: PixelRect] = [:]
    for group in groups {
      let known = group.images.compactMap { content[$0] }
      guard let first = known.first, known.count == group.images.count else { continue }
      let isOfOneSize = Set(group.images.map { [timeline[$0].width, timeline[$0].height] }).count == 1
      let union = known.dropFirst().reduce(first) { $0.union($1) }
      for (id, own) in zip(group.images, known) {
        let area = isOfOneSize ? union : own
        let pixels = Double(timeline[id].width) * Double(timeline[id].height)
        if Double(area.width) * Double(area.height) < Self.worthwhile * pixels { result[id] = area }
      }
    }
    return result
  }

  /// Bounds of what is not transparent, and a pixel around it that edges fade to; nil if nothing is, or nothing is known.
  private static func content(of image: ImageAsset, limits: Limits) -> PixelRect? {
    do throws(Diagnostic) {
      let picture = try ImageDecoder.decode(image.bytes, limits: limits)
      let bounds = picture.contentBounds
      guard !bounds.isEmpty, picture.width == image.width, picture.height == image.height else { return nil }
      return PixelRect(
        minX: max(0, bounds.minX - 1), minY: max(0, bounds.minY - 1), maxX: min(picture.width, bounds.maxX + 1),
        maxY: min(picture.height, bounds.maxY + 1))
    } catch {
      // Lowering has reported that it cannot be decoded.
      return nil
    }
  }

  private static func trimmed(_ image: ImageAsset, to area: PixelRect, limits: Limits) -> ImageAsset? {
    do throws(Diagnostic) {
      let picture = try ImageDecoder.decode(image.bytes, limits: limits).cropped(to: area)
      return ImageAsset(name: image.name, bytes: try PNGEncoder.encode(picture, effort: .light))
    } catch {
      return nil
    }
  }
}

extension PixelRect {
  fileprivate static var zero: PixelRect { PixelRect(x: 0, y: 0, width: 0, height: 0) }

  fileprivate var rect: Rect {
    Rect(x: Double(minX), y: Double(minY), width: Double(width), height: Double(height))
  }
}
