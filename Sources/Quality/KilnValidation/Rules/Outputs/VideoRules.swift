internal import KilnDiagnostics
internal import KilnPixels
internal import KilnRuleEngine
internal import KilnVideo

// Rules of VAP: MP4 with a box that says where alpha is.

extension Rule {
  static let vapSize = Rule(
    "vap.size", .warning, .exact,
    "A side of the video is longer than the decoders of all phones take.",
    why: "Phones with weaker decoders show nothing.",
    remedy: "Convert with `kiln convert --preset vap-gift`, or a smaller --width.")
  static let vapPlace = Rule(
    "vap.place", .warning, .exact,
    "The box “vapc” does not follow “ftyp”, or the frames stand before what players need to find them.",
    why: "Players read from the start; they load the whole file before they show anything, or do not find the box.",
    remedy: "Write the file with Kiln, or with Tencent's tool.")
  static let vapRate = Rule(
    "vap.rate", .warning, .approximated,
    "The frame rate that the box says is not that of the video, or does not divide 60.",
    why:
      "The web player draws a frame in so many of the screen's; with 25 frames a second it draws one in ten seconds.",
    remedy: "Convert at 10, 12, 15, 20 or 30 frames per second, with `kiln convert --fps`.")
  static let vapFrames = Rule(
    "vap.frames", .error, .approximated,
    "The number of frames that the box says is not that of the video.",
    why: "Players end too early, or wait for frames that never come.",
    remedy: "Write the file again; the video was replaced or cut.")
  static let vapSource = Rule(
    "vap.source", .error, .dropped,
    "A picture or text that apps put in is not listed, is shown in no frame, or has its mask outside of the video.",
    why: "Apps put it in, and users do not see it.",
    remedy: "Write the file again, with `kiln convert --image-slot` and `--text-slot`.")
  static let vapSourceTwice = Rule(
    "vap.source.twice", .warning, .approximated,
    "A frame shows a picture or text that apps put in more than once.",
    why: "The web player shows remains of earlier frames.",
    remedy: "Give each place a key of its own.")
}

extension RuleCheck {
  static let videos: [RuleCheck] = [vapFiles, vapSources]

  private static let side = ValidationRule.Option(
    "side", Double(VideoAreas.safeSide), "Longest side of the video in pixels.")

  private static let vapFiles = RuleCheck(
    [
      ValidationRule(.vapSize, .outputs, options: [side]), ValidationRule(.vapPlace, .outputs),
      ValidationRule(.vapRate, .outputs), ValidationRule(.vapFrames, .outputs),
    ],
    { (visit: PictureVisit) in
      guard let video = visit.video, let vap = video.configuration else { return }
      let longest = max(video.videoWidth, video.videoHeight)
      if Double(longest) > visit.value(side, of: .vapSize) {
        visit.report(.vapSize, "the video has \(video.videoWidth) × \(video.videoHeight) px")
      }
      checkPlace(video, visit)
      if vap.frameCount != video.milliseconds.count {
        visit.report(.vapFrames, "the box says \(vap.frameCount) frames, and the video has \(video.milliseconds.count)")
      }
      let total = video.milliseconds.reduce(0, +)
      let rate = total > 0 ? Double(video.milliseconds.count) * 1000 / total : 0
      if abs(rate - Double(vap.frameRate)) > 0.02 * rate {
        visit.report(
          .vapRate, "the box says \(vap.frameRate) frames per second, and the video has \(rate.shortDescription)")
      } else if vap.frameRate < 1 || 60 % vap.frameRate != 0 {
        visit.report(.vapRate, "\(vap.frameRate) frames per second do not divide 60")
      }
    })

  private static func checkPlace(_ video: StoredVideo, _ visit: PictureVisit) {
    let boxes = video.boxes
    if boxes.firstIndex(of: "vapc") != 1 { visit.report(.vapPlace, "the box “vapc” does not follow “ftyp”") }
    if let movie = boxes.firstIndex(of: "moov"), let media = boxes.firstIndex(of: "mdat"), media < movie {
      visit.report(.vapPlace, "the frames stand before the box “moov”")
    }
  }

  private static let vapSources = RuleCheck(
    [ValidationRule(.vapSource, .outputs), ValidationRule(.vapSourceTwice, .outputs)],
    { (visit: PictureVisit) in
      guard let video = visit.video, let vap = video.configuration else { return }
      let known = Set(vap.sources.map(\.identifier))
      let frame = PixelRect(x: 0, y: 0, width: video.videoWidth, height: video.videoHeight)
      var shown: Set<Int> = []
      for (index, entry) in vap.frames.enumerated() {
        let place = "/frame/\(index)"
        var here: Set<Int> = []
        for object in entry.objects {
          let name = "source \(object.source) of frame \(entry.index)"
          if !known.contains(object.source) { visit.report(.vapSource, "the \(name) is not listed", at: place) }
          if object.mask.intersection(frame) != object.mask {
            visit.report(.vapSource, "the mask of \(name) lies outside of the video", at: place)
          }
          if !here.insert(object.source).inserted {
            visit.report(.vapSourceTwice, "the \(name) is shown twice", at: place)
          }
        }
        shown.formUnion(here)
      }
      for source in vap.sources where !shown.contains(source.identifier) {
        visit.report(.vapSource, "“\(source.tag.printable)” is shown in no frame")
      }
    })
}
