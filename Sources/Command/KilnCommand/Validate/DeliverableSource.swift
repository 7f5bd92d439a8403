internal import KilnBatch
internal import KilnDiagnostics
internal import Kiln
internal import KilnGeometry
internal import KilnLottieImport
internal import KilnPictureImport
internal import KilnTimeline
internal import KilnValidation

/// The animation that a deliverable was made of, and the options that it was made with.
struct DeliverableSource {
  /// Path by which the animation is opened.
  let input: String
  /// Name of the animation in messages.
  let name: String
  /// Arguments of the variant; empty for the standard options.
  var arguments: [String] = []
  /// Folders where images are looked for first.
  var assets: [String] = []

  /// The source for the validator.
  ///
  /// - Parameters:
  ///   - output: Path of the deliverable, whose extension says its format.
  ///   - uses: Notes what is read.
  ///   - expressions: Treatment of scripts in the source.
  func validationSource(
    of output: String, _ uses: FileAccessRecord, _ expressions: LottieExpressions
  ) -> ValidationSource {
    ValidationSource(name: name) { milliseconds, canvas throws(Diagnostic) in
      try timeline(of: output, milliseconds, canvas, uses, expressions)
    }
  }

  private func timeline(
    of output: String, _ milliseconds: [Double]?, _ canvas: Size, _ uses: FileAccessRecord,
    _ expressions: LottieExpressions
  ) throws(Diagnostic) -> Timeline {
    var log = DiagnosticLog()
    guard !arguments.isEmpty else {
      let source = try opened(uses, expressions, log: &log)
      let format = OutputFormat(fileName: output) ?? .svga
      return try Conversion(to: format.exporter).timeline(of: source, at: milliseconds, canvas: canvas, log: &log)
    }
    guard let command = try? BatchArguments.parseVariant(arguments) else {
      throw Diagnostic(.internalError, "the options were not checked")
    }
    var commandRun = CommandRun(
      input, command.source, command.printing, command.conversion.findings, uses: uses,
      endProcess: expressions.whenStuck)
    commandRun.pictureFrameRate = command.conversion.time.fps
    let source = try commandRun.open()
    let task = ConversionTask(
      input: input, output: output, format: command.conversion.to ?? OutputFormat(fileName: output) ?? .svga,
      options: command.conversion, threads: 1)
    return try task.conversion(of: source, commandRun).timeline(of: source, at: milliseconds, canvas: canvas, log: &log)
  }

  /// The source with the standard options.
  private func opened(
    _ uses: FileAccessRecord, _ expressions: LottieExpressions, log: inout DiagnosticLog
  ) throws(Diagnostic) -> any AnimationSource {
    if Files.isFolder(input) { return try PictureSource(PictureFiles.open(folder: input, uses: uses)) }
    let bytes = try Files.read(input)
    uses.read(input, bytes)
    if let pictures = try PictureFiles.open(bytes, path: input) { return try PictureSource(pictures) }
    return try AnimationFile.open(
      bytes, expressions: expressions, assets: LocalAssets(folders: assets, besideFile: input, uses: uses), log: &log)
  }
}
