internal import KilnGeometry
internal import KilnTimeline

/// Tables of the images, shapes and clips that a movie's frames share.
struct MovieTables: Sendable {
  /// Pictures that are drawn, in the order of their first use.
  private(set) var images: [ImageAsset] = []
  /// Shapes of frames; equal ones once.
  private(set) var shapeLists: [[Shape]] = []
  /// Clips; equal texts once.
  private(set) var clips: [Path] = []
  private var imagePositions: [String: Int] = [:]
  private var shapeListPositions: [[Shape]: Int] = [:]
  private var clipPositions: [String: Int] = [:]
  private let paths: PlayerPathReader.Kind

  /// Empty tables.
  ///
  /// - Parameter paths: Reading of the clips' path data.
  init(_ paths: PlayerPathReader.Kind) { self.paths = paths }

  /// Position of an image that was added; nil if there is none under a key.
  func position(ofImage key: String) -> Int? { imagePositions[key] }

  /// Adds an image under a key.
  ///
  /// - Returns: Its position.
  mutating func add(_ image: ImageAsset, under key: String) -> Int {
    imagePositions[key] = images.count
    images.append(image)
    return images.count - 1
  }

  /// Position of a list of shapes; nil when it is empty.
  mutating func position(of shapes: [Shape]) -> Int? {
    guard !shapes.isEmpty else { return nil }
    if let position = shapeListPositions[shapes] { return position }
    shapeListPositions[shapes] = shapeLists.count
    shapeLists.append(shapes)
    return shapeLists.count - 1
  }

  /// Position of a clip.
  mutating func position(ofClip text: String, findings: inout SpriteFindings) -> Int {
    if let position = clipPositions[text] { return position }
    clipPositions[text] = clips.count
    clips.append(PlayerPathReader.path(text, paths).limited(findings: &findings))
    return clips.count - 1
  }
}
