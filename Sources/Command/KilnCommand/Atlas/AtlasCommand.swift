internal import ArgumentParser
internal import KilnAtlasExport
internal import KilnDiagnostics
internal import Kiln
internal import KilnTimeline

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
    help: ArgumentHelp(
      "The animations: Lottie (.json, .lottie, .tgs), SVGA, .timeline.json, or pictures: GIF, APNG, WebP, or a folder.",
      valueName: "file"))
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
    guard OutputLocation.bareExtension(of: output) == nil else {
      throw ValidationError("“\(output)” is an extension without a name; name the file, such as sheet.png.")
    }
    if let file = files.first(where: { $0 == "-" }) {
      throw ValidationError("“\(file)” has no name to call its frames by; name files.")
    }
    try conversion.checkForSeveralAnimations()
  }

  func run() throws {
    WorkWatch.begin(source.limits.policy, for: files.first ?? "", printing)
    let task = AtlasTask(inputs: files, output: output, options: conversion, threads: threads.jobs)
    var animations: [AtlasAnimation] = []
    for file in files.dropLast() {
      var commandRun = CommandRun(file, source, printing, conversion.findings)
      animations.append(try commandRun.collect { commandRun throws(Diagnostic) in try task.animation(&commandRun) })
    }
    var commandRun = CommandRun(files.last ?? "", source, printing, conversion.findings)
    try commandRun.run { commandRun throws(Diagnostic) in
      try task.checkFree()
      animations.append(try task.animation(&commandRun))
      return result(try task.write(animations, &commandRun))
    }
  }

  private func result(_ written: AtlasTask.Written) -> CommandResult {
    let files = written.files.map { AtlasReport.File(path: $0.path, bytes: $0.bytes) }
    let prefix = conversion.dryRun ? "would write " : ""
    return CommandResult(
      json: AtlasReport(outputs: files, decodedBytes: written.decodedBytes),
      texts: files.map { "\(prefix)\($0.path)  \(ByteCount($0.bytes))" })
  }
}

/// JSON output of `kiln atlas`.
private struct AtlasReport: Encodable {
  struct File: Encodable {
    var path: String
    var bytes: Int
  }

  var outputs: [File]
  /// Bytes of all pages decoded.
  var decodedBytes: Int
}
