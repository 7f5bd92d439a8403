internal import KilnPixels
internal import KilnVideo

/// Tracks, areas and slots of a video file.
public struct VideoInspection: Encodable, Sendable {
  /// A rectangle in pixels.
  public struct Area: Encodable, Sendable, Hashable {
    /// Column of the left edge.
    public var x: Int
    /// Row of the top edge.
    public var y: Int
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
  }

  /// A picture or text that apps put in.
  public struct Slot: Encodable, Sendable, Hashable {
    /// Name by which apps know it.
    public var tag: String
    /// `img` or `txt`.
    public var kind: String
    /// Columns of the picture that it is made for.
    public var width: Int
    /// Rows of that picture.
    public var height: Int
    /// Number of frames that show it.
    public var frames: Int
    /// The first of them; nil if there are none.
    public var firstFrame: Int?
  }

  /// Name of the codec in the file, such as `avc1` or `V_VP9`.
  public var codec: String
  /// Columns of a frame of the video.
  public var videoWidth: Int
  /// Rows of a frame of the video.
  public var videoHeight: Int
  /// `codec`, `area` or `none`.
  public var alpha: String
  /// Area of colours; nil for the whole frame.
  public var colorArea: Area?
  /// Area of alpha; nil for none.
  public var alphaArea: Area?
  /// Number of sound tracks.
  public var soundTracks: Int
  /// Whether it is a VAP file.
  public var isVAP: Bool
  /// Pictures and texts that apps put in.
  public var slots: [Slot]

  init(_ video: StoredVideo) {
    codec = video.codec
    (videoWidth, videoHeight) = (video.videoWidth, video.videoHeight)
    alpha = video.hasAlphaChannel ? "codec" : video.areas?.alpha == nil ? "none" : "area"
    colorArea = video.areas.map { Area($0.color) }
    alphaArea = video.areas?.alpha.map { Area($0) }
    soundTracks = video.soundCount
    isVAP = video.configuration != nil
    slots = video.configuration.map(Self.slots) ?? []
  }

  private static func slots(_ vap: VAPConfiguration) -> [Slot] {
    vap.sources.map { source in
      let frames = vap.frames.filter { frame in
        frame.objects.contains { $0.source == source.identifier && ($0.frame.width > 1 || $0.frame.height > 1) }
      }
      return Slot(
        tag: source.tag, kind: source.kind.rawValue, width: source.width, height: source.height, frames: frames.count,
        firstFrame: frames.map(\.index).min())
    }
  }
}

extension VideoInspection.Area {
  fileprivate init(_ rect: PixelRect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }
}
