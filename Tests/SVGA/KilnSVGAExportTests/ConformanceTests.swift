import KilnDiagnostics
import KilnGeometry
import KilnPixels
import KilnSVGAExport
import KilnSVGAFormat
import KilnSVGALowering
import KilnTestSupport
import KilnTimeline
import Testing

/// What each profile's players draw alike, on either side of every statement.
@Suite struct ConformanceTests {
  /// A timeline of one sprite, and by which feature it does not conform.
  struct Case: Sendable, CustomStringConvertible {
    var description: String
    var feature: SVGAUnsupportedFeatures
    /// Profiles to which it conforms all the same.
    var profiles: [SVGAProfile]
    var build: @Sendable (inout TimelineBuilder) throws -> Void

    init(
      _ description: String, _ feature: SVGAUnsupportedFeatures = [], profiles: [SVGAProfile] = [],
      _ build: @escaping @Sendable (inout TimelineBuilder) throws -> Void
    ) {
      self.description = description
      self.feature = feature
      self.profiles = profiles
      self.build = build
    }
  }

  private static let shown = FrameState(opacity: 1, transform: .identity)

  static let vectors: [Case] = [
    Case("several opaque shapes") { try $0.addVector("a", [square(5), outlined(), line()]) },
    Case("a clip", .vectorClip, profiles: [.native]) {
      try $0.addVector("a", [square(5)])
      $0.sprites[0].frames[0].clip = try $0.intern(clip: .rect(Rect(x: 0, y: 0, width: 3, height: 3)))
    },
    Case("a gradient", .gradient) {
      var shape = square(5)
      let stops = [Gradient.Stop(offset: 0, color: .black), Gradient.Stop(offset: 1, color: .black)]
      shape.fill?.paint = .gradient(Gradient(.linear(start: .zero, end: Point(1, 0)), stops: stops))
      try $0.addVector("a", [shape])
    },
    Case("an even-odd fill", .evenOddFill) {
      var shape = square(5)
      shape.fill?.rule = .evenOdd
      try $0.addVector("a", [shape])
    },
    Case("dashes", .dashes) { try $0.addVector("a", [line(dashes: [3, 4])]) },
    Case("a stroke under uniform scale") { try $0.addVector("a", transform: .scale(3, 3), [line()]) },
    Case("a stroke under uneven scale", .unevenStroke, profiles: [.web]) {
      try $0.addVector("a", transform: .scale(2, 1), [line()])
    },
    Case("a shape with a transform") { try $0.addVector("a", [square(5, transform: .scale(2, 1))]) },
    Case("a stroke whose shape is evenly scaled") { try $0.addVector("a", [line(transform: .scale(2, 2))]) },
    Case("a stroke whose shape is unevenly scaled", .unevenStroke) {
      try $0.addVector("a", [line(transform: .scale(2, 1))])
    },
    Case("a filter", .filter) {
      try $0.addVector("a", [square(5)])
      $0.sprites[0].frames[0].filters = $0.intern(filters: blur)
    },
    Case("a blend mode", .blendMode) {
      try $0.addVector("a", [square(5)])
      $0.sprites[0].blendMode = .multiply
    },
  ]

  static let translucency: [Case] = [
    Case("one translucent fill") { try $0.addVector("a", opacity: 0.5, [square(5)]) },
    Case("one translucent stroke") { try $0.addVector("a", opacity: 0.5, [line()]) },
    Case("two translucent fills", .translucentOverlap) {
      try $0.addVector("a", opacity: 0.5, [square(5), square(6)])
    },
    Case("a translucent fill and its stroke", .translucentOverlap) {
      try $0.addVector("a", opacity: 0.5, [outlined()])
    },
    Case("one translucent colour") { try $0.addVector("a", [square(5, alpha: 0.5)]) },
    Case("a translucent colour beside another", .translucentOverlap) {
      try $0.addVector("a", [square(5, alpha: 0.5), square(6)])
    },
    Case("a translucent colour beside a stroke", .translucentOverlap) {
      try $0.addVector("a", [outlined(alpha: 0.5)])
    },
  ]

  static let others: [Case] = [
    Case("a clipped and translucent image") {
      let clip = try $0.intern(clip: .rect(Rect(x: 0, y: 0, width: 3, height: 3)))
      try $0.addImage("a", FrameState(opacity: 0.5, transform: .scale(2, 1), clip: clip))
    },
    Case("an image that is not PNG", .imageEncoding) { try $0.addImage("a", bytes: webp, shown) },
    Case("an image with a filter", .filter) {
      try $0.addImage("a", shown)
      $0.sprites[0].frames[0].filters = $0.intern(filters: blur)
    },
    Case("a group", .group, profiles: []) {
      try $0.addImage("a", shown)
      $0.sprites = [Sprite(layers: ["g"], content: .group($0.sprites), frames: [shown])]
    },
    Case("a group that a matte cuts", [.group, .matte], profiles: [.native]) {
      try $0.addMatted(children: ["a", "b"], by: "m", shown)
    },
    Case("a sprite that a matte cuts", .matte) {
      try $0.addImage("a", shown)
      $0.sprites[0].matte = Matte($0.sprites, mode: .alpha)
    },
  ]

  @Test(arguments: vectors + translucency + others)
  func everyProfile(_ example: Case) throws {
    let timeline = try timeline(frameRate: 20, example.build)
    for profile in SVGAProfile.allCases {
      let conformance = SVGAConformance(timeline, profile.capabilities)
      let expected = example.profiles.contains(profile) ? [] : example.feature
      let features = conformance.unsupportedFeatures(of: timeline.sprites[0])
      #expect(features == expected, "\(profile): \(features.descriptions)")
    }
  }

