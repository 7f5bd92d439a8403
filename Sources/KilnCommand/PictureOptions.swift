internal import ArgumentParser
internal import Kiln
internal import PictureExport
internal import TimelineModel

/// How animated PNG files are written. They have no options of their own.
struct APNGOptions: ExporterOptions {
  var format: OutputFormat { .apng }
  var accepts: Set<CommonFormatOption> { [.maximumBytes, .effort, .loopCount] }
  var given: [String] { [] }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = APNGExporter.Options()
    options.effort = common.effort
    options.loopCount = common.loop
    return APNGExporter(options: options)
  }
}

/// How sequences of PNG files are written. They have no options of their own.
struct FrameSequenceOptions: ExporterOptions {
  var format: OutputFormat { .frames }
  var accepts: Set<CommonFormatOption> { [.maximumBytes, .effort] }
  var given: [String] { [] }

  func exporter(_ common: CommonFormatOptions) -> any AnimationExporter {
    var options = FrameSequenceExporter.Options()
    options.effort = common.effort
    return FrameSequenceExporter(options: options)
  }
}
