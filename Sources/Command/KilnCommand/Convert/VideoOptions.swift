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

  var given: [String] { container == .mp4 && video.alpha != .vap ? ["--alpha"] : [] }

  /// VAP has a file for the web player beside it.
  var layout: OutputFormat.Layout { container == .mp4 && video.alpha != .vap ? .file : format.layout }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = VideoExporter.Options(container)
    options.alpha = video.alpha
    if let quality = common.quality { options.quality = quality }
    options.keepsSound = common.preset?.isSilent != true
    return VideoExporter(options: options)
  }
}

extension AlphaPlacement: ExpressibleByArgument {}
