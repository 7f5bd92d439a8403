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

  /// A group for each look that the sprite has at some time. Lists of shapes that differ in colours only are one look.
  private func items(of frames: [FrameState]) -> [String]? {
    var numbers: [[Look]: Int] = [:]
    var numberOfList: [ShapeListID: Int] = [:]
    for frame in frames where frame.isVisible {
      guard frame.filters == nil, frame.clip == nil else { return nil }
      guard let list = frame.shapes, numberOfList[list] == nil else { continue }
      guard timeline.shapeLists.indices.contains(list.index) else { return nil }
      let shapes = timeline.shapeLists[list.index].shapes
      let look = shapes.compactMap { Look($0) }
      guard look.count == shapes.count else { return nil }
      let number = numbers[look] ?? numbers.count
      numbers[look] = number
      numberOfList[list] = number
    }
    return (0..<numbers.count).map { number in
      let states = frames.map { frame in
        frame.isVisible && frame.shapes.flatMap { numberOfList[$0] } == number ? frame : nil
      }
      return group(shapes(states), states)
    }
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

  /// A shape with solid colours, but for these.
  private struct Look: Hashable {
    let outline: Shape.Outline
    let transform: Affine
    let rule: FillRule?
    let stroke: StrokeStyle?

    /// Nil if the shape is more than a solid fill and stroke.
    init?(_ shape: Shape) {
      for paint in [shape.fill?.paint, shape.stroke?.paint] {
        if case .gradient = paint { return nil }
      }
      guard shape.stroke?.style.dashes.isEmpty ?? true else { return nil }
      (outline, transform) = (shape.outline, shape.transform)
      (rule, stroke) = (shape.fill?.rule, shape.stroke?.style)
    }
  }

  /// A group for each shape of a look, topmost first.
  ///
  /// - Parameter states: One for each frame; nil where the look is not seen.
  private func shapes(_ states: [FrameState?]) -> [String] {
    let seen = zip(times, states).compactMap { time, state in
      state?.shapes.map { (time, timeline.shapeLists[$0.index].shapes) }
    }
    guard let first = seen.first?.1 else { return [] }
    return first.indices.reversed().compactMap { index in
      let shape = first[index]
      let paths = shape.outline.path.transformed(by: shape.transform).contours.map { contour in
        "{\"ty\":\"sh\",\"ks\":\(EditText.path(Contour(contour)))}"
      }
      guard !paths.isEmpty else { return nil }
      let styles = styles(seen.map { ($0.0, $0.1[index]) }, scale: shape.transform.determinant.magnitude.squareRoot())
      return TransformText.group("\"\"", paths + styles, TransformText.group())
    }
  }

  /// The styles of a shape at some times, topmost first: the stroke is drawn over the fill.
  private func styles(_ shapes: [(time: Double, shape: Shape)], scale: Double) -> [String] {
    guard let shape = shapes.first?.shape else { return [] }
    var styles: [String] = []
    if let stroke = shape.stroke {
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
        "{\"ty\":\"st\",\(colorMembers(shapes.map { ($0.time, $0.shape.stroke?.paint) })),"
          + "\"w\":\(EditText.fixed(stroke.style.width * scale)),\"lc\":\(cap),"
          + "\"lj\":\(join),\"ml\":\(EditText.number(stroke.style.miterLimit))}")
    }
    if let fill = shape.fill {
      styles.append(
        "{\"ty\":\"fl\",\(colorMembers(shapes.map { ($0.time, $0.shape.fill?.paint) })),"
          + "\"r\":\(fill.rule == .evenOdd ? 2 : 1)}")
    }
    return styles
  }

  /// Colour and opacity of solid paints at some times.
  private func colorMembers(_ paints: [(time: Double, paint: Paint?)]) -> String {
    let colors = paints.map { time, paint in
      if case .solid(let color) = paint { (time, color) } else { (time, StraightColor.black) }
    }
    let components = property(colors, decimals: 4, tolerance: 1.0 / 510) { color in
      [color.red, color.green, color.blue, 1].map { EditText.color(Double($0)) }
    }
    let opacity = property(colors, decimals: 3, tolerance: 0.2) { [Double($0.alpha) * 100] }
    return "\"c\":\(components),\"o\":\(opacity)"
  }

  private func property(
    _ colors: [(Double, StraightColor)], decimals: Int, tolerance: Double, _ value: (StraightColor) -> [Double]
  ) -> String {
    let first = colors.first.map { value($0.1) } ?? []
    guard !colors.allSatisfy({ value($0.1) == first }) else {
      return first.count > 1
        ? "{\"a\":0,\"k\":\(EditText.array(first, decimals: decimals))}" : EditText.fixed(first.first ?? 100)
    }
    var table = SampledValues(dimensions: first.count)
    for (time, color) in colors { table.append(value(color), at: time) }
    let jumps = table.jumps(least: Array(repeating: tolerance * 40, count: first.count))
    return EditText.property(
      KeyframeFitter(tolerance: [tolerance], decimals: decimals).fit(table, holdAfter: jumps), decimals: decimals)
  }
}
