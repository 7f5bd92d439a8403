package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPlayers
package import KilnRuleEngine
internal import KilnSVGAFormat
internal import KilnTimeline

// Rules of frame rate, duration, keyframes and markers.

extension Rule {
  static let timeRangeEmpty = Rule(
    "time.range.empty", .error, .rejected,
    "The animation ends before it begins, or at the same frame.",
    why: "There is no frame to show.",
    remedy: "In After Effects, set the work area and the composition's duration, and export again.")
  static let timeRateInvalid = Rule(
    "time.frameRate.invalid", .error, .rejected,
    "The frame rate is 0 or negative.",
    why: "No player can play the animation.",
    remedy: "In After Effects, set the frame rate in Composition › Composition Settings.")
  static let timeRateFractional = Rule(
    "time.frameRate.fractional", .note, .exact,
    "The frame rate is no whole number, such as 29.97.",
    why: "Such rates come from television, and After Effects offers them first. Players draw at any time and show no "
      + "difference; only code that counts whole frames can be one frame off.",
    remedy: "Nothing must be done; for new compositions, choose 24, 25, 30 or 60 in Composition › Composition Settings."
  )
  static let timeRateUnusual = Rule(
    "time.frameRate.unusual", .note, .exact,
    "The frame rate is none of those that are usual: 24, 25, 30, 50 and 60.",
    why: "Screens draw 60 times a second; other rates play unevenly.",
    remedy: "In After Effects, choose 30 or 60 in Composition › Composition Settings.")
  static let timeRateHigh = Rule(
    "time.frameRate.high", .warning, .exact,
    "The frame rate is above that of most screens.",
    why: "Frames are computed that nobody sees.",
    remedy: "In After Effects, choose 60 or less in Composition › Composition Settings.")
  static let timeRateSVGA = Rule(
    "time.frameRate.svga", .warning, .approximated,
    "The frame rate is no divisor of 60, which SVGA players on iOS cannot play.",
    why: "The animation plays too fast on iOS, unless it is converted to another rate.",
    remedy: "In After Effects, choose 20, 30 or 60 frames per second; Kiln resamples others when it converts.")
  static let timeLong = Rule(
    "time.duration.long", .note, .exact,
    "The animation is long.",
    why: "Long animations make large files, and users wait for their end.",
    remedy: "In After Effects, shorten the work area, or loop a part of it in the app.")
  static let timeFrames = Rule(
    "time.frames.many", .note, .exact,
    "The animation has very many frames.",
    why: "Formats that store frames become very large.",
    remedy: "In After Effects, shorten the work area or lower the frame rate.")
  static let timeShort = Rule(
    "time.duration.short", .warning, .exact,
    "The animation lasts less than two frames.",
    why: "Nothing moves; a picture is smaller.",
    remedy: "In After Effects, check the work area, or export a picture.")
  package static let timeLayerOutside = Rule(
    "time.layer.outside", .warning, .exact,
    "A layer begins after the end of its composition, or ends before its begin.",
    why: "It is never seen and only makes the file larger.",
    remedy: "In After Effects, delete the layer, or move it into the time of the composition.")
  static let timeLayerEmpty = Rule(
    "time.layer.empty", .warning, .exact,
    "A layer ends before or when it begins.",
    why: "It is never seen; old players crash.",
    remedy: "In After Effects, delete the layer, or drag its out point behind its in point.")
  package static let timeKeyframesOutside = Rule(
    "time.keyframes.outside", .note, .exact,
    "Most keyframes of a property lie outside of its layer's life.",
    why: "They are never seen and make the file larger.",
    remedy: "In After Effects, delete keyframes before the layer's in point and behind its out point.")
  package static let timeKeyframesStill = Rule(
    "time.keyframes.still", .note, .exact,
    "All keyframes of a property have the same value.",
    why: "Nothing moves, but players compute it in every frame.",
    remedy: "In After Effects, remove the keyframes by clicking the stopwatch.")
  static let timeKeyframesDense = Rule(
    "time.keyframes.dense", .note, .exact,
    "A property has a keyframe in nearly every frame.",
    why: "Such keyframes come from baked expressions or tracked motion; they make up most of large files.",
    remedy: "In After Effects, use Window › Smoother, or set fewer keyframes with easing.")
  static let timeMarkerOutside = Rule(
    "time.marker.outside", .warning, .exact,
    "A marker is outside of the animation's time.",
    why: "Apps that play the part by its name show nothing.",
    remedy: "In After Effects, move the marker into the work area.")
  static let timeMarkerDuplicate = Rule(
    "time.marker.duplicate", .warning, .exact,
    "Two markers have the same name.",
    why: "Apps find only one of them.",
    remedy: "In After Effects, give each marker a name of its own.")
  static let timeMarkerUnnamed = Rule(
    "time.marker.unnamed", .note, .exact,
    "A marker has no name.",
    why: "Apps find markers by their names only.",
    remedy: "In After Effects, double-click the marker and write its name into the comment.")
  static let timeStatic = Rule(
    "time.static", .note, .exact,
    "Nothing in the animation changes.",
    why: "A picture would be smaller and faster to draw.",
    remedy: "Export a picture, or check whether keyframes were lost.")
  static let timeStart = Rule(
    "time.start", .note, .exact,
    "The animation does not begin at frame 0.",
    why: "Apps that jump to frames by number must add the first frame, and some forget it.",
    remedy: "In After Effects, start the work area at the begin of the composition.")
  static let timeEndFractional = Rule(
    "time.end.fractional", .note, .exact,
    "The animation ends between two frames.",
    why: "Players differ in whether they show the last frame.",
    remedy: "In After Effects, let the work area end at a whole frame.")
}

