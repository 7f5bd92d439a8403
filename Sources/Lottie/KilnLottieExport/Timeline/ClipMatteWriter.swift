internal import KilnGeometry
internal import KilnTimeline

/// Writes the clips of a sprite as a layer that is its matte, for players that take no masks.
struct ClipMatteWriter {
  private let writer: LayerWriter
  private let window: CompositionWindow
  private let zoom: Double

  /// - Parameters:
  ///   - window: Area of the composition.
  ///   - zoom: Factor by which the composition is enlarged on the canvas.
  init(_ writer: LayerWriter, _ window: CompositionWindow, _ zoom: Double) {
    (self.writer, self.window, self.zoom) = (writer, window, zoom)
  }

  /// The layer; nil for a sprite without clips.
  func matte(_ visibility: SpriteVisibility, _ lifetime: ClosedRange<Int>, _ sprite: Sprite) -> WrittenLayer? {
    let timeline = writer.timeline
    let clips = visibility.states.map(\.clip)
    var known: Set<ClipID> = []
    var box = Rect.empty
    for case let clip? in clips where known.insert(clip).inserted { box = box.union(timeline[clip].bounds) }
    guard !known.isEmpty else { return nil }
    let everything = timeline.contentBounds(sprite, visibility).outset(x: 1, y: 1)
    if clips.contains(nil) { box = box.union(everything) }
    let largest = visibility.states.reduce(1e-3) { max($0, $1.transform.stretch.largest) }
    let content = ShapeLayerContent(tolerance: writer.tolerance / max(1e-3, zoom * largest))
    let shapes = content.items(frames: visibility.frames, ids: clips) { clip in
      let path = clip.map { timeline[$0] } ?? .rect(everything, cornerRadius: 0)
      return [Shape(outline: .path(path), fill: Fill(.solid(.black)))]
    }
    let transform = writer.transform(visibility, box, .zero, window, writer.tolerance / max(1e-3, zoom))
    let members = LottieText { text in
      text.layerMembers(type: 4, name: "clip", lifetime)
      text.key("ks")
      text.object { text in
        text.staticMember("o", 100)
        transform.write(to: &text)
      }
      text.member("shapes", shapes)
    }
    return WrittenLayer(members: members, frames: visibility.frames, isMatte: true)
  }
}
