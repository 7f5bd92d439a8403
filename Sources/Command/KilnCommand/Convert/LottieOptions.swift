internal import ArgumentParser
internal import Kiln
internal import KilnExporting
internal import KilnLottieExport
internal import KilnValidation

/// Options of Lottie documents.
struct LottieOptions: ParsableArguments, ExporterOptions {
  @Option(
    help: ArgumentHelp(
      "Lottie: how far what is drawn may be from its place, in pixels; more makes fewer keyframes. (default: 0.05)",
      valueName: "pixels"))
  var tolerance: Double?

  @Flag(name: .customLong("pretty"), help: "Lottie: indent the JSON, for people who read it.")
  var isIndented = false

  var format: OutputFormat { .lottie }
  var accepts: Set<CommonFormatOption> { [.maximumBytes, .maximumMemory] }
  var given: [String] {
    (tolerance == nil ? [] : ["--tolerance"]) + (isIndented ? ["--pretty"] : [])
  }

  func validate() throws {
    if let tolerance, !(0.001...10).contains(tolerance) {
      throw ValidationError("--tolerance takes a number from 0.001 to 10.")
    }
  }

  func isFor(_ format: OutputFormat) -> Bool { [.lottie, .dotLottie, .sticker].contains(format) }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter { exporter(.json, for: []) }

  /// An exporter that writes a container for players.
  func exporter(_ container: LottieExporter.Container, for targets: [Target]) -> LottieExporter {
    var options = LottieExporter.Options()
    options.container = container
    options.tolerance = tolerance ?? options.tolerance
    options.targets = targets
    options.isIndented = isIndented
    return LottieExporter(options: options)
  }
}

/// Options of Lottie documents and dotLottie archives, with the players that must show them.
struct TargetedLottieOptions: ExporterOptions {
  let lottie: LottieOptions
  let targets: [Target]
  let container: LottieExporter.Container

  var format: OutputFormat {
    switch container {
    case .json: .lottie
    case .lottie: .dotLottie
    case .tgs: .sticker
    }
  }
  var accepts: Set<CommonFormatOption> { lottie.accepts }
  var given: [String] { container == .json ? lottie.given : [] }

  func isFor(_ format: OutputFormat) -> Bool { lottie.isFor(format) }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter { lottie.exporter(container, for: targets) }
}
