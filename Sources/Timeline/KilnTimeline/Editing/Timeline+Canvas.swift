public import KilnGeometry

extension Timeline {
  /// The timeline on a canvas of another size, with all sprites mapped by `transform`.
  ///
  /// States whose transform would not fit into 32-bit floats are hidden.
  public func mapped(by transform: Affine, canvas: Size) -> Timeline {
    guard transform != .identity || canvas != self.canvas else { return self }
    return Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images, shapeLists: shapeLists,
      clips: clips, filterChains: filterChains, sprites: sprites.map { $0.mapped(by: transform) },
      audioClips: audioClips, markers: markers, sourceTimes: sourceTimes)
  }

  /// The timeline with a solid background sprite.
  ///
  /// - Parameter area: Area that it fills; nil for the canvas.
  public func over(background color: StraightColor, filling area: Rect? = nil) -> Timeline {
    let area = area ?? Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    let shapes = ShapeList([Shape(outline: .rect(area, cornerRadius: 0), fill: Fill(.solid(color)))])
    let known = shapeLists.firstIndex(of: shapes)
    let id = ShapeListID(rawValue: Int32(truncatingIfNeeded: known ?? shapeLists.count))
    let state = FrameState(opacity: 1, transform: .identity, shapes: id)
    let background = Sprite(
      layers: ["Background"], content: .vector, frames: Array(repeating: state, count: frameCount))
    return Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images,
      shapeLists: known == nil ? shapeLists + [shapes] : shapeLists, clips: clips, filterChains: filterChains,
      sprites: [background] + sprites, audioClips: audioClips, markers: markers, sourceTimes: sourceTimes)
  }
}

extension Sprite {
  /// The sprite with its parent space mapped. Children of a group are unchanged, because their parent is the group.
  fileprivate func mapped(by transform: Affine) -> Sprite {
    var sprite = self
    sprite.frames.update { _, state in
      guard state.isVisible else { return }
      let product = transform * state.transform
      if product.fitsFloat { state.transform = product } else { state = .hidden }
    }
    if let matte { sprite.matte = Matte(matte.sprites.map { $0.mapped(by: transform) }, mode: matte.mode) }
    return sprite
  }
}
