internal import KilnTimeline

/// Outlines of a timeline, each read once.
struct DrawnOutlineCache {
  /// The shapes of a frame, or its clip.
  enum Key: Hashable {
    case shapes(ShapeListID)
    case clip(ClipID)

    init?(_ state: FrameState) {
      guard state.isVisible else { return nil }
      if let shapes = state.shapes {
        self = .shapes(shapes)
      } else if let clip = state.clip {
        self = .clip(clip)
      } else {
        return nil
      }
    }
  }

  private var outlines: [Key: DrawnOutline] = [:]

  mutating func outline(_ key: Key, of timeline: Timeline) -> DrawnOutline {
    if let known = outlines[key] { return known }
    let outline =
      switch key {
      case .shapes(let id): DrawnOutline(timeline[id])
      case .clip(let id): DrawnOutline(timeline[id])
      }
    outlines[key] = outline
    return outline
  }
}
