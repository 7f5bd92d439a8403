internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Use of an image in a timeline: its scale, and the number of frames in which it is drawn.
struct ImageUse {
  let image: ImageID
  /// A sprite that draws it.
  var sprite: Sprite
  /// Largest number of canvas pixels for a pixel of the image, along the axis that is stretched less and more.
  var scale = 0.0
  /// Number of frames in which it is drawn.
  var frames = 0
  /// Whether it covers nearly all of the canvas wherever it is drawn.
  var coversCanvas = true
}

/// The baked timeline of an animation.
final class TimelineVisit {
  let timeline: Timeline
  let info: AnimationInfo
  /// The Lottie document; nil for SVGA.
  let lottie: LottieContext?
  let findings: FindingCollector

  /// The images that sprites draw, in the timeline's order.
  private(set) lazy var imageUses: [ImageUse] = ImageUseFinder(timeline).uses()

  init(_ timeline: Timeline, _ info: AnimationInfo, _ lottie: LottieContext?, _ findings: FindingCollector) {
    self.timeline = timeline
    self.info = info
    self.lottie = lottie
    self.findings = findings
  }

  /// Adds a finding.
  func report(_ rule: Rule, _ message: @autoclosure () -> String, at path: @autoclosure () -> DocumentPath = .root) {
    findings.report(rule, message(), at: path())
  }

  /// Value of a rule's option.
  func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { findings.options.value(option, of: rule) }

  /// Canvas in whole pixels, as messages write it.
  var canvasText: String { "\(timeline.canvas.width.shortDescription) × \(timeline.canvas.height.shortDescription)" }
}

/// Finds how images are drawn.
struct ImageUseFinder {
  private let timeline: Timeline
  private var found: [ImageID: ImageUse] = [:]
  private let canvas: Rect

  init(_ timeline: Timeline) {
    self.timeline = timeline
    canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
  }

  func uses() -> [ImageUse] {
    var finder = self
    guard !timeline.images.isEmpty else { return [] }
    for frame in 0..<timeline.frameCount {
      for sprite in timeline.sprites { finder.visit(sprite, frame, .identity) }
    }
    return finder.found.values.sorted { $0.image.index < $1.image.index }
  }

  private mutating func visit(_ sprite: Sprite, _ frame: Int, _ parent: Affine) {
    let state = sprite.frames[frame]
    guard state.isVisible else { return }
    let transform = parent * state.transform
    for matte in sprite.matte?.sprites ?? [] { visit(matte, frame, parent) }
    switch sprite.content {
    case .vector: break
    case .group(let children):
      for child in children { visit(child, frame, transform) }
    case .image(let id):
      var use = found[id] ?? ImageUse(image: id, sprite: sprite)
      use.scale = max(use.scale, transform.stretch.largest)
      use.frames += 1
      let image = timeline[id]
      let area = transform.apply(Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
      let covered = area.intersection(canvas)
      let isLarge = !covered.isEmpty && covered.width * covered.height >= 0.9 * canvas.width * canvas.height
      use.coversCanvas = use.coversCanvas && isLarge
      found[id] = use
    }
  }
}
