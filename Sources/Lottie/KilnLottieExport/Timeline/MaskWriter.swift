internal import KilnGeometry
internal import KilnTimeline

/// Writes the clips of a sprite as masks of its layer.
///
/// A clip is filled with the non-zero rule. Contours of the direction that covers most are added; those of the other
/// direction are holes, and subtracted after them.
struct MaskWriter {
  /// Tolerance of lengths in layer space.
  let tolerance: Double
  /// Sprite space → layer space.
  let offset: Point
  /// Contains all that the sprite draws; frames without a clip have a mask of it.
  let box: Rect

  /// The masks; nil if there is no clip in any frame.
  func masks(frames: [Int], clips: [ClipID?], in timeline: Timeline) -> LottieText? {
    guard clips.contains(where: { $0 != nil }) else { return nil }
    var contoursOfClip: [ClipID: (added: [Contour], holes: [Contour])] = [:]
    for case let clip? in clips where contoursOfClip[clip] == nil {
      contoursOfClip[clip] = Self.sorted(timeline[clip].transformed(by: .translation(offset.x, offset.y)))
    }
    let everything = rect(box.offset(by: offset).outset(x: 1000, y: 1000))
    let sets = clips.map { clip in clip.flatMap { contoursOfClip[$0] } ?? ([everything], []) }
    let added = max(1, sets.reduce(0) { max($0, $1.added.count) })
    let holes = sets.reduce(0) { max($0, $1.holes.count) }
    return LottieText { text in
      text.array { text in
        for index in 0..<added { mask("a", sets.map { contour(index, of: $0.added) }, frames, &text) }
        for index in 0..<holes { mask("s", sets.map { contour(index, of: $0.holes) }, frames, &text) }
      }
    }
  }

  private func mask(_ mode: String, _ contours: [Contour], _ frames: [Int], _ text: inout LottieText) {
    let track = ContourTrack(contours, frames: frames)
    let decimals = LottieDecimals.of(tolerance * 0.5)
    text.object { text in
      text.member("mode", mode)
      text.key("inv")
      text.bool(false)
      text.member(
        "pt", track.fit(tolerance: tolerance * 0.5, decimals: decimals), .path(isClosed: true), decimals: decimals)
      text.staticMember("o", 100)
      text.staticMember("x", 0)
    }
  }

  /// The contour at an index; one without area if there is none.
  private func contour(_ index: Int, of contours: [Contour]) -> Contour {
    index < contours.count ? contours[index] : rect(Rect(x: offset.x, y: offset.y, width: 0, height: 0))
  }

  private func rect(_ rect: Rect) -> Contour {
    Contour(rect.corners.map { Contour.Vertex(corner: $0) }, isClosed: true)
  }

  /// Whether a clip has contours of both directions, of which those of one are subtracted.
  static func hasHoles(_ clip: Path) -> Bool { !sorted(clip).holes.isEmpty }

  /// The contours by their direction.
  private static func sorted(_ clip: Path) -> (added: [Contour], holes: [Contour]) {
    var contours = clip.contours.map { Contour($0) }.filter { $0.vertices.count > 1 }
    for index in contours.indices { contours[index].isClosed = true }
    let areas = contours.map(\.signedArea)
    let isPositive = areas.reduce(0, +) >= 0
    let added = zip(contours, areas).filter { ($1 >= 0) == isPositive }.map(\.0)
    let holes = zip(contours, areas).filter { ($1 >= 0) != isPositive }.map(\.0)
    return (added, holes)
  }
}

extension Contour {
  /// Area of the polygon of all points; negative if it runs counter-clockwise on screen.
  fileprivate var signedArea: Double {
    var area = 0.0
    for index in 0..<segmentCount {
      let segment = segment(index)
      area += Point.cross(segment.start, segment.control1) + Point.cross(segment.control1, segment.control2)
      area += Point.cross(segment.control2, segment.end)
    }
    return area / 2
  }
}
