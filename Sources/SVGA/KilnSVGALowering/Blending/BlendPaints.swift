internal import KilnDiagnostics
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Finds solid paints with which a vector sprite, drawn as normal, looks as with its blend mode.
///
/// Exact where a paint lies over one opaque colour, and for black and white and grey that only darken or lighten;
/// elsewhere the nearest.
struct BlendPaints {
  /// A sprite with other paints.
  struct Result {
    /// Shape lists for those of the sprite, by frame; an empty list where nothing is left.
    var shapes: [Int: [Shape]]
    /// Mean square error of a component, 0…1, where the sprite covers something.
    var error: Double
  }

  /// Frames that are compared at most, evenly spread.
  private static let maximumFrames = 90
  /// Coverage below which colours cannot be told apart.
  private static let leastCoverage = 40

  private let timeline: Timeline
  private let sprite: Sprite
  private let frames: [Int]
  /// Colours of the sprite in the order in which they appear.
  private var colors: [StraightColor] = []
  /// Samples of each colour in each frame that is compared.
  private var fits: [[BlendFit]] = []

  /// Compares a sprite; nil if it has other content than solid paints.
  ///
  /// - Parameter below: Sprites that are drawn below `sprite`.
  init?(
    _ sprite: Sprite, over below: [Sprite], in timeline: Timeline, _ renderer: inout TimelineRenderer, limits: Limits
  ) {
    guard case .vector = sprite.content, sprite.frames.allSatisfy({ $0.filters == nil }) else { return nil }
    let visible = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    guard let marked = MarkedPaints(sprite, of: timeline, limits: limits) else { return nil }
    self.timeline = timeline
    self.sprite = sprite
    frames = visible.spread(Self.maximumFrames)
    sample(marked, over: below, &renderer)
    // A colour that no compared frame has would stay as it is.
    let known = Set(colors)
    let lists = Set(visible.compactMap { sprite.frames[$0].shapes })
    guard lists.allSatisfy({ timeline[$0].shapes.solidColors.allSatisfy(known.contains) }) else { return nil }
  }

  // MARK: - Samples

  private mutating func sample(_ marked: MarkedPaints, over below: [Sprite], _ renderer: inout TimelineRenderer) {
    var marked = marked
    let sampling = BlendSampling(timeline)
    var indices: [StraightColor: Int] = [:]
    for (position, frame) in frames.enumerated() {
      guard let list = sprite.frames[frame].shapes else { continue }
      var paints: [Int] = []
      for color in timeline[list].shapes.solidColors {
        let index = indices[color] ?? colors.count
        if index == colors.count {
          indices[color] = index
          colors.append(color)
          fits.append(Array(repeating: BlendFit(), count: frames.count))
        }
        paints.append(index)
      }
      let backdrop = sampling.picture(of: below, frame, &renderer)
      let result = sampling.picture(of: below + [sprite], frame, &renderer)
      add(backdrop, result, marked.picture(frame: frame, sampling), paints, at: position)
    }
  }

  private mutating func add(
    _ backdrop: Pixmap, _ result: Pixmap, _ marks: Pixmap, _ paints: [Int], at position: Int
  ) {
    for index in marks.pixels.indices where marks.pixels[index] >> 24 >= Self.leastCoverage {
      guard let mark = MarkedPaints.index(ofPixel: marks.pixels[index]), mark < paints.count else { continue }
      fits[paints[mark]][position].add(
        coverage: Double(marks.pixels[index] >> 24) / 255, backdrop: BlendFit.Color(pixel: backdrop.pixels[index]),
        result: BlendFit.Color(pixel: result.pixels[index]))
    }
  }

  // MARK: - Paints

  /// One paint for each colour, in all frames.
  func constantPaints() -> Result { result { colorFits, _ in [colorFits.indices] } }

  /// Paints that change when the backdrop does.
  ///
  /// - Parameter tolerance: Mean square error up to which a paint stays.
  func changingPaints(tolerance: Double) -> Result {
    result { colorFits, opacity in
      var runs: [Range<Int>] = []
      var start = 0
      var sum = BlendFit()
      for index in colorFits.indices {
        var next = sum
        next.add(colorFits[index])
        let isGood = next.nearest(preferring: opacity).error <= 4 * tolerance * next.weight
        if index == start || isGood {
          sum = next
        } else {
          runs.append(start..<index)
          (start, sum) = (index, colorFits[index])
        }
      }
      return runs + [start..<colorFits.count]
    }
  }

  /// - Parameter runs: Ranges of compared frames with one paint each, given a colour's samples and its opacity.
  private func result(_ runs: ([BlendFit], _ opacity: Double) -> [Range<Int>]) -> Result {
    var paints: [[BlendFit.Color]] = []
    var (error, weight) = (0.0, 0.0)
    for (color, colorFits) in zip(colors, fits) {
      var chosen: [BlendFit.Color] = []
      for run in runs(colorFits, color.alpha) {
        var sum = BlendFit()
        for index in run { sum.add(colorFits[index]) }
        let nearest = sum.nearest(preferring: color.alpha)
        // A paint that is visible nowhere keeps its colour.
        let paint = sum.weight > 0 ? nearest.paint : BlendFit.Color(color)
        chosen += repeatElement(paint, count: run.count)
        error += nearest.error
        weight += sum.weight
      }
      paints.append(chosen)
    }
    return Result(shapes: shapes(with: paints), error: weight > 0 ? error / (4 * weight) : 0)
  }

