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

  var format: OutputFormat { .lottie }
  var accepts: Set<CommonFormatOption> { [.maximumBytes, .maximumMemory] }
  var given: [String] { tolerance == nil ? [] : ["--tolerance"] }

  func validate() throws {
    if let tolerance, !(0.001...10).contains(tolerance) {
      throw ValidationError("--tolerance takes a number from 0.001 to 10.")
    }
  }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter { exporter(for: []) }

  /// An exporter for players.
  func exporter(for targets: [Target]) -> LottieExporter {
    var options = LottieExporter.Options()
    options.tolerance = tolerance ?? options.tolerance
    options.targets = targets
    return LottieExporter(options: options)
  }
}

/// Options of Lottie documents with the players that must show them.
struct TargetedLottieOptions: ExporterOptions {
  let lottie: LottieOptions
  let targets: [Target]

  var format: OutputFormat { lottie.format }
  var accepts: Set<CommonFormatOption> { lottie.accepts }
  var given: [String] { lottie.given }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter { lottie.exporter(for: targets) }
}
