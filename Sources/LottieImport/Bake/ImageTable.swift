internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// The pictures of a document, each added to the timeline once.
final class ImageTable {
  private let container: LottieContainer
  private let assets: any AssetLoader
  private var images: [String: ImageID?] = [:]
  /// Files of the container by their names: many assets may show the same one.
  private var stored: [String: [UInt8]] = [:]

  /// - Parameters:
  ///   - container: The file, in which images are looked for first.
  ///   - assets: Finds those that are not in it.
  init(_ container: LottieContainer, _ assets: any AssetLoader) {
    self.container = container
    self.assets = assets
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
    if let bytes { stored[file] = bytes }
    return bytes
  }

  private func read(_ image: LottieImage, at path: DocumentPath, log: inout DiagnosticLog) throws(Diagnostic)
    -> ImageAsset?
  {
    let request = ImageRequest(folder: image.folder, file: image.file, width: image.width, height: image.height)
    let bytes: [UInt8]
    if image.isEmbedded {
      bytes = image.embeddedBytes ?? []
    } else if let file = try stored(image.file) {
      bytes = file
    } else if let loaded = try assets.image(request) {
      bytes = loaded
    } else {
      let standIn = try assets.placeholder(for: request)
      log.add(
        .lottieImageMissing,
        "the image “\(image.folder)\(image.file)” was not found" + (standIn == nil ? "" : "; a placeholder is drawn"),
        at: path, advice: "put it beside the animation, or name its folder with --assets")
      guard let standIn else { return nil }
      bytes = standIn
    }
    guard let asset = ImageAsset(name: image.name, bytes: bytes) else {
      log.add(
        .lottieImageUnreadable, "the image “\(image.name)” is neither PNG, JPEG nor WebP", at: path,
        advice: "export it as PNG")
      return nil
    }
    return asset
  }
}

/// How a picture's pixels fill the rectangle of its asset.
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
