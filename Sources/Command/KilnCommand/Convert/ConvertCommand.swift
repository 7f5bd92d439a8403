internal import ArgumentParser
internal import KilnDiagnostics
internal import KilnPlatform
internal import Kiln

/// `kiln convert`.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert one animation.",
    usage: """
      kiln convert icon.json icon.svga --max-bytes 500k
      kiln convert icon.json icon.webp --width 240 --quality 80
      kiln convert dance.gif gift.svga --preset svga-gift
      kiln convert gift.svga gift.mp4 --preset vap-gift
      kiln convert rig.json phones.json --target lottie-ios,lottie-android
      """,
    discussion: """
      The output's extension decides: .svga, .webp, .apng and .gif (animated), .png (an atlas, with a .json beside \
      it), .mp4 (VAP, or another --alpha), .webm and .mov (video with alpha; the program ffmpeg, on PATH or named \
      by KILN_FFMPEG, encodes it), .json or .lottie (Lottie), .tgs (a Telegram sticker), or .timeline.json (every \
      frame's state, for other programs; it can be read back). A name with a slash at its end is a folder for all \
      frames as PNG files.

      With -o all other names are animations; several go into one .lottie, where their IDs are the names of their \
      files.

      Exit codes: 0 fine, 1 a finding that --strict or --deny refuses, or a budget that cannot be met, 64 wrong usage, \
      65 bad input, or a picture that it needs is missing or damaged, 66 no such input file, 73 cannot write, 130 interrupted.
      """)

  @Argument(
    help: ArgumentHelp(
      "The animation: Lottie (.json, .lottie, .tgs), SVGA, .timeline.json, or pictures: GIF, APNG, WebP, video, or a folder; "
        + "`-` is standard input.", valueName: "input"))
  var first: String

  @Argument(
    help: ArgumentHelp("The file to write; `-` is standard output. With -o more animations.", valueName: "output"))
  var others: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write, instead of the last name.", valueName: "file"))
  var output: String?

  @OptionGroup var source: SourceOptions
  @OptionGroup var states: StateOptions

  @OptionGroup var conversion: ConversionOptions
  @OptionGroup var threads: ThreadOptions
  @OptionGroup(title: "Limits") var bounds: FileBoundOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    try checkFiles()
    guard let format = knownFormat else { throw ValidationError(outputAdvice) }
    if inputs.count > 1, format != .dotLottie {
      throw ValidationError(
        "Several animations go into one .lottie only; \(format.name) holds one. For a file of each: kiln batch "
          + inputs.joined(separator: " ") + " --to \(format.id) -o FOLDER.")
    }
    if let advice = outputNameAdvice { throw ValidationError(advice) }
    try conversion.check(for: format)
    if inputs.count > 1, inputs.contains("-") || isToStandardOutput {
      throw ValidationError("Several animations are read from files and written to one; name all of them.")
    }
    if inputs.count > 1, conversion.verify != nil || conversion.posterOut != nil {
      throw ValidationError("--verify and --poster-out are for single animations; leave them out.")
    }
    try checkParts(format)
    if isToStandardOutput, printing.json {
      throw ValidationError("--json and an animation cannot both go to standard output; name a file.")
    }
    if isToStandardOutput, format.layout != .file {
      throw ValidationError("The result is several files; it cannot go to standard output.")
    }
  }

  func run() throws {
    Allocator.keepFreedMemory()
    WorkWatch.begin(source.limits.policy, bounds, for: input, printing)
    if inputs.count > 1 || format == .dotLottie && DotLottieSetTask.isNeeded(for: input, source) {
      return try DotLottieSetTask(
        inputs: inputs, output: target, source: source, options: conversion, threads: threads.jobs
      ).run(printing)
    }
    var commandRun = CommandRun(input, source, printing, conversion.findings)
    try commandRun.run { commandRun throws(Diagnostic) in
      if hasParts { return try convertParts(&commandRun) }
      let task = ConversionTask(
        input: input, output: target, format: format, options: conversion, threads: threads.jobs)
      return result(try task.run(&commandRun), task)
    }
  }

  /// All names in their order.
  private var files: [String] { [first] + others }
  /// Paths of the animations, or `-`.
  private var inputs: [String] { output == nil ? Array(files.dropLast()) : files }
  private var input: String { inputs.first ?? "" }
  /// The file to write.
  private var target: String { output ?? files.last ?? "" }

  private func checkFiles() throws {
    guard inputs.isEmpty || output == nil && inputs.count > 1 else { return }
    guard !inputs.isEmpty else {
      throw ValidationError(
        "The file to write is missing: kiln convert \(files.joined(separator: " ")) OUTPUT, such as \(inputStem).svga.")
    }
    let list = files.joined(separator: " ")
    throw ValidationError(
      "convert takes one animation and the file to write. For several in one archive: kiln convert \(list) -o SET.lottie. "
        + "For a file of each: kiln batch \(list) --to svga -o FOLDER.")
  }

  private var format: OutputFormat { knownFormat ?? .svga }

  /// The format that is asked for: by name, by the output's extension, or by an output that is a folder.
  private var knownFormat: OutputFormat? {
    if let format = conversion.to { return format }
    // Platforms that take animated PNG call it .png.
    if conversion.common.preset?.format == .apng, target.lowercased().hasSuffix(".png") { return .apng }
    // Pages of an atlas may be WebP, too.
    if !conversion.atlas.given.isEmpty, target.lowercased().hasSuffix(".webp") { return .atlas }
    return OutputFormat(fileName: target)
  }

  private var isToStandardOutput: Bool { StandardStreams.isOutput(target) }

  /// Advice on an output that has an extension and no name; nil for others.
  private var outputNameAdvice: String? {
    guard !isToStandardOutput, let fileExtension = OutputLocation.bareExtension(of: target) else { return nil }
    let folder = target.dropLast(fileExtension.count)
    return "“\(target)” is an extension without a name; name the file, such as \(folder)\(inputStem)\(fileExtension)."
  }

  /// Name of the input without extension, for advice.
  private var inputStem: String { ["", "-"].contains(input) ? "animation" : Files.stem(of: input) }

  /// Advice on an output whose name implies no format.
  private var outputAdvice: String {
    if Files.isFolder(target) {
      return "“\(target)” is a folder. Name a file in it, such as \(target)/\(inputStem).svga, "
        + "or write a slash for a folder of frames as PNG files: \(target)/"
    }
    let extensions = OutputFormat.all.flatMap(\.extensions).map { "." + $0 }
    let list = extensions.dropLast().joined(separator: ", ") + " or " + (extensions.last ?? "")
    return "The output's name must end in \(list), or --to must say its format."
  }

  private func result(_ report: ConversionReport, _ task: ConversionTask) -> CommandResult {
    CommandResult(json: report, texts: lines(report, task.location))
  }

  private func lines(_ report: ConversionReport, _ location: OutputLocation?) -> [String] {
    let prefix = conversion.dryRun ? "would write " : ""
    var lines = report.outputs.map { "\(prefix)\($0.path)  \(ByteCount($0.bytes))" }
    if let location, location.layout == .folder {
      let bytes = report.outputs.reduce(0) { $0 + $1.bytes }
      lines = ["\(prefix)\(location.path)/  \(report.outputs.count) files, \(ByteCount(bytes))"]
    }
    if let verification = report.verification {
      lines.append(
        "similar to its source by \(ComparisonReport.short(verification.fg)), the worst frame by "
          + ComparisonReport.short(verification.worst))
    }
    return lines
  }
}

