internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnExporting
internal import KilnSVGALowering
internal import KilnTimeline

/// `kiln inspect`.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in a file.",
    usage: """
      kiln inspect icon.json
      kiln inspect icon.json --layers
      kiln inspect icon.json --keys --json
      kiln inspect icon.svga --memory
      kiln inspect build/*.svga --swift 'public Gifts' > Gifts.swift
      """,
    discussion: """
      Reads animations, and pictures: animated WebP, PNG and GIF, still images, a folder of pictures, and an atlas by its \
      page or its descriptor. What --json prints is described in Conversions/inspection.
      """)

  @Argument(
    help: ArgumentHelp(
      "The animation: Lottie (.json, .lottie, .tgs), SVGA, .timeline.json, or pictures: GIF, APNG, WebP, video, or a folder; "
        + "`-` is standard input. Several, or none, with --swift.", valueName: "input"))
  var inputs: [String] = []

  @OptionGroup var source: SourceOptions

  @Flag(help: "Print the whole baked timeline as text.")
  var timeline = false

  @Flag(help: "Print every sprite as a tree, the topmost first, with the key path by which options name it.")
  var layers = false

  @Flag(help: "Print the pictures that apps can replace.")
  var keys = false

  @Option(
    help: ArgumentHelp(
      "Print where a layer is in a frame, the first without a number: its transform, its matrix, and its bounds in its own "
        + "space and on the canvas.", valueName: "keypath[@frame]"))
  var at: PlacementArgument?

  @Option(
    help: ArgumentHelp(
      "With --at: where this point of the layer is on the canvas, and which point of the layer is at this point of the "
        + "canvas.", valueName: "x,y"))
  var point: PointArgument?

  @Flag(help: "Print how often each feature is used that not all players have, and what each player does.")
  var features = false

  @Flag(
    help: """
      Print what playing takes: bytes of decoded pictures, which a phone holds while it plays, the same with the canvas, where \
      a view draws into a bitmap of that size, and points of paths in each frame.
      """)
  var memory = false

  @Flag(
    help: "Of SVGA: print about how long the official web player takes to draw a frame, and which layers take most.")
  var cost = false

  @Option(
    help: ArgumentHelp(
      "Print a Swift enum of the files and what code needs of them, such as Gifts, 'package Gifts' or 'public Gifts'.",
      valueName: "name"))
  var swift: String?

  @Option(help: ArgumentHelp("Write every picture to a folder, under its key or name.", valueName: "folder"))
  var images: String?

  @Flag(help: "With --images: replace existing files.")
  var overwrite = false

  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    let chosen = [timeline, layers, keys, at != nil, features, memory, cost, swift != nil, images != nil]
    guard chosen.count(where: \.self) <= 1 else {
      throw ValidationError(
        "Of --timeline, --layers, --keys, --at, --features, --memory, --cost, --swift and --images only one can be asked for."
      )
    }
    if point != nil, at == nil { throw ValidationError("--point goes with --at.") }
    guard let swift else { return }
    if inputs.contains("-") { throw ValidationError("--swift needs files with names.") }
    if printing.json { throw ValidationError("--swift and --json cannot both be printed; leave one out.") }
    guard SwiftEnum(swift) == nil else { return }
    throw ValidationError(
      "--swift: “\(swift)” is no name of an enum, which may stand behind \(SwiftEnum.accesses.joined(separator: ", "))."
    )
  }

  func run() throws {
    try checkInputs()
    WorkWatch.begin(source.limits.policy, for: inputs.joined(separator: ", "), printing)
    if let swift { return try printSwift(swift) }
    var commandRun = CommandRun(input, source, printing, nil)
    try commandRun.run { commandRun throws(Diagnostic) in
      let bytes = commandRun.isFolder ? [] : try commandRun.read()
      if !wantsSprites, let picture = try picture(bytes, commandRun) {
        if cost { throw notSVGA(picture.format) }
        return CommandResult(json: picture, texts: picture.lines, isAnswer: true)
      }
      let source = commandRun.isFolder ? try commandRun.open() : try commandRun.open(bytes)
      if cost, source.info.format != "svga" { throw notSVGA(source.info.format) }
      if let at {
        let time = try at.frame.map { frame throws(Diagnostic) in try FrameList.checked(frame, source.info) }
        let found = try PlacementInspection.inspect(
          source, at.pattern, at: time ?? source.info.firstFrame, point: point.map { ($0.x, $0.y) },
          log: &commandRun.log)
        return PlacementList(layers: found).result
      }
      if features {
        let found = FeatureInspection.inspect(
          bytes, expressions: commandRun.expressions, assets: commandRun.assets, limits: commandRun.limits)
        return FeatureList(features: found).result
      }
      let (inspection, baked) = try Inspection.inspect(source, progress: commandRun.progress, log: &commandRun.log)
      if layers { return SpriteList(layers: SpriteInspection.inspect(baked)).result }
      if keys { return KeyList(keys: KeyInspection.inspect(baked)).result }
      if memory { return MemoryInspection(baked).result }
      if cost { return PlayerCostReport(cost: PlayerCost(baked)).result }
      if let images { return try write(baked, to: images, commandRun.limits) }
      return CommandResult(
        json: inspection, texts: timeline ? baked.dumpLines : inspection.lines, isAnswer: true)
    }
  }
}

