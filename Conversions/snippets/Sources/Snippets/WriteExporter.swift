import Kiln
import KilnExporting
import KilnPixels
import KilnRendering
import KilnTimeline

// snippet.exporter
/// Writes the frames of a timeline as pictures of the Netpbm family, one behind the other in a file.
struct PAMExporter: AnimationExporter {
  struct Options: Sendable, Hashable {
    /// Whether pixels have an alpha channel; without it, they are drawn on black.
    var hasAlpha = true
  }

  static let formatName = "PAM"
  let options: Options

  init(options: Options = Options()) { self.options = options }

  var capabilities: ExportCapabilities { ExportCapabilities(frameRates: .any, hasSound: false) }

  func export(
    _ timeline: Timeline, in context: ExportContext, log: inout DiagnosticLog
  ) throws(Diagnostic) -> ExportedAnimation {
    let source = try FrameSource(timeline, in: context, log: &log)
    var painter = source.painter()
    var bytes: [UInt8] = []
    for frame in 0..<timeline.frameCount {
      try context.progress.report("writing pictures", frame, of: timeline.frameCount)
      append(painter.picture(of: frame), to: &bytes)
      try context.budget.check(bytes: bytes.count)
      try context.limits.check(bytes.count, atMost: .outputBytes, "the number of bytes of the file")
    }
    let file = NamedFile(
      name: context.fileName ?? context.name + ".pam", mediaType: "image/x-portable-arbitrarymap", bytes: bytes)
    return ExportedAnimation(files: [file], decodedBytes: source.fit.decodedBytes)
  }

  private func append(_ picture: Pixmap, to bytes: inout [UInt8]) {
    let (depth, type) = options.hasAlpha ? (4, "RGB_ALPHA") : (3, "RGB")
    let head =
      "P7\nWIDTH \(picture.width)\nHEIGHT \(picture.height)\nDEPTH \(depth)\nMAXVAL 255\nTUPLTYPE \(type)\nENDHDR\n"
    bytes += head.utf8
    // A picture holds premultiplied colours; over black, these are the result.
    let pixels = options.hasAlpha ? Unpremultiplier().straight(picture.pixels) : picture.pixels
    for pixel in pixels {
      for channel in 0..<depth { bytes.append(UInt8(truncatingIfNeeded: pixel >> (8 * channel))) }
    }
  }
}
// snippet.end

func exportPictures(_ samples: Samples) async throws {
  // snippet.use
  let plane = try await AnimationFile(path: samples.plane)
  var size = Conversion.Options()
  size.width = 60
  let options = size
  let result = try await plane.options.pool.run(limits: plane.options.limits) { progress throws(Diagnostic) in
    var log = DiagnosticLog()
    let exporter = PAMExporter(options: PAMExporter.Options(hasAlpha: true))
    return try Conversion(to: exporter, options: options, limits: plane.options.limits, progress: progress)
      .run(plane.source, name: "plane", log: &log)
  }
  print(result.files[0].name, result.files[0].bytes.count)
  // snippet.end
  // snippet.budget
  var budget = Conversion.Options()
  budget.budget.bytes = 1_000_000
  var log = DiagnosticLog()
  let small = try Conversion(to: PAMExporter(), options: budget).run(plane.source, name: "plane", log: &log)
  for reduction in small.reductions { print(reduction.summary) }
  // snippet.end
  precondition(small.files[0].bytes.count <= 1_000_000, "a budget is kept")
}
