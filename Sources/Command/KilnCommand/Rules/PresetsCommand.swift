internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln
internal import KilnProject

/// `kiln presets`.
struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List what platforms and apps demand, for --preset.",
    usage: """
      kiln presets
      kiln presets svga-gift
      kiln presets --json
      """,
    discussion: """
      `kiln convert --preset NAME` makes files that keep to it, `kiln validate --preset NAME` checks files, and \
      `kiln init --preset NAME` writes it into .kiln.yml.
      """)

  @Argument(help: ArgumentHelp("The preset to show; without it, all are listed.", valueName: "name"))
  var preset: ValidationPreset?

  @OptionGroup var printing: PrintingOptions

  func run() throws {
    let printer = Printer(printing)
    if let preset {
      let report = PresetReport(preset)
      return try printer.print(
        printing.json
          ? CommandResult(json: report) : CommandResult(json: report, texts: preset.explanation, isAnswer: true))
    }
    let all = ValidationPreset.all
    let width = all.map(\.name.count).max() ?? 0
    let lines = all.map { "\($0.name.padded(to: width))  \($0.summary)" }
    let reports = all.map(PresetReport.init)
    try printer.print(
      printing.json
        ? CommandResult(json: reports)
        : CommandResult(
          json: reports, texts: lines + ["", "`kiln presets NAME` shows what one demands."], isAnswer: true))
  }
}

extension ValidationPreset {
  /// Lines of text: purpose, the commands that take it, and what it demands.
  fileprivate var explanation: [String] {
    let file = delivery.map { "FILE.\($0.format.extensions.first ?? "")" } ?? "FILE"
    var uses = [
      ("kiln validate \(format == .gif ? "FILE" : file) --preset \(name)", "checks a file"),
      ("kiln init --preset \(name)", "writes it into .kiln.yml, for all files"),
    ]
    if delivery != nil { uses.insert(("kiln convert FILE \(file) --preset \(name)", "makes one"), at: 0) }
    let width = uses.map(\.0.count).max() ?? 0
    var lines = ["\(name)  \(summary)", ""] + uses.map { "  \($0.padded(to: width))  \($1)" }
    if let delivery { lines += ["", "What is made: \(delivery.limits)", "Source: \(delivery.source)"] }
    return lines + ["", "What is checked, as it may stand in .kiln.yml:"]
      + text.split(separator: "\n").map { "  \($0)" }
  }
}

/// A preset, as `kiln presets --json` says it.
private struct PresetReport: Encodable {
  var name: String
  var summary: String
  /// Format of the files that are made; nil if designs are shipped themselves.
  var format: String?
  var width: Int?
  var height: Int?
  var bytes: Int?
  var memory: Int?
  var frameRate: Double?
  var leastFrames: Int?
  var frames: Int?
  var seconds: Double?
  var plays: Int?
  var isStill: Bool
  var still: Still?
  var source: String?
  /// The section `validation` of a project file that `kiln validate` checks by, in YAML.
  var validation: String

  /// The picture that is published with it.
  struct Still: Encodable {
    var name: String
    var width: Int
    var height: Int
    var bytes: Int
    var extensions: [String]
  }

  init(_ preset: ValidationPreset) {
    name = preset.name
    summary = preset.summary
    validation = preset.text
    isStill = preset.delivery?.isStill ?? false
    if let delivery = preset.delivery { set(delivery) }
  }

  private mutating func set(_ preset: DeliveryPreset) {
    format = preset.format.id
    width = preset.size?.width
    height = preset.size?.height
    bytes = preset.bytes
    memory = preset.memory
    frameRate = preset.frameRate
    leastFrames = preset.frames?.lowerBound
    frames = preset.frames?.upperBound
    seconds = preset.seconds
    plays = preset.plays
    still = preset.still.map {
      Still(name: $0.name, width: $0.width, height: $0.height, bytes: $0.bytes, extensions: $0.extensions)
    }
    source = preset.source
  }
}

extension DeliveryPreset {
  /// The limits in one line.
  fileprivate var limits: String {
    var parts = [isStill ? "\(format.name), a still" : format.name]
    if let size { parts.append("\(size.width) × \(size.height) px") }
    if let longerSide { parts.append("\(longerSide) px on the longer side") }
    if let maximumSides { parts.append("at most \(maximumSides.longer) × \(maximumSides.shorter) px") }
    parts.append("at most \(ByteCount(bytes))")
    if let memory { parts.append("\(ByteCount(memory)) decoded") }
    if let frameRate { parts.append("\(Int(frameRate)) frames per second") }
    if let frames {
      parts.append(
        frames.lowerBound > 1 ? "\(frames.lowerBound) to \(frames.upperBound) frames" : "\(frames.upperBound) frames")
    }
    if let seconds { parts.append("\(Int(seconds)) s") }
    if let plays { parts.append("\(plays) plays") }
    if let still { parts.append("\(still.name) \(still.width) × \(still.height) px with --poster-out") }
    return parts.joined(separator: ", ")
  }
}
