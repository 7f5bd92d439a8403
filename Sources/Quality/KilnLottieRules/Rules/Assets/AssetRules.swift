package import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPixels
package import KilnRuleEngine
internal import KilnTimeline

// Rules of the images and compositions that layers refer to, as the file names them.

extension Rule {
  static let assetImageProportions = Rule(
    "asset.image.proportions", .warning, .approximated,
    "An image file has other proportions than its asset says.",
    why: "Players stretch it, cut it, or leave a margin.",
    remedy: "Export the animation again, or put the image there with which it was exported.")
  package static let assetUnused = Rule(
    "asset.unused", .note, .exact,
    "No layer refers to an asset.",
    why: "It makes the file larger and takes memory in players that load all images.",
    remedy: "In After Effects, delete what is not used, and export again.")
  package static let assetImageName = Rule(
    "asset.image.genericName", .note, .exact,
    "An image file has a name that every export uses, such as img_0.png.",
    why: "Files of two animations in one folder overwrite each other, and developers cannot tell images apart.",
    remedy: "In After Effects, rename the footage before the export, and keep the original names in Bodymovin's "
      + "settings; or include the images in the file.")
  static let assetImageRemote = Rule(
    "asset.image.remote", .error, .dropped,
    "An image is an address in the network.",
    why: "Players do not load it, or only when there is a network.",
    remedy: "Put the image into the file, or beside it, and export again.")
  static let assetImageAbsolute = Rule(
    "asset.image.absolutePath", .error, .dropped,
    "An image has an absolute path, or one that leads out of the animation's folder.",
    why: "No other machine has that folder.",
    remedy: "In Bodymovin's settings, export images into the animation's folder or into the file.")
  static let assetImageSize = Rule(
    "asset.image.sizeMissing", .warning, .approximated,
    "An image asset has no size.",
    why: "Players draw the image in different sizes or not at all.",
    remedy: "Export the animation again with a current Bodymovin.")
  static let assetImageFormat = Rule(
    "asset.image.format", .warning, .dropped,
    "An embedded image is SVG, GIF, AVIF or of another format that not all players decode.",
    why: "The image is missing in most players of apps.",
    remedy: "Use PNG, or JPEG for photographs.")
  static let assetImageEmbeddedBroken = Rule(
    "asset.image.embeddedInvalid", .error, .dropped,
    "An embedded image cannot be decoded from Base64, or is no data URL.",
    why: "The image is missing.",
    remedy: "Export the animation again; the file was cut or edited.")
  static let assetImageWebP = Rule(
    "asset.image.webp", .note, .exact,
    "An image is WebP.",
    why: "Players on iOS before 14 and rlottie do not decode it.",
    remedy: "Use PNG where such players matter.")
  static let assetImageTransparentJPEG = Rule(
    "asset.image.extension", .note, .exact,
    "The data type that an embedded image claims is not that of its bytes.",
    why: "Players that trust it fail to decode the image.",
    remedy: "Export the animation again, or correct the data URL.")
  static let assetEmbeddedShare = Rule(
    "asset.image.embeddedShare", .note, .exact,
    "Embedded images are most of the file.",
    why: "Base64 makes images a third larger, and the whole file must be parsed before the first frame.",
    remedy: "Pack the animation as dotLottie, or export images beside it.")
  static let assetSequence = Rule(
    "asset.sequence", .warning, .exact,
    "The animation is a sequence of pictures: many image layers that are shown for a frame or two.",
    why: "Every picture is decoded in full size. Such animations use up the memory of phones.",
    remedy: "In After Effects, build the motion from shapes, or ship an animated WebP or a video.")
}

extension RuleCheck {
  package static let assetNames: [RuleCheck] = [
    unusedAssets, imageReferences, embeddedImages, embeddedShare, sequences,
  ]

  /// From a tenth of a second on a slow network (1 Mbit/s) somebody waits for what is not used.
  private static let unusedBytes = ValidationRule.Option(
    "bytes", 10_000, "Bytes in the file from which it is a warning; so is an image beside it.")

  private static let unusedAssets = RuleCheck(
    [ValidationRule(.assetUnused, .assets, options: [unusedBytes])],
    { (visit: DocumentVisit) in
      guard let assets = visit.json["assets"] else { return }
      var used = visit.facts.usedAssets
      for character in visit.document.characters ?? [] {
        if case .composition(let composition) = character.content { used.insert(composition.asset) }
      }
      for asset in assets.children where asset.kind == .object {
        guard let id = asset["id"]?.identifier, !used.contains(id) else {
          continue
        }
        // Expressions refer to compositions of type `xt` by name; sounds and data belong to other layers.
        if asset.isTruthy("xt") || asset.integer("t") == 3 { continue }
        let name = asset.string("nm") ?? asset.string("p").flatMap { $0.hasPrefix("data:") ? nil : $0 } ?? id
        let isFile = asset.string("p").map { !$0.isEmpty && !$0.hasPrefix("data:") } ?? false
        let isLarge = isFile || Double(asset.source.count) >= visit.value(unusedBytes, of: .assetUnused)
        visit.report(.assetUnused, "“\(name)” is not used", at: asset, atLeast: isLarge ? .warning : .note)
      }
    })

