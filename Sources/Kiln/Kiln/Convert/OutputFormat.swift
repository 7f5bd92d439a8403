internal import KilnAtlasExport
public import KilnExporting
internal import KilnLottieExport
internal import KilnPictureExport
internal import KilnSVGAExport
internal import KilnTimelineJSON
internal import KilnTimeline
internal import KilnVideoExport
internal import KilnWebPExport

/// A kind of file that Kiln writes: one entry of the registry.
public struct OutputFormat: Sendable {
  /// Layout of the files of a result.
  public enum Layout: Sendable, Hashable {
    /// One file.
    case file
    /// One file, and others beside it with the same name and these extensions.
    case fileWith([String])
    /// No file with the name itself, but beside each other ones whose names go on with each of the suffixes: those with its
    /// extension and with each of the others. Folders if there are no others.
    case suffixed([String], extensions: [String])
    /// A folder of files.
    case folder
  }

  /// Name on the command line and in project files, for example `svga`.
  public let id: String
  /// Name for people, for example `animated WebP`.
  public let name: String
  /// Extensions of file names that ask for the format, without the dot; the first is written.
  public let extensions: [String]
  /// Layout of the files of a result.
  public let layout: Layout
  /// An exporter with the default settings.
  public let exporter: any AnimationExporter

  /// A format of another package, for `AnimationFile.convert`.
  public init(
    _ id: String, name: String, extensions: [String], layout: Layout = .file, _ exporter: any AnimationExporter
  ) {
    self.id = id
    self.name = name
    self.extensions = extensions
    self.layout = layout
    self.exporter = exporter
  }

  /// The same format by another exporter of it.
  init(_ format: OutputFormat, _ exporter: any AnimationExporter) {
    self.init(
      format.id, name: format.name, extensions: format.extensions, layout: format.layout, exporter)
  }

  /// SVGA.
  public static let svga = OutputFormat("svga", name: "SVGA", extensions: ["svga"], SVGAExporter())
  /// Animated WebP, or a still.
  public static let webp = OutputFormat("webp", name: "WebP", extensions: ["webp"], WebPExporter())
  /// Animated PNG. Players take it for a PNG, so it is `.png` or `.apng`; by its extension only the latter asks for it.
  public static let apng = OutputFormat("apng", name: "APNG", extensions: ["apng"], APNGExporter())
  /// Animated GIF.
  public static let gif = OutputFormat("gif", name: "GIF", extensions: ["gif"], GIFExporter())
  /// A PNG atlas with a JSON descriptor.
  public static let atlas = OutputFormat(
    "png", name: "a PNG atlas", extensions: ["png"], layout: .fileWith(["json"]), AtlasExporter())

  /// A folder of numbered PNG files.
  public static let frames = OutputFormat(
    "frames", name: "a PNG sequence", extensions: [], layout: .folder, FrameSequenceExporter())

  /// The baked timeline as JSON, for other programs.
  public static let timeline = OutputFormat(
    "timeline", name: "a timeline", extensions: ["timeline.json"], TimelineJSONExporter())

  /// A Lottie document, which all players of Lottie draw alike.
  public static let lottie = OutputFormat("lottie", name: "Lottie", extensions: ["json"], LottieExporter())

  /// A dotLottie archive with one Lottie document.
  public static let dotLottie = OutputFormat(
    "dotlottie", name: "dotLottie", extensions: ["lottie"],
    {
      var options = LottieExporter.Options()
      options.container = .lottie
      return LottieExporter(options: options)
    }())

  /// An animated sticker of Telegram: a Lottie document that keeps to Telegram's rules, packed.
  public static let sticker = OutputFormat(
    "tgs", name: "a Telegram sticker", extensions: ["tgs"],
    {
      var options = LottieExporter.Options()
      options.container = .tgs
      return LottieExporter(options: options)
    }())

  /// H.264, with alpha as a part of the frames.
  public static let mp4 = OutputFormat(
    "mp4", name: "MP4", extensions: ["mp4"], layout: .fileWith(["vapc.json"]), VideoExporter(options: .init(.mp4)))
  /// VP9 with alpha.
  public static let webm = OutputFormat(
    "webm", name: "WebM", extensions: ["webm"], VideoExporter(options: .init(.webm)))
  /// ProRes 4444, for editors.
  public static let mov = OutputFormat(
    "mov", name: "QuickTime", extensions: ["mov"], VideoExporter(options: .init(.mov)))

  /// Every format, in the order in which people are told of them. Timelines precede Lottie: the extension of the latter is
  /// the end of theirs.
  public static let all: [OutputFormat] = [
    svga, webp, apng, gif, atlas, frames, mp4, webm, mov, timeline, lottie, dotLottie, sticker,
  ]
}

extension OutputFormat: Hashable {
  /// Whether both are the same entry.
  public static func == (a: OutputFormat, b: OutputFormat) -> Bool { a.id == b.id }
  /// Feeds the ID.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension OutputFormat {
  /// The format with an ID; nil if there is none.
  public init?(id: String) {
    guard let format = Self.all.first(where: { $0.id == id }) else { return nil }
    self = format
  }

  /// Whether designers deliver files of the format, so that one may be what another file was made of.
  package var isDesign: Bool { exporter.capabilities.editedFormat != nil }

  /// The format that a file name's extension asks for; that of a folder if the name ends in a slash.
  public init?(fileName: String) {
    if fileName.hasSuffix("/"), let format = Self.all.first(where: { $0.layout == .folder }) {
      self = format
      return
    }
    let name = fileName.lowercased()
    guard let format = Self.all.first(where: { $0.extensions.contains { name.hasSuffix("." + $0) } }) else {
      return nil
    }
    self = format
  }
}
