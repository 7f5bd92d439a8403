internal import Diagnostics
internal import Geometry
internal import SVGAExport
internal import SVGAImport
internal import TimelineLowering
internal import TimelineModel
internal import TimelineRendering

extension Conversion {
  /// An SVGA file. One that is made from another, and shows all of it as it is, stays what it was but for its size.
  func svga(_ source: any AnimationSource, log: inout DiagnosticLog) throws(Diagnostic) -> Result {
    if let source = source as? SVGASource, options.keepsPicture(of: source.info) {
      let bytes = try MovieOptimizer(options: svgaOptions, limits: limits).optimized(source.bytes)
      let timeline = try source.timeline(source.info.nativeSampling, log: &log)
      return Result(files: [File(fileExtension: "svga", bytes: bytes)], timeline: timeline)
    }
    let timeline = try timeline(of: source, log: &log)
    let images = DecodedImages(timeline, limits: limits, log: &log)
    var loweringOptions = SVGALowering.Options()
    loweringOptions.target = LoweringTarget(options.profile)
    loweringOptions.bitmapScale = options.bitmapScale
    loweringOptions.threads = options.threads
    let lowered = try SVGALowering(timeline, images: images, options: loweringOptions, limits: limits)
      .lowered(log: &log)
    let bytes = try SVGAExporter(options: svgaOptions).encode(lowered, log: &log)
    return Result(files: [File(fileExtension: "svga", bytes: bytes)], timeline: lowered)
  }

  private var svgaOptions: SVGAExporter.Options {
    var exportOptions = SVGAExporter.Options()
    exportOptions.profile = options.profile
    exportOptions.effort = options.effort
    exportOptions.threads = options.threads
    return exportOptions
  }
}

extension Conversion.Options {
  /// Whether every frame is asked for as it is.
  fileprivate func keepsPicture(of info: AnimationInfo) -> Bool {
    range == nil && (frameRate == nil || frameRate == info.frameRate) && speed == 1 && !isReversed
      && (width == nil || width.map(Double.init) == info.canvas.width)
      && (height == nil || height.map(Double.init) == info.canvas.height)
      && scale == 1 && background == nil && bitmapScale == 1
  }
}