  private static let imageReferences = RuleCheck(
    .assets, [.assetImageName, .assetImageRemote, .assetImageAbsolute, .assetImageSize],
    { (visit: AssetVisit) in
      guard let image = visit.image else { return }
      if image.width <= 0 || image.height <= 0 {
        visit.report(.assetImageSize, "the image “\(image.name.prefix(80))” has no size")
      }
      guard !image.isEmbedded else { return }
      let path = image.folder + image.file
      if path.hasPrefix("http:") || path.hasPrefix("https:") || path.hasPrefix("//") || image.file.hasPrefix("http") {
        return visit.report(.assetImageRemote, "the image is loaded from \(path)")
      }
      let parts = path.split { $0 == "/" || $0 == "\\" }
      let isDrive = path.dropFirst().first == ":" && path.first?.isLetter == true
      // Bodymovin writes “/images/” in dotLottie files, where it is the archive's root.
      let isArchive = visit.context.file?.kind == .archive
      if isDrive || parts.contains("..") || path.hasPrefix("/") && !isArchive || path.hasPrefix("file:") {
        visit.report(.assetImageAbsolute, "the image is at \(path)")
      } else if !isArchive, let name = parts.last, isGenericImageName(name) {
        visit.report(.assetImageName, "an image is called \(name)")
      }
    })

  /// Whether a file's name says only that it is an image, and its number.
  static func isGenericImageName(_ name: Substring) -> Bool {
    let stem = name.prefix { $0 != "." }.lowercased()
    for prefix in ["img_", "image_", "img", "image"] where stem.hasPrefix(prefix) {
      return stem.dropFirst(prefix.count).allSatisfy(\.isNumber)
    }
    return false
  }

  private static let embeddedImages = RuleCheck(
    .assets,
    [.assetImageFormat, .assetImageEmbeddedBroken, .assetImageWebP, .assetImageTransparentJPEG],
    { (visit: AssetVisit) in
      guard let image = visit.image else { return }
      guard image.isEmbedded else {
        // In archives, some tools mark every image so, and players look for the file all the same.
        if visit.json.isTruthy("e"), visit.context.file?.kind != .archive {
          visit.report(
            .assetImageEmbeddedBroken,
            "the image is marked as embedded, but is the file name “\(image.file.prefix(80))”")
        }
        return
      }
      let type = image.file.dropFirst(5).prefix { $0 != ";" && $0 != "," }
      guard ["image/png", "image/jpeg", "image/jpg", "image/webp"].contains(type) else {
        return visit.report(
          .assetImageFormat, "the image is of type \(type.isEmpty ? "unknown" : String(type.prefix(40)))")
      }
      guard let bytes = image.embeddedBytes, !bytes.isEmpty else {
        return visit.report(.assetImageEmbeddedBroken, "the data of the image is not Base64")
      }
      guard let format = ImageFormat.sniff(bytes) else {
        return visit.report(.assetImageFormat, "the bytes of the image are neither PNG nor JPEG nor WebP")
      }
      let claimed: ImageFormat = type == "image/png" ? .png : type == "image/webp" ? .webp : .jpeg
      if claimed != format {
        visit.report(.assetImageTransparentJPEG, "the image claims to be \(type) and is \(format.rawValue)")
      }
      if format == .webp { visit.report(.assetImageWebP, "the image is WebP") }
    })

  private static let share = ValidationRule.Option("percent", 70, "Share of the file that images may take, in percent.")
  private static let shareFrom = ValidationRule.Option("bytes", 500_000, "Size of files from which it is checked.")

  private static let embeddedShare = RuleCheck(
    [ValidationRule(.assetEmbeddedShare, .assets, options: [share, shareFrom])],
    { (visit: DocumentVisit) in
      guard Double(visit.context.source.count) >= visit.value(shareFrom, of: .assetEmbeddedShare) else { return }
      var bytes = 0
      for case .image(let image) in visit.document.assets.values where image.isEmbedded {
        bytes += image.file.utf8.count
      }
      let percent = Double(bytes) * 100 / Double(visit.context.source.count)
      guard percent > visit.value(share, of: .assetEmbeddedShare) else { return }
      visit.report(
        .assetEmbeddedShare, "images are \(Int(percent)) % of the file, \(ByteCount(bytes))")
    })

  private static let sequenceLength = ValidationRule.Option("frames", 8, "Number of such layers from which it is one.")

  private static let sequences = RuleCheck(
    [ValidationRule(.assetSequence, .assets, options: [sequenceLength])],
    { (visit: CompositionVisit) in
      var assets: Set<String> = []
      for layer in visit.layers {
        guard case .image(let asset) = layer.content, let start = layer.inPoint, let end = layer.outPoint,
          end - start <= 2.01
        else { continue }
        assets.insert(asset)
      }
      guard Double(assets.count) >= visit.value(sequenceLength, of: .assetSequence) else { return }
      visit.report(
        .assetSequence, "“\(visit.title)” shows \(assets.count) images for two frames or less each", at: visit.json)
    })

  package static let imageProportions = RuleCheck(
    .assets, [.assetImageProportions],
    { (visit: TimelineVisit) in
      guard let document = visit.lottie?.document else { return }
      let byName = Dictionary(visit.timeline.images.map { ($0.name, $0) }) { first, _ in first }
      let assets = document.assets.values.compactMap { asset in
        if case .image(let image) = asset { image } else { nil }
      }
      for asset in assets.sorted(by: { $0.node < $1.node }) {
        guard let image = byName[asset.name], asset.width > 0, asset.height > 0 else { continue }
        let ratio = asset.width / asset.height * Double(image.height) / Double(image.width)
        guard ratio < 0.97 || ratio > 1.03 else { continue }
        visit.report(
          .assetImageProportions,
          "the image “\(image.name)” is \(image.width) × \(image.height) px, its asset "
            + "\(asset.width.shortDescription) × \(asset.height.shortDescription) px",
          at: DocumentPath(pointer: document.pointer(to: asset.node)))
      }
    })
}
