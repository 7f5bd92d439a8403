public import KilnDiagnostics
public import KilnExporting
internal import KilnGeometry
public import KilnPlayers
public import KilnTimeline

/// Writes a timeline as a Lottie document: sprites become layers, and their states few keyframes.
///
/// Names of layers and IDs of images are the sprites' keys, so that apps replace the same pictures. What is written is held
/// to what all players know: no expressions, effects or matte references by index.
public struct LottieExporter: AnimationExporter {
  /// File that holds the document.
  public enum Container: String, Sendable, Hashable {
    /// The document alone.
    case json
    /// A dotLottie archive.
    case lottie
    /// A sticker of Telegram: the document, which keeps to Telegram's rules, packed with gzip.
    case tgs
  }

  /// Settings of Lottie documents.
  public struct Options: Sendable, Hashable {
    /// File that holds the document.
    public var container = Container.json
    /// Largest distance of a corner of what is drawn from its place in any frame, in pixels of the canvas; 0.001…10.
    public var tolerance = 0.05
    /// Players that must show the document: where a source of the same format has what they lack, it is written in
    /// another way.
    public var targets: [Target] = []

    /// Whether JSON is indented; not in archives and stickers.
    public var isIndented = false
    /// Whether timelines are written without masks: what cuts a sprite is a matte. Always so in stickers.
    public var clipsAreMattes = false

    /// The default of each property.
    public init() {}
  }

  /// `Lottie`.
  public static let formatName = "Lottie"
  /// Media type of the files.
  public static let mediaType = "application/json"
  /// The settings of this exporter.
  public let options: Options

  /// An exporter with the given settings.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// A document has any rate, and sounds; a sticker what Telegram's rules say.
  public var capabilities: ExportCapabilities {
    guard options.container == .tgs else { return ExportCapabilities(hasSound: true, editedFormat: "lottie") }
    var capabilities = ExportCapabilities(
      frameRates: .oneOf(TelegramSticker.frameRates), isResizable: false, editedFormat: "lottie")
    capabilities.canvas = Size(Double(TelegramSticker.side), Double(TelegramSticker.side))
    capabilities.maximumBytes = TelegramSticker.byteLimit
    capabilities.players = "Telegram's players"
    return capabilities
  }

  /// A fitter that gives up precision.
  public func fitter() -> LottieFitter { LottieFitter(self) }

  /// One file.
  ///
  /// - Throws: `work.cancelled`, `budget.exceeded`, `limit.exceeded`, and for stickers `tgs.canvas`, `tgs.frameRate` or
  ///   `tgs.duration`.
  public func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    var images = PackedImages()
    return try export(timeline, &images, in: context, log: &log)
  }

  /// One file; images that were packed before are not packed again.
  ///
  /// - Throws: As without images.
  func export(
    _ timeline: Timeline, _ images: inout PackedImages, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    try context.budget.check(memory: timeline.decodedBytes)
    try images.pack(timeline, in: context)
    var writer = LayerWriter(
      timeline, tolerance: tolerance, clipsAreMattes: options.clipsAreMattes || options.container == .tgs,
      images: images, limits: context.limits)
    let window = CompositionWindow(
      shift: .zero, width: Int(timeline.canvas.width.rounded(.up)), height: Int(timeline.canvas.height.rounded(.up)))
    var layers: [WrittenLayer] = []
    for (index, sprite) in timeline.sprites.enumerated() {
      try context.progress.report("writing layers", index, of: timeline.sprites.count)
      layers += try writer.layers(of: sprite, in: window, zoom: 1)
    }
    var assets = writer.assets
    let sounds = timeline.audioClips.compactMap { Self.layer(of: $0, in: timeline, &assets) }
    layers = layers.reversed() + sounds
    log.add(contentsOf: writer.log)
    var document = document(timeline, window, layers, assets).bytes
    if !targets.isEmpty { document = try rewriting(context).rewrite(document, log: &log) }
    let file = try file(of: document, in: context, log: &log)
    try context.budget.check(bytes: file.bytes.count)
    return ExportedAnimation(files: [file], decodedBytes: timeline.decodedBytes)
  }

  /// Largest distance from its place, in pixels.
  var tolerance: Double { options.tolerance.isFinite ? min(10, max(0.001, options.tolerance)) : 0.05 }

  private func document(
    _ timeline: Timeline, _ window: CompositionWindow, _ layers: [WrittenLayer], _ assets: LayerAssets
  ) -> LottieText {
    LottieText { text in
      text.object { text in
        text.member("v", "5.7.4")
        if options.container == .tgs { text.member("tgs", 1) }
        text.key("fr")
        text.number(timeline.frameRate, decimals: 6)
        text.member("ip", 0)
        text.member("op", timeline.frameCount)
        text.member("w", window.width)
        text.member("h", window.height)
        text.member("ddd", 0)
        text.member("assets", assets.text)
        text.key("layers")
        text.layers(layers)
        guard !timeline.markers.isEmpty else { return }
        text.key("markers")
        text.array { text in for marker in timeline.markers { text.marker(marker) } }
      }
    }
  }

  /// The audio layer of a sound; nil if it is never played.
  private static func layer(
    of clip: AudioClip, in timeline: Timeline, _ assets: inout LayerAssets
  ) -> WrittenLayer? {
    guard let first = clip.frames.first, let last = clip.frames.last, first >= 0, last < timeline.frameCount else {
      return nil
    }
    let id = assets.sound(clip)
    // The layer starts where the sound would have to start to be at its offset in the first frame.
    let stretch = 1 / clip.speed
    let start = Double(first) - Double(clip.startMilliseconds) * timeline.frameRate / 1000 * stretch
    // lottie-web without Howler skips the frame in which an audio layer ends. Sounds that end by themselves need no end.
    let end = start + (Double(clip.totalMilliseconds) / 1000 * stretch - 0.25) * timeline.frameRate
    let isComplete = clip.totalMilliseconds > 0 && end <= Double(last + 1)
    let members = LottieText { text in
      text.layerMembers(type: 6, name: clip.key, first...(isComplete ? timeline.frameCount - 1 : last), start: start)
      text.member("refId", id)
      text.key("sr")
      text.number(stretch)
      text.key("au")
      text.object { text in text.level(clip.gains, from: first) }
    }
    return WrittenLayer(members: members, frames: [])
  }
}

extension LottieText {
  /// The volume of a sound from a frame on, in percent of both channels.
  fileprivate mutating func level(_ gains: [Double], from first: Int) {
    guard let gain = gains.first, gains.contains(where: { $0 != gain }) else {
      let percent = (gains.first ?? 1) * 100
      return staticMember("lv", [percent, percent])
    }
    key("lv")
    object { text in
      text.member("a", 1)
      text.key("k")
      text.array { text in
        for (index, gain) in gains.enumerated() where index == 0 || gain != gains[index - 1] {
          text.object { text in
            text.member("t", first + index)
            text.key("s")
            text.numbers([gain * 100, gain * 100])
            text.member("h", 1)
          }
        }
      }
    }
  }

  fileprivate mutating func marker(_ marker: Marker) {
    object { text in
      text.key("tm")
      text.number(marker.firstFrame)
      text.member("cm", marker.comment.isEmpty ? marker.name : marker.comment)
      text.key("dr")
      text.number(marker.frameCount)
    }
  }
}
