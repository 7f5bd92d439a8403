internal import ArgumentParser
internal import KilnDiagnostics
internal import KilnImages
internal import Kiln

/// `kiln convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert one animation.",
    usage: """
      kiln convert icon.json icon.svga --max-bytes 500k
      kiln convert icon.json icon.webp --width 240 --quality 80
      kiln convert icon.json gift.svga --preset svga-gift
      kiln convert gift.svga gift.json
      kiln convert - - --from lottie --to webp < icon.json > icon.webp
      """,
    discussion: """
      The output's extension decides: .svga, .webp, .apng and .gif (animated), .png (an atlas, with a .json beside \
      it), .mp4 (VAP, or another --alpha), .webm and .mov (video with alpha; the program ffmpeg encodes it), .json or \
      .lottie (Lottie), or .timeline.json (every frame's state, for other programs; it can be read \
      back). A name with a slash at its end is a folder for all frames as PNG files.

      Exit codes: 0 fine, 1 a finding that --strict or --deny refuses, or a budget that cannot be met, 64 wrong usage, \
      65 bad input, 66 no such input, 73 cannot write, 130 interrupted.
      """)

  @OptionGroup var input: InputOptions

  @Argument(help: "The file to write; `-` is standard output.")
  var output: String

  @OptionGroup var conversion: ConversionOptions
  @OptionGroup var threads: ThreadOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    guard let format = knownFormat else { throw ValidationError(outputAdvice) }
    if let advice = outputNameAdvice { throw ValidationError(advice) }
    try conversion.formatOptions.check(for: format)
    if isToStandardOutput, printing.json {
      throw ValidationError("--json and an animation cannot both go to standard output; name a file.")
    }
    if isToStandardOutput, format.layout != .file {
      throw ValidationError("The result is several files; it cannot go to standard output.")
    }
  }

  func run() throws {
    EncoderMemory.keepFreed()
    var commandRun = CommandRun(input, printing, conversion.findings)
    try commandRun.run { commandRun throws(Diagnostic) in
      let task = ConversionTask(
        input: input.input, output: output, format: format, options: conversion, threads: threads.jobs)
      return result(try task.run(&commandRun), task)
    }
  }

  private var format: OutputFormat { knownFormat ?? .svga }

  /// The format that is asked for: by name, by the output's extension, or by an output that is a folder.
  private var knownFormat: OutputFormat? {
    if let format = conversion.to { return format }
    // Platforms that take animated PNG call it .png.
    if conversion.common.preset?.format == .apng, output.lowercased().hasSuffix(".png") { return .apng }
    // Pages of an atlas may be WebP, too.
    if !conversion.atlas.given.isEmpty, output.lowercased().hasSuffix(".webp") { return .atlas }
    return OutputFormat(fileName: output)
  }

  private var isToStandardOutput: Bool { StandardStreams.isOutput(output) }

  /// Advice on an output that has an extension and no name; nil for others.
  private var outputNameAdvice: String? {
    guard !isToStandardOutput, let fileExtension = OutputLocation.bareExtension(of: output) else { return nil }
    let folder = output.dropLast(fileExtension.count)
    return "“\(output)” is an extension without a name; name the file, such as \(folder)\(inputStem)\(fileExtension)."
  }

  /// Name of the input without extension, for advice.
  private var inputStem: String { input.input == "-" ? "animation" : Files.stem(of: input.input) }

  /// Advice on an output whose name implies no format.
  private var outputAdvice: String {
    if Files.isFolder(output) {
      return "“\(output)” is a folder. Name a file in it, such as \(output)/\(inputStem).svga, "
        + "or write a slash for a folder of frames as PNG files: \(output)/"
    }
    let extensions = OutputFormat.all.flatMap(\.extensions).map { "." + $0 }
    let list = extensions.dropLast().joined(separator: ", ") + " or " + (extensions.last ?? "")
    let rule = "The output's name must end in \(list), or --to must say its format."
    guard output.hasSuffix(".tgs") else { return rule }
    return
      "“\(output)” is a second input or has the wrong extension. convert takes one input and one output; for several: "
      + "kiln batch PATH… --to svga -o FOLDER. " + rule
  }

  private func result(_ report: ConversionReport, _ task: ConversionTask) -> CommandResult {
    let prefix = conversion.dryRun ? "would write " : ""
    var lines = report.outputs.map { "\(prefix)\($0.path)  \(ByteCount($0.bytes))" }
    if let location = task.location, location.layout == .folder {
      let bytes = report.outputs.reduce(0) { $0 + $1.bytes }
      lines = ["\(prefix)\(location.path)/  \(report.outputs.count) files, \(ByteCount(bytes))"]
    }
    if let verification = report.verification {
      lines.append(
        "similar to its source by \(ComparisonReport.short(verification.fg)), the worst frame by "
          + ComparisonReport.short(verification.worst))
    }
    return CommandResult(json: report, texts: lines)
  }
}
