package import KilnDiagnostics
internal import KilnImages
internal import KilnPixels
internal import KilnTimeline

// Rules of images as they are drawn; they hold for Lottie and SVGA.

extension Rule {
  package static let assetImageDuplicate = Rule(
    "asset.image.duplicate", .warning, .exact,
    "Two images have the same content.",
    why: "The file is larger than it must be, and players decode the image twice.",
    remedy: "In After Effects, use the same footage item for both layers.")
  package static let assetImageOversized = Rule(
    "asset.image.oversized", .warning, .exact,
    "An image has more pixels than are ever drawn.",
    why: "It takes bytes and memory that nobody sees: at half the size a quarter of both.",
    remedy: "In After Effects, replace the footage by one of the size in which it is drawn, times two or three for "
      + "sharp screens.")
  static let assetImageUpscaled = Rule(
    "asset.image.upscaled", .note, .exact,
    "An image is drawn larger than it is.",
    why: "It looks blurred.",
    remedy: "In After Effects, replace the footage by a larger one, or scale the layer down.")
  static let assetImageTexture = Rule(
    "asset.image.texture", .error, .exact,
    "A side of an image is longer than the textures of phones.",
    why: "Many phones cannot draw it: the image is missing, or the app crashes.",
    remedy: "In After Effects, replace the footage by a smaller one, or cut it into parts.")
  static let assetImageLarge = Rule(
    "asset.image.large", .warning, .exact,
    "A side of an image is very long.",
    why: "It takes much memory, and old phones cannot draw it.",
    remedy: "In After Effects, replace the footage by a smaller one.")
  static let assetImageTransparent = Rule(
    "asset.image.transparent", .note, .exact,
    "Every pixel of an image is transparent.",
    why: "It takes bytes and memory and shows nothing.",
    remedy: "In After Effects, delete the layer, unless apps replace the image.")
  static let assetImageMargins = Rule(
    "asset.image.margins", .warning, .exact,
    "Most of an image is a transparent margin.",
    why: "Margins take as much memory as what is seen.",
    remedy: "Cut the image to its content before it is imported into After Effects.")
  static let assetMemory = Rule(
    "asset.memory", .warning, .exact,
    "The images take much memory when they are decoded.",
    why: "Phones have little memory for one animation: apps slow down or are ended by the system.",
    remedy: "In After Effects, use smaller and fewer images, and shapes where possible.")
  static let assetSequenceMemory = Rule(
    "asset.sequence.fullCanvas", .warning, .exact,
    "The animation is a sequence of large pictures that each cover the canvas.",
    why:
      "Every picture is decoded in full size, and players keep all of them: the most frequent cause of apps that run "
      + "out of memory.",
    remedy: "In After Effects, build the motion from shapes and moving images, or ship an animated WebP or a video.")
}

extension RuleCheck {
  /// Rules of how images are drawn.
  package static let drawnImages: [RuleCheck] = [duplicates, sizes]
  /// Rules of what images hold and of how much memory they take.
  package static let imageContents: [RuleCheck] = [contents, memory, canvasSequence]

  // Below 8 MiB of decoded images no one complains: the official converter for SVGA warns from there on, and apps refuse
  // files from 8 to 15 MiB on (SVGAConverter_AE, PageActions.js; SVGAPlayer-Android, issue 406). What is a 32nd of it, a
  // picture of 256 × 256 px, is a part that somebody notices.
  private static let feltMemory = 8_388_608.0
  private static let feltPart = feltMemory / 32

  private static let repeated = ValidationRule.Option(
    "bytes", feltPart, "Bytes, decoded or in the file, from which an image that is there twice matters.")

  private static let duplicates = RuleCheck(
    [ValidationRule(.assetImageDuplicate, .assets, options: [repeated])],
    { (visit: TimelineVisit) in
      var first: [[UInt8]: Int] = [:]
      let least = visit.value(repeated, of: .assetImageDuplicate)
      for (index, image) in visit.timeline.images.enumerated()
      where Double(max(image.bytes.count, image.decodedBytes)) >= least {
        guard let other = first[image.bytes] else {
          first[image.bytes] = index
          continue
        }
        visit.report(
          .assetImageDuplicate, "“\(image.name)” has the same content as “\(visit.timeline.images[other].name)”")
      }
    })

  private static let factor = ValidationRule.Option(
    "factor", 2, "How many times wider than drawn an image may be.")
  private static let least = ValidationRule.Option(
    "side", 64, "Longer side from which images are looked at, in pixels.")
  private static let wasted = ValidationRule.Option(
    "bytes", feltPart, "Decoded bytes from which it matters that they are not needed.")
  private static let blur = ValidationRule.Option(
    "factor", 1.5, "How many times wider than it is an image may be drawn.")
  private static let texture = ValidationRule.Option("side", 4096, "Longest side in pixels.")
  private static let large = ValidationRule.Option("side", 2048, "Longest side in pixels.")

