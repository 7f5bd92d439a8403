package import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
package import KilnSVGAFormat
package import KilnTimeline

/// Compares a timeline with what SVGA players draw alike.
///
/// A timeline conforms, and `SVGAExporter` writes it, when
/// - all players keep its frame rate;
/// - its sprites are PNG images or vectors without blend modes and filters; where players draw mattes, there are also
///   groups of them that the alpha of one sprite cuts and that do nothing else;
/// - `SVGACapabilities` has no objection to a vector in any frame.
///
/// `SVGALowerer` rewrites only what does not conform, and its result always does.
package struct SVGAConformance: Sendable {
  private let timeline: Timeline
  private let capabilities: SVGACapabilities
  /// Facts of each shape list of the timeline.
  private let facts: [SVGAShapeFacts]

  /// Prepares the comparison; takes time in proportion to the number of shapes.
  package init(_ timeline: Timeline, _ capabilities: SVGACapabilities) {
    self.timeline = timeline
    self.capabilities = capabilities
    facts = timeline.shapeLists.map { SVGAShapeFacts($0.shapes) }
  }

  /// Checks the whole timeline.
  ///
  /// - Throws: `internal.error` with the features that the players do not draw alike, at the first sprite that has any:
  ///   a timeline is lowered before it is written.
  package func check() throws(Diagnostic) {
    try check(timelineFeatures, at: .root)
    for sprite in timeline.sprites { try check(unsupportedFeatures(of: sprite), at: sprite.path) }
  }

  private func check(
    _ features: SVGAUnsupportedFeatures, at path: @autoclosure () -> DocumentPath
  ) throws(Diagnostic) {
    guard !features.isEmpty else { return }
    let list = features.descriptions.joined(separator: ", ")
    throw Diagnostic(.internalError, "the timeline is not lowered for SVGA: \(list)", at: path())
  }

  /// Features of the timeline, apart from its sprites, that are not drawn alike.
  private var timelineFeatures: SVGAUnsupportedFeatures {
    capabilities.frameRates.contains { Double($0) == timeline.frameRate } ? [] : .frameRate
  }

  /// Features of a sprite of the timeline, in any frame, that are not drawn alike.
  package func unsupportedFeatures(of sprite: Sprite) -> SVGAUnsupportedFeatures {
    guard case .group(let children) = sprite.content, let matte = sprite.matte, capabilities.drawsMattes else {
      return unsupportedFeatures(ofPart: sprite)
    }
    // A group that a matte cuts stands for its children, each of which names the matte.
    var features: SVGAUnsupportedFeatures = sprite.blendMode == .normal ? [] : .blendMode
    if matte.mode != .alpha || matte.sprites.count != 1 { features.insert(.matte) }
    let whole = FrameState(opacity: 1, transform: .identity)
    if sprite.frames.contains(where: { $0 != whole }) { features.insert(.group) }
    for part in children + matte.sprites { features.formUnion(unsupportedFeatures(ofPart: part)) }
    return features
  }

  /// Features that are not drawn alike, of a sprite that must be an image or a vector.
  private func unsupportedFeatures(ofPart sprite: Sprite) -> SVGAUnsupportedFeatures {
    var features: SVGAUnsupportedFeatures = sprite.matte == nil ? [] : .matte
    if sprite.blendMode != .normal { features.insert(.blendMode) }
    switch sprite.content {
    case .group: features.insert(.group)
    case .image(let id):
      features.formUnion(unsupportedFeatures(of: timeline[id]))
      if sprite.frames.contains(where: { $0.filters != nil }) { features.insert(.filter) }
    case .vector:
      for state in sprite.frames where state.isVisible {
        features.formUnion(unsupportedFeatures(ofVector: state))
      }
    }
    return features
  }

  /// Features of an image that are not drawn alike.
  func unsupportedFeatures(of image: ImageAsset) -> SVGAUnsupportedFeatures {
    image.format == .png ? [] : .imageEncoding
  }

  /// Features of a visible state of a vector sprite that are not drawn alike.
  package func unsupportedFeatures(ofVector state: FrameState) -> SVGAUnsupportedFeatures {
    let own: SVGAUnsupportedFeatures = state.filters == nil ? [] : .filter
    guard let list = state.shapes else { return own.union(.missingShapes) }
    return own.union(
      capabilities.unsupportedFeatures(
        of: facts[list.index], opacity: state.opacity, stretch: state.transform.stretch,
        isClipped: state.clip != nil))
  }
}
