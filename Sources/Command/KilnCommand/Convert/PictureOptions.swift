public import ArgumentParser
package import KilnGIF
internal import KilnExporting
internal import Kiln
internal import KilnPictureExport
internal import KilnTimeline

/// Animated PNG output, which has no options of its own.
struct APNGOptions: ExporterOptions {
  var format: OutputFormat { .apng }
  var accepts: Set<CommonFormatOption> {
    [.maximumBytes, .preference, .minimumFrameRate, .minimumScale, .effort, .loopCount]
  }
  var given: [String] { [] }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = APNGExporter.Options()
    options.effort = common.effort
    options.loopCount = common.loop ?? 0
    return APNGExporter(options: options)
  }
}

/// Options of PNG sequences: every frame whole, or each picture once with a list of the frames.
struct FrameSequenceOptions: ExporterOptions {
  let atlas: AtlasOptions

  var format: OutputFormat { .frames }
  var accepts: Set<CommonFormatOption> {
    let all: Set<CommonFormatOption> = [.maximumBytes, .preference, .minimumFrameRate, .minimumScale, .effort]
    return atlas.isFor(format) ? all.union([.lossy]) : all
  }
  var given: [String] { [] }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    if atlas.isFor(format) { return atlas.exporter(common) }
    var options = FrameSequenceExporter.Options()
    options.effort = common.effort
    return FrameSequenceExporter(options: options)
  }
}

/// Options of animated GIF output.
struct GIFOptions: ParsableArguments, ExporterOptions {
  @Option(
    help: ArgumentHelp("Colours of a frame, the transparent one among them. (default: 256)", valueName: "2…256"))
  var colors: Int?

  @Option(help: "How colours beyond these are imitated: not at all, by a pattern that stands still, or most finely.")
  var dither: GIFDither = .none

  @Option(
    help: ArgumentHelp(
      "Colour of the page that it will be shown on, which translucent edges become a part of. Without it, pixels are "
        + "opaque from one half on.", valueName: "color"))
  var matte: ColorArgument?

  var format: OutputFormat { .gif }
  var accepts: Set<CommonFormatOption> { [.maximumBytes, .preference, .minimumFrameRate, .minimumScale, .loopCount] }

  func validate() throws {
    guard colors.map((2...256).contains) ?? true else {
      throw ValidationError("--colors takes a number from 2 to 256.")
    }
    if let matte, matte.color.alpha < 1 { throw ValidationError("--matte takes an opaque colour.") }
  }

  var given: [String] {
    let all: [(String, Bool)] = [("--colors", colors != nil), ("--dither", dither != .none), ("--matte", matte != nil)]
    return all.filter(\.1).map(\.0)
  }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = GIFExporter.Options()
    options.loopCount = common.loop ?? 0
    if let colors { options.colors = colors }
    options.dither = dither
    options.background = matte?.color
    return GIFExporter(options: options)
  }
}

extension GIFDither: ExpressibleByArgument {}
