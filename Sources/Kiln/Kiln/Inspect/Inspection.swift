public import KilnDiagnostics
internal import KilnGeometry
public import KilnTimeline

/// Contents of a file, as `kiln inspect --json` prints them.
public struct Inspection: Encodable, Sendable {
  /// An image.
  public struct Image: Encodable, Sendable {
    /// Key by which an app replaces it, or else its name.
    public var key: String
    /// Pixels along a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Bytes in a player's memory.
    public var decodedBytes: Int
  }

  /// A named time or range of frames.
  public struct Marker: Encodable, Sendable {
    /// Its name.
    public var name: String
    /// First frame, in frames of the source.
    public var firstFrame: Double
    /// Number of frames; 0 for a single point in time.
    public var frameCount: Double
  }

  /// A sound.
  public struct Sound: Encodable, Sendable {
    /// Its key or name.
    public var key: String
    /// Bytes of its file.
    public var bytes: Int
    /// Frame in which it starts, counted from 0.
    public var firstFrame: Int
    /// Last frame in which it is played.
    public var lastFrame: Int
  }

  /// Version of what `kiln inspect --json` prints: grows when members change their meaning or go.
  public static let formatVersion = 1

  /// The version.
  public var version = formatVersion
  /// `lottie`, `svga` or `timeline`.
  public var format: String
  /// IDs of the animations in the file, of which this is one.
  public var animations: [String]
  /// IDs of the themes that the animation can be drawn in.
  public var themes: [String]
  /// IDs of the values that themes replace.
  public var slots: [String]
  /// Names of the fonts that texts ask for.
  public var fonts: [String]
  /// Named times and ranges.
  public var markers: [Marker]
  /// State machines of the file.
  public var stateMachines: [StateMachine]
  /// Sounds.
  public var sounds: [Sound]
  /// Canvas in pixels.
  public var width: Double
  /// Canvas in pixels.
  public var height: Double
  /// Frames per second.
  public var frameRate: Double
  /// Whole frames.
  public var frameCount: Int
  /// Length.
  public var durationMilliseconds: Double
  /// Sprites that show something themselves.
  public var sprites: Int
  /// Sprites of shapes.
  public var vectorSprites: Int
  /// Sprites of pictures.
  public var bitmapSprites: Int
  /// Pictures that sprites show.
  public var images: [Image]
  /// Bytes of all pictures in a player's memory.
  public var decodedBytes: Int

  /// Looks at a source's own frames.
  public static func inspect(
    _ source: any AnimationSource, progress: ProgressReporter = .silent, log: inout DiagnosticLog
  ) throws(Diagnostic) -> (inspection: Inspection, timeline: Timeline) {
    let info = source.info
    let timeline = try source.timeline(info.nativeSampling, progress: progress, log: &log)
    var vectors = 0
    var bitmaps = 0
    var keys: [ImageID: String] = [:]
    timeline.forEachSprite { sprite in
      switch sprite.content {
      case .vector: vectors += 1
      case .image(let id):
        bitmaps += 1
        keys[id] = keys[id] ?? sprite.replacementKey ?? timeline[id].name
      case .group: break
      }
    }
    let used = keys.keys.sorted { $0.index < $1.index }
    let images = used.map { id in
      let asset = timeline[id]
      return Image(
        key: keys[id] ?? "", width: asset.width, height: asset.height, decodedBytes: asset.decodedBytes)
    }
    let inspection = Inspection(
      format: info.format, animations: info.animations, themes: info.themes, slots: info.slots,
      fonts: info.fonts, markers: info.markers.map(Marker.init),
      stateMachines: info.stateMachines.map(StateMachine.init), sounds: timeline.audioClips.map(Sound.init),
      width: info.canvas.width,
      height: info.canvas.height, frameRate: info.frameRate, frameCount: info.frameCount,
      durationMilliseconds: info.durationMilliseconds, sprites: vectors + bitmaps, vectorSprites: vectors,
      bitmapSprites: bitmaps, images: images,
      decodedBytes: images.reduce(0) { $0 + $1.decodedBytes })
    return (inspection, timeline)
  }
}

extension Inspection.Marker {
  fileprivate init(_ marker: KilnTimeline.Marker) {
    self.init(name: marker.name, firstFrame: marker.firstFrame, frameCount: marker.frameCount)
  }
}

extension Inspection.Sound {
  fileprivate init(_ clip: AudioClip) {
    self.init(
      key: clip.key, bytes: clip.bytes.count, firstFrame: clip.frames.lowerBound,
      lastFrame: max(clip.frames.lowerBound, clip.frames.upperBound - 1))
  }
}
