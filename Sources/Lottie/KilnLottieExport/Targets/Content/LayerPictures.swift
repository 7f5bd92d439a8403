internal import KilnCompression
internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline

/// Pictures of what a layer shows: one for each different look, in the layer's own space.
struct LayerPictures {
  private let baked: LayerTimeline
  private let scale: Double
  /// Timeline that covers parts of the pictures, which are taken away; nil for none.
  private let hidden: Timeline?
  /// Backdrop with which the pictures are blended; nil for none.
  private let backdrop: BlendBackdrop?

  /// Pixels of all frames together at most.
  private static let maximumPixels = 60_000_000.0
  /// Pixels of all frames together above which less time is spent on each of them.
  private static let quickPixels = 10_000_000.0
  /// Bytes of all pictures together at most.
  private static let maximumBytes = 16_000_000

  /// - Parameters:
  ///   - scale: Pixels for each unit of the layer's space, at most and at least some.
  ///   - hidden: What is drawn over the pictures, with the same frames.
  init(_ baked: LayerTimeline, scale: Double, without hidden: LayerTimeline? = nil) {
    (self.baked, self.scale, self.hidden, backdrop) = (baked, max(0.25, min(3, scale)), hidden?.timeline, nil)
  }

  /// Pictures that look on a backdrop as if they had a blend mode, in the space of the composition.
  init(_ baked: LayerTimeline, on backdrop: BlendBackdrop) {
    (self.baked, scale, hidden, self.backdrop) = (baked, 1, nil, backdrop)
  }

  /// A picture that is seen over some frames.
  private struct Run {
    var frames: Range<Int>
    let picture: Int
    /// Left edge of the picture in pixels of the canvas that was drawn.
    let x: Int
    /// Top edge in the same pixels.
    let y: Int
    /// Pixels for each unit of the layer's space.
    let scale: Double
  }

