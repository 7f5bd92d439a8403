internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
public import KilnTimeline

extension TimelineJSON {
  /// A timeline as the bytes of a file.
  ///
  /// - Parameters:
  ///   - decimals: Decimals of lengths, 0…9; nil for all digits.
  ///   - pages: Pages that hold the images; nil for images inside the file.
  public static func bytes(of timeline: Timeline, decimals: Int? = nil, pages: PicturePages? = nil) -> [UInt8] {
    var writer = TimelineWriter(decimals: decimals, pages: pages)
    writer.write(timeline)
    return writer.lines.bytes
  }
}

/// Writes a timeline.
private struct TimelineWriter {
  var lines: JSONLines
  private var styles: [ShapeStyle: Int] = [:]
  private var origins: [SpriteOrigin: Int] = [:]
  private let pages: PicturePages?

  init(decimals: Int?, pages: PicturePages?) {
    lines = JSONLines(decimals: decimals)
    self.pages = pages
  }

  mutating func write(_ timeline: Timeline) {
    let styleList = styles(of: timeline)
    let originList = origins(of: timeline)
    var writer = lines
    writer.object { lines in
      lines.key("$kiln")
      lines.string(TimelineJSON.marker.value)
      lines.key("version")
      lines.integer(TimelineJSON.version)
      lines.key("canvas")
      lines.numbers(timeline.canvas.width, timeline.canvas.height)
      lines.key("frameRate")
      lines.number(timeline.frameRate, extraDecimals: 9)
      lines.key("frameCount")
      lines.integer(timeline.frameCount)
      writeSourceTimes(timeline.sourceTimes, &lines)
      lines.table("markers", timeline.markers) { $0.marker($1) }
      lines.table("pages", pages?.pages ?? []) { $0.page($1) }
      lines.table("images", Array(timeline.images.enumerated())) { lines, image in
        lines.image(image.element, at: pages?.pictures[image.offset])
      }
      lines.table("sounds", timeline.audioClips) { $0.sound($1) }
      lines.table("origins", originList) { $0.origin($1, numbers: origins) }
      lines.table("styles", styleList) { $0.style($1) }
      lines.table("shapes", timeline.shapeLists) { lines, list in
        lines.array { lines in for shape in list.shapes { lines.shape(shape, styles: styles) } }
      }
      lines.table("clips", timeline.clips) { $0.path($1) }
      lines.table("filters", timeline.filterChains) { $0.filters($1) }
      lines.table("sprites", timeline.sprites) { $0.sprite($1, origins: origins) }
      lines.append("\n")
    }
    writer.append("\n")
    lines = writer
  }

  /// The different styles in order of first use.
  private mutating func styles(of timeline: Timeline) -> [ShapeStyle] {
    var list: [ShapeStyle] = []
    for shape in timeline.shapeLists.lazy.flatMap(\.shapes) where styles[shape.style] == nil {
      styles[shape.style] = list.count
      list.append(shape.style)
    }
    return list
  }

  /// The different origins in order of first use, each after the one that contains it.
  private mutating func origins(of timeline: Timeline) -> [SpriteOrigin] {
    var list: [SpriteOrigin] = []
    func add(_ origin: SpriteOrigin, to origins: inout [SpriteOrigin: Int]) {
      guard origins[origin] == nil else { return }
      if let outer = origin.outer { add(outer, to: &origins) }
      origins[origin] = list.count
      list.append(origin)
    }
    timeline.forEachSprite { add($0.origin, to: &origins) }
    return list
  }

  /// The first source time and the distance of the others, or all if the distances differ.
  private func writeSourceTimes(_ times: [Double], _ lines: inout JSONLines) {
    guard let first = times.first else { return }
    lines.line()
    lines.key("sourceTimes")
    let step = times.count > 1 ? times[1] - first : 1
    if times.enumerated().allSatisfy({ first + Double($0) * step == $1 }) {
      lines.object { lines in
        lines.key("first")
        lines.number(first, extraDecimals: 9)
        lines.key("step")
        lines.number(step, extraDecimals: 9)
      }
    } else {
      lines.array { lines in for time in times { lines.number(time, extraDecimals: 9) } }
    }
  }
}

extension JSONLines {
  fileprivate mutating func marker(_ marker: Marker) {
    object { lines in
      lines.key("name")
      lines.string(marker.name)
      lines.key("first")
      lines.number(marker.firstFrame, extraDecimals: 9)
      lines.key("frames")
      lines.number(marker.frameCount, extraDecimals: 9)
    }
  }

  fileprivate mutating func page(_ page: PicturePages.Page) {
    object { lines in
      lines.key("file")
      lines.string(page.file)
      lines.key("width")
      lines.integer(page.width)
      lines.key("height")
      lines.integer(page.height)
    }
  }

  fileprivate mutating func image(_ image: ImageAsset, at place: PicturePages.Picture?) {
    object { lines in
      lines.key("name")
      lines.string(image.name)
      lines.key("width")
      lines.integer(image.width)
      lines.key("height")
      lines.integer(image.height)
      guard let place else {
        lines.key("data")
        return lines.data(image.bytes, mediaType: "image/\(image.format.rawValue)")
      }
      lines.key("page")
      lines.integer(place.page)
      lines.key("x")
      lines.integer(place.x)
      lines.key("y")
      lines.integer(place.y)
    }
  }

