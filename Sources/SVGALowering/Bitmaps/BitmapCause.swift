internal import Diagnostics
internal import Geometry
internal import Pixels
internal import TimelineModel

/// Something that no other form than a bitmap can show, in After Effects' words.
struct BitmapCause: Hashable {
  enum Kind: Hashable {
    case effect(String)
    case masks
    case trackMatte(Matte.Mode, layer: String)
    case blendMode(BlendMode)
    case gradient(String)
    /// Translucency of something whose parts overlap.
    case opacity(of: String)
    /// A clip that cannot be combined with others.
    case clip
  }

  let kind: Kind
  /// The layer inside that has it; nil for the sprite's own.
  let layer: String?

  /// Where the sprite's own layer has it; nil if that is no property, or another layer's.
  var property: [String]? {
    guard layer == nil else { return nil }
    return switch kind {
    case .effect(let name): ["Effects", name]
    case .masks: ["Masks"]
    case .trackMatte: ["Track Matte"]
    case .opacity(let parts): parts == "layers" ? ["Transform", "Opacity"] : nil
    case .blendMode, .gradient, .clip: nil
    }
  }

  fileprivate var words: String {
    let name =
      switch kind {
      case .effect(let name): name
      case .masks: "masks that are no plain outlines"
      case .trackMatte(let mode, let layer): "the \(mode.displayName) “\(layer)”"
      case .blendMode(let mode): "blend mode \(mode.displayName)"
      case .gradient(let text): "a " + text
      case .opacity(let parts): "the opacity of overlapping \(parts)"
      case .clip: "clips that are too intricate to combine"
      }
    return layer.map { "\(name) of “\($0)”" } ?? name
  }
}

extension [BitmapCause] {
  /// At most three of them as a list.
  var words: String {
    var words = prefix(3).map(\.words)
    if count > 3 { words.append("\(count - 3) more") }
    guard let last = words.popLast() else { return "its picture" }
    return words.isEmpty ? last : words.joined(separator: ", ") + " and " + last
  }
}

/// Finds why a sprite needs bitmaps.
struct BitmapCauseFinder {
  private let timeline: Timeline

  init(_ timeline: Timeline) { self.timeline = timeline }

  /// The causes in some frames, the strongest first, each once.
  func causes(of sprite: Sprite, in frames: [Int]) -> [BitmapCause] {
    var found: [BitmapCause] = []
    add(sprite, frames, outer: nil, to: &found)
    var seen: Set<BitmapCause> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// - Parameter outer: The sprite that contains this one; nil for the one that needs bitmaps.
  private func add(_ sprite: Sprite, _ frames: [Int], outer: Sprite?, to found: inout [BitmapCause]) {
    let frames = frames.filter { sprite.frames[$0].isVisible }
    guard !frames.isEmpty else { return }
    let isOwn = outer.map { $0.origin.isSameLayer(as: sprite.origin) } ?? true
    func note(_ kind: BitmapCause.Kind) { found.append(BitmapCause(kind: kind, layer: isOwn ? nil : sprite.name)) }
    if sprite.blendMode != .normal { note(.blendMode(sprite.blendMode)) }
    let effects = effectNames(of: sprite, in: frames)
    effects.forEach { note(.effect($0)) }
    if let matte = sprite.matte { note(kind(of: matte, cutting: sprite)) }
    // What is inside would be no bitmap without these.
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
  /// What After Effects calls the track matte.
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
  /// What After Effects calls the effect.
  fileprivate var displayName: String {
    switch self {
    case .blur: "Gaussian Blur"
    case .shadow: "Drop Shadow"
    case .fill: "Fill"
    case .tint: "Tint"
    case .tritone: "Tritone"
    case .levels: "Levels (Individual Controls)"
    case .erode: "Mask Expansion"
    }
  }
}

extension Gradient {
  /// What it is, with what makes it special.
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
