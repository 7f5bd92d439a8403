internal import KilnDiagnostics
internal import Kiln
internal import KilnExporting
internal import KilnTimeline

// The still that is written beside the animation.
extension ConversionTask {
  /// A still, and where it is written.
  struct Still {
    var path: String
    var bytes: [UInt8]
  }

  /// Location of the still; nil for none.
  var stillLocation: OutputLocation? {
    guard let name = options.posterOut else { return nil }
    return OutputLocation(location?.path(name) ?? name, format: .webp)
  }

  /// The still of what was converted; nil if none is asked for.
  ///
  /// - Throws: `usage.invalid` for a frame that the source does not have; what drawing it throws.
  func still(
    of source: any AnimationSource, _ result: Conversion.Result, _ conversion: Conversion,
    _ commandRun: inout CommandRun
  ) throws(Diagnostic) -> Still? {
    guard let picture = options.still, let path = stillLocation?.path else { return nil }
    guard let frame = options.posterFrame else {
      let timeline = try timeline(of: source, result, conversion)
      return Still(
        path: path,
        bytes: try picture.file(
          of: timeline, frame: nil, threads: threads, limits: commandRun.limits, log: &commandRun.log))
    }
    // Content that cannot be drawn was reported when all frames were baked.
    var ignored = DiagnosticLog()
    let timeline = try conversion.timeline(
      of: source, atFrame: try FrameList.checked(frame, source.info), canvas: result.extent.canvas, log: &ignored)
    return Still(
      path: path,
      bytes: try picture.file(
        of: timeline, frame: 0, threads: threads, limits: commandRun.limits, log: &commandRun.log))
  }

  /// Checks that nothing is in the way of the still.
  ///
  /// - Parameter results: Paths of the animation's files.
  /// - Throws: `usage.invalid` if it is one of these; what `OutputLocation.checkFree` throws.
  func checkFree(_ still: OutputLocation, beside results: [String]) throws(Diagnostic) {
    guard !results.contains(where: { $0 == still.path || Files.areSame($0, still.path) }) else {
      throw Diagnostic(
        .usageInvalid, "--poster-out: \(still.path) is the animation\u{2019}s own file", advice: "choose another name")
    }
    try still.checkFree([still.path], input: input, overwrite: options.overwrite || replaces)
  }

  /// Writes the still, unless nothing is to be written.
  func write(_ still: Still, beside results: [String], _ uses: FileAccessRecord?) throws(Diagnostic) {
    guard let location = stillLocation else { return }
    try checkFree(location, beside: results)
    try boundary?.check([still.path])
    guard !options.dryRun else { return }
    try Files.makeFolder(around: still.path)
    let file = NamedFile(
      name: location.fileName ?? still.path, mediaType: "image/\(options.still?.format.rawValue ?? "png")",
      bytes: still.bytes)
    try location.write([file], isOfBatch: isOfBatch)
    uses?.wrote(still.path, still.bytes)
  }
}
