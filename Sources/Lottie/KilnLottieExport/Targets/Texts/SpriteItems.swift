internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

/// Shape items that show the vector sprites of a timeline.
struct SpriteItems {
  private let timeline: Timeline
  private let times: [Double]
  private let tolerance: Double

  /// - Parameter times: Times of the timeline's frames, in the frames of the layer that gets the items.
  init(_ timeline: Timeline, _ times: [Double], tolerance: Double) {
    (self.timeline, self.times, self.tolerance) = (timeline, times, tolerance)
  }

  /// The items, topmost first; nil if a sprite is more than solid shapes.
  var items: [String]? {
    var items: [String] = []
    for sprite in timeline.sprites.reversed() {
      guard case .vector = sprite.content, sprite.matte == nil, sprite.blendMode == .normal,
        let own = self.items(of: Array(sprite.frames))
      else { return nil }
      items += own
    }
    return items
  }

  /// A group for each shape list that the sprite shows at some time.
  private func items(of frames: [FrameState]) -> [String]? {
    var lists: [ShapeListID] = []
    for frame in frames where frame.isVisible {
      guard frame.filters == nil, frame.clip == nil else { return nil }
      if let list = frame.shapes, lists.last != list, !lists.contains(list) { lists.append(list) }
    }
    var groups: [String] = []
    for list in lists {
      guard timeline.shapeLists.indices.contains(list.index),
        let shapes = shapes(timeline.shapeLists[list.index].shapes)
      else { return nil }
      groups.append(group(shapes, frames.map { $0.isVisible && $0.shapes == list ? $0 : nil }))
    }
    return groups
  }

  // MARK: - Motion

  /// A group of items that moves as a sprite does.
  ///
  /// - Parameter states: One for each frame; nil where the sprite is hidden.
  private func group(_ items: [String], _ states: [FrameState?]) -> String {
    // Where it is hidden it may be anywhere.
    let seen = zip(times, states).compactMap { time, state in state.map { (time, $0.transform) } }
    let (times, matrices) = (seen.map(\.0), seen.map(\.1))
    let opacity = opacity(states)
    guard matrices.contains(where: { $0 != .identity }) else {
      return TransformText.group("\"\"", items, TransformText.group(opacity: opacity))
    }
    return TransformText.moved(items, by: matrices, at: times, opacity: opacity, tolerance: tolerance)
  }

  private func opacity(_ states: [FrameState?]) -> String {
    let percents = states.map { ($0?.opacity ?? 0) * 100 }
    var table = SampledValues(dimensions: 1)
    for (time, percent) in zip(times, percents) { table.append([percent], at: time) }
    let switches = states.indices.dropLast().filter { (states[$0] == nil) != (states[$0 + 1] == nil) }
    return EditText.property(KeyframeFitter(tolerance: [0.2]).fit(table, holdAfter: switches))
  }

  // MARK: - Shapes

  /// A group for each shape, topmost first; nil if one is more than a solid fill and stroke.
  private func shapes(_ shapes: [Shape]) -> [String]? {
    var groups: [String] = []
    for shape in shapes.reversed() {
      guard let styles = styles(shape.style, scale: shape.transform.determinant.magnitude.squareRoot()) else {
        return nil
      }
      let paths = shape.outline.path.transformed(by: shape.transform).contours.map { contour in
        "{\"ty\":\"sh\",\"ks\":\(EditText.path(Contour(contour)))}"
      }
      if !paths.isEmpty { groups.append(TransformText.group("\"\"", paths + styles, TransformText.group())) }
    }
    return groups
  }

  /// The styles of a shape, topmost first: the stroke is drawn over the fill.
  private func styles(_ style: ShapeStyle, scale: Double) -> [String]? {
    var styles: [String] = []
    if let stroke = style.stroke {
      guard case .solid(let color) = stroke.paint, stroke.style.dashes.isEmpty else { return nil }
      let cap =
        switch stroke.style.cap {
        case .butt: 1
        case .round: 2
        case .square: 3
        }
      let join =
        switch stroke.style.join {
        case .miter: 1
        case .round: 2
        case .bevel: 3
        }
      styles.append(
        "{\"ty\":\"st\",\(colorMembers(color)),\"w\":\(EditText.fixed(stroke.style.width * scale)),\"lc\":\(cap),"
          + "\"lj\":\(join),\"ml\":\(EditText.number(stroke.style.miterLimit))}")
    }
    if let fill = style.fill {
      guard case .solid(let color) = fill.paint else { return nil }
      styles.append("{\"ty\":\"fl\",\(colorMembers(color)),\"r\":\(fill.rule == .evenOdd ? 2 : 1)}")
    }
    return styles
  }

  private func colorMembers(_ color: StraightColor) -> String {
    let numbers = EditText.colors([color.red, color.green, color.blue, 1].map { Double($0) })
    return "\"c\":{\"a\":0,\"k\":\(numbers)},\"o\":\(EditText.fixed(Double(color.alpha) * 100))"
  }
}
