internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnLottieFormat
internal import KilnTimeline

/// The pictures of a document, each added to the timeline once.
final class ImageTable {
  private let container: LottieContainer
  private let assets: any AssetLoader
  private var portable: PortableImages
  private var images: [String: ImageID?] = [:]
  /// Files of the container by their names: many assets may show the same one.
  private var stored: [String: [UInt8]?] = [:]

  /// - Parameters:
  ///   - container: The file, in which images are looked for first.
  ///   - assets: Finds those that are not in it.
  init(_ container: LottieContainer, _ assets: any AssetLoader, limits: Limits) {
    self.container = container
    self.assets = assets
    portable = PortableImages(limits: limits, checksPixels: assets.checksImages)
  }

  /// The timeline's image for an asset; nil, with a finding, when there is none that can be read.
  func picture(
    _ image: LottieImage, at path: @autoclosure () -> DocumentPath, builder: inout TimelineBuilder,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> ImageID? {
    if let cached = images[image.id] { return cached }
    let id = try read(image, at: path(), log: &log).map { asset throws(Diagnostic) in try builder.add(asset) }
    images[image.id] = .some(id)
    return id
  }

  /// A file of the container, unpacked once; nil if there is none.
  private func stored(_ file: String) throws(Diagnostic) -> [UInt8]? {
    // As the container does, which goes by the name alone.
    let file = file.split(separator: "/").last.map(String.init) ?? ""
    if let known = stored[file] { return known }
    let bytes = try container.image(file: file)
    stored[file] = .some(bytes)
    return bytes
  }

  /// The image as a file that everything reads, or what is drawn in its place; nil for nothing. An image that cannot be decoded
  /// is missing like one that is not there.
  private func read(_ image: LottieImage, at path: DocumentPath, log: inout DiagnosticLog) throws(Diagnostic)
    -> ImageAsset?
  {
    guard !image.isVideo else {
      log.add(
        .lottieVideo, "the video “\(image.name)” is not drawn, as in lottie-web", at: path,
        advice: "replace it by a picture, or by its frames as layers")
      return nil
    }
    let request = ImageRequest(folder: image.folder, file: image.file, width: image.width, height: image.height)
    guard let bytes = try bytes(of: image, request) else {
      return try standIn(
        for: request, "the image “\(image.folder)\(image.file)” was not found", of: image, at: path,
        advice: "put it beside the animation, or name its folder with \(Choice.assets)", log: &log)
    }
    do throws(Diagnostic) {
      if StillFormat.sniff(bytes) == .svg, !image.isNamedSVG {
        throw Diagnostic(
          .imageFormatUnknown, "It is an SVG image under another name, which browsers do not show",
          advice: "name it .svg, or export it as PNG")
      }
      // Told here, where the layer is known: what draws the image only knows its name.
      try StillFormat.sniff(bytes)?.requireDecoder()
      let file = try portable.file(from: bytes, name: image.name, box: image.box, log: &log)
      if let asset = ImageAsset(name: image.name, bytes: file) { return asset }
      throw Diagnostic(.imageInvalid, "The image has no size")
    } catch {
      if error.endsWork || [.limitExceeded, .internalError].contains(error.rule) { throw error.located(at: path) }
      return try standIn(
        for: request, "the image “\(image.name)” cannot be decoded: \(error.message)", of: image, at: path,
        advice: error.advice ?? "export it as PNG", log: &log)
    }
  }

  private func bytes(of image: LottieImage, _ request: ImageRequest) throws(Diagnostic) -> [UInt8]? {
    if image.isEmbedded { return image.embeddedBytes ?? [] }
    if let file = try stored(image.file) { return file }
    return try assets.image(request)
  }

  /// Placeholder for a missing image; nil if there is none. Adds the finding.
  private func standIn(
    for request: ImageRequest, _ message: String, of image: LottieImage, at path: DocumentPath, advice: String,
    log: inout DiagnosticLog
  ) throws(Diagnostic) -> ImageAsset? {
    let standIn = try assets.placeholder(for: request).flatMap { ImageAsset(name: image.name, bytes: $0) }
    log.add(
      .lottieImageMissing, message + (standIn == nil ? "" : "; a placeholder is drawn"), at: path, advice: advice)
    return standIn
  }
}

extension LottieImage {
  /// Rectangle for an image without pixels of its own (SVG); nil if the document has none.
  fileprivate var box: ImageBox? {
    width > 0 && height > 0 ? ImageBox(width: width, height: height, isStretched: isStretched) : nil
  }

  /// Whether the image is stretched to its rectangle.
  fileprivate var isStretched: Bool { aspectRatio?.split(separator: " ").last == "none" }
}

/// Fit of a picture's pixels into the rectangle of its asset.
struct ImageFit {
  /// Pixels → the layer's space.
  let transform: Affine
  /// The part of the picture that is shown, in pixels; nil for all.
  let crop: Rect?

  init(_ image: LottieImage, pixelWidth: Int, pixelHeight: Int) {
    let (pixelWidth, pixelHeight) = (Double(pixelWidth), Double(pixelHeight))
    let width = image.width > 0 ? image.width : pixelWidth
    let height = image.height > 0 ? image.height : pixelHeight
    let (x, y) = (width / pixelWidth, height / pixelHeight)
    switch image.aspectRatio?.split(separator: " ").last {
    case "none":
      transform = .scale(x, y)
      crop = nil
    case nil, "slice":
      // lottie-web covers the rectangle and cuts what sticks out.
      transform = Self.centered(max(x, y), pixelWidth, pixelHeight, width, height)
      let shown = transform.inverse?.apply(Rect(x: 0, y: 0, width: width, height: height))
      let isCut = abs(x - y) > 1e-6 * max(x, y)
      crop = isCut ? shown : nil
    default:
      // SVG's default for what is no `slice`.
      transform = Self.centered(min(x, y), pixelWidth, pixelHeight, width, height)
      crop = nil
    }
  }

  private static func centered(
    _ scale: Double, _ pixelWidth: Double, _ pixelHeight: Double, _ width: Double, _ height: Double
  ) -> Affine {
    Affine(
      a: scale, b: 0, c: 0, d: scale, tx: (width - pixelWidth * scale) / 2, ty: (height - pixelHeight * scale) / 2)
  }
}
