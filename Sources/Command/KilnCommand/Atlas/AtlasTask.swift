internal import ArgumentParser
internal import KilnAtlasExport
internal import KilnDiagnostics
internal import Kiln
internal import KilnExporting
internal import KilnTimeline

/// Several inputs to one atlas, as `atlas` and the workers of `batch` do it.
struct AtlasTask {
  let inputs: [String]
  /// The first page.
  let output: String
  let options: ConversionOptions
  let threads: Int
  /// Whether it is one of many: files that are right already keep their time stamps.
  var isOfBatch = false
  /// Whether what lies at the output's place may be replaced.
  var replaces = false
  /// The folder in which all files must lie; nil for any.
  var boundary: PathBoundary?

  /// The files that were written.
  struct Written {
    var files: [(path: String, bytes: Int)]
    /// Bytes of all pages decoded.
    var decodedBytes: Int
  }

  private var location: OutputLocation { OutputLocation(output, layout: options.atlas.layout) }

  /// Checks that the output paths are free.
  func checkFree() throws(Diagnostic) { try checkFree(location.expectedPaths) }

  /// The animation of a run's input, called as the file.
  func animation(_ commandRun: inout CommandRun) throws(Diagnostic) -> AtlasAnimation {
    let task = ConversionTask(
      input: commandRun.input, output: output, format: .atlas, options: options, threads: threads)
    let timeline = try task.timeline(&commandRun)
    try commandRun.checkFindings(whenImagesAreMissing: .error)
    return AtlasAnimation(name: Files.stem(of: commandRun.input), timeline: timeline)
  }

  /// Packs animations, checks the run's findings, and writes the files.
  func write(_ animations: [AtlasAnimation], _ commandRun: inout CommandRun) throws(Diagnostic) -> Written {
    let export = try options.atlas.atlasExporter(options.common).export(
      animations, in: context(commandRun), log: &commandRun.log)
    if let excess = export.excess { throw excess }
    try commandRun.limits.check(bytesOf: export.files)
    try commandRun.checkFindings(whenImagesAreMissing: .error)
    let paths = location.paths(of: export.files)
    try checkFree(paths)
    try boundary?.check(paths)
    if !options.dryRun {
      try Files.makeFolder(around: location.path)
      try location.write(export.files, isOfBatch: isOfBatch)
      for (path, file) in zip(paths, export.files) { commandRun.uses?.wrote(path, file.bytes) }
    }
    return Written(files: zip(paths, export.files).map { ($0, $1.bytes.count) }, decodedBytes: export.decodedBytes)
  }

  private func context(_ commandRun: CommandRun) -> ExportContext {
    var context = ExportContext(name: location.name)
    context.fileName = location.fileName
    // Animations that are fitted into a size have a scale each.
    context.scale = options.size.width == nil && options.size.height == nil ? options.scale ?? 1 : nil
    context.budget = options.common.budget
    context.threads = threads
    context.limits = commandRun.limits
    context.progress = commandRun.progress
    return context
  }

  private func checkFree(_ paths: [String]) throws(Diagnostic) {
    for file in inputs { try location.checkFree(paths, input: file, overwrite: options.overwrite || replaces) }
  }
}

extension ConversionOptions {
  /// Throws when an option was given that is for a single animation.
  func checkForSeveralAnimations() throws {
    if let to, to != .atlas { throw ValidationError("Several animations are packed into PNG atlases; leave --to out.") }
    try formatOptions.check(for: .atlas)
    if verify != nil || posterOut != nil {
      throw ValidationError("--verify and --poster-out are for single animations; leave them out.")
    }
    let search: [CommonFormatOption] = [.preference, .minimumFrameRate, .minimumScale]
    if let option = common.given.first(where: search.contains) {
      throw ValidationError(
        "\(option.rawValue) guides what --max-bytes lowers; atlases of several animations are refused, not lowered. Leave "
          + "it out.")
    }
  }
}
