public import ArgumentParser
public import Compression
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

  @Option(help: ArgumentHelp("Colour behind everything, as #rrggbb or #rrggbbaa.", valueName: "color"))
  var background: ColorArgument?

  @Option(
    name: .customLong("max-bytes"),
    help: ArgumentHelp(
      "What an SVGA or WebP file may take, such as 500k. Quality or resolution and then frame rate are lowered to fit.",
      valueName: "bytes"))
  var maximumBytes: ByteCountArgument?

  @OptionGroup(title: "WebP") var webp: WebPOptions

  @OptionGroup(title: "SVGA") var svga: SVGAOptions

  @Option(
    name: .customShort("O", allowingJoined: true),
    help: ArgumentHelp("SVGA and PNG: how much time goes into a small file.", valueName: "0…3"))
  var effort: CompressionEffort = .normal

  @Flag(help: "Replace existing files.")
  var overwrite = false

  @Flag(name: .customLong("dry-run"), help: "Do everything but write.")
  var dryRun = false

  @Flag(help: "Write nothing if anything would be lost or approximated.")
  var strict = false

  @OptionGroup var threads: ThreadOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    guard to != nil || OutputFormat(fileName: output) != nil else {
      throw ValidationError("The output's name must end in .svga, .webp or .png, or --to must say its format.")
    }
    if format != .webp, webp.poster != nil { throw ValidationError("--poster is for WebP.") }
    if format == .png, maximumBytes != nil { throw ValidationError("--max-bytes is for SVGA and WebP.") }
    if let maximumBytes, maximumBytes.count < 1 { throw ValidationError("--max-bytes takes a number above 0.") }
    guard scale > 0, scale <= 100 else { throw ValidationError("--scale takes a number above 0 and at most 100.") }
    if output == "-", printing.json {
      throw ValidationError("--json and an animation cannot both go to standard output; name a file.")
    }
    if output == "-", to == .png { throw ValidationError("An atlas is two files; it cannot go to standard output.") }
  }

  func run() throws {
    EncoderMemory.keepFreed()
    var session = Session(input, printing)
    try session.run { session throws(Diagnostic) in
      try OutputFiles.checkFree(paths, input: input.input, overwrite: overwrite)
      let source = try session.open()
      let conversion = Conversion(to: format, options: try options(for: source.info))
      let result = try conversion.run(source, name: stem, log: &session.log)
      try session.checkFindings(strict: strict)
      try write(result, session)
    }
  }

  private var format: OutputFormat { to ?? OutputFormat(fileName: output) ?? .svga }

  /// The output's name without its extension, or the input's.
  private var stem: String { output == "-" ? Session(input, printing).stem : OutputFiles.stem(of: output) }

  /// What is written: the file that the user names, and beside an atlas its descriptor.
  private var paths: [String] {
    guard output != "-" else { return [] }
    return format == .png ? [output, OutputFiles.sibling(of: output, extension: "json")] : [output]
  }

  private func write(_ result: Conversion.Result, _ session: Session) throws(Diagnostic) {
    if output == "-" {
      if !dryRun { try writeToStandardOutput(result) }
      return
    }
    // The files may have come into being while we worked.
    try OutputFiles.checkFree(paths, input: input.input, overwrite: overwrite)
    if !dryRun { try Files.write(zip(paths, result.files).map { ($0, $1.bytes) }) }
    let report = ConversionReport(input: session.inputName, paths: paths, result: result, log: session.log)
    if printing.json { return try session.report(report) }
    for file in report.outputs { session.say("\(dryRun ? "would write " : "")\(file.path)  \(file.bytes) bytes") }
  }

  private func writeToStandardOutput(_ result: Conversion.Result) throws(Diagnostic) {
    guard !StandardStreams.isOutputTerminal else {
      throw Diagnostic(.usageInvalid, "an animation cannot be printed on a terminal", advice: "name a file")
    }
    for file in result.files { try StandardStreams.writeOutput(file.bytes) }
  }

  private func options(for info: AnimationInfo) throws(Diagnostic) -> Conversion.Options {
    var options = Conversion.Options()
    try time.apply(to: &options, info)
    options.width = size.width
    options.height = size.height
    options.fit = fit
    options.scale = scale
    options.background = background?.color
    try webp.apply(to: &options, info, maximumBytes: maximumBytes?.count)
    svga.apply(to: &options, maximumBytes: maximumBytes?.count)
    options.effort = effort
    options.threads = threads.jobs
    return options
  }
}

extension CompressionEffort: ExpressibleByArgument {}

/// What `kiln convert --json` prints.
private struct ConversionReport: Encodable {
  struct Output: Encodable {
    var path: String
    var bytes: Int
  }

  var input: String
  var outputs: [Output]
  var width: Double
  var height: Double
  var frameRate: Double
  var frameCount: Int
  var durationMilliseconds: Double
  var diagnostics: [DiagnosticReport]

  init(input: String, paths: [String], result: Conversion.Result, log: DiagnosticLog) {
    self.input = input
    outputs = zip(paths, result.files).map { Output(path: $0, bytes: $1.bytes.count) }
    width = result.timeline.canvas.width
    height = result.timeline.canvas.height
    frameRate = result.timeline.frameRate
    frameCount = result.timeline.frameCount
    durationMilliseconds = result.timeline.durationMilliseconds
    diagnostics = log.diagnostics.map(DiagnosticReport.init)
  }
}
