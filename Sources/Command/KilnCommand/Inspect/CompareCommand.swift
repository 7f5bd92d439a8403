internal import ArgumentParser
internal import KilnComparison
internal import KilnCompression
internal import KilnDiagnostics
internal import KilnPNG
internal import Kiln

/// `kiln compare`.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Show how much two animations differ.",
    usage: """
      kiln compare icon.json icon.webp
      kiln compare icon.json icon.svga --min-ssim 0.98 --picture worst.png
      kiln compare old.webp new.webp --csv > frames.csv
      kiln compare icon.json frames/ --video beside.webp
      kiln compare gift.svga gift.svga --as svga-android --picture android.png
      """,
    discussion: """
      Compares Lottie, SVGA, .timeline.json, animated WebP, APNG, GIF, a folder of pictures, and an atlas with its \
      descriptor, at the times of the frames of the second animation. What is drawn is drawn in the size of what has \
      pixels. Changes on the way are made to the first animation; --as is about the second.
      ssim  structural similarity of the luma, 1 for equal pictures
      fg    the same of the content only: what either picture shows, and five pixels around it
      psnr  peak signal-to-noise ratio in decibels, 99 for equal pictures
      bad   share of the pixels that differ by more than 32 of 255 in a channel
      Each is the worse one over white and over grey. Means leave out frames in which nothing is seen.
      A frame differs visibly if its fg is below 0.99, or if its bad is above 0.1 % and its psnr below 30 dB.
      """)

  @Argument(help: ArgumentHelp("What it should look like, usually the source.", valueName: "a"))
  var first: String

  @Argument(help: ArgumentHelp("What it looks like, usually the deliverable.", valueName: "b"))
  var second: String

  @Option(
    name: .customLong("min-ssim"),
    help: ArgumentHelp("Exit code 1 if the mean ssim is lower, 0 to 1.", valueName: "number"))
  var minimumSimilarity: Double?

  @Option(
    name: .customLong("min-fg"), help: ArgumentHelp("Exit code 1 if the mean fg is lower, 0 to 1.", valueName: "number")
  )
  var minimumContent: Double?

  @Flag(help: "Print the table of all frames as CSV. --json has it, too.")
  var csv = false

  @Option(help: ArgumentHelp("Write the worst frames of both and their difference as a PNG file.", valueName: "file"))
  var picture: String?

  @Option(help: ArgumentHelp("Write all frames of both and their difference as an animated WebP.", valueName: "file"))
  var video: String?

  @Option(
    help: ArgumentHelp(
      "Frames per second of a folder of pictures; without it they last as long as the other animation.",
      valueName: "rate"))
  var fps: Double?

  @Flag(help: "Replace existing files.")
  var overwrite = false

  @OptionGroup(title: "Size") var size: PictureSizeOptions
  @OptionGroup var player: PlayerOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup var threads: ThreadOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    for (name, value) in [("--min-ssim", minimumSimilarity), ("--min-fg", minimumContent)] {
      guard let value else { continue }
      guard (0...1).contains(value) else { throw ValidationError("\(name) takes a number from 0 to 1.") }
    }
    if let fps, !(fps > 0 && fps <= 1000) { throw ValidationError("--fps takes a number above 0 and at most 1000.") }
    if csv, printing.json { throw ValidationError("--csv and --json exclude each other.") }
    if picture != nil, picture == video { throw ValidationError("--picture and --video need names of their own.") }
    if first == "-", second == "-" { throw ValidationError("Only one animation can come from standard input.") }
  }

  func run() throws {
    WorkWatch.begin(source.limits.policy, for: first, printing)
    var firstRun = CommandRun(first, source, printing, nil)
    let expected = try firstRun.collect { commandRun throws(Diagnostic) in try animation(&commandRun) }
    var commandRun = CommandRun(second, source, printing, nil)
    commandRun.usesInputOptions = false
    commandRun.player = player.player
    try commandRun.run { commandRun throws(Diagnostic) in
      try checkFree()
      let compared = try animation(&commandRun)
      var options = AnimationComparison.Options()
      (options.width, options.height) = (size.width, size.height)
      options.threads = threads.jobs
      options.limits = commandRun.limits
      options.progress = commandRun.progress
      let comparison = try AnimationComparison(expected, compared, options: options, log: &commandRun.log)
      let result = try comparison.run()
      try writePictures(comparison, result, commandRun.limits)
      let report = ComparisonReport(
        files: (first, second), comparison, result, firstFindings: firstRun.log.diagnostics)
      return CommandResult(
        json: report, texts: csv ? report.csv : report.lines, isAnswer: true, refusal: refusal(of: result))
    }
  }

  private func animation(_ commandRun: inout CommandRun) throws(Diagnostic) -> ComparedAnimation {
    switch try commandRun.openAny().content {
    case .drawn(let source): return ComparedAnimation(source)
    case .pictures(let pictures):
      guard try commandRun.changes().isEmpty else {
        throw Diagnostic(.usageInvalid, "changes are made to animations that are drawn, not to pictures")
      }
      return ComparedAnimation(pictures, frameRate: fps)
    }
  }

  private func checkFree() throws(Diagnostic) {
    for path in [picture, video].compactMap(\.self) {
      let location = OutputLocation(path, layout: .file)
      for input in [first, second] { try location.checkFree([path], input: input, overwrite: overwrite) }
    }
  }

  private func writePictures(
    _ comparison: AnimationComparison, _ result: ComparisonResult, _ limits: Limits
  ) throws(Diagnostic) {
    let sheet = ComparisonSheet(
      comparison, result, first: Files.lastComponent(of: first), second: Files.lastComponent(of: second))
    var files: [(path: String, bytes: [UInt8])] = []
    if let picture { files.append((picture, try PNGEncoder.encode(sheet.picture(), effort: .quick))) }
    if let video { files.append((video, try sheet.video())) }
    try limits.check(
      files.reduce(0) { $0 + $1.bytes.count }, atMost: .outputBytes, "the number of bytes of the pictures",
      advice: "choose a smaller --width")
    for file in files {
      try Files.makeFolder(around: file.path)
      try Files.write(file.bytes, to: file.path)
    }
  }

  private func refusal(of result: ComparisonResult) -> Diagnostic? {
    for (name, value, least) in [
      ("ssim", result.similarity, minimumSimilarity), ("fg", result.contentSimilarity, minimumContent),
    ] {
      guard let least, value < least else { continue }
      return Diagnostic(
        .comparisonUnlike, "the mean \(name) is \(ComparisonReport.short(value)), below \(least)",
        advice: "--picture shows the worst frames")
    }
    return nil
  }
}
