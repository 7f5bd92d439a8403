internal import ArgumentParser
internal import AtlasExport
internal import Diagnostics
internal import Kiln
internal import TimelineModel

/// `kiln atlas`.
struct AtlasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "atlas",
    abstract: "Pack several animations on shared pages.",
    usage: """
      kiln atlas walk.json jump.json -o hero.png
      kiln atlas walk.json jump.json -o hero.png --descriptor libgdx --rotate
      kiln atlas walk.json jump.json -o hero.png --scale-variants 1,2,3
      kiln atlas icons/*.svga -o icons.webp --descriptor phaser
      """,
    discussion: """
      Each animation is called as its file, without extension. Frames that are equal, in one animation or in several, are \
      on the pages once. The output is the first page; further ones are numbered, and the file that says where the frames \
      are is beside them.
      """)

  @Argument(
    help: ArgumentHelp("The animations: Lottie (.json, .lottie, .tgs), SVGA or .timeline.json.", valueName: "file"))
  var files: [String]

  @OptionGroup var source: SourceOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("The first page, .png or .webp.", valueName: "sheet.png"))
  var output: String

  @OptionGroup var conversion: ConversionOptions
  @OptionGroup var threads: ThreadOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name the animations to pack.") }
    let name = output.lowercased()
    guard conversion.to.map({ $0 == .atlas }) ?? true, name.hasSuffix(".png") || name.hasSuffix(".webp") else {
      throw ValidationError("The output's name must end in .png or .webp.")
    }
    if let file = files.first(where: { $0 == "-" }) {
      throw ValidationError("“\(file)” has no name to call its frames by; name files.")
    }
    try conversion.formatOptions.check(for: .atlas)
    if conversion.verify != nil || conversion.posterOut != nil {
      throw ValidationError("--verify and --poster-out are for single animations; leave them out.")
    }
    let search: [CommonFormatOption] = [.preference, .minimumFrameRate, .minimumScale]
    if let option = conversion.common.given.first(where: search.contains) {
      throw ValidationError(
        "\(option.rawValue) guides what --max-bytes lowers; atlases of several animations are refused, not lowered. Leave "
          + "it out.")
    }
  }

  func run() throws {
    var animations: [AtlasAnimation] = []
    for file in files.dropLast() {
      var session = Session(file, source, printing, conversion.findings)
      animations.append(try session.collect { session throws(Diagnostic) in try animation(file, &session) })
    }
    let last = files.last ?? ""
    var session = Session(last, source, printing, conversion.findings)
    try session.run { session throws(Diagnostic) in
      try checkFree(location.expectedPaths)
      animations.append(try animation(last, &session))
      let export = try conversion.atlas.atlasExporter(conversion.common).export(
        animations, in: context(session.progress), log: &session.log)
      if let excess = export.excess { throw excess }
      try session.checkFindings(whenImagesAreMissing: .error)
      let paths = location.paths(of: export.files)
      try checkFree(paths)
      if !conversion.dryRun { try location.write(export.files) }
      return result(paths, export)
    }
  }

  private var location: OutputLocation { OutputLocation(output, layout: conversion.atlas.layout) }

  private func animation(_ file: String, _ session: inout Session) throws(Diagnostic) -> AtlasAnimation {
    let task = ConversionTask(
      input: file, output: output, format: .atlas, options: conversion, threads: threads.jobs)
    let timeline = try task.timeline(&session)
    try session.checkFindings(whenImagesAreMissing: .error)
    return AtlasAnimation(name: Files.stem(of: file), timeline: timeline)
  }

  private func context(_ progress: ProgressReporter) -> ExportContext {
    var context = ExportContext(name: location.name)
    context.fileName = location.fileName
    // Animations that are fitted into a size have a scale each.
    context.scale = conversion.size.width == nil && conversion.size.height == nil ? conversion.scale ?? 1 : nil
    context.budget = conversion.common.budget
    context.threads = threads.jobs
    context.progress = progress
    return context
  }

  private func checkFree(_ paths: [String]) throws(Diagnostic) {
    for file in files { try location.checkFree(paths, input: file, overwrite: conversion.overwrite) }
  }

  private func result(_ paths: [String], _ export: ExportedAnimation) -> CommandResult {
    let files = zip(paths, export.files).map { AtlasReport.File(path: $0, bytes: $1.bytes.count) }
    let prefix = conversion.dryRun ? "would write " : ""
    return CommandResult(
      json: AtlasReport(outputs: files, decodedBytes: export.decodedBytes),
      text: files.map { "\(prefix)\($0.path)  \($0.bytes) bytes" }.joined(separator: "\n"))
  }
}

/// What `kiln atlas --json` says.
private struct AtlasReport: Encodable {
  struct File: Encodable {
    var path: String
    var bytes: Int
  }

  var outputs: [File]
  /// Bytes of all pages decoded.
  var decodedBytes: Int
}
