internal import KilnGeometry
internal import KilnTimeline

/// Plans gradient ramps for a sprite that shows one shape with a gradient.
struct RampPlanner {
  /// A ramp as one frame shows it.
  struct Instance {
    var frame: Int
    var ramp: GradientRamp
    /// Pixels of the ramp → canvas.
    var transform: Affine
    /// Clip in pixels of the ramp.
    var clip: Path
  }

  /// The area that is painted in a frame.
  private struct Painting {
    var frame: Int
    var gradient: Gradient
    /// In the gradient's space.
    var area: Path
    /// The gradient's space → canvas.
    var transform: Affine
    var offsets: ClosedRange<Double>
  }

  /// Shapes and clip that determine the area of a frame.
  private struct Content: Hashable {
    var shapes: ShapeListID?
    var clip: ClipID?
  }

  private let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// Whether all frames show one shape with a gradient, without filters.
  func mayStand(for sprite: Sprite, in frames: [Int]) -> Bool {
    frames.allSatisfy { frame in
      let state = sprite.frames[frame]
      guard state.filters == nil, let list = state.shapes, timeline[list].shapes.count == 1,
        case .gradient = timeline[list].shapes[0].onlyPaint
      else { return false }
      return true
    }
  }

  /// A ramp for each frame that shows something; nil if that is not possible in all of them.
  func instances(of sprite: Sprite, in frames: [Int]) -> [Instance]? {
    let scale = frames.reduce(0) { max($0, sprite.frames[$1].transform.stretch.largest) }
    var paintings: [Painting] = []
    var areas: [Content: (shape: Shape, path: Path)] = [:]
    for frame in frames {
      let content = Content(shapes: sprite.frames[frame].shapes, clip: sprite.frames[frame].clip)
      guard let area = areas[content] ?? area(of: sprite.frames[frame], scale: scale) else { return nil }
      areas[content] = area
      if area.path.isEmpty { continue }
      guard let painting = painting(sprite.frames[frame], area.shape, area.path, frame) else { return nil }
      paintings.append(painting)
    }
    var reached: [[Gradient.Stop]: (offsets: ClosedRange<Double>, length: Double)] = [:]
    for painting in paintings {
      let length = painting.gradient.geometry.length * painting.transform.stretch.largest
      let before = reached[painting.gradient.stops] ?? (painting.offsets, length)
      reached[painting.gradient.stops] = (before.offsets.union(painting.offsets), max(before.length, length))
    }
    var instances: [Instance] = []
    for painting in paintings {
      guard let need = reached[painting.gradient.stops],
        let ramp = GradientRamp(painting.gradient, offsets: need.offsets, length: need.length),
        let placement = ramp.placement(of: painting.gradient.geometry, over: painting.area),
        let back = placement.inverse
      else { return nil }
      instances.append(
        Instance(
          frame: painting.frame, ramp: ramp, transform: painting.transform * back,
          clip: painting.area.transformed(by: placement)))
    }
    return instances
  }

  /// The only shape of a state and the area that it covers, in sprite space; nil if there are several shapes or
  /// filters.
  private func area(of state: FrameState, scale: Double) -> (shape: Shape, path: Path)? {
    guard state.filters == nil, let list = state.shapes, timeline[list].shapes.count == 1 else { return nil }
    let shape = timeline[list].shapes[0]
    let tolerance = ShapeArea.tolerance(atScale: scale)
    guard (shape.fill == nil) != (shape.stroke == nil) else { return nil }
    return ShapeArea.area(of: shape, tolerance: tolerance)?
      .clipped(by: state.clip.map { timeline[$0] }, tolerance: tolerance).map { (shape, $0) }
  }

  private func painting(_ state: FrameState, _ shape: Shape, _ area: Path, _ frame: Int) -> Painting? {
    guard case .gradient(let gradient) = shape.onlyPaint, let back = shape.transform.inverse else { return nil }
    let own = area.transformed(by: back)
    return gradient.geometry.offsets(in: own).map {
      Painting(
        frame: frame, gradient: gradient, area: own, transform: state.transform * shape.transform, offsets: $0)
    }
  }
}
