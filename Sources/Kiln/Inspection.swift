public import Diagnostics
internal import Geometry
public import TimelineModel

/// What is in a file, as `kiln inspect --json` says it.
public struct Inspection: Encodable, Sendable {
  /// An image.
  public struct Image: Encodable, Sendable {
    /// What an app calls to replace it, or else its name.
    public var key: String
    /// Pixels along a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Bytes in a player's memory.
    public var decodedBytes: Int
  }

  /// `lottie` or `svga`.
  public var format: String
  /// IDs of the animations in the file, of which this is one.
  public var animations: [String]
  /// IDs of the themes that the animation can be drawn in.
  public var themes: [String]
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
      format: info.format, animations: info.animations, themes: info.themes, width: info.canvas.width,
      height: info.canvas.height, frameRate: info.frameRate, frameCount: info.frameCount,
      durationMilliseconds: info.durationMilliseconds, sprites: vectors + bitmaps, vectorSprites: vectors,
      bitmapSprites: bitmaps, images: images,
      decodedBytes: images.reduce(0) { $0 + $1.decodedBytes })
    return (inspection, timeline)
  }
}

/// A finding for machines.
public struct DiagnosticReport: Encodable, Sendable {
  /// The rule's ID.
  public var rule: String
  /// `note`, `warning` or `error`.
  public var severity: String
  /// `exact`, `approximated`, `dropped` or `rejected`.
  public var effect: String
  /// What is wrong.
  public var message: String
  /// JSON pointer; empty for the whole document.
  public var path: String
  /// Names from the outermost layer inwards.
  public var layers: [String]
  /// The place in a designer's words, such as `Main › Glow (2) › Transform › Position, frames 10–50`.
  public var location: String
  /// The property as After Effects names it, from the outermost group inwards; empty for a whole layer.
  public var property: [String]
  /// First and last frame of each range of the source that is concerned; empty for all, or if they are not known.
  public var frames: [[Int]]
  /// What to do.
  public var advice: String?
  /// How many more places were folded into this one.
  public var repetitions: Int

  /// A finding in the form of `--json`.
  public init(_ diagnostic: Diagnostic) {
    rule = diagnostic.rule.id
    severity = diagnostic.rule.severity.rawValue
    effect = diagnostic.rule.effect.rawValue
    message = diagnostic.message
    path = diagnostic.path.pointer
    layers = diagnostic.path.layers
    location = diagnostic.path.location
    property = diagnostic.path.property
    frames = diagnostic.path.frames.ranges.map { [$0.lowerBound, $0.upperBound] }
    advice = diagnostic.advice
    repetitions = diagnostic.repetitions
  }
}
