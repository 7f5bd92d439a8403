internal import ArgumentParser
internal import Kiln
internal import KilnExporting
internal import KilnLottieExport

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

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = LottieExporter.Options()
    options.tolerance = tolerance ?? options.tolerance
    return LottieExporter(options: options)
  }
}
