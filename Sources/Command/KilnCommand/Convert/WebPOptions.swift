public import ArgumentParser
internal import Kiln
internal import KilnExporting
internal import KilnTimeline
package import KilnWebPExport

/// Options of animated WebP output.
struct WebPOptions: ParsableArguments, ExporterOptions {
  var format: OutputFormat { OutputFormat.webp }
  var accepts: Set<CommonFormatOption> {
    [.maximumBytes, .preference, .quality, .minimumFrameRate, .minimumQuality, .minimumScale, .loopCount]
  }

  @Option(help: "How pixels are coded; lossless without --quality, lossy with it.")
  var codec: WebPCodec?

  @Option(help: ArgumentHelp("Of lossy frames' alpha channel: 100 is exact.", valueName: "0…100"))
  var alphaQuality: Int = 100

  @Option(
    help: ArgumentHelp(
      "Lossless frames may change colours a little to be smaller; 0 changes most, 100 nothing.", valueName: "0…100"))
  var nearLossless: Int = 100

  @Option(help: ArgumentHelp("Time for a smaller file: 0 fast … 6 small, or max.", valueName: "0…6|max"))
  var effort: WebPEffort = .level(3)

  @Option(help: ArgumentHelp("Write this frame alone, as a still WebP.", valueName: "frame"))
  var poster: Double?

  @Option(help: ArgumentHelp("Store every N-th frame whole, for players that seek.", valueName: "N"))
  var keyframeInterval: Int?

  @Option(
    help: ArgumentHelp(
      "Viewers that must show it right: safari (up to 16) takes no blending, wide neither that nor frames below 20 ms.")
  )
  var compat: WebPCompatibility = .default

  func validate() throws {
    for (name, value) in [("--alpha-quality", alphaQuality), ("--near-lossless", nearLossless)] {
      guard (0...100).contains(value) else { throw ValidationError("\(name) takes a number from 0 to 100.") }
    }
    if let poster, !poster.isFinite { throw ValidationError("--poster takes the number of a frame.") }
    if let keyframeInterval, keyframeInterval < 1 {
      throw ValidationError("--keyframe-interval takes a number above 0.")
    }
  }

  /// Checks the options together with those of several formats.
  func check(_ common: CommonFormatOptions) throws {
    if codec == .lossless, common.quality != nil {
      throw ValidationError("--quality is for lossy frames; leave it out, or choose --codec lossy or mixed.")
    }
    if codec(common) == .lossy, nearLossless < 100 {
      throw ValidationError("--near-lossless is for lossless frames; leave it out, or choose --codec mixed.")
    }
  }

  /// Names of the options that were given.
  var given: [String] {
    let all: [(String, Bool)] = [
      ("--codec", codec != nil), ("--alpha-quality", alphaQuality != 100),
      ("--near-lossless", nearLossless != 100), ("--effort", effort != .level(3)),
      ("--poster", poster != nil), ("--keyframe-interval", keyframeInterval != nil), ("--compat", compat != .default),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// The poster's frame.
  var stillFrame: Double? { poster }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = WebPExporter.Options()
    options.codec = codec(common)
    if let quality = common.quality { options.quality = quality }
    options.alphaQuality = alphaQuality
    options.nearLossless = nearLossless
    options.effort = effort
    options.loopCount = common.loop ?? 0
    options.keyFrameInterval = keyframeInterval
    options.compatibility = compat
    options.isStill = poster != nil || common.preset?.isStill ?? false
    // A codec that was asked for stays.
    options.budgetMayTurnLossy = codec == nil
    return WebPExporter(options: options)
  }

  private func codec(_ common: CommonFormatOptions) -> WebPCodec {
    codec ?? (common.quality == nil ? .lossless : .lossy)
  }
}

extension WebPCodec: ExpressibleByArgument {}
extension WebPCompatibility: ExpressibleByArgument {}

extension WebPEffort: ExpressibleByArgument {
  /// `0` to `6`, or `max`.
  package init?(argument: String) {
    if argument == "max" {
      self = .max
    } else if let level = Int(argument), (0...6).contains(level) {
      self = .level(level)
    } else {
      return nil
    }
  }

  /// The value as written on the command line.
  package var defaultValueDescription: String {
    switch self {
    case .level(let level): String(level)
    case .max: "max"
    }
  }
}