  fileprivate mutating func sound(_ clip: AudioClip) {
    object { lines in
      lines.key("key")
      lines.string(clip.key)
      lines.key("frames")
      lines.array { lines in
        lines.integer(clip.frames.lowerBound)
        lines.integer(clip.frames.upperBound)
      }
      lines.key("startMilliseconds")
      lines.integer(clip.startMilliseconds)
      lines.key("totalMilliseconds")
      lines.integer(clip.totalMilliseconds)
      if clip.speed != 1 {
        lines.key("speed")
        lines.number(clip.speed)
      }
      if clip.gains.contains(where: { $0 != 1 }) {
        lines.key("gains")
        lines.array { lines in for gain in clip.gains { lines.number(gain) } }
      }
      lines.key("data")
      lines.data(clip.bytes, mediaType: "audio/mpeg")
    }
  }

  fileprivate mutating func origin(_ origin: SpriteOrigin, numbers: [SpriteOrigin: Int]) {
    object { lines in
      if let outer = origin.outer, let number = numbers[outer] {
        lines.key("in")
        lines.integer(number)
      }
      switch origin.kind {
      case .names(let names):
        lines.key("names")
        lines.strings(names)
      case .part(let names, let group):
        lines.key("part")
        lines.strings(names)
        if let group {
          lines.key("group")
          lines.string(group)
        }
      case .layer(let layer, let name, let array, let position):
        lines.layer(layer, name, "\(array)/\(position)")
      }
    }
  }

  private mutating func layer(_ layer: DocumentPath.Layer, _ name: String, _ pointer: String) {
    key("name")
    string(name)
    key("pointer")
    string(pointer)
    if layer.name != name {
      key("layer")
      string(layer.name)
    }
    if let number = layer.number {
      key("number")
      integer(number)
    }
    if !layer.isNameUnique {
      key("unique")
      bool(false)
    }
    if !layer.composition.isEmpty {
      key("composition")
      string(layer.composition)
    }
  }

  fileprivate mutating func sprite(_ sprite: Sprite, origins: [SpriteOrigin: Int]) {
    object { lines in
      lines.key("origin")
      lines.integer(origins[sprite.origin] ?? 0)
      lines.key("type")
      switch sprite.content {
      case .image(let id):
        lines.string("image")
        lines.key("image")
        lines.integer(id.index)
      case .vector: lines.string("vector")
      case .group: lines.string("group")
      }
      if let key = sprite.replacementKey {
        lines.key("key")
        lines.string(key)
      }
      if sprite.blendMode != .normal {
        lines.key("blend")
        lines.string(sprite.blendMode.rawValue)
      }
      lines.states(sprite.frames)
      if let matte = sprite.matte {
        lines.key("matte")
        lines.object { lines in
          lines.key("mode")
          lines.string(matte.mode.rawValue)
          lines.key("sprites")
          lines.sprites(matte.sprites, origins)
        }
      }
      if case .group(let children) = sprite.content {
        lines.key("children")
        lines.sprites(children, origins)
      }
    }
  }

  private mutating func sprites(_ sprites: [Sprite], _ origins: [SpriteOrigin: Int]) {
    array { lines in
      for sprite in sprites {
        lines.line()
        lines.sprite(sprite, origins: origins)
      }
    }
  }

  /// Each property as steps: the frame from which on a value holds, and the value. Hidden frames say nothing but that.
  private mutating func states(_ states: FrameStates) {
    steps("opacity", states, from: 0.0, \.opacity) { $0.number($1, extraDecimals: 3) }
    let seen = states.enumerated().filter(\.element.isVisible)
    steps("transform", seen, from: Affine.identity, \.transform) { $0.coefficients($1) }
    steps("shapes", seen, from: nil, \.shapes?.index) { $0.index($1) }
    steps("clip", seen, from: nil, \.clip?.index) { $0.index($1) }
    steps("filters", seen, from: nil, \.filters?.index) { $0.index($1) }
  }

  private mutating func steps<Value: Equatable>(
    _ name: StaticString, _ states: FrameStates, from initial: Value, _ property: KeyPath<FrameState, Value>,
    _ write: (inout JSONLines, Value) -> Void
  ) {
    steps(name, states.enumerated().map { $0 }, from: initial, property, write)
  }

  private mutating func steps<Value: Equatable>(
    _ name: StaticString, _ states: [(offset: Int, element: FrameState)], from initial: Value,
    _ property: KeyPath<FrameState, Value>, _ write: (inout JSONLines, Value) -> Void
  ) {
    var last = initial
    guard states.contains(where: { $0.element[keyPath: property] != initial }) else { return }
    key(name)
    array { lines in
      for (frame, state) in states {
        let value = state[keyPath: property]
        guard value != last else { continue }
        last = value
        lines.array { lines in
          lines.integer(frame)
          write(&lines, value)
        }
      }
    }
  }

  private mutating func index(_ index: Int?) {
    if let index { integer(index) } else { null() }
  }

  private mutating func strings(_ texts: [String]) {
    array { lines in for text in texts { lines.string(text) } }
  }
}
