public import KilnDiagnostics
public import KilnGeometry

/// Placement of a layer, or of a sprite of it, in one frame.
public struct LayerPlacement: Sendable, Hashable {
  /// Position, anchor, scale and rotation of a layer in its parent's space, as the document says them.
  public struct Parts: Sendable, Hashable {
    /// Location of the anchor in the parent's space.
    public var position: Point
    /// The point in the layer's space that the position places, and about which the layer turns.
    public var anchor: Point
    /// Factors along the axes.
    public var scale: Point
    /// Clockwise, in degrees.
    public var rotation: Double
    /// 0…1.
    public var opacity: Double

    /// The parts of a transform.
    public init(position: Point, anchor: Point, scale: Point, rotation: Double, opacity: Double) {
      self.position = position
      self.anchor = anchor
      self.scale = scale
      self.rotation = rotation
      self.opacity = opacity
    }

    /// The parts of a matrix: the position of the origin, and the scale along the axes that it turns.
    public init(of matrix: Affine, opacity: Double) {
      let x = (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot()
      self.init(
        position: Point(matrix.tx, matrix.ty), anchor: .zero, scale: Point(x, x > 0 ? matrix.determinant / x : 0),
        rotation: Scalar.angle(x: matrix.a, y: matrix.b) / Scalar.radiansPerDegree, opacity: opacity)
    }
  }

  /// Names from the outermost layer inwards.
  public var names: [String]
  /// Layer space → canvas.
  public var toCanvas: Affine
  /// The layer's own transform.
  public var parts: Parts
  /// Bounds of the outlines in the layer's space, without strokes and filters, as browsers' `getBBox` gives them; empty if
  /// it draws nothing.
  public var bounds: Rect

  /// A placement.
  public init(names: [String], toCanvas: Affine, parts: Parts, bounds: Rect) {
    self.names = names
    self.toCanvas = toCanvas
    self.parts = parts
    self.bounds = bounds
  }
}

extension AnimationSource {
  /// The sprites of a key path in a frame.
  public func placements(
    of pattern: KeyPathPattern, at time: Double, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [LayerPlacement] {
    try timeline(FrameSampling(times: [time], frameRate: info.frameRate), log: &log).placements(of: pattern, frame: 0)
  }
}

extension Timeline {
  /// The sprites of a key path that are drawn in a frame, from back to front.
  public func placements(of pattern: KeyPathPattern, frame: Int) -> [LayerPlacement] {
    var found: [LayerPlacement] = []
    visit(sprites, frame, .identity) { sprite, state, toCanvas in
      guard pattern.matches(sprite.layers) else { return }
      found.append(
        LayerPlacement(
          names: sprite.layers, toCanvas: toCanvas,
          parts: LayerPlacement.Parts(of: state.transform, opacity: state.opacity),
          bounds: outlineBounds(of: sprite, state, frame: frame)))
    }
    return found
  }

  private func visit(
    _ sprites: [Sprite], _ frame: Int, _ parent: Affine, _ body: (Sprite, FrameState, Affine) -> Void
  ) {
    for sprite in sprites {
      let state = sprite.frames[frame]
      guard state.isVisible else { continue }
      body(sprite, state, parent * state.transform)
      if let matte = sprite.matte { visit(matte.sprites, frame, parent, body) }
      if case .group(let children) = sprite.content { visit(children, frame, parent * state.transform, body) }
    }
  }

  /// Bounds of the outlines of a sprite in its own space.
  private func outlineBounds(of sprite: Sprite, _ state: FrameState, frame: Int) -> Rect {
    switch sprite.content {
    case .image(let id): return Rect(x: 0, y: 0, width: Double(self[id].width), height: Double(self[id].height))
    case .vector: return state.shapes.map { self[$0].outlineBounds } ?? .empty
    case .group(let children):
      return children.reduce(.empty) { bounds, child in
        let state = child.frames[frame]
        let own = state.isVisible ? outlineBounds(of: child, state, frame: frame) : .empty
        return own.isEmpty ? bounds : bounds.union(state.transform.apply(own))
      }
    }
  }
}