  /// A composition of the pictures, each seen in its frames; nil if they are too large.
  func composition(takenIDs: TakenNames, _ draft: RewriteDraft) throws(Diagnostic) -> BakedComposition? {
    let timeline = baked.timeline
    let boxes = (0..<timeline.frameCount).map { frame in
      let box = timeline.sprites.reduce(Rect.empty) { $0.union(timeline.visibleBounds(of: $1, frame: frame)) }
      return baked.canvas.map { box.intersection($0) } ?? box
    }
    guard let window = CompositionWindow(around: boxes.reduce(Rect.empty) { $0.union($1) }) else { return nil }
    let pixels = boxes.reduce(0.0) { $1.isEmpty ? $0 : $0 + min($1.width, 16384) * min($1.height, 16384) }
    var scale = scale
    if pixels * scale * scale > Self.maximumPixels { scale = (Self.maximumPixels / pixels).squareRoot() }
    guard scale >= 0.25 else { return nil }
    var log = DiagnosticLog()
    var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, limits: draft.limits, log: &log))
    var others = otherTimelines.map { TimelineRenderer($0, images: DecodedImages($0, limits: draft.limits, log: &log)) }
    var (files, sizes, runs): ([[UInt8]], [(Int, Int)], [Run]) = ([], [], [])
    var known: [[UInt8]: Int] = [:]
    var last: (pixmap: Pixmap, x: Int, y: Int, scale: Double)?
    var bytes = 0
    for (frame, box) in boxes.enumerated() {
      let place = box.intersection(
        Rect(x: -window.shift.x, y: -window.shift.y, width: Double(window.width), height: Double(window.height)))
      guard !place.isEmpty else { continue }
      if frame > 0, runs.last?.frames.upperBound == frame, isRepeated(frame) {
        runs[runs.count - 1].frames = runs[runs.count - 1].frames.lowerBound..<frame + 1
        continue
      }
      let scale = hidden == nil ? resolution(of: frame, scale) : scale
      let (x, y) = (Int((place.minX * scale).rounded(.down)) - 1, Int((place.minY * scale).rounded(.down)) - 1)
      var pixmap = Pixmap(
        width: Int((place.maxX * scale).rounded(.up)) - x + 1, height: Int((place.maxY * scale).rounded(.up)) - y + 1)
      let transform = Affine(a: scale, b: 0, c: 0, d: scale, tx: Double(-x), ty: Double(-y))
      renderer.render(frame: frame, transform: transform, into: &pixmap)
      let layers = others.indices.map { position in
        var layer = Pixmap(width: pixmap.width, height: pixmap.height)
        others[position].render(frame: frame, transform: transform, into: &layer)
        return layer
      }
      if backdrop != nil, layers.count == 2 {
        pixmap.takeColors(of: layers[1], over: layers[0])
      } else if let cover = layers.first {
        pixmap.subtract(cover)
      }
      guard pixmap.pixels.contains(where: { $0 != 0 }) else { continue }
      if let last, last.x == x, last.y == y, last.scale == scale, last.pixmap == pixmap,
        runs.last?.frames.upperBound == frame
      {
        runs[runs.count - 1].frames = runs[runs.count - 1].frames.lowerBound..<frame + 1
        continue
      }
      let file = try PictureFormatRewrite.encoded(pixmap, pixels > Self.quickPixels ? .quick : .light, draft)
      let picture = known[file] ?? files.count
      if picture == files.count {
        known[file] = picture
        files.append(file)
        sizes.append((pixmap.width, pixmap.height))
        bytes += file.count
        guard bytes <= (backdrop?.maximumBytes ?? Self.maximumBytes) else { return nil }
      }
      runs.append(Run(frames: frame..<frame + 1, picture: picture, x: x, y: y, scale: scale))
      last = (pixmap, x, y, scale)
    }
    var composition = written(files, sizes, runs, window, takenIDs)
    // Blurred pictures have fewer pixels and are as good.
    composition.density = scale
    return composition
  }

  /// Standard deviation of a blur in pixels, from which on half of the resolution shows it as well.
  private static let smoothDeviation = 8.0

  /// Pixels for each unit that show a frame: fewer where all of it is blurred.
  private func resolution(of frame: Int, _ scale: Double) -> Double {
    let timeline = baked.timeline
    var deviation = Double.infinity
    for sprite in timeline.sprites where sprite.frames[frame].isVisible {
      let state = sprite.frames[frame]
      guard sprite.matte == nil, state.clip == nil, let id = state.filters,
        timeline.filterChains.indices.contains(id.index)
      else { return scale }
      var least = 0.0
      for filter in timeline.filterChains[id.index].filters {
        guard case .blur(let blur) = filter else { return scale }
        least = max(least, min(blur.width, blur.height))
      }
      deviation = min(deviation, least * state.transform.stretch.smallest)
    }
    guard deviation.isFinite else { return scale }
    var resolution = scale
    while deviation * resolution >= Self.smoothDeviation, resolution > scale / 16 { resolution /= 2 }
    return resolution
  }

  /// Whether nothing changes from the frame before.
  private func isRepeated(_ frame: Int) -> Bool {
    var isRepeated = true
    for timeline in [baked.timeline] + otherTimelines {
      timeline.forEachSprite { sprite in
        if sprite.frames[frame] != sprite.frames[frame - 1] { isRepeated = false }
      }
    }
    return isRepeated
  }

  /// What is drawn beside the pictures, with the same frames: what covers them, or the backdrop without and with the layer.
  private var otherTimelines: [Timeline] {
    if let backdrop { return [backdrop.below, backdrop.blended] }
    return hidden.map { [$0] } ?? []
  }

  private func written(
    _ files: [[UInt8]], _ sizes: [(Int, Int)], _ runs: [Run], _ window: CompositionWindow, _ takenIDs: TakenNames
  ) -> BakedComposition {
    var taken = takenIDs
    let ids = files.map { _ in taken.free("picture") }
    var assets = zip(ids, zip(files, sizes)).map { id, file in
      var text = LottieText()
      text.object { text in
        text.member("id", id)
        text.member("w", file.1.0)
        text.member("h", file.1.1)
        text.member("u", "")
        text.key("p")
        text.data(file.0, mediaType: "image/png")
        text.member("e", 1)
      }
      return String(decoding: text.bytes, as: UTF8.self)
    }
    let layers = runs.enumerated().map { index, run in
      let size = EditText.fixed([100 / run.scale, 100 / run.scale])
      let corner = EditText.fixed([
        Double(run.x) / run.scale + window.shift.x, Double(run.y) / run.scale + window.shift.y,
      ])
      return "{\"ddd\":0,\"ty\":2,\"ind\":\(index + 1),\"nm\":\"\",\"refId\":\(JSONText.quoted(ids[run.picture])),"
        + "\"ip\":\(run.frames.lowerBound),\"op\":\(run.frames.upperBound),\"st\":0,"
        + "\"ks\":\(TransformText.layer(position: corner, scale: size))}"
    }
    let id = taken.free("pictures")
    assets.append("{\"id\":\(JSONText.quoted(id)),\"layers\":[\(layers.joined(separator: ","))]}")
    return BakedComposition(
      id: id, assets: assets, window: window, start: baked.times.first ?? 0, takenIDs: taken,
      pictureCount: files.count, byteCount: files.reduce(0) { $0 + $1.count })
  }
}

extension Pixmap {
  /// Takes the components of another picture of the same size away.
  fileprivate mutating func subtract(_ other: Pixmap) {
    for index in pixels.indices where index < other.pixels.count && other.pixels[index] != 0 {
      var result: UInt32 = 0
      for shift: UInt32 in [0, 8, 16, 24] {
        let (a, b) = (pixels[index] >> shift & 255, other.pixels[index] >> shift & 255)
        if a > b { result |= (a - b) << shift }
      }
      pixels[index] = result
    }
  }
}
