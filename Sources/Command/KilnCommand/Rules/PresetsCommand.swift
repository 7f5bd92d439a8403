internal import ArgumentParser
internal import KilnDiagnostics
internal import Kiln

/// `kiln presets`.
struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "List what platforms demand, for --preset.",
    usage: """
      kiln presets
      kiln presets --json
      """,
    discussion: "Presets of `kiln validate` are others: `kiln init --preset` writes them into .kiln.yml.")

  @OptionGroup var printing: PrintingOptions

  func run() throws {
    let all = DeliveryPreset.all
    let width = all.map(\.name.count).max() ?? 0
    let lines = all.flatMap {
      ["\($0.name.padded(to: width))  \($0.limits)", "\(String(repeating: " ", count: width + 2))\($0.source)"]
    }
    let reports = all.map(PresetReport.init)
    try Printer(printing).print(
      printing.json
        ? CommandResult(json: reports)
        : CommandResult(json: reports, texts: lines, isAnswer: true))
  }
}

/// A preset, as `kiln presets --json` says it.
private struct PresetReport: Encodable {
  var name: String
  var summary: String
  var format: String
  var width: Int?
  var height: Int?
  var bytes: Int
  var memory: Int?
  var frameRate: Double?
  var leastFrames: Int?
  var frames: Int?
  var seconds: Double?
  var plays: Int?
  var isStill: Bool
  var still: Still?
  var source: String

  /// The picture that is published with it.
  struct Still: Encodable {
    var name: String
    var width: Int
    var height: Int
    var bytes: Int
    var extensions: [String]
  }

  init(_ preset: DeliveryPreset) {
    name = preset.name
    summary = preset.summary
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
    isStill = preset.isStill
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