// MARK: - Parts of a file

extension ConvertCommand {
  /// Whether a file of each part is made, or of a part that is no animation.
  private var hasParts: Bool { states.isGiven || FilePart.isAll(source) }

  private func checkParts(_ format: OutputFormat) throws {
    guard hasParts else { return }
    let option = states.state != nil ? "--state" : states.allStates ? "--all-states" : "--animation all"
    guard inputs.count == 1 || !states.isGiven else {
      throw ValidationError("\(option) is of one file; name only one.")
    }
    guard !inputs.contains("-") else { throw ValidationError("\(option) needs the input's name.") }
    guard states.state != nil || !isToStandardOutput else {
      throw ValidationError("\(option) makes several files; they cannot go to standard output.")
    }
    if states.state == nil, let poster = conversion.posterOut, !poster.contains("{stem}"), format != .dotLottie {
      throw ValidationError("With \(option) each file has a still: --poster-out needs {stem} in its name.")
    }
    guard states.isGiven else { return }
    if FilePart.isAll(source) { throw ValidationError("\(option) and --animation all exclude each other.") }
    if format == .dotLottie {
      throw ValidationError(
        "A .lottie keeps its state machines; for the part that a state plays name a .json or another format.")
    }
    if conversion.time.frames != nil || conversion.time.marker != nil {
      throw ValidationError("\(option) says which part is shown; leave --frames and --marker out.")
    }
  }

  /// Converts the parts of the input that are asked for.
  private func convertParts(_ commandRun: inout CommandRun) throws(Diagnostic) -> CommandResult {
    let bytes = try commandRun.read()
    let parts =
      states.isGiven
      ? try FilePart.states(of: bytes, states, source) : try FilePart.animations(of: bytes, source)
    if states.state != nil, let part = parts.first {
      commandRun.source = part.source
      var task = ConversionTask(
        input: input, output: target, format: format, options: conversion, threads: threads.jobs)
      task.state = part.state
      return result(try task.run(&commandRun), task)
    }
    let set = PartSetTask(
      input: input, output: target, format: format, parts: parts, options: conversion, threads: threads.jobs)
    let made = try set.run(&commandRun)
    return CommandResult(
      json: PartSetReport(parts: made.map { .init(id: $0.part.id, result: $0.report) }),
      texts: made.flatMap { lines($0.report, $0.location) })
  }
}