extension RuleCheck {
  package static let timing: [RuleCheck] = [rates, lengths, layerTimes, keyframeTimes, markers, still]

  private static let highRate = ValidationRule.Option("rate", 60, "Highest frame rate in frames per second.")

  private static let rates = RuleCheck(
    [
      ValidationRule(.timeRateInvalid, .timing), ValidationRule(.timeRateFractional, .timing),
      ValidationRule(.timeRateUnusual, .timing), ValidationRule(.timeRateHigh, .timing, options: [highRate]),
      ValidationRule(.timeRateSVGA, .timing),
    ],
    { (visit: DocumentVisit) in
      let rate = visit.document.frameRate
      let text = "the animation has \(rate.shortDescription) frames per second"
      if rate <= 0 { return visit.report(.timeRateInvalid, text) }
      if rate > visit.value(highRate, of: .timeRateHigh) + 0.001 {
        visit.report(.timeRateHigh, text)
      } else if abs(rate - rate.rounded()) > 0.001 {
        visit.report(.timeRateFractional, text)
      } else if ![24, 25, 30, 50, 60].contains(rate.rounded()) {
        visit.report(.timeRateUnusual, text)
      }
      guard visit.context.options.targets.contains(where: \.isSVGA) else { return }
      // Converted, 29.97 becomes 30 without a difference.
      let isPlayed = SVGAProfile.portable.capabilities.frameRates.contains {
        NominalFrameRate.isSame(Double($0), rate)
      }
      if !isPlayed { visit.report(.timeRateSVGA, text) }
    })

  private static let longest = ValidationRule.Option("seconds", 20, "Longest duration in seconds.")
  private static let most = ValidationRule.Option("frames", 1200, "Largest number of frames.")

  private static let lengths = RuleCheck(
    [
      ValidationRule(.timeRangeEmpty, .timing), ValidationRule(.timeShort, .timing),
      ValidationRule(.timeLong, .timing, options: [longest]), ValidationRule(.timeFrames, .timing, options: [most]),
      ValidationRule(.timeStart, .timing), ValidationRule(.timeEndFractional, .timing),
    ],
    { (visit: DocumentVisit) in
      let document = visit.document
      let frames = document.outPoint - document.inPoint
      guard frames > 0 else {
        return visit.report(
          .timeRangeEmpty,
          "the animation begins at frame \(document.inPoint.shortDescription) and ends at frame "
            + document.outPoint.shortDescription)
      }
      if frames < 2 { visit.report(.timeShort, "the animation has \(frames.shortDescription) frames") }
      if document.inPoint.magnitude > 0.001 {
        visit.report(.timeStart, "the animation begins at frame \(document.inPoint.shortDescription)")
      }
      if abs(frames - frames.rounded()) > 0.01 {
        visit.report(.timeEndFractional, "the animation is \(frames.shortDescription) frames long")
      }
      if frames > visit.value(most, of: .timeFrames) {
        visit.report(.timeFrames, "the animation has \(frames.shortDescription) frames")
      }
      guard document.frameRate > 0 else { return }
      let seconds = frames / document.frameRate
      if seconds > visit.value(longest, of: .timeLong) {
        visit.report(.timeLong, "the animation is \(seconds.shortDescription) seconds long")
      }
    })

