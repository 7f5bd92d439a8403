package import KilnDiagnostics
internal import KilnGeometry
package import KilnTimeline

/// Use of an image in a timeline: its scale, and the number of frames in which it is drawn.
package struct ImageUse {
  package let image: ImageID
  /// A sprite that draws it.
  package var sprite: Sprite
  /// Largest number of canvas pixels for a pixel of the image, along the axis that is stretched less and more.
  package var scale = 0.0
  /// Number of frames in which it is drawn.
  package var frames = 0
  /// Whether it covers nearly all of the canvas wherever it is drawn.
  package var coversCanvas = true
}

/// The baked timeline of an animation.
package final class TimelineVisit {
  /// Maximum number of frames that are drawn.
  private static let maximumFrames = 400
  /// Frames that are baked where none are drawn.
  private static let fewFrames = 40

  package let timeline: Timeline
  package let info: AnimationInfo
  /// The document, as the rules of its format know it; nil if they do not look at timelines.
  package let document: AnyObject?
  package let findings: FindingCollector

  /// The images that sprites draw, in the timeline's order.
  package private(set) lazy var imageUses: [ImageUse] = ImageUseFinder(timeline).uses()

  package init(_ timeline: Timeline, _ info: AnimationInfo, document: AnyObject?, _ findings: FindingCollector) {
    self.timeline = timeline
    self.info = info
    self.document = document
    self.findings = findings
  }

  /// The frames to bake: those of the document, evenly fewer if there are many.
  package static func sampling(of info: AnimationInfo, isDrawn: Bool) -> FrameSampling {
    let sampling = info.nativeSampling
    let limit = isDrawn ? maximumFrames : fewFrames
    guard sampling.times.count > limit else { return sampling }
    let step = (sampling.times.count + limit - 1) / limit
    var times = stride(from: 0, to: sampling.times.count, by: step).map { sampling.times[$0] }
    if let last = sampling.times.last, times.last != last { times.append(last) }
    return FrameSampling(times: times, frameRate: info.frameRate / Double(step), hasSound: false)
  }

  /// Adds a finding.
  package func report(
    _ rule: Rule, _ message: @autoclosure () -> String, at path: @autoclosure () -> DocumentPath = .root
  ) {
    findings.report(rule, message(), at: path())
  }

  /// Value of a rule's option.
  package func value(_ option: ValidationRule.Option, of rule: Rule) -> Double {
    findings.value(option, of: rule)
  }

  /// Canvas in whole pixels, as messages write it.
  package var canvasText: String {
    "\(timeline.canvas.width.shortDescription) × \(timeline.canvas.height.shortDescription)"
  }
}

/// Finds how images are drawn.
package struct ImageUseFinder {
  private let timeline: Timeline
  private var found: [ImageID: ImageUse] = [:]
  private let canvas: Rect

  package init(_ timeline: Timeline) {
    self.timeline = timeline
    canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
  }

  package func uses() -> [ImageUse] {
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
