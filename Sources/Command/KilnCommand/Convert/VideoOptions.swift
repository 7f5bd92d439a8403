public import ArgumentParser
internal import Kiln
internal import KilnExporting
package import KilnVideo
internal import KilnVideoExport

/// Options of video output.
struct VideoOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ".mp4: where the alpha channel is: vap, for Tencent's player and those of its kind, a side at full size, or none."
    ))
  var alpha: AlphaPlacement = .vap

  @Option(
    name: .customLong("image-slot"),
    help: ArgumentHelp(
      ".mp4 as VAP: key of a picture that apps put in, which is left out of the video; may be repeated.",
      valueName: "key"))
  var imageSlots: [String] = []

  @Option(
    name: .customLong("text-slot"),
    help: ArgumentHelp(".mp4 as VAP: key in whose place apps put a text; may be repeated.", valueName: "key"))
  var textSlots: [String] = []

  func validate() throws {
    let keys = imageSlots + textSlots
    guard alpha == .vap || keys.isEmpty else {
      throw ValidationError("--image-slot and --text-slot are for --alpha vap.")
    }
    guard Set(keys).count == keys.count else { throw ValidationError("A key is a slot once.") }
  }

  /// The keys that apps put something in.
  var slots: [VideoSlot] {
    imageSlots.map { VideoSlot(key: $0) } + textSlots.map { VideoSlot(key: $0, kind: .text) }
  }

  /// The options for a container.
  func group(_ container: VideoExporter.Container) -> ContainedVideoOptions {
    ContainedVideoOptions(video: self, container: container)
  }
}

/// Options of video in one container.
struct ContainedVideoOptions: ExporterOptions {
  let video: VideoOptions
  let container: VideoExporter.Container

  var format: OutputFormat {
    switch container {
    case .mp4: .mp4
    case .webm: .webm
    case .mov: .mov
    }
  }

  var accepts: Set<CommonFormatOption> {
    let all: Set<CommonFormatOption> = [.maximumBytes, .preference, .minimumFrameRate, .minimumScale]
    return container == .mov ? all : all.union([.quality, .minimumQuality])
  }

  var given: [String] {
    guard container == .mp4 else { return [] }
    let all = [
      ("--alpha", video.alpha != .vap), ("--image-slot", !video.imageSlots.isEmpty),
      ("--text-slot", !video.textSlots.isEmpty),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// VAP has a file for the web player beside it.
  var layout: OutputFormat.Layout { container == .mp4 && video.alpha != .vap ? .file : format.layout }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = VideoExporter.Options(container)
    options.alpha = video.alpha
    options.slots = video.slots
    if let quality = common.quality { options.quality = quality }
    options.keepsSound = common.preset?.isSilent != true
    return VideoExporter(options: options)
  }
}

extension AlphaPlacement: ExpressibleByArgument {}
