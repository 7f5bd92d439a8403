internal import ArgumentParser
internal import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Kiln
internal import TimelineModel
internal import TimelineRendering

/// `kiln convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert one animation.",
    usage: """
      kiln convert icon.json icon.svga
      kiln convert icon.json icon.webp --width 240 --quality 80
      kiln convert icon.json icon.webp --max-bytes 500k
      kiln convert icon.svga icon.png --overwrite
      kiln convert - - --from lottie --to webp < icon.json > icon.webp
      """,
    discussion: "The output's extension decides: .svga, .webp (animated), or .png (atlas, with a .json beside it).")

  @OptionGroup var input: InputOptions

  @Argument(help: "The file to write; `-` is standard output.")
  var output: String

  @Option(help: "Format of the output, instead of what its extension says.")
  var to: OutputFormat?

  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Size") var size: PictureSizeOptions

  @Option(help: "How the source lies in a picture of another aspect.")
  var fit: CanvasFit.Mode = .contain

  @Option(help: ArgumentHelp("Factor on the source's size.", valueName: "factor"))
  var scale: Double = 1

  @Option(
    help: ArgumentHelp("Colour behind everything: #rrggbb, #rrggbbaa, rgb(), rgba() or a CSS name.", valueName: "color")
  )
  var background: ColorArgument?

  @OptionGroup var formatOptions: FormatOptions

  @Flag(name: .customLong("allow-empty"), help: "Write an animation in which nothing is ever seen.")
  var allowsEmpty = false

  @OptionGroup(title: "Findings") var findings: FindingOptions

  @Flag(help: "Replace existing files.")
  var overwrite = false

  @Flag(name: .customLong("dry-run"), help: "Do everything but write.")
  var dryRun = false

  @OptionGroup var threads: ThreadOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    guard knownFormat != nil else { throw ValidationError(outputAdvice) }
    guard scale > 0, scale <= 100 else { throw ValidationError("--scale takes a number above 0 and at most 100.") }
    try formatOptions.check(for: format)
    if isToStandardOutput, printing.json {
      throw ValidationError("--json and an animation cannot both go to standard output; name a file.")
    }
    if isToStandardOutput, format.layout != .file {
      throw ValidationError("The result is several files; it cannot go to standard output.")
    }
  }

  func run() throws {
    EncoderMemory.keepFreed()
    var session = Session(input, printing, findings)
    try session.run { session throws(Diagnostic) in
      if let location { try location.checkFree(location.expectedPaths, input: input.input, overwrite: overwrite) }
      let clock = ContinuousClock()
      let start = clock.now
      let source = try session.open()
      let opened = clock.now
      let group = try formatOptions.group(of: format)
      let options = try options(for: source.info, stillFrame: group.stillFrame)
      let conversion = Conversion(
        to: group.exporter(formatOptions.common), options: options, progress: session.progress)
      let result = try conversion.run(
        source, name: location?.name ?? input.stem, fileName: location?.fileName, log: &session.log)
      let converted = clock.now
      try session.checkFindings(whenImagesAreMissing: .error)
      try write(result)
      let timings = ConversionReport.Timings(
        reading: opened - start, converting: converted - opened, writing: clock.now - converted)
      return report(result, timings)
    }
  }

  private var format: OutputFormat { knownFormat ?? .svga }

  /// The format that is asked for: by name, by the output's extension, or by an output that is a folder.
  private var knownFormat: OutputFormat? {
    to ?? OutputFormat(fileName: Files.isFolder(output) ? output + "/" : output)
  }

  private var isToStandardOutput: Bool { StandardStreams.isOutput(output) }

  /// Where the result goes; nil for standard output.
  private var location: OutputLocation? { isToStandardOutput ? nil : OutputLocation(output, format: format) }

  /// What to do about an output whose name says no format.
  private var outputAdvice: String {
    let extensions = OutputFormat.all.flatMap(\.extensions).map { "." + $0 }
    let list = extensions.dropLast().joined(separator: ", ") + " or " + (extensions.last ?? "")
    let rule = "The output's name must end in \(list), or --to must say its format."
    guard output.hasSuffix(".json") || output.hasSuffix(".lottie") || output.hasSuffix(".tgs") else { return rule }
    return
      "“\(output)” is a second input or has the wrong extension. convert takes one input and one output; for several, "
      + "repeat it: for f in *.json; do kiln convert \"$f\" \"${f%.json}.svga\"; done. " + rule
  }

  private func write(_ result: Conversion.Result) throws(Diagnostic) {
    if let location {
      // The files may have come into being while we worked.
      try location.checkFree(location.paths(of: result.files), input: input.input, overwrite: overwrite)
      if !dryRun { try location.write(result.files) }
      return
    }
    guard !dryRun else { return }
    guard !StandardStreams.isOutputTerminal else {
      throw Diagnostic(.usageInvalid, "an animation cannot be printed on a terminal", advice: "name a file")
    }
    for file in result.files { try StandardStreams.writeOutput(file.bytes) }
  }

  private func report(_ result: Conversion.Result, _ timings: ConversionReport.Timings) -> CommandResult {
    let report = ConversionReport(paths: location?.paths(of: result.files) ?? [], result: result, timings: timings)
    let prefix = dryRun ? "would write " : ""
    var lines = report.outputs.map { "\(prefix)\($0.path)  \($0.bytes) bytes" }
    if let location, location.layout == .folder {
      let bytes = report.outputs.reduce(0) { $0 + $1.bytes }
      lines = ["\(prefix)\(location.path)/  \(report.outputs.count) files, \(bytes) bytes"]
    }
    return CommandResult(json: report, text: lines.joined(separator: "\n"))
  }

  private func options(for info: AnimationInfo, stillFrame: Double?) throws(Diagnostic) -> Conversion.Options {
    var options = Conversion.Options()
    try time.apply(to: &options, info)
    options.stillFrame = try stillFrame.map { frame throws(Diagnostic) in try FrameList.checked(frame, info) }
    options.width = size.width
    options.height = size.height
    options.fit = fit
    options.scale = scale
    options.background = background?.color
    options.budget = formatOptions.common.budget
    options.allowsEmpty = allowsEmpty
    options.threads = threads.jobs
    return options
  }
}
