internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

/// Reason why a sprite becomes bitmaps, in terms of After Effects.
struct BitmapCause: Hashable {
  enum Kind: Hashable {
    case effect(String)
    case masks
    case trackMatte(Matte.Mode, layer: String)
    case blendMode(BlendMode)
    case gradient(String)
    /// Opacity of a composite whose parts overlap.
    case opacity(of: String)
    /// A clip whose intersection with others takes too long.
    case clip
    /// A text that apps replace.
    case text
    /// The time that players would take to draw the shapes.
    case playingTime
  }

  /// Shapes of the sprite itself that players draw faster as a bitmap.
  static let playingTime = BitmapCause(kind: .playingTime, layer: nil)

  let kind: Kind
  /// Name of the layer inside the sprite that has it; nil for the sprite itself.
  let layer: String?

  /// Path of the property in the sprite's layer; nil if it is no property, or another layer's.
  var property: [String]? {
    guard layer == nil else { return nil }
    return switch kind {
    case .effect(let name): ["Effects", name]
    case .masks: ["Masks"]
    case .trackMatte: ["Track Matte"]
    case .opacity(let parts): parts == "layers" ? ["Transform", "Opacity"] : nil
    case .text: ["Text"]
    case .blendMode, .gradient, .clip, .playingTime: nil
    }
  }

  fileprivate var text: String {
    let name =
      switch kind {
      case .effect(let name): name
      case .masks: "masks that are no plain outlines"
      case .trackMatte(let mode, let layer): "the \(mode.displayName) “\(layer)”"
      case .blendMode(let mode): "blend mode \(mode.displayName)"
      case .gradient(let text): "a " + text
      case .opacity(let parts): "the opacity of overlapping \(parts)"
      case .clip: "clips that are too intricate to combine"
      case .text: "the text, which apps replace"
      case .playingTime: "the time that players would take for its shapes"
      }
    return layer.map { "\(name) of “\($0)”" } ?? name
  }
}

extension [BitmapCause] {
  /// A list for messages that names three at most.
  var text: String {
    var names = prefix(3).map(\.text)
    if count > 3 { names.append("\(count - 3) more") }
    guard let last = names.popLast() else { return "its picture" }
    return names.isEmpty ? last : names.joined(separator: ", ") + " and " + last
  }
}

/// Finds the reasons why a sprite needs bitmaps.
struct BitmapCauseFinder {
  private let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// The distinct causes in some frames, those of outer sprites first.
  func causes(of sprite: Sprite, in frames: [Int]) -> [BitmapCause] {
    var found: [BitmapCause] = []
    add(sprite, frames, outer: nil, to: &found)
    return found.distinct()
  }

  /// Adds the causes in a sprite and those inside of it.
  ///
  /// - Parameter outer: The outermost sprite around this one; nil for the one that needs bitmaps.
  private func add(_ sprite: Sprite, _ frames: [Int], outer: Sprite?, to found: inout [BitmapCause]) {
    let frames = frames.filter { sprite.frames[$0].isVisible }
    guard !frames.isEmpty else { return }
    let isOwn = outer.map { $0.origin.isSameLayer(as: sprite.origin) } ?? true
    func note(_ kind: BitmapCause.Kind) { found.append(BitmapCause(kind: kind, layer: isOwn ? nil : sprite.name)) }
    if outer == nil, sprite.isTextSlot { return note(.text) }
    if sprite.blendMode != .normal { note(.blendMode(sprite.blendMode)) }
    let effects = effectNames(of: sprite, in: frames)
    effects.forEach { note(.effect($0)) }
    if let matte = sprite.matte { note(kind(of: matte, cutting: sprite)) }
    // Without these the sprites inside would need no bitmap.
    if !effects.isEmpty || sprite.matte != nil { return }
    let isTranslucent = frames.contains { sprite.frames[$0].opacity < 1 }
    switch sprite.content {
    case .image: break
    case .vector:
      let gradients = gradientNames(of: sprite, in: frames)
      gradients.forEach { note(.gradient($0)) }
      if gradients.isEmpty, isTranslucent { note(.opacity(of: "shapes")) }
      if gradients.isEmpty, !isTranslucent, outer == nil { note(.clip) }
    case .group(let children):
      if isTranslucent { note(.opacity(of: "layers")) }
      if !isTranslucent, outer == nil { note(.clip) }
      for child in children { add(child, frames, outer: outer ?? sprite, to: &found) }
    }
  }

  private func kind(of matte: Matte, cutting sprite: Sprite) -> BitmapCause.Kind {
    // Masks stand for the layer itself, or for one around it.
    let cutter = matte.sprites.first?.path.chain ?? []
    let common = zip(cutter, sprite.path.chain).prefix { $0 == $1 }.count
    return common < cutter.count ? .trackMatte(matte.mode, layer: cutter[common].label) : .masks
  }

  private func effectNames(of sprite: Sprite, in frames: [Int]) -> [String] {
    let chains = Set(frames.compactMap { sprite.frames[$0].filters }).sorted { $0.index < $1.index }
    return chains.flatMap { timeline[$0].filters.map(\.displayName) }
  }

  private func gradientNames(of sprite: Sprite, in frames: [Int]) -> [String] {
    let lists = Set(frames.compactMap { sprite.frames[$0].shapes }).sorted { $0.index < $1.index }
    return lists.flatMap { list in
      timeline[list].shapes.flatMap { [$0.fill?.paint, $0.stroke?.paint] }.compactMap { paint in
        if case .gradient(let gradient) = paint { gradient.displayName } else { nil }
      }
    }
  }
}

extension Matte.Mode {
  /// Name of the track matte in After Effects.
  fileprivate var displayName: String {
    switch self {
    case .alpha: "Alpha Matte"
    case .invertedAlpha: "Alpha Inverted Matte"
    case .luma: "Luma Matte"
    case .invertedLuma: "Luma Inverted Matte"
    }
  }
}

extension Filter {
  /// Name of the effect in After Effects.
  fileprivate var displayName: String {
    switch self {
    case .blur: "Gaussian Blur"
    case .shadow: "Drop Shadow"
    case .fill: "Fill"
    case .tint: "Tint"
    case .tritone: "Tritone"
    case .levels: "Levels (Individual Controls)"
    case .erode: "Mask Expansion"
    case .outline: "Stroke"
    }
  }
}

extension Gradient {
  /// Kind of the gradient, with its focus and opacity stops.
  fileprivate var displayName: String {
    var special: [String] = []
    var name = "linear gradient"
    if case .radial(let center, _, let focus) = geometry {
      name = "radial gradient"
      if focus != center { special.append("a highlight") }
    }
    if stops.contains(where: { $0.color.alpha < 1 }) { special.append("opacity stops") }
    return special.isEmpty ? name : "\(name) with \(special.joined(separator: " and "))"
  }
}
