package import KilnGeometry
package import KilnTimeline

/// The areas of one matte in frames in their order, of which neighbours are mostly equal.
package struct MatteAreaCache {
  private let matte: Matte
  private let timeline: Timeline
  private var last: (states: [FrameState], region: Rect, area: MatteArea?)?
  /// Number of areas that were computed, because the cached one did not apply.
  package private(set) var foundCount = 0

  package init(_ matte: Matte, in timeline: Timeline) {
    self.matte = matte
    self.timeline = timeline
  }

  /// The area in a frame, as by `MatteAreaFinder`.
  package mutating func area(frame: Int, region: Rect) -> MatteArea? {
    let states = matte.states(in: frame)
    // Only of an inverted matte, the region is a part of the area.
    if let last, last.states == states, !matte.mode.isInverted || last.region == region { return last.area }
    let area = MatteAreaFinder.area(of: matte, in: timeline, frame: frame, region: region)
    last = (states, region, area)
    foundCount += 1
    return area
  }
}
