internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnPixels
internal import KilnTimeline

/// Sprites of a timeline of pictures, collected from the parts of one chunk of pictures after the other.
struct PictureSprites {
  /// A bitmap, and where it is shown in frames of the timeline.
  private struct Entry {
    var image: ImageID
    var role: PicturePart.Role
    /// The first picture that shows it.
    var picture: Int
    /// Frames with the place of the bitmap, in any order.
    var frames: [(frame: Int, x: Int, y: Int)]
  }

  /// A bitmap in a layer of parts.
  private struct Key: Hashable {
    var image: ImageID
    var role: PicturePart.Role
  }

  /// Most sprites beside one for each picture: players visit each in every frame.
  private static let maximumSprites = 400

  /// Sounds of the timeline.
  var audioClips: [AudioClip] {
    get { builder.audioClips }
    set { builder.audioClips = newValue }
  }
  private var builder: TimelineBuilder
  private let limits: Limits
  private let frameCount: Int
  /// Frames of the timeline by the picture that they show.
  private var frames: [Int: [Int]] = [:]
  private var entries: [Entry] = []
  private var images: [[UInt8]: ImageID] = [:]
  private var positions: [Key: [Int]] = [:]

  /// - Parameters:
  ///   - shown: The picture that each frame shows.
  /// - Throws: A rule of `TimelineBuilder`.
  init(_ sampling: FrameSampling, _ shown: [Int], canvas: Size, limits: Limits) throws(Diagnostic) {
    builder = try TimelineBuilder(
      canvas: canvas, frameRate: sampling.frameRate, frameCount: shown.count, limits: limits)
    builder.sourceTimes = sampling.times
    frameCount = shown.count
    self.limits = limits
    for (frame, picture) in shown.enumerated() { frames[picture, default: []].append(frame) }
  }

  /// An empty chunk for pictures of a size.
  func chunk(width: Int, height: Int) -> PictureChunk {
    PictureChunk(
      width: width, height: height,
      factoring: PictureFactoring(maximumParts: min(Self.maximumSprites, limits.frameStates / 4 / frameCount)))
  }

  /// Adds the parts of some pictures.
  ///
  /// - Parameter pictures: For each picture of the parts, those of the animation that are equal to it.
  /// - Throws: `limit.exceeded`, or what encoding a bitmap throws.
  mutating func add(_ parts: [PicturePart], _ pictures: [[Int]]) throws(Diagnostic) {
    for part in parts {
      guard let first = part.places.first else { continue }
      let picture = pictures[first.picture].first ?? 0
      let key = Key(image: try image(part.bitmap, picture), role: part.role)
      let shown = part.places.flatMap { place in
        pictures[place.picture].flatMap { frames[$0] ?? [] }.map { (frame: $0, x: place.x, y: place.y) }
      }
      // A bitmap of an earlier chunk goes on, unless one of this chunk is shown beside it.
      let taken = Set(shown.map(\.frame))
      let known = positions[key, default: []].first { index in
        !entries[index].frames.contains { taken.contains($0.frame) }
      }
      if let known {
        entries[known].frames += shown
      } else {
        positions[key, default: []].append(entries.count)
        entries.append(Entry(image: key.image, role: part.role, picture: picture, frames: shown))
      }
    }
  }

  private mutating func image(_ bitmap: Pixmap, _ picture: Int) throws(Diagnostic) -> ImageID {
    let bytes = try WebPFrameEncoder.encode(bitmap, options: .lossless(method: 0))
    if let known = images[bytes] { return known }
    guard let asset = ImageAsset(name: "frame \(picture)", bytes: bytes) else {
      throw Diagnostic(.internalError, "a picture was not encoded as an image")
    }
    let id = try builder.add(asset)
    images[bytes] = id
    return id
  }

  /// The timeline of all sprites, from back to front.
  ///
  /// - Throws: `limit.exceeded`.
  consuming func timeline(log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    var counts: [String: Int] = [:]
    for entry in entries.filter({ $0.role == .background }) + entries.filter({ $0.role.isMiddle })
      + entries.filter({ $0.role == .moving })
    {
      try builder.reserveSprite()
      let name = entry.role == .rest ? "frame \(entry.picture)" : entry.role.rawValue
      counts[name, default: 0] += 1
      let count = counts[name] ?? 1
      let first = entry.frames.map(\.frame).min() ?? 0
      let last = entry.frames.map(\.frame).max() ?? 0
      var states = [FrameState](repeating: .hidden, count: last - first + 1)
      for (frame, x, y) in entry.frames {
        states[frame - first] = FrameState(opacity: 1, transform: .translation(Double(x), Double(y)))
      }
      let sprite = Sprite(
        layers: [count == 1 ? name : "\(name) #\(count)"], content: .image(entry.image), frames: states)
      builder.sprites.append(sprite.moved(to: first, of: frameCount))
    }
    return builder.build(log: &log)
  }
}

extension PicturePart.Role {
  /// Whether it lies above the background and below what moves.
  fileprivate var isMiddle: Bool { self == .region || self == .rest }
}

/// Pictures that are taken apart together: as many as memory allows.
struct PictureChunk {
  /// Bytes of the pictures of a chunk; a second copy of each may be changed.
  private static let bytes = 192 << 20
  /// Most pictures of a chunk.
  private static let count = 1024

  private let factoring: PictureFactoring
  private let capacity: Int
  private var pictures: [Pixmap] = []
  /// For each picture, those of the animation that are equal to it.
  private var indices: [[Int]] = []
  private var positions: [Pixmap: Int] = [:]

  init(width: Int, height: Int, factoring: PictureFactoring) {
    self.factoring = factoring
    let pixels = max(1, width.multipliedReportingOverflow(by: height).partialValue)
    capacity = max(1, min(Self.count, Self.bytes / 4 / pixels))
  }

  /// Adds a picture; a chunk that is full goes into sprites.
  mutating func add(_ picture: Pixmap, _ index: Int, to sprites: inout PictureSprites) throws(Diagnostic) {
    if let known = positions[picture] {
      indices[known].append(index)
      return
    }
    if pictures.count == capacity { try flush(to: &sprites) }
    positions[picture] = pictures.count
    pictures.append(picture)
    indices.append([index])
  }

  /// Takes the pictures apart, adds their parts to sprites, and is empty afterwards.
  mutating func flush(to sprites: inout PictureSprites) throws(Diagnostic) {
    try sprites.add(factoring.parts(of: pictures), indices)
    pictures = []
    indices = []
    positions = [:]
  }
}
