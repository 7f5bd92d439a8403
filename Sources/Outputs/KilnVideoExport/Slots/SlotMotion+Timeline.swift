internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

extension SlotMotion {
  /// A sprite with a key, and what it stands in.
  private struct Place {
    var sprite: Sprite
    var groups: [Sprite]
  }

  /// The motion of a key; nil, with a finding, if players of VAP cannot show a picture in its place.
  ///
  /// - Parameter transform: Canvas to pixels.
  init?(of slot: VideoSlot, in timeline: Timeline, transform: Affine, log: inout DiagnosticLog) {
    var places: [Place] = []
    Self.find(slot.key, in: timeline.sprites, [], &places)
    func refuse(_ reason: String, advice: String? = nil) {
      log.add(
        .videoSlot, "the key “\(slot.key.printable)” is no slot: \(reason)", at: places.first?.sprite.path ?? .root,
        advice: advice)
    }
    guard !places.isEmpty else {
      let nearest = Spelling.nearest(to: slot.key, among: timeline.replacementKeys)
      refuse("no picture of the animation has it", advice: nearest.map { "did you mean “\($0.printable)”?" })
      return nil
    }
    var rects = [PixelRect?](repeating: nil, count: timeline.frameCount)
    var size = (width: 0, height: 0)
    for place in places {
      guard case .image(let id) = place.sprite.content else {
        refuse("the layer is no picture")
        return nil
      }
      if let reason = Self.obstacle(place, frameCount: timeline.frameCount) {
        refuse(reason)
        return nil
      }
      size = (max(size.width, timeline[id].width), max(size.height, timeline[id].height))
      for frame in 0..<timeline.frameCount {
        guard let matrix = Self.matrix(of: place, frame, transform) else { continue }
        guard matrix.isUpright else {
          refuse("it is turned, skewed or mirrored in frame \(frame), and players draw upright rectangles only")
          return nil
        }
        guard rects[frame] == nil else {
          refuse("frame \(frame) shows it more than once")
          return nil
        }
        rects[frame] = Self.rect(matrix, timeline[id])
      }
    }
    self.init(slot: slot, width: size.width, height: size.height, rects: rects)
  }

  private static func find(_ key: String, in sprites: [Sprite], _ groups: [Sprite], _ places: inout [Place]) {
    for sprite in sprites {
      if sprite.replacementKey == key { places.append(Place(sprite: sprite, groups: groups)) }
      if case .group(let children) = sprite.content { find(key, in: children, groups + [sprite], &places) }
    }
  }

  /// What makes more of the picture than a share of it that is seen; nil for nothing.
  private static func obstacle(_ place: Place, frameCount: Int) -> String? {
    for sprite in place.groups + [place.sprite] {
      if sprite.blendMode != .normal { return "it is blended by another mode than normal" }
      if (0..<frameCount).contains(where: { sprite.frames[$0].filters != nil }) { return "it is under a filter" }
    }
    return nil
  }

  /// Sprite to pixels; nil where it is hidden.
  private static func matrix(of place: Place, _ frame: Int, _ transform: Affine) -> Affine? {
    var matrix = transform
    for sprite in place.groups + [place.sprite] {
      let state = sprite.frames[frame]
      guard state.isVisible else { return nil }
      matrix = matrix * state.transform
    }
    return matrix
  }

  private static func rect(_ matrix: Affine, _ image: ImageAsset) -> PixelRect? {
    let bounds = matrix.apply(Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
    func whole(_ value: Double) -> Int { Int(clamping: value.rounded(), to: -16_384...16_384) }
    let rect = PixelRect(
      minX: whole(bounds.minX), minY: whole(bounds.minY), maxX: whole(bounds.maxX), maxY: whole(bounds.maxY))
    return rect.isEmpty ? nil : rect
  }
}

extension Affine {
  /// Whether it only moves and scales, within what is seen at the size of a picture.
  fileprivate var isUpright: Bool {
    let size = max(abs(a), abs(d), 1e-9)
    return a > 0 && d > 0 && abs(b) < 2e-3 * size && abs(c) < 2e-3 * size
  }
}
