public import Geometry

extension Timeline {
  /// The timeline on a canvas of another size, with everything drawn mapped by `transform`.
  public func mapped(by transform: Affine, canvas: Size) -> Timeline {
    guard transform != .identity || canvas != self.canvas else { return self }
    let sprites = sprites.map { sprite in
      var sprite = sprite
      for index in sprite.frames.indices where sprite.frames[index].isVisible {
        sprite.frames[index].transform = transform * sprite.frames[index].transform
      }
      return sprite
    }
    return Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images, shapeLists: shapeLists,
      clips: clips, sprites: sprites, markers: markers)
  }

  /// The timeline in front of a rectangle of one colour that fills the canvas.
  public func over(background color: StraightColor) -> Timeline {
    let rect = Shape.Outline.rect(Rect(x: 0, y: 0, width: canvas.width, height: canvas.height), cornerRadius: 0)
    let shapes = ShapeList([Shape(outline: rect, fill: Fill(.solid(color)))])
    let known = shapeLists.firstIndex(of: shapes)
    let id = ShapeListID(rawValue: Int32(truncatingIfNeeded: known ?? shapeLists.count))
    let state = FrameState(opacity: 1, transform: .identity, shapes: id)
    let background = Sprite(
      layers: ["Background"], content: .vector, frames: Array(repeating: state, count: frameCount))
    return Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images,
      shapeLists: known == nil ? shapeLists + [shapes] : shapeLists, clips: clips, sprites: [background] + sprites,
      markers: markers)
  }
}
