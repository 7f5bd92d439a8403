internal import KilnGeometry
package import KilnTimeline

/// Puts sprites that are never visible together into one, one after the other.
package struct SlotJoiner {
  /// Number of comparisons of sprites in a frame after which all others get slots of their own, because each sprite is
  /// compared with all before it.
  static let maximumComparisonCount = 1 << 26

  /// Properties that sprites in one slot must have in common.
  private enum Kind: Hashable {
    /// Shapes whose coordinates need as many decimals.
    case vector(decimals: Int)
    case image(ImageID)
  }

  private struct Slot {
    var sprite: Sprite
    var kind: Kind?
  }

  /// A slot that is visible in a frame, and its area.
  private struct Place {
    var slot: Int
    var area: Rect
  }

  private var slots: [Slot] = []
  private var comparisons = 0
  private let maximumComparisonCount: Int
  /// Occupied slots by frame.
  private var places: [[Place]]

  /// The sprites, in as few slots as the order of those that overlap allows.
  package static func joined(
    _ sprites: [Sprite], frameCount: Int, in builder: TimelineBuilder,
    maximumComparisonCount: Int = maximumComparisonCount
  ) -> [Sprite] {
    var joiner = SlotJoiner(frameCount: frameCount, maximumComparisonCount: maximumComparisonCount)
    for sprite in sprites { joiner.add(sprite, builder) }
    return joiner.slots.map(\.sprite)
  }

  private init(frameCount: Int, maximumComparisonCount: Int) {
    places = Array(repeating: [], count: frameCount)
    self.maximumComparisonCount = maximumComparisonCount
  }

  private mutating func add(_ sprite: Sprite, _ builder: TimelineBuilder) {
    let kind = kind(of: sprite)
    guard comparisons < maximumComparisonCount else { return slots.append(Slot(sprite: sprite, kind: kind)) }
    var lowest = 0
    var areas: [(frame: Int, area: Rect)] = []
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      let area = MotionGroup.area(of: sprite, state, builder).outset(x: 1, y: 1)
      areas.append((frame, area))
      comparisons += places[frame].count
      for place in places[frame] where place.slot >= lowest && place.area.overlaps(area) {
        lowest = place.slot + 1
      }
    }
    let place = kind == nil ? slots.count : freeSlot(kind, from: lowest, in: areas.map(\.frame)) ?? slots.count
    if place == slots.count { slots.append(Slot(sprite: sprite, kind: kind)) }
    for (frame, area) in areas {
      slots[place].sprite.frames[frame] = sprite.frames[frame]
      places[frame].append(Place(slot: place, area: area))
    }
  }

  /// The lowest slot of a kind that is hidden in some frames.
  private mutating func freeSlot(_ kind: Kind?, from lowest: Int, in frames: [Int]) -> Int? {
    guard lowest < slots.count else { return nil }
    for index in lowest..<slots.count {
      comparisons += 1
      guard slots[index].kind == kind else { continue }
      let obstacle = frames.firstIndex { slots[index].sprite.frames[$0].isVisible }
      guard let obstacle else { return index }
      comparisons += obstacle
    }
    return nil
  }

  private func kind(of sprite: Sprite) -> Kind? {
    guard sprite.isJoinable else { return nil }
    switch sprite.content {
    case .image(let id): return .image(id)
    case .group: return nil
    case .vector:
      let scale = sprite.frames.reduce(0) { $1.isVisible ? max($0, $1.transform.stretch.largest) : $0 }
      // As many as rounding to a small part of a pixel takes, give or take one for all.
      let decimals = max(1e-6, min(1e6, scale)).decimals
      return .vector(decimals: decimals)
    }
  }
}

extension Double {
  /// Decimals that a coordinate needs which is drawn at a scale.
  fileprivate var decimals: Int {
    var (decimals, step) = (0, 1.0)
    while step * 0.5.squareRoot() > 0.0375 / self, decimals < 6 { (decimals, step) = (decimals + 1, step / 10) }
    return decimals
  }
}
