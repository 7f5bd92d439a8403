internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnPageExport
internal import KilnPictureImport
internal import KilnTimeline

/// `kiln preview`.
struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Look at animations on a page.",
    usage: """
      kiln preview icon.json
      kiln preview icon.json -o icon.html
      kiln preview icon.json icon.webp -o compare.html
      """,
    discussion: """
      The page plays what Kiln has baked, frame by frame, and shows every sprite with its name: pointing at one outlines \
      it, a click hides it. Pictures with a key can be replaced by dropping others on them. Two files can be compared \
      with a slider or as a difference. The page is one file that requests nothing; a page that is served shows an \
      animation anew when its file changes.
      """)

  @Argument(
    help: ArgumentHelp(
      "The animations: Lottie (.json, .lottie, .tgs), SVGA, .timeline.json, animated WebP, APNG, GIF, a folder of "
        + "pictures, or an atlas.", valueName: "file"))
  var files: [String]

  @OptionGroup var source: SourceOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The page to write; `-` is standard output. Without it, the page is served on this machine, and its address is "
        + "printed.", valueName: "page.html"))
  var output: String?

  @Flag(help: .hidden)
  var reload = false

  @Flag(help: "Replace an existing file.")
  var overwrite = false

  @OptionGroup(title: "Findings") var findings: FindingOptions
  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name a file to look at.") }
    guard let output else {
      if files.contains("-") { throw ValidationError("Standard input cannot be watched; write the page with -o.") }
      if printing.json { throw ValidationError("--json needs a page to write; name one with -o.") }
      return
    }
    if StandardStreams.isOutput(output), printing.json {
      throw ValidationError("--json and a page cannot both go to standard output; name a file.")
    }
    if files.contains(where: { $0 == output || $0 != "-" && Files.areSame($0, output) }) {
      throw ValidationError("The page would replace the animation “\(output)”; name another.")
    }
  }

  func run() throws {
    WorkWatch.begin(source.limits.policy, for: files.first ?? "", printing)
    guard let output else { return try serve() }
    var page = PreviewPage(kiln: KilnCommand.configuration.version, animations: [])
    page.reloads = reload
    for file in files.dropLast() { page.animations.append(try animation(file, printing)) }
    var commandRun = CommandRun(files.last ?? "-", source, printing, findings)
    try commandRun.run { commandRun throws(Diagnostic) in
      page.animations.append(try animation(files.last ?? "-", &commandRun))
      let bytes = page.html
      try commandRun.limits.check(
        bytes.count, atMost: .outputBytes, "the number of bytes of the page", advice: "show fewer files")
      try write(bytes, to: output)
      return CommandResult(
        json: PreviewReport(path: output, bytes: bytes.count),
        lines: StandardStreams.isOutput(output) ? [] : ["\(output)  \(ByteCount(bytes.count))"])
    }
  }

  /// Serves the page until the process is ended. Findings are on it, so that only errors are printed.
  private func serve() throws {
    var quiet = printing
    quiet.quiet = true
    var page = PreviewPage(kiln: KilnCommand.configuration.version, animations: [])
    page.reloads = true
    for file in files { page.animations.append(try animation(file, quiet)) }
    WorkWatch.stop()
    try PreviewServing(page.html, of: files, arguments: BatchArguments.arguments(after: Self.self)).run()
  }

  private func animation(_ file: String, _ printing: PrintingOptions) throws -> PreviewPage.Animation {
    var commandRun = CommandRun(file, source, printing, findings)
    return try commandRun.collect { commandRun throws(Diagnostic) in try animation(file, &commandRun) }
  }

  private func animation(_ file: String, _ commandRun: inout CommandRun) throws(Diagnostic) -> PreviewPage.Animation {
    let opened = try commandRun.openAny()
    let source: any AnimationSource
    switch opened.content {
    case .drawn(let drawn): source = drawn
    case .pictures(let pictures):
      if let video = pictures.video.flatMap(PreviewVideo.init), try commandRun.changes().isEmpty {
        return PreviewPage.Animation(name: name(of: file), .video(video), bytes: opened.byteCount)
      }
      source = try commandRun.source(of: pictures)
    }
    let timeline = try source.timeline(source.info.nativeSampling, progress: commandRun.progress, log: &commandRun.log)
    try commandRun.checkFindings(whenImagesAreMissing: .skip)
    return PreviewPage.Animation(
      name: name(of: file), .timeline(timeline), bytes: opened.byteCount,
      findings: commandRun.log.diagnostics.map(\.report))
  }

  /// Name of a file on the page: its path where another one has the same name.
  private func name(of file: String) -> String {
    guard file != "-" else { return "standard input" }
    let name = Files.lastComponent(of: file)
    return files.count { $0 != "-" && Files.lastComponent(of: $0) == name } > 1 ? file : name
  }

  private func write(_ bytes: [UInt8], to output: String) throws(Diagnostic) {
    guard !StandardStreams.isOutput(output) else { return try StandardStreams.writeOutput(bytes) }
    guard overwrite || !Files.wouldReplace(output) else {
      throw Diagnostic(.outputExists, "\(output) exists already", advice: "choose another name or add --overwrite")
    }
    try Files.write(bytes, to: output)
  }
}

/// JSON output of `kiln preview`: the page that was written.
private struct PreviewReport: Encodable {
  var path: String
  var bytes: Int
}