extension InspectCommand {
  /// Whether sprites are asked for, which pictures have once they are taken apart.
  private var wantsSprites: Bool { timeline || layers || keys || at != nil || memory || images != nil }

  /// Refuses none and several files. Not part of `validate()`, before which the parser does not look at unknown options,
  /// whose values are among the files.
  private func checkInputs() throws {
    guard swift == nil else { return }
    if inputs.isEmpty { throw ValidationError("Missing expected argument '<input>'") }
    if inputs.count > 1 { throw ValidationError("“\(inputs[1])” is one file too many; several are for --swift.") }
  }

  /// The file, or the first of several.
  private var input: String { inputs.first ?? "-" }

  /// Prints the source of an enum of all files.
  private func printSwift(_ name: String) throws {
    var cases: [SwiftEnumCase] = []
    for path in inputs {
      WorkWatch.restart()
      var commandRun = CommandRun(path, source, printing, nil)
      cases.append(try commandRun.collect { commandRun throws(Diagnostic) in try swiftCase(&commandRun) })
    }
    WorkWatch.stop()
    do throws(Diagnostic) {
      try StandardStreams.writeOutput(Array((try SwiftEnum(name)?.source(cases) ?? "").utf8))
    } catch {
      Printer(printing).print(error, ofCommand: "inspect")
      throw ExitCode(error.rule.fault.exitCode)
    }
  }

  private func swiftCase(_ commandRun: inout CommandRun) throws(Diagnostic) -> SwiftEnumCase {
    let bytes = commandRun.isFolder ? [] : try commandRun.read()
    if let picture = try picture(bytes, commandRun) { return SwiftEnumCase(commandRun.input, picture) }
    let source = commandRun.isFolder ? try commandRun.open() : try commandRun.open(bytes)
    let facts = try Inspection.inspect(source, progress: commandRun.progress, log: &commandRun.log).inspection
    return SwiftEnumCase(commandRun.input, facts)
  }

  /// Inspection of a picture file; nil if the input is none. An atlas page is described by the file beside it.
  private func picture(_ bytes: [UInt8], _ commandRun: CommandRun) throws(Diagnostic) -> PictureInspection? {
    guard commandRun.format == nil else { return nil }
    let policy = commandRun.filePolicy
    let picture = try PictureInspection(bytes, limits: policy.limits)
    guard picture?.format == "png", commandRun.input != "-" else { return picture }
    let beside = Files.sibling(of: commandRun.input, extension: "json")
    guard Files.isRegular(beside),
      let bytes = try? Files.readRegular(beside, limits: policy.limits, followsLinks: policy.followsLinks),
      let atlas = try? PictureInspection(bytes, limits: policy.limits)
    else { return picture }
    return atlas.format == "atlas" ? atlas : picture
  }

  private func notSVGA(_ format: String) -> Diagnostic {
    Diagnostic(.usageInvalid, "--cost is of SVGA, and this is \(format)", advice: "convert it to SVGA first")
  }

  /// Writes the pictures of a timeline.
  private func write(
    _ timeline: Timeline, to folder: String, _ limits: Limits
  ) throws(Diagnostic) -> CommandResult {
    let files = ImageFiles.files(of: timeline).map { (path: "\(folder)/\($0.name)", bytes: $0.bytes) }
    for file in files where !overwrite && Files.wouldReplace(file.path) {
      throw Diagnostic(
        .outputExists, "\(file.path) exists already", advice: "choose another folder or add --overwrite")
    }
    try limits.check(
      files.reduce(0) { $0 + $1.bytes.count }, atMost: .outputBytes, "the number of bytes of the pictures",
      advice: "make the pictures smaller")
    try Files.makeFolder(folder)
    try Files.write(files)
    let report = ImageFileReport(files: files.map { ImageFileReport.File(path: $0.path, bytes: $0.bytes.count) })
    let lines = report.files.map { "\($0.path)  \($0.bytes) bytes" }
    return CommandResult(json: report, texts: lines.isEmpty ? ["there are no pictures"] : lines)
  }
}

/// JSON output of `--images`.
private struct ImageFileReport: Encodable {
  struct File: Encodable {
    var path: String
    var bytes: Int
  }

  var version = Inspection.formatVersion
  var files: [File]
}

/// A key path, and a frame after the last @ if that is a number.
struct PlacementArgument: ExpressibleByArgument {
  let pattern: KeyPathPattern
  let frame: Double?

  init?(argument: String) {
    var path = argument[...]
    var frame: Double?
    if let mark = argument.lastIndex(of: "@"), let number = Double(argument[argument.index(after: mark)...]) {
      (path, frame) = (argument[..<mark], number)
    }
    guard let pattern = KeyPathPattern(String(path)) else { return nil }
    (self.pattern, self.frame) = (pattern, frame)
  }
}

/// Two numbers with a comma between them.
struct PointArgument: ExpressibleByArgument {
  let x: Double
  let y: Double

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.filter { $0 != " " })
    }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite else { return nil }
    (self.x, self.y) = (x, y)
  }
}
