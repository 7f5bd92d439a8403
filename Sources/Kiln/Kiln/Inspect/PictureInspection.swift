public import KilnDiagnostics
internal import KilnImages
internal import KilnPictureImport
internal import KilnPixels
internal import KilnRecognition
internal import KilnVideo

/// Contents of a picture file, such as Kiln's own outputs: animated WebP, PNG or GIF, a still picture, an atlas, or a video.
public struct PictureInspection: Encodable, Sendable {
  /// Version of the printed form.
  public var version = Inspection.formatVersion
  /// `webp`, `apng`, `png`, `gif`, `jpeg`, `avif`, `svg`, `atlas`, `mp4`, `webm` or `mov`.
  public var format: String
  /// Canvas in pixels; of an atlas the page.
  public var width: Int
  /// Canvas in pixels; of an atlas the page.
  public var height: Int
  /// Frames per second, on average; 0 for a still picture.
  public var frameRate: Double
  /// Frames that the file stores; of an atlas, those of the animation.
  public var frameCount: Int
  /// Length of one play; 0 for a still picture.
  public var durationMilliseconds: Double
  /// Number of plays, 0 for ever; nil for an atlas and a GIF.
  public var loopCount: Int?
  /// Frames that are stored exactly; nil for other files than WebP and PNG.
  public var losslessFrames: Int?
  /// Different regions of an atlas' page; nil for other files.
  public var regions: Int?
  /// Shortest and longest duration of a frame in milliseconds.
  public var frameMilliseconds: [Double]
  /// What a video file says of itself; nil for others.
  public var video: VideoInspection?
  /// Bytes of one decoded canvas, or of an atlas' page.
  public var decodedBytes: Int

  /// Looks at a file; nil if it is none of these.
  ///
  /// Throws when the file is damaged or above the limits.
  public init?(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    switch StillFormat.sniff(bytes) {
    case .webp: try self.init(PictureInfo(bytes, limits: limits), format: "webp")
    case .png:
      let info = try PictureInfo(bytes, limits: limits)
      self.init(info, format: info.frames.count > 1 || info.durationMilliseconds > 0 ? "apng" : "png")
    case .gif, .jpeg: try self.init(PictureFrames(bytes, limits: limits))
    case .avif: try self.init(ImageDecoder.decode(bytes, limits: limits), format: "avif")
    case .svg: try self.init(ImageDecoder.decode(bytes, limits: limits), format: "svg")
    case nil:
      switch FileKind(bytes) {
      case .atlas: try self.init(AtlasSheet(bytes, limits: limits))
      case .video: try self.init(StoredVideo(bytes, limits: limits))
      default: return nil
      }
    }
  }

  private init(_ info: PictureInfo, format: String) {
    self.format = format
    (width, height, loopCount) = (info.width, info.height, info.loopCount)
    frameCount = info.frames.count
    durationMilliseconds = info.durationMilliseconds
    losslessFrames = info.frames.count(where: \.isLossless)
    frameMilliseconds = Self.extremes(info.frames.map(\.milliseconds))
    frameRate = Self.rate(frameCount, durationMilliseconds)
    decodedBytes = width * height * 4
  }

  private init(_ frames: PictureFrames) {
    format = frames.format.rawValue
    (width, height) = (frames.width, frames.height)
    frameCount = frames.milliseconds.count
    durationMilliseconds = frames.milliseconds.reduce(0, +)
    frameMilliseconds = Self.extremes(frames.milliseconds)
    frameRate = Self.rate(frameCount, durationMilliseconds)
    decodedBytes = width * height * 4
  }

  private init(_ picture: Pixmap, format: String) {
    self.format = format
    (width, height, frameCount) = (picture.width, picture.height, 1)
    (durationMilliseconds, frameRate, frameMilliseconds) = (0, 0, [0])
    decodedBytes = picture.width * picture.height * 4
  }

  private init(_ atlas: AtlasSheet) {
    format = "atlas"
    (width, height) = (atlas.width, atlas.height)
    let durations = atlas.frames.map(\.milliseconds)
    frameCount = durations.count
    durationMilliseconds = durations.reduce(0, +)
    regions = Set(atlas.frames.map { [$0.x, $0.y, $0.width, $0.height] }).count
    frameMilliseconds = Self.extremes(durations)
    frameRate = Self.rate(frameCount, durationMilliseconds)
    decodedBytes = width * height * 4
  }

  private init(_ video: StoredVideo) {
    format = video.format
    (width, height) = (video.width, video.height)
    frameCount = video.milliseconds.count
    durationMilliseconds = video.milliseconds.reduce(0, +)
    frameMilliseconds = Self.extremes(video.milliseconds)
    frameRate = Self.rate(frameCount, durationMilliseconds)
    decodedBytes = video.videoWidth * video.videoHeight * 4
    self.video = VideoInspection(video)
  }

  private static func extremes(_ values: [Double]) -> [Double] {
    values.min().flatMap { least in values.max().map { [least, $0] } } ?? []
  }

  private static func rate(_ frames: Int, _ milliseconds: Double) -> Double {
    milliseconds > 0 ? Double(frames) * 1000 / milliseconds : 0
  }
}
