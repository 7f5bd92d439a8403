import KilnGeometry
import KilnImages
import KilnPixels
import KilnPNG
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline

/// Makes timelines of everything that SVGA can and cannot say.
struct RandomTimeline {
  private static let frameCount = 2
  private static let everything = Rect(x: -100, y: -100, width: 300, height: 300)

  private var random: SplitMix64
  private var builder: TimelineBuilder
  private var images: [ImageID] = []

  /// A timeline of 100 × 50 px with three sprites.
  static func timeline(seed: UInt64) throws -> Timeline {
    try KilnSVGAExportTests.timeline(frames: frameCount) { builder in
      var maker = RandomTimeline(random: SplitMix64(seed: seed), builder: builder)
      try maker.addImages()
      for _ in 0..<3 { maker.builder.sprites.append(try maker.sprite(depth: 0)) }
      builder = maker.builder
    }
  }

  private init(random: SplitMix64, builder: TimelineBuilder) {
    self.random = random
    self.builder = builder
  }

  private mutating func addImages() throws {
    let pixmap = Pixmap(width: 4, height: 3, pixels: Array(repeating: 0xFF00_80FF, count: 12))
    for asset in [
      ImageAsset(name: "png", bytes: try PNGEncoder.encode(pixmap)),
      ImageAsset(name: "webp", bytes: try WebPFrameEncoder.encode(pixmap, options: WebPEncoderOptions())),
    ] {
      if let asset { images.append(try builder.add(asset)) }
    }
  }

  // MARK: - Choices

  private mutating func isChosen(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }

  private mutating func choice<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  // MARK: - Sprites

  private mutating func sprite(depth: Int) throws -> Sprite {
    var frames: [FrameState] = []
    let kind = Int.random(in: 0..<(depth < 2 ? 5 : 4), using: &random)
    for _ in 0..<Self.frameCount { frames.append(try state(isVector: kind > 0 && kind < 4)) }
    var content = Sprite.Content.vector
    if kind == 0 { content = .image(choice(images)) }
    if kind == 4 { content = .group([try sprite(depth: depth + 1), try sprite(depth: depth + 1)]) }
    var sprite = Sprite(layers: ["sprite"], content: content, frames: frames)
    if depth < 2, isChosen(0.2) {
      let count = choice([1, 1, 2])
      let sprites = try (0..<count).map { _ in try self.sprite(depth: 2) }
      sprite.matte = Matte(sprites, mode: choice([.alpha, .alpha, .luma, .invertedAlpha]))
    }
    if isChosen(0.1) { sprite.blendMode = .multiply }
    return sprite
  }

  private mutating func state(isVector: Bool) throws -> FrameState {
    if isChosen(0.1) { return .hidden }
    var state = FrameState(opacity: isChosen(0.3) ? number(0.03...1) : 1, transform: transform())
    if isVector {
      var shapes: [Shape] = []
      for _ in 0..<choice([1, 1, 2, 3]) { shapes.append(shape()) }
      state.shapes = try builder.intern(shapes)
    }
    if isChosen(0.2) {
      state.clip = try builder.intern(clip: .ellipse(center: Point(10, 10), radii: Size(12, number(3...14))))
    }
    if isChosen(0.1) {
      let filter = choice([Filter.blur(deviation: Size(1, 1)), .fill(.black)])
      state.filters = builder.intern(filters: FilterChain([filter], region: Self.everything))
    }
    return state
  }

  /// Uniform, slightly uneven or very uneven.
  private mutating func transform() -> Affine {
    let unevenness = choice([1, 1, 1.0005, 1.02, 1.3, -0.4])
    return .translation(number(0...60), number(0...30)) * .rotation(radians: number(0...6))
      * .scale(number(0.3...2), 1) * .scale(unevenness, 1)
  }

  // MARK: - Shapes

  private mutating func shape() -> Shape {
    let kind = Int.random(in: 0..<5, using: &random)
    var shape = Shape(outline: outline())
    if kind < 4 { shape.fill = Fill(paint(), rule: isChosen(0.2) ? .evenOdd : .nonZero) }
    if kind > 2 {
      var style = StrokeStyle(width: choice([0.1, 1, 3]), cap: choice([.butt, .round]))
      if isChosen(0.3) { style.dashes = [3, 2] }
      shape.stroke = Stroke(paint(), style: style)
    }
    if isChosen(0.3) { shape.transform = transform() }
    return shape
  }

  private mutating func outline() -> Shape.Outline {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .rect(Rect(x: number(0...9), y: 2, width: 14, height: 11), cornerRadius: 0)
    case 1: return .ellipse(center: Point(number(0...9), 8), radii: Size(7, 5))
    default:
      var star = Path()
      let points = [Point(10, 0), Point(16, 18), Point(0, 7), Point(20, 7), Point(4, 18)]
      for (index, point) in points.enumerated() {
        if index == 0 { star.move(to: point) } else { star.line(to: point) }
      }
      star.close()
      return .path(star)
    }
  }

  private mutating func paint() -> Paint {
    if isChosen(0.15) {
      let stops = [Gradient.Stop(offset: 0, color: color()), Gradient.Stop(offset: 1, color: color())]
      return .gradient(Gradient(.linear(start: .zero, end: Point(12, 4)), stops: stops))
    }
    return .solid(color())
  }

  private mutating func color() -> StraightColor {
    StraightColor(red: number(0...1), green: number(0...1), blue: 0.5, alpha: isChosen(0.25) ? number(0.1...0.9) : 1)
  }
}