  private static let layerTimes = RuleCheck(
    .timing, [.timeLayerOutside, .timeLayerEmpty],
    { (visit: LayerVisit) in
      guard let start = visit.layer.inPoint, let end = visit.layer.outPoint else { return }
      if end <= start {
        return visit.report(
          .timeLayerEmpty,
          "the layer begins at frame \(start.shortDescription) and ends at frame \(end.shortDescription)")
      }
      // Other compositions may be shown at any part of their time.
      guard visit.composition.asset == nil, !visit.context.range.isEmpty else { return }
      let range = visit.context.range
      if case .null = visit.layer.content { return }
      if start >= range.upperBound || end <= range.lowerBound {
        visit.report(
          .timeLayerOutside,
          "the layer is there from frame \(start.shortDescription) to \(end.shortDescription), the composition from "
            + "\(range.lowerBound.shortDescription) to \(range.upperBound.shortDescription)")
      }
    })

  private static let outside = ValidationRule.Option(
    "keyframes", 10, "Number of keyframes outside of the layer's life from which it matters.")
  private static let dense = ValidationRule.Option("keyframes", 60, "Number of keyframes from which it matters.")

  private static let keyframeTimes = RuleCheck(
    [
      ValidationRule(.timeKeyframesOutside, .timing, options: [outside]), ValidationRule(.timeKeyframesStill, .timing),
      ValidationRule(.timeKeyframesDense, .timing, options: [dense]),
    ],
    { (visit: PropertyVisit) in
      guard visit.isAnimated else { return }
      let life = (visit.layer.layer.inPoint ?? -.infinity, visit.layer.layer.outPoint ?? .infinity)
      var (count, before, after) = (0, 0, 0)
      var (first, last) = (Double.infinity, -Double.infinity)
      var value: ArraySlice<UInt8>?
      var isStill = true
      for keyframe in visit.content.children {
        guard let time = keyframe.number("t") else { continue }
        count += 1
        first = min(first, time)
        last = max(last, time)
        if time < life.0 { before += 1 }
        if time > life.1 { after += 1 }
        // The last keyframe may repeat nothing.
        if isStill, let content = keyframe["s"] {
          if let value { isStill = value == content.source } else { value = content.source }
        }
        if isStill, let end = keyframe["e"], let value { isStill = end.source == value }
      }
      // The nearest keyframe on each side is needed.
      let unseen = max(0, before - 1) + max(0, after - 1)
      if Double(unseen) >= visit.value(outside, of: .timeKeyframesOutside), unseen * 2 > count {
        visit.report(.timeKeyframesOutside, "\(unseen) of \(count) keyframes are outside of the layer's life")
      }
      if count > 1, isStill, value != nil, !hasMotionPath(visit.content) {
        visit.report(.timeKeyframesStill, "the \(count) keyframes have the same value")
      }
      if Double(count) >= visit.value(dense, of: .timeKeyframesDense), last - first < Double(count) * 1.2 {
        visit.report(
          .timeKeyframesDense,
          "there are \(count) keyframes from frame \(first.shortDescription) to \(last.shortDescription)")
      }
    })

  /// Whether a position leaves its value on a curve and comes back to it.
  private static func hasMotionPath(_ keyframes: JSONValue) -> Bool {
    keyframes.children.contains { keyframe in
      [keyframe["to"], keyframe["ti"]].contains { $0?.numbers?.contains { $0 != 0 } ?? false }
    }
  }

  private static let markers = RuleCheck(
    .timing, [.timeMarkerOutside, .timeMarkerDuplicate, .timeMarkerUnnamed],
    { (visit: DocumentVisit) in
      guard let list = visit.json["markers"] else { return }
      let range = visit.context.range
      var names: Set<String> = []
      for marker in list.children {
        let name = LottieMarker.name(inComment: marker.string("cm") ?? "")
        let title = "“\(name.prefix(60))”"
        if name.isEmpty {
          visit.report(.timeMarkerUnnamed, "a marker has no name", at: marker)
        } else if !names.insert(name).inserted {
          visit.report(.timeMarkerDuplicate, "there are two markers \(title)", at: marker)
        }
        guard let time = marker.number("tm"), !range.isEmpty else { continue }
        if time < range.lowerBound || time > range.upperBound {
          visit.report(
            .timeMarkerOutside, "the marker \(title) is at frame \(time.shortDescription)", at: marker)
        }
      }
    })

  private static let still = RuleCheck(
    .timing, [.timeStatic],
    { (visit: DocumentVisit) in
      let isDriven = !visit.document.expressions(inside: 0).isEmpty
      if !visit.facts.isAnimated, !isDriven { visit.report(.timeStatic, "no property has keyframes") }
    })
}
