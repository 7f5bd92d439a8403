public import ArgumentParser
internal import KilnExporting
internal import Kiln
internal import KilnPalettes
package import KilnSVGAExport
package import KilnSVGAFormat
internal import KilnTimeline

/// Options of SVGA output.
struct SVGAOptions: ParsableArguments, ExporterOptions {
  var format: OutputFormat { OutputFormat.svga }
  var accepts: Set<CommonFormatOption> {
    [
      .maximumBytes, .maximumMemory, .preference, .minimumFrameRate, .minimumScale, .effort, .lossy, .bitmapScale,
    ]
  }

  @Option(help: "Players that must draw the file right: all official ones, those of apps, or those of browsers.")
  var profile: SVGAProfile = .portable

  @Option(
    name: .customLong("text-as"),
    help: "Texts: as shapes, or as one bitmap a layer with the layer's name as key, by which apps replace it.")
  var textForm: SVGAExporter.TextForm = .outlines

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp("A new name for a key by which apps replace a bitmap.", valueName: "old=new"))
  var keys: [KeyArgument] = []

  @Option(
    name: .customLong("svga-version"),
    help: ArgumentHelp(
      "2 is what today's players read; 1 is a ZIP archive for old ones, without sound.", valueName: "number"))
  var version: SVGAVersion = .stream

  @Option(
    name: .customLong("max-cost"),
    help: ArgumentHelp(
      "What the official web player may take to draw a frame on average, as `kiln inspect --cost` estimates it. Shapes "
        + "become bitmaps where these are faster, and what still takes more is refused. Without it, that is done above 2 ms "
        + "where it makes the file hardly larger, and nothing is refused; none keeps all shapes.",
      valueName: "milliseconds"))
  var maximumCost: PlayingTimeArgument?

  func validate() throws {
    guard Set(keys.map(\.old)).count == keys.count else {
      throw ValidationError("--key gives one key two new names.")
    }
  }

  /// Names of the options that were given.
  var given: [String] {
    let all: [(String, Bool)] = [
      ("--profile", profile != .portable), ("--text-as", textForm != .outlines), ("--key", !keys.isEmpty),
      ("--svga-version", version != .stream), ("--max-cost", maximumCost != nil),
    ]
    return all.filter(\.1).map(\.0)
  }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = SVGAExporter.Options()
    options.profile = profile
    options.bitmapScale = common.bitmapScale ?? 1
    options.keys = Dictionary(keys.map { ($0.old, $0.new) }) { first, _ in first }
    options.textForm = textForm
    if let maximumCost { options.playingTime = maximumCost.milliseconds.map { .atMost($0) } ?? .any }
    options.version = version
    options.effort = common.effort
    if common.lossy { options.quantizer = .mild }
    // `none` lifts the limits that hold without a budget.
    if let bytes = common.maximumBytes, bytes.count == nil { options.limits.bytes = nil }
    if let memory = common.maximumMemory, memory.count == nil { options.limits.memory = nil }
    return SVGAExporter(options: options)
  }
}

/// Milliseconds above 0, or `none` for no limit.
struct PlayingTimeArgument: ExpressibleByArgument {
  /// Milliseconds; nil for no limit.
  let milliseconds: Double?

  init?(argument: String) {
    guard argument.lowercased() != "none" else {
      milliseconds = nil
      return
    }
    guard let number = Double(argument), number > 0, number.isFinite else { return nil }
    milliseconds = number
  }
}

/// `old=new`.
struct KeyArgument: ExpressibleByArgument {
  let old: String
  let new: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    (old, new) = (String(parts[0]), String(parts[1]))
  }
}

extension SVGAProfile: ExpressibleByArgument {}
extension SVGAVersion: ExpressibleByArgument {}
extension SVGAExporter.TextForm: ExpressibleByArgument {}
