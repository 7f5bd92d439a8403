internal import KilnDiagnostics
internal import KilnJSON

/// Reads `movie.spec`, the JSON of SVGA 1.x, into the messages of SVGA 2.x.
///
/// As on iOS, a transform, layout or outline counts only if all of its numbers are there, and what is of another kind
/// than it should be counts as absent.
struct SpecReader {
  private(set) var findings = SpecFindings()

  /// The movie without its pictures. JSON knows no sound: no player looks for any.
  mutating func movie(_ root: JSONValue) -> SVGAMovieEntity {
    var movie = SVGAMovieEntity()
    movie.version = root.string("ver") ?? ""
    movie.params = params(root["movie"])
    for value in objects("sprites", of: root) { movie.sprites.append(sprite(value)) }
    return movie
  }

  /// Canvas, frame rate and length.
  mutating func params(_ value: JSONValue?) -> SVGAMovieParams {
    var params = SVGAMovieParams()
    guard let value else { return params }
    if let size = numbers(["width", "height"], of: member("viewBox", of: value)) {
      (params.viewBoxWidth, params.viewBoxHeight) = (size[0], size[1])
    }
    params.fps = integer("fps", of: value)
    params.frames = integer("frames", of: value)
    return params
  }

  /// Names of files by key, in the order of the document. As on iOS and Android, a matte's bitmap lies under its key
  /// without `.matte`.
  mutating func imageNames(_ root: JSONValue) -> [(key: String, name: String)] {
    guard let images = member("images", of: root) else { return [] }
    guard images.kind == .object else {
      ignore(images)
      return []
    }
    var names: [(key: String, name: String)] = []
    for value in images.children {
      guard let key = value.key, let name = value.string else {
        ignore(value)
        continue
      }
      let isMatte = key.hasSuffix(SVGAPlayers.matteSuffix)
      names.append((isMatte ? String(key.dropLast(SVGAPlayers.matteSuffix.count)) : key, name))
    }
    return names
  }

  private mutating func sprite(_ value: JSONValue) -> SVGASpriteEntity {
    var sprite = SVGASpriteEntity()
    sprite.imageKey = string("imageKey", of: value)
    sprite.matteKey = string("matteKey", of: value)
    for frame in objects("frames", of: value) { sprite.frames.append(self.frame(frame)) }
    return sprite
  }

  private mutating func frame(_ value: JSONValue) -> SVGAFrameEntity {
    var frame = SVGAFrameEntity()
    frame.alpha = number("alpha", of: value) ?? 0
    if let layout = numbers(["x", "y", "width", "height"], of: member("layout", of: value)) {
      (frame.layout.x, frame.layout.y) = (layout[0], layout[1])
      (frame.layout.width, frame.layout.height) = (layout[2], layout[3])
    }
    if let transform = transform(of: value) { frame.transform = transform }
    frame.clipPath = string("clipPath", of: value)
    // Elements that are no objects keep their positions: only the first shape can be KEEP.
    for value in elements("shapes", of: value) { frame.shapes.append(shape(value)) }
    return frame
  }

  /// A frame's or shape's transform.
  mutating func transform(of value: JSONValue) -> SVGATransform? {
    let member = member("transform", of: value)
    guard let numbers = numbers(["a", "b", "c", "d", "tx", "ty"], of: member) else { return nil }
    var transform = SVGATransform()
    (transform.a, transform.b, transform.c) = (numbers[0], numbers[1], numbers[2])
    (transform.d, transform.tx, transform.ty) = (numbers[3], numbers[4], numbers[5])
    return transform
  }

  /// Adds a finding about a value.
  mutating func note(_ rule: Rule, at value: JSONValue) { findings.note(rule, at: value) }
}
