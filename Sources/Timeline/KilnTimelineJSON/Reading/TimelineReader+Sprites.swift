internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnPixels
internal import KilnTimeline

extension TimelineReader {
  /// Reads an entry of the table of origins.
  mutating func readOrigin(_ value: JSONValue) throws(Diagnostic) {
    var outer: SpriteOrigin?
    var depth = 0
    if let number = value["in"] {
      let index = try number.integer(in: 0..<origins.count)
      (outer, depth) = (origins[index], originDepths[index] + 1)
    }
    // Names and locations are assembled by recursion.
    guard depth < 512 else { throw value.invalid("origins are nested deeper than 512 levels") }
    originDepths.append(depth)
    if let names = value["names"] {
      origins.append(SpriteOrigin(names: try names.texts()))
    } else if let part = value["part"] {
      guard let outer else { throw value.invalid("a part needs the member “in”") }
      origins.append(outer.part(named: try part.texts(), in: try value["group"]?.text()))
    } else {
      origins.append(try Self.layer(value, inside: outer))
    }
  }

  private static func layer(_ value: JSONValue, inside outer: SpriteOrigin?) throws(Diagnostic) -> SpriteOrigin {
    let name = try value.required("name").text()
    let pointer = try value["pointer"]?.text() ?? ""
    let slash = pointer.lastIndex(of: "/")
    guard let slash, let position = Int(pointer[pointer.index(after: slash)...]), position >= 0 else {
      throw value.invalid("“pointer” must end in a slash and the position of the layer")
    }
    let layer = DocumentPath.Layer(
      name: try value["layer"]?.text() ?? name, number: try value["number"]?.integer(in: Int.min..<Int.max),
      isNameUnique: try value["unique"]?.flag() ?? true, composition: try value["composition"]?.text() ?? "")
    return SpriteOrigin(layer, named: name, at: position, of: String(pointer[..<slash]), inside: outer)
  }

  /// A sprite with all inside it. The depth of the recursion is limited by that of the JSON.
  mutating func sprite(_ value: JSONValue) throws(Diagnostic) -> Sprite {
    let origin = origins[try value.required("origin").integer(in: 0..<origins.count)]
    let type = try value.required("type").name(["image": 0, "vector": 1, "group": 2])
    let content: Sprite.Content =
      switch type {
      case 0: .image(images[try value.required("image").integer(in: 0..<images.count)])
      case 1: .vector
      default: .group(try sprites(try value.required("children")))
      }
    let states = try states(value, isVector: type == 1)
    return Sprite(
      origin, replacementKey: try value["key"]?.text(), content: content, matte: try matte(value["matte"]),
      blendMode: try blendMode(value["blend"]), frames: states)
  }

  private mutating func sprites(_ value: JSONValue) throws(Diagnostic) -> [Sprite] {
    guard value.kind == .array else { throw value.invalid("this must be an array of sprites") }
    var sprites: [Sprite] = []
    for child in value.children { sprites.append(try sprite(child)) }
    return sprites
  }

  private mutating func matte(_ value: JSONValue?) throws(Diagnostic) -> Matte? {
    guard let value else { return nil }
    let mode: Matte.Mode = try value.required("mode").name([
      "alpha": .alpha, "invertedAlpha": .invertedAlpha, "luma": .luma, "invertedLuma": .invertedLuma,
    ])
    return Matte(try sprites(try value.required("sprites")), mode: mode)
  }

  private func blendMode(_ value: JSONValue?) throws(Diagnostic) -> BlendMode {
    guard let value else { return .normal }
    guard let mode = BlendMode(rawValue: try value.text()) else { throw value.invalid("there is no such blend mode") }
    return mode
  }

  private mutating func states(_ value: JSONValue, isVector: Bool) throws(Diagnostic) -> [FrameState] {
    try builder.reserveSprite()
    var opacity = try steps(value, "opacity", from: 0.0) { value throws(Diagnostic) in try value.number(in: 0...1) }
    var transform = try transformSteps(value)
    var shapes = try steps(value, "shapes", from: nil) { [shapeLists] value throws(Diagnostic) -> ShapeListID? in
      value.kind == .null ? nil : shapeLists[try value.integer(in: 0..<shapeLists.count)]
    }
    var clip = try steps(value, "clip", from: nil) { [clips] value throws(Diagnostic) -> ClipID? in
      value.kind == .null ? nil : clips[try value.integer(in: 0..<clips.count)]
    }
    var filters = try steps(value, "filters", from: nil) { value throws(Diagnostic) -> Int? in
      value.kind == .null ? nil : try value.integer(in: 0..<filterChains.count)
    }
    var states: [FrameState] = []
    states.reserveCapacity(frameCount)
    for frame in 0..<frameCount {
      let alpha = opacity.value(at: frame)
      guard alpha > 0 else {
        states.append(.hidden)
        continue
      }
      var state = FrameState(
        opacity: alpha, transform: transform.value(at: frame), shapes: shapes.value(at: frame),
        clip: clip.value(at: frame))
      if isVector, state.shapes == nil {
        throw value.invalid("this sprite is visible in frame \(frame) and has no shapes then")
      }
      if let chain = filters.value(at: frame) {
        state.filters = filterChains[chain]
        if state.filters == nil { state = .hidden }
      }
      states.append(state)
    }
    return states
  }

  /// The steps of a property: arrays of a frame and a value each.
  private func steps<Value>(
    _ sprite: JSONValue, _ name: StaticString, from initial: Value, _ read: (JSONValue) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Steps<Value> {
    var steps = Steps(initial)
    guard let entries = try sprite.elements(name) else { return steps }
    for entry in entries {
      guard entry.kind == .array, entry.count == 2, let frame = entry[0], let value = entry[1] else {
        throw entry.invalid("this must be an array of a frame and a value")
      }
      steps.append(try frame.integer(in: steps.nextFrame..<frameCount), try read(value))
    }
    return steps
  }

  /// The steps of the transform: arrays of a frame and six coefficients each.
  private func transformSteps(_ sprite: JSONValue) throws(Diagnostic) -> Steps<Affine> {
    var steps = Steps(Affine.identity)
    guard let entries = try sprite.elements("transform") else { return steps }
    for entry in entries {
      let numbers = try entry.allNumbers()
      guard numbers.count == 7, let frame = entry.first else {
        throw entry.invalid("this must be an array of a frame and six coefficients")
      }
      steps.append(try frame.integer(in: steps.nextFrame..<frameCount), Affine(numbers.dropFirst()))
    }
    return steps
  }
}

/// A value that changes at some frames. Asked for frames in ascending order.
private struct Steps<Value> {
  private var entries: [(frame: Int, value: Value)] = []
  private var current: Value
  private var next = 0

  init(_ initial: Value) { current = initial }

  /// The first frame that the next entry may have.
  var nextFrame: Int { entries.last.map { $0.frame + 1 } ?? 0 }

  mutating func append(_ frame: Int, _ value: Value) { entries.append((frame, value)) }

  mutating func value(at frame: Int) -> Value {
    while next < entries.count, entries[next].frame <= frame {
      current = entries[next].value
      next += 1
    }
    return current
  }
}

extension Affine {
  /// A transform from six coefficients in the order of the members.
  init(_ numbers: ArraySlice<Double>) {
    let n = Array(numbers)
    self = n.count == 6 ? Affine(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]) : .identity
  }
}
