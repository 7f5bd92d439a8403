internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnTimeline

/// `kiln render`.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw frames as PNG files.",
    usage: """
      kiln render icon.json --frames 0,15,35.5 --width 512 --height 512 -o frames
      kiln render icon.svga --frames all -o frames
      kiln render gift.svga --as svga-android --frames 0,10 -o frames
      kiln render icon.json --benchmark 5 --width 512 --height 512 -j 1
      """,
    discussion: """
      Frames have the source's own numbers: for Lottie the composition's time, fractions allowed, for SVGA the index.
      The canvas is fitted into the picture as large as possible and centred; the background is transparent without --background.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var player: PlayerOptions

  @Option(help: ArgumentHelp("Frames to draw: all, or a list such as 0,15,35.5 or 0..<20.", valueName: "list"))
  var frames: String = "all"

  @Option(help: ArgumentHelp("Of all frames only every nth.", valueName: "n"))
  var every: Int = 1

  @Option(help: ArgumentHelp("Colour behind everything, such as #rrggbb.", valueName: "color"))
  var background: ColorArgument?

  @OptionGroup(title: "Size") var size: PictureSizeOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("Folder to write to; made if it is not there.", valueName: "folder"))
  var output: String?

  @Option(help: ArgumentHelp("Draw the frames so many times, write nothing, print the times.", valueName: "loops"))
  var benchmark: Int?

  @OptionGroup(title: "Findings") var findings: FindingOptions

  @OptionGroup var threads: ThreadOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    guard every > 0 else { throw ValidationError("--every takes a number above 0.") }
    guard every == 1 || frames == "all" else { throw ValidationError("--every goes with --frames all only.") }
    if let benchmark {
      guard (1...1_000_000).contains(benchmark) else { throw ValidationError("--benchmark takes a number above 0.") }
    } else if output == nil {
      throw ValidationError("-o must name the folder for the pictures.")
    }
  }

  func run() throws {
    WorkWatch.begin(input.source.limits.policy, for: input.input, printing)
    var commandRun = CommandRun(input, printing, findings)
    commandRun.player = player.player
    try commandRun.run { commandRun throws(Diagnostic) in
      guard let benchmark else { return try writeFrames(&commandRun) }
      return try RenderBenchmark(
        loops: benchmark, frames: frames, every: every, threads: threads.jobs, width: size.width, height: size.height
      ).run(&commandRun)
    }
  }

  private func writeFrames(_ commandRun: inout CommandRun) throws(Diagnostic) -> CommandResult {
    let output = output ?? "."
    let source = try commandRun.open()
    let wanted = try FrameList.frames(frames, every: every, source.info)
    let rendering = try FrameRendering(
      source, times: wanted.map(\.time), width: size.width, height: size.height, background: background?.color,
      limits: commandRun.limits, progress: commandRun.progress, log: &commandRun.log)
    try commandRun.checkFindings(whenImagesAreMissing: .skip)
    try Files.makeFolder(output)
    var report = RenderReport(width: rendering.width, height: rendering.height)
    let limits = commandRun.limits
    var bytes = 0
    do throws(Diagnostic) {
      try rendering.writePNGs(threads: threads.jobs, progress: commandRun.progress) { index, png throws(Diagnostic) in
        bytes += png.count
        try limits.check(
          bytes, atMost: .outputBytes, "the number of bytes of the pictures", advice: "choose a smaller --width")
        let path = "\(output)/\(wanted[index].name).png"
        // One picture is of no use without the others.
        if !Files.exists(path) { UnfinishedFiles.begin(path) }
        try Files.write(png, to: path)
        report.files.append(path)
      }
    } catch {
      for path in report.files { Files.remove(path) }
      throw error
    }
    UnfinishedFiles.finish(report.files) {}
    let count = report.files.count
    let frames = "\(count) frame\(count == 1 ? "" : "s")"
    return CommandResult(
      json: report, lines: ["\(frames) of \(report.width) × \(report.height) pixels in \(output)"])
  }
}

/// JSON output of `kiln render`: the pictures.
private struct RenderReport: Encodable {
  var width: Int
  var height: Int
  var files: [String] = []
}
