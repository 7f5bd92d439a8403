internal import Diagnostics
internal import Geometry
internal import Pixels
internal import SVGAFormat
internal import TimelineModel

extension Timeline {
  /// Throws unless the timeline is what `SVGAExporter` documents.
  func checkLowered(for profile: SVGAProfile) throws(Diagnostic) {
    guard SVGAPlayers.legalFrameRates.contains(where: { Double($0) == frameRate }) else {
      throw notLowered("\(frameRate) frames per second")
    }
    for sprite in sprites {
      guard case .group(let children) = sprite.content else {
        try check(sprite, profile)
        continue
      }
      let whole = FrameState(opacity: 1, transform: .identity)
      guard profile.drawsMattes, let matte = sprite.matte, matte.mode == .alpha, matte.sprites.count == 1,
        sprite.frames.allSatisfy({ $0 == whole })
      else { throw notLowered("a group", sprite) }
      for part in children + matte.sprites { try check(part, profile) }
    }
    for list in shapeLists { try check(list) }
  }

  private func check(_ sprite: Sprite, _ profile: SVGAProfile) throws(Diagnostic) {
    guard sprite.matte == nil else { throw notLowered("a matte", sprite) }
    switch sprite.content {
    case .group: throw notLowered("a group", sprite)
    case .image(let id):
      guard self[id].format == .png else { throw notLowered("a \(self[id].format) image", sprite) }
    case .vector:
      for state in sprite.frames where state.isVisible { try checkVector(state, of: sprite, profile) }
    }
  }

  private func checkVector(_ state: FrameState, of sprite: Sprite, _ profile: SVGAProfile) throws(Diagnostic) {
    guard state.clip == nil || profile.clipsVectors else { throw notLowered("a clip of vectors", sprite) }
    guard let id = state.shapes else { throw notLowered("a visible vector without shapes", sprite) }
    let shapes = self[id].shapes
    guard state.opacity == 1 || shapes.count <= 1 else { throw notLowered("several translucent shapes", sprite) }
    if profile.stretchesStrokes { return }
    let isStretched = shapes.contains { $0.stroke?.isStretched(by: state.transform * $0.transform) == true }
    guard !isStretched else { throw notLowered("a stretched stroke", sprite) }
  }

  private func check(_ list: ShapeList) throws(Diagnostic) {
    for shape in list.shapes {
      guard shape.paints.allSatisfy({ $0.color != nil }) else { throw notLowered("a gradient") }
      guard shape.fill?.rule != .evenOdd else { throw notLowered("an even-odd fill") }
      guard shape.stroke?.style.dashes.isEmpty != false else { throw notLowered("a dashed stroke") }
      guard shape.stroke?.isStretched(by: shape.transform) != true else { throw notLowered("a stretched stroke") }
      let alphas = shape.paintAlphas
      guard alphas.allSatisfy({ $0 == 1 }) || (alphas.count == 1 && list.shapes.count == 1) else {
        throw notLowered("a translucent colour beside another paint")
      }
    }
  }

  private func notLowered(_ what: String, _ sprite: Sprite? = nil) -> Diagnostic {
    let path = sprite?.path ?? .root
    return Diagnostic(.internalError, "the timeline is not lowered for SVGA: \(what)", at: path)
  }
}

extension Shape {
  /// Alphas of the colours that the shape is painted with.
  var paintAlphas: [Double] { paints.compactMap { $0.color?.alpha } }

  fileprivate var paints: [Paint] { [fill?.paint, stroke?.paint].compactMap { $0 } }
}

extension Paint {
  /// The colour; nil if there is not one alone.
  var color: StraightColor? {
    switch self {
    case .solid(let color): color
    case .gradient: nil
    }
  }
}

extension Stroke {
  /// Whether a transform makes the stroke wider in one direction than in another, by more than can be seen: 0.05 px or
  /// a thousandth.
  fileprivate func isStretched(by transform: Affine) -> Bool {
    let stretch = transform.stretch
    return !transform.isUniform() && style.width * (stretch.largest - stretch.smallest) > 0.05
  }
}
