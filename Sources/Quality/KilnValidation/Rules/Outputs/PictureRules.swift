internal import KilnDiagnostics
internal import KilnPictureImport
internal import KilnPixels
internal import KilnRuleEngine

// Rules of pictures and atlases that were made of an animation.

extension Rule {
  static let pictureFrameShort = Rule(
    "picture.frame.short", .warning, .approximated,
    "A frame lasts 10 ms or less.",
    why: "Browsers show it for 100 ms, so that the animation becomes slow.",
    remedy: "Convert again at 60 frames per second or less, with `kiln convert --fps`.")
  static let pictureFrameFast = Rule(
    "picture.frame.fast", .note, .exact,
    "Frames last less than 20 ms.",
    why: "Older libraries on Android show them for 100 ms.",
    remedy: "Convert with `kiln convert --compat wide` where such apps matter.")
  static let pictureBlend = Rule(
    "picture.blend", .note, .approximated,
    "Frames of a WebP are blended over what was there before.",
    why: "Safari before 17, iOS 16 and Preview leave ghosts of earlier frames.",
    remedy: "Convert with `kiln convert --compat safari`.")
  static let pictureLoop = Rule(
    "picture.loop", .note, .exact,
    "The animation plays a limited number of times.",
    why: "Stickers and loading indicators are expected to loop.",
    remedy: "Convert again with endless repetition, if that was not meant.")
  static let pictureCost = Rule(
    "picture.decodeCost", .warning, .exact,
    "Many pixels must be decoded in a second.",
    why: "Viewers decode animated pictures on the processor; large ones stutter and use the battery.",
    remedy: "Convert at a smaller --width or a lower --fps.")
  static let pictureMemory = Rule(
    "picture.memory", .warning, .exact,
    "All frames together take much memory when they are decoded.",
    why: "Some viewers and libraries keep all decoded frames.",
    remedy: "Convert at a smaller --width or a lower --fps.")
  static let pictureSticker = Rule(
    "picture.sticker", .warning, .rejected,
    "The picture is no sticker of 512 × 512 px and 500 kB.",
    why: "Messengers refuse other stickers.",
    remedy: "Convert with `kiln convert --width 512 --height 512 --max-bytes 500000`.")
  static let atlasPageMissing = Rule(
    "atlas.page.missing", .error, .dropped,
    "The page that the descriptor names is not beside it.",
    why: "Nothing can be drawn.",
    remedy: "Put the PNG beside the descriptor, under the name that it says.")
  static let atlasPageSize = Rule(
    "atlas.page.size", .error, .approximated,
    "The page has another size than the descriptor says.",
    why: "Every frame is cut out of the wrong place.",
    remedy: "Convert again; the page was scaled or replaced.")
  static let atlasPageLarge = Rule(
    "atlas.page.large", .warning, .exact,
    "A side of the page is longer than 2048 px.",
    why: "Old phones have no larger textures.",
    remedy: "Convert at a smaller --width or a lower --fps.")
  static let atlasFrameOutside = Rule(
    "atlas.frame.outside", .error, .approximated,
    "A frame reaches beyond the page.",
    why: "Engines fail, or draw what is not there.",
    remedy: "Convert again; the descriptor was edited.")
  static let atlasFrameDuration = Rule(
    "atlas.frame.duration", .note, .exact,
    "The descriptor does not say how long frames last.",
    why: "The program that plays them must know it from elsewhere.",
    remedy: "Convert again with Kiln, which writes durations.")
  static let atlasWaste = Rule(
    "atlas.waste", .note, .exact,
    "Much of the page is empty.",
    why: "It takes memory of the graphics card.",
    remedy: "Pack the frames again.")
}

extension RuleCheck {
  static let outputs: [RuleCheck] = [pictureFrames, picturePlay, pictureCosts, stickers, atlases] + videos

  private static let pictureFrames = RuleCheck(
    .outputs, [.pictureFrameShort, .pictureFrameFast, .pictureBlend],
    { (visit: PictureVisit) in
      guard visit.atlas == nil, visit.video == nil, !visit.milliseconds.isEmpty else { return }
      let shortest = visit.milliseconds.min() ?? 0
      if shortest <= 10 {
        visit.report(.pictureFrameShort, "a frame lasts \(shortest.shortDescription) ms")
      } else if shortest < 16 {
        visit.report(.pictureFrameFast, "a frame lasts \(shortest.shortDescription) ms")
      }
      if visit.blendsOverKeptFrames { visit.report(.pictureBlend, "frames are blended over those before") }
    })

  private static let picturePlay = RuleCheck(
    .outputs, [.pictureLoop],
    { (visit: PictureVisit) in
      guard visit.atlas == nil, !visit.milliseconds.isEmpty, visit.loopCount > 0 else { return }
      visit.report(.pictureLoop, "it plays \(visit.loopCount) time\(visit.loopCount == 1 ? "" : "s")")
    })