  @Test func mattesCutByTheAlphaOfOneSpriteAndDoNothingElse() throws {
    func features(_ change: (inout Sprite) -> Void) throws -> SVGAUnsupportedFeatures {
      let timeline = try timeline {
        try $0.addMatted(children: ["a"], by: "m", Self.shown)
        change(&$0.sprites[0])
      }
      return SVGAConformance(timeline, SVGAProfile.native.capabilities).unsupportedFeatures(of: timeline.sprites[0])
    }
    #expect(try features { _ in } == [])
    #expect(try features { $0.matte?.mode = .luma } == .matte)
    let ofTwoMattes = try features { sprite in
      let children = sprite.children
      sprite.matte?.sprites += children
    }
    #expect(ofTwoMattes == .matte)
    #expect(try features { $0.frames[0].opacity = 0.5 } == .group)
    #expect(try features { $0.blendMode = .screen } == .blendMode)
    #expect(try features { $0.matte?.sprites[0].blendMode = .screen } == .blendMode)
  }

  @Test func frameRates() throws {
    for profile in SVGAProfile.allCases {
      for (rate, conforms) in [(20.0, true), (60, true), (24, false), (20.5, false), (120, false)] {
        let timeline = try timeline(frameRate: rate) { try $0.addVector("a", [square(5)]) }
        let refusal = thrownRule { () throws(Diagnostic) in
          try SVGAConformance(timeline, profile.capabilities).check()
        }
        #expect(refusal == (conforms ? nil : .internalError), "\(rate)")
        #expect(profile.capabilities.frameRates.contains { Double($0) == rate } == conforms)
      }
    }
  }

  /// A stroke under uneven scale, just inside or just outside of a tolerance.
  struct UnevenStroke: Sendable {
    var width: Double
    var scale: Double
    var conforms: Bool

    static let all = [
      // 0.05 px of a stroke 2 px wide.
      UnevenStroke(width: 2, scale: 1.0249, conforms: true),
      UnevenStroke(width: 2, scale: 1.0251, conforms: false),
      // A thousandth of the larger scale, for a stroke that is wider than 50 px.
      UnevenStroke(width: 400, scale: 1.00099, conforms: true),
      UnevenStroke(width: 400, scale: 1.00101, conforms: false),
    ]
  }

  /// Timeline and movie with the same numbers.
  @Test(arguments: UnevenStroke.all)
  func tolerancesOfPredicateAndRulesAgree(stroke: UnevenStroke) throws {
    let (width, scale, conforms) = (stroke.width, stroke.scale, stroke.conforms)
    func shape(_ transform: Affine = .identity) -> Shape {
      var shape = line(transform: transform)
      shape.stroke?.style.width = width
      return shape
    }
    let scaled = try timeline { try $0.addVector("a", transform: .scale(scale, 1), [shape()]) }
    let nested = try timeline { try $0.addVector("a", [shape(.scale(scale, 1))]) }
    for profile in SVGAProfile.allCases {
      let isStretched = profile.capabilities.stretchesStrokes
      let expected: SVGAUnsupportedFeatures = conforms || isStretched ? [] : .unevenStroke
      let predicate = SVGAConformance(scaled, profile.capabilities).unsupportedFeatures(of: scaled.sprites[0])
      #expect(predicate == expected, "\(profile)")
      var movie = try movie(timeline { try $0.addVector("a", [shape()]) })
      movie.sprites[0].frames[0].transform.a = Float(scale)
      movie.sprites[0].frames[0].shapes[0].styles.strokeWidth = Float(width)
      let violations = SVGAPlayerRules.violations(in: movie, profile: profile)
      #expect(violations.isEmpty == expected.isEmpty, "\(profile): \(violations)")
      let own = SVGAConformance(nested, profile.capabilities).unsupportedFeatures(of: nested.sprites[0])
      #expect(own.isEmpty == conforms, "\(profile)")
    }
  }

  @Test func capabilitiesOfProfiles() {
    func flags(_ profile: SVGAProfile) -> [Bool] {
      let capabilities = profile.capabilities
      return [
        capabilities.drawsMattes, capabilities.clipsVectors, capabilities.antialiasesClips,
        capabilities.stretchesStrokes,
      ]
    }
    #expect(flags(.portable) == [false, false, false, false])
    #expect(flags(.native) == [true, true, false, false])
    #expect(flags(.web) == [false, false, true, true])
  }

  @Test func faintestOpacities() throws {
    for opacity in [0.0251, 0.0499, 0.05, 0.0501, 1] {
      let timeline = try timeline { try $0.addVector("a", opacity: opacity, [square(5)]) }
      var movie = try movie(timeline)
      #expect(Double(movie.sprites[0].frames[0].alpha) >= SVGAPlayers.faintestAlpha)
      #expect(SVGAPlayerRules.violations(in: movie) == [])
      movie.sprites[0].frames[0].alpha = Float(SVGAPlayers.faintestAlpha).nextDown
      #expect(SVGAPlayerRules.violations(in: movie).count == 1)
    }
  }

  /// A square with a fill and a stroke.
  private static func outlined(alpha: Double = 1) -> Shape {
    var shape = square(5, alpha: alpha)
    shape.stroke = line().stroke
    return shape
  }

  private static let blur = FilterChain(
    [.blur(deviation: Size(2, 2))], region: Rect(x: 0, y: 0, width: 50, height: 50))
}

extension Sprite {
  /// Children of a group.
  fileprivate var children: [Sprite] {
    guard case .group(let children) = content else { return [] }
    return children
  }
}