  private static let sizes = RuleCheck(
    [
      ValidationRule(.assetImageOversized, .assets, options: [factor, least, wasted]),
      ValidationRule(.assetImageUpscaled, .assets, options: [blur]),
      ValidationRule(.assetImageTexture, .assets, options: [texture]),
      ValidationRule(.assetImageLarge, .assets, options: [large]),
    ],
    { (visit: TimelineVisit) in
      let textureSide = visit.value(texture, of: .assetImageTexture)
      for image in visit.timeline.images {
        let side = Double(max(image.width, image.height))
        if side > textureSide {
          visit.report(.assetImageTexture, "the image “\(image.name)” is \(image.width) × \(image.height) px")
        } else if side > visit.value(large, of: .assetImageLarge) {
          visit.report(.assetImageLarge, "the image “\(image.name)” is \(image.width) × \(image.height) px")
        }
      }
      for use in visit.imageUses {
        let image = visit.timeline[use.image]
        guard use.scale > 0 else { continue }
        if Double(max(image.width, image.height)) >= visit.value(least, of: .assetImageOversized),
          use.scale * visit.value(factor, of: .assetImageOversized) < 0.999,
          Double(image.decodedBytes) * (1 - use.scale * use.scale) >= visit.value(wasted, of: .assetImageOversized)
        {
          let width = max(1, (Double(image.width) * use.scale).rounded(.up))
          let height = max(1, (Double(image.height) * use.scale).rounded(.up))
          visit.report(
            .assetImageOversized,
            "the image “\(image.name)” is \(image.width) × \(image.height) px and drawn at most at "
              + "\(width.shortDescription) × \(height.shortDescription) px", at: use.sprite.path)
        } else if use.scale > visit.value(blur, of: .assetImageUpscaled), image.width > 1, image.height > 1 {
          visit.report(
            .assetImageUpscaled,
            "the image “\(image.name)” is \(image.width) × \(image.height) px and drawn "
              + "\(use.scale.shortDescription) times as large", at: use.sprite.path)
        }
      }
    })

  private static let margin = ValidationRule.Option("percent", 60, "Share of the image that may be margin, in percent.")
  private static let marginPixels = ValidationRule.Option(
    "pixels", feltPart / 4, "Number of transparent pixels from which it matters.")
  /// Pixels of all images that are decoded; others are left out.
  private static let maximumPixels = 24_000_000

  private static let contents = RuleCheck(
    [
      ValidationRule(.assetImageTransparent, .assets),
      ValidationRule(.assetImageMargins, .assets, options: [margin, marginPixels]),
    ],
    { (visit: TimelineVisit) in
      guard visit.findings.options.rendersFrames else { return }
      var remaining = maximumPixels
      for image in visit.timeline.images where image.format != .jpeg {
        let pixels = image.decodedBytes / 4
        guard pixels >= 64, pixels <= remaining,
          let picture = try? ImageDecoder.decode(image.bytes, limits: visit.findings.options.limits)
        else { continue }
        remaining -= pixels
        let content = picture.contentBounds
        guard !content.isEmpty else {
          visit.report(.assetImageTransparent, "the image “\(image.name)” is transparent")
          continue
        }
        let rest = pixels - content.width * content.height
        let percent = Double(rest) * 100 / Double(pixels)
        guard percent > visit.value(margin, of: .assetImageMargins),
          Double(rest) > visit.value(marginPixels, of: .assetImageMargins)
        else { continue }
        visit.report(
          .assetImageMargins,
          "of the image “\(image.name)”, \(image.width) × \(image.height) px, only \(content.width) × "
            + "\(content.height) px are seen")
      }
    })

  private static let memoryLimit = ValidationRule.Option("bytes", feltMemory, "Bytes of all decoded images, 4 a pixel.")

  private static let memory = RuleCheck(
    [ValidationRule(.assetMemory, .assets, options: [memoryLimit])],
    { (visit: TimelineVisit) in
      let bytes = visit.timeline.decodedBytes
      guard Double(bytes) > visit.value(memoryLimit, of: .assetMemory) else { return }
      let largest = visit.timeline.images.max { $0.decodedBytes < $1.decodedBytes }
      visit.report(
        .assetMemory,
        "\(visit.timeline.images.count) image\(visit.timeline.images.count == 1 ? "" : "s") take \(ByteCount(bytes)) "
          + "decoded; the largest is “\(largest?.name ?? "")”, \(largest?.width ?? 0) × \(largest?.height ?? 0) px")
    })

  private static let pictures = ValidationRule.Option("images", 8, "Number of such pictures from which it is one.")
  private static let sequenceMemory = ValidationRule.Option(
    "bytes", feltMemory, "Decoded bytes of these pictures from which it matters.")

  private static let canvasSequence = RuleCheck(
    [ValidationRule(.assetSequenceMemory, .assets, options: [pictures, sequenceMemory])],
    { (visit: TimelineVisit) in
      // Each image is on screen for a small part of the time only.
      let short = visit.imageUses.filter { $0.coversCanvas && $0.frames * 8 <= visit.timeline.frameCount }
      guard Double(short.count) >= visit.value(pictures, of: .assetSequenceMemory) else { return }
      let bytes = short.reduce(0) { $0 + min(visit.timeline[$1.image].decodedBytes, 1 << 40) }
      guard Double(bytes) >= visit.value(sequenceMemory, of: .assetSequenceMemory) else { return }
      visit.report(
        .assetSequenceMemory,
        "\(short.count) images that cover the canvas follow each other; decoded they take \(ByteCount(bytes))")
    })
}
