internal import AtlasExport
internal import Kiln
internal import TimelineModel

/// How PNG atlases are written. They have no options of their own.
struct AtlasOptions: ExporterOptions {
  var format: OutputFormat { OutputFormat.atlas }
  var accepts: Set<CommonFormatOption> { [.maximumBytes, .preference, .minimumFrameRate, .minimumScale, .effort] }
  var given: [String] { [] }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = AtlasExporter.Options()
    options.effort = common.effort
    return AtlasExporter(options: options)
  }
}
