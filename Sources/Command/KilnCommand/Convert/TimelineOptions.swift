internal import ArgumentParser
internal import Kiln
internal import KilnExporting
internal import KilnTimelineJSON
internal import KilnTimeline

/// Options of timelines in JSON.
struct TimelineOptions: ParsableArguments, ExporterOptions {
  @Option(
    help: ArgumentHelp(
      ".timeline.json: decimals of lengths in pixels. Without it all digits are written, and the file reads back as the same "
        + "timeline.",
      valueName: "0…9"))
  var decimals: Int?

  var format: OutputFormat { .timeline }
  var accepts: Set<CommonFormatOption> { [.maximumBytes, .maximumMemory] }
  var given: [String] { decimals == nil ? [] : ["--decimals"] }

  func validate() throws {
    if let decimals, !(0...9).contains(decimals) { throw ValidationError("--decimals takes a number from 0 to 9.") }
  }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = TimelineJSONExporter.Options()
    options.decimals = decimals
    return TimelineJSONExporter(options: options)
  }
}