  /// The shapes of all visible frames, given each colour's paint in the frames that were compared.
  private func shapes(with paints: [[BlendFit.Color]]) -> [Int: [Shape]] {
    let positions = Dictionary(zip(colors, paints)) { first, _ in first }
    var result: [Int: [Shape]] = [:]
    var position = 0
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      while position + 1 < frames.count, frames[position + 1] <= frame { position += 1 }
      guard let list = state.shapes else { continue }
      result[frame] = timeline[list].shapes.compactMap { shape in
        shape.repainted { color in (positions[color]?[position]).map(StraightColor.init) ?? color }
      }
    }
    return result
  }
}

/// A vector sprite in which each paint of a shape list has a colour that tells its index.
private struct MarkedPaints {
  /// Distance between two levels of a component.
  private static let step = 17
  private static let levels = 16

  private let sprite: Sprite
  private var renderer: TimelineRenderer

  /// Nil if a paint is a gradient, or a shape list has too many.
  init?(_ sprite: Sprite, of timeline: Timeline, limits: Limits) {
    let part = timeline.part(of: [sprite])
    guard var marked = part.sprites.first, var builder = try? TimelineBuilder(editing: part, limits: limits) else {
      return nil
    }
    marked.blendMode = .normal
    var lists: [ShapeListID: ShapeListID] = [:]
    for (frame, state) in marked.frames.enumerated() where state.isVisible {
      guard let list = state.shapes else { continue }
      if lists[list] == nil {
        guard let shapes = Self.marked(part[list].shapes), let id = try? builder.intern(shapes) else { return nil }
        lists[list] = id
      }
      marked.frames[frame].shapes = lists[list]
    }
    builder.sprites = [marked]
    var ignored = DiagnosticLog()
    let built = builder.build(log: &ignored)
    guard let first = built.sprites.first else { return nil }
    self.sprite = first
    renderer = TimelineRenderer(built, images: DecodedImages(built, limits: limits, log: &ignored))
  }

  /// The marks of a frame: the coverage of each paint is the alpha of its pixels.
  mutating func picture(frame: Int, _ sampling: BlendSampling) -> Pixmap {
    sampling.picture(of: [sprite], frame, &renderer)
  }

  /// The index of the paint that a pixel shows; nil where several are mixed.
  static func index(ofPixel pixel: UInt32) -> Int? {
    let alpha = Int(pixel >> 24)
    guard alpha > 0 else { return nil }
    func level(_ component: UInt32) -> Int? {
      let value = (Int(component & 255) * 255 + alpha / 2) / alpha
      let level = (value + step / 2) / step
      return abs(value - level * step) <= step / 3 ? level : nil
    }
    guard let low = level(pixel), let high = level(pixel >> 8) else { return nil }
    return high * levels + low
  }

  private static func marked(_ shapes: [Shape]) -> [Shape]? {
    var index = 0
    let result = shapes.compactMap { shape in
      shape.repainted { _ in
        defer { index += 1 }
        return StraightColor(
          red: Double(index % levels * step) / 255, green: Double(min(levels, index / levels) * step) / 255, blue: 0)
      }
    }
    let isSolid = shapes.allSatisfy { shape in
      [shape.fill?.paint, shape.stroke?.paint].allSatisfy { paint in
        if case .gradient = paint { false } else { true }
      }
    }
    return isSolid && index < levels * (levels - 1) ? result : nil
  }
}

extension [Shape] {
  /// Colours of all solid paints, fills before strokes, in painting order.
  fileprivate var solidColors: [StraightColor] {
    flatMap { shape in
      [shape.fill?.paint, shape.stroke?.paint].compactMap { paint in
        if case .solid(let color) = paint { color } else { nil }
      }
    }
  }
}

extension Shape {
  /// The shape with other solid colours, without paints of no opacity; nil if nothing is left. The fill's comes first.
  fileprivate func repainted(_ color: (StraightColor) -> StraightColor) -> Shape? {
    func repainted(_ paint: Paint) -> Paint? {
      guard case .solid(let old) = paint else { return paint }
      let new = color(old)
      return new.alpha > 0 ? .solid(new) : nil
    }
    let fill = fill.flatMap { fill in repainted(fill.paint).map { Fill($0, rule: fill.rule) } }
    let stroke = stroke.flatMap { stroke in repainted(stroke.paint).map { Stroke($0, style: stroke.style) } }
    guard fill != nil || stroke != nil else { return nil }
    var shape = self
    shape.style = ShapeStyle(fill: fill, stroke: stroke)
    return shape
  }
}

extension StraightColor {
  fileprivate init(_ color: BlendFit.Color) {
    let alpha = (color.w * 255).rounded() / 255
    let straight = color.w > 0 ? color / color.w : .zero
    self.init(
      red: (straight.x * 255).rounded() / 255, green: (straight.y * 255).rounded() / 255,
      blue: (straight.z * 255).rounded() / 255, alpha: alpha)
  }
}

extension BlendFit.Color {
  fileprivate init(_ color: StraightColor) {
    self.init(color.red * color.alpha, color.green * color.alpha, color.blue * color.alpha, color.alpha)
  }
}