  private static let pixelRate = ValidationRule.Option("pixels", 60_000_000, "Pixels that may be decoded in a second.")
  private static let frameMemory = ValidationRule.Option("bytes", 256_000_000, "Bytes of all frames, 4 a pixel.")

  private static let pictureCosts = RuleCheck(
    [
      ValidationRule(.pictureCost, .outputs, options: [pixelRate]),
      ValidationRule(.pictureMemory, .outputs, options: [frameMemory]),
    ],
    { (visit: PictureVisit) in
      let total = visit.milliseconds.reduce(0, +)
      // Video is decoded by hardware, one frame at a time.
      guard visit.atlas == nil, visit.video == nil, total > 0 else { return }
      let area = Double(visit.width) * Double(visit.height)
      let rate = area * Double(visit.milliseconds.count) * 1000 / total
      if rate > visit.value(pixelRate, of: .pictureCost) {
        visit.report(
          .pictureCost, "\((rate / 1_000_000).rounded().shortDescription) million pixels are decoded a second")
      }
      let bytes = area * 4 * Double(visit.milliseconds.count)
      if bytes > visit.value(frameMemory, of: .pictureMemory) {
        visit.report(
          .pictureMemory, "the \(visit.milliseconds.count) frames take \(ByteCount(Int(min(bytes, 1e15)))) decoded")
      }
    })

  private static let stickerBytes = ValidationRule.Option("bytes", 500_000, "Largest size of the file.")
  private static let stickerSide = ValidationRule.Option("side", 512, "Width and height in pixels.")

  private static let stickers = RuleCheck(
    [ValidationRule(.pictureSticker, .outputs, options: [stickerBytes, stickerSide], isOptIn: true)],
    { (visit: PictureVisit) in
      guard visit.atlas == nil, visit.video == nil else { return }
      let side = visit.value(stickerSide, of: .pictureSticker)
      if Double(visit.width) != side || Double(visit.height) != side {
        visit.report(.pictureSticker, "the picture is \(visit.width) × \(visit.height) px")
      }
      if Double(visit.byteCount) > visit.value(stickerBytes, of: .pictureSticker) {
        visit.report(.pictureSticker, "the file has \(ByteCount(visit.byteCount))")
      }
    })

  private static let pageSide = ValidationRule.Option("side", 2048, "Longest side in pixels.")
  private static let waste = ValidationRule.Option("percent", 50, "Share of the page that may be empty, in percent.")

  private static let atlases = RuleCheck(
    [
      ValidationRule(.atlasPageMissing, .outputs), ValidationRule(.atlasPageSize, .outputs),
      ValidationRule(.atlasPageLarge, .outputs, options: [pageSide]), ValidationRule(.atlasFrameOutside, .outputs),
      ValidationRule(.atlasFrameDuration, .outputs), ValidationRule(.atlasWaste, .outputs, options: [waste]),
    ],
    { (visit: PictureVisit) in
      guard let atlas = visit.atlas else { return }
      if let page = visit.page {
        if page.width != atlas.width || page.height != atlas.height {
          visit.report(
            .atlasPageSize,
            "the page is \(page.width) × \(page.height) px, not \(atlas.width) × \(atlas.height) px", at: "/meta/size")
        }
      } else {
        visit.report(.atlasPageMissing, "there is no image “\(atlas.page)”", at: "/meta/image")
      }
      if Double(max(atlas.width, atlas.height)) > visit.value(pageSide, of: .atlasPageLarge) {
        visit.report(.atlasPageLarge, "the page is \(atlas.width) × \(atlas.height) px")
      }
      var regions: Set<[Double]> = []
      for frame in atlas.frames {
        regions.insert([frame.x, frame.y, frame.width, frame.height])
        let isInside =
          frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= Double(atlas.width)
          && frame.y + frame.height <= Double(atlas.height)
        if !isInside {
          visit.report(.atlasFrameOutside, "the frame “\(frame.name)” reaches beyond the page", at: "/frames")
        }
      }
      if atlas.frames.count > 1, !atlas.frames.contains(where: { $0.milliseconds > 0 }) {
        visit.report(.atlasFrameDuration, "no frame has a duration", at: "/frames")
      }
      let used = regions.reduce(0) { $0 + max(0, $1[2]) * max(0, $1[3]) }
      let area = Double(atlas.width) * Double(atlas.height)
      guard area > 65_536 else { return }
      let empty = (1 - used / area) * 100
      if empty > visit.value(waste, of: .atlasWaste) {
        visit.report(.atlasWaste, "\(Int(empty)) % of the page are empty")
      }
    })
}
