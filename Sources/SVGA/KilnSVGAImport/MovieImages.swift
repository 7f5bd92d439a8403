internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnSVGAFormat
internal import KilnTimeline

/// Reads the bitmaps of a movie, each once.
struct MovieImages {
  /// Replacement of a bitmap that cannot be decoded: the bytes of an image for a key and a size; nil to draw nothing.
  typealias PlaceholderProvider = (_ key: String, _ size: Size) throws(Diagnostic) -> [UInt8]?

  private let movie: SVGAMovieEntity
  private let keys: SpriteBitmapKeys
  private let drawing: PlayerDrawing
  private let standIn: PlaceholderProvider
  private var portable: PortableImages
  private var unreadable: [String: ImageAsset?] = [:]
  /// Keys of bitmaps with which the player fails where they are drawn.
  private(set) var failingKeys: Set<String> = []
  /// Keys of bitmaps that are no PNG.
  private(set) var foreignKeys: Set<String> = []
  /// Findings about images.
  private(set) var log = DiagnosticLog()

  init(
    _ movie: SVGAMovieEntity, _ drawing: PlayerDrawing, isText: Bool, limits: Limits, checksPixels: Bool,
    standIn: @escaping PlaceholderProvider
  ) {
    self.movie = movie
    self.drawing = drawing
    self.standIn = standIn
    keys = SpriteBitmapKeys(movie, drawing.keys, isText: isText)
    portable = PortableImages(limits: limits, checksPixels: checksPixels)
  }

  /// Keys of bitmaps that cannot be decoded.
  var unreadableKeys: Set<String> { Set(unreadable.keys) }

  /// The key of a sprite's bitmap; nil if it has none.
  func key(for imageKey: String) -> String? { keys.key(for: imageKey) }

  /// The bitmap under a key, or what is drawn in its place, with a finding; nil for nothing.
  ///
  /// - Parameters:
  ///   - layout: Layout of the first frame in which it is visible, in the space of the sprite.
  ///   - path: Path of the sprite.
  mutating func image(under key: String, layout: SVGALayout?, at path: DocumentPath) throws(Diagnostic) -> ImageAsset? {
    if let known = unreadable[key] { return known }
    let size = layout.map { Size(Double($0.width), Double($0.height)) } ?? Size(0, 0)
    let bytes = movie.imageBytes(forKey: key) ?? []
    if !drawing.draws(bytes, under: key) {
      if drawing.encodings == .pngOrFailure { failingKeys.insert(key) }
      return nil
    }
    do throws(Diagnostic) {
      let file = try portable.file(
        from: bytes, name: key, box: ImageBox(width: size.width, height: size.height),
        log: &log)
      if StillFormat.sniff(bytes) != .png { foreignKeys.insert(key) }
      if let image = ImageAsset(name: key, bytes: file) { return image }
      throw Diagnostic(.imageInvalid, "The image has no size")
    } catch {
      if error.endsWork || [.limitExceeded, .internalError].contains(error.rule) { throw error.located(at: path) }
      let image = try standIn(key, size).flatMap { ImageAsset(name: key, bytes: $0) }
      log.add(
        .svgaImageUnreadable,
        "the bitmap “\(key)” cannot be decoded: \(error.message)"
          + (image == nil ? "" : "; a placeholder is drawn"), at: path, advice: error.advice)
      unreadable[key] = .some(image)
      return image
    }
  }
}
