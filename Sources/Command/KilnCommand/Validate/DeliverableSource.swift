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
  ///   - policy: What the source may take.
  func validationSource(
    of output: String, _ uses: FileAccessRecord, _ expressions: LottieExpressions, _ policy: FilePolicy
  ) -> ValidationSource {
    ValidationSource(name: name) { milliseconds, canvas throws(Diagnostic) in
      try timeline(of: output, milliseconds, canvas, uses, expressions, policy)
    }
  }

  private func timeline(
    of output: String, _ milliseconds: [Double]?, _ canvas: Size, _ uses: FileAccessRecord,
    _ expressions: LottieExpressions, _ policy: FilePolicy
  ) throws(Diagnostic) -> Timeline {
    var log = DiagnosticLog()
    guard !arguments.isEmpty else {
      let source = try opened(uses, expressions, policy, log: &log)
      let format = OutputFormat(fileName: output) ?? .svga
      return try Conversion(to: format.exporter, limits: policy.limits).timeline(
        of: source, at: milliseconds, canvas: canvas, log: &log)
    }
    guard let command = try? BatchArguments.parseVariant(arguments) else {
      throw Diagnostic(.internalError, "the options were not checked")
    }
    var commandRun = CommandRun(
      input, command.source, command.printing, command.conversion.findings, policy: policy, uses: uses,
      endProcess: expressions.whenStuck)
    commandRun.pictureFrameRate = command.conversion.time.fps
    let source = try commandRun.open()
    let task = ConversionTask(
      input: input, output: output, format: command.conversion.to ?? OutputFormat(fileName: output) ?? .svga,
      options: command.conversion, threads: 1)
    return try task.conversion(of: source, &commandRun).timeline(
      of: source, at: milliseconds, canvas: canvas, log: &log)
  }

  /// The source with the standard options.
  private func opened(
    _ uses: FileAccessRecord, _ expressions: LottieExpressions, _ policy: FilePolicy, log: inout DiagnosticLog
  ) throws(Diagnostic) -> any AnimationSource {
    let (limits, followsLinks) = (policy.limits, policy.followsLinks)
    if Files.isFolder(input) {
      return try PictureSource(
        PictureFiles.open(folder: input, limits: limits, followsLinks: followsLinks, uses: uses), limits: limits)
    }
    let bytes = try Files.read(input, limits: limits, followsLinks: followsLinks)
    uses.read(input, bytes)
    if let pictures = try PictureFiles.open(bytes, path: input, limits: limits, followsLinks: followsLinks) {
      return try PictureSource(pictures, limits: limits)
    }
    let assets = LocalAssets(
      folders: assets, besideFile: input, limits: limits, fonts: policy.fonts(InstalledFonts()),
      followsLinks: followsLinks, uses: uses)
    return try AnimationFile.open(bytes, expressions: expressions, assets: assets, limits: limits, log: &log)
  }
}
