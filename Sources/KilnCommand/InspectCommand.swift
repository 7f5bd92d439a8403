internal import ArgumentParser
internal import Diagnostics
internal import Kiln
internal import TimelineModel

/// `kiln inspect`.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what is in a file.",
    usage: """
      kiln inspect icon.json
      kiln inspect icon.svga --json
      kiln inspect icon.json --timeline
      """)

  @OptionGroup var input: InputOptions

  @Flag(help: "Print the whole baked timeline as text.")
  var timeline = false

  @OptionGroup var printing: PrintingOptions

  func run() throws {
    var session = Session(input, printing)
    try session.run { session throws(Diagnostic) in
      let source = try session.open()
      let (inspection, baked) = try Inspection.inspect(source, progress: session.progress, log: &session.log)
      return CommandResult(
        json: inspection, text: timeline ? String(baked.dump.dropLast()) : inspection.text, isAnswer: true)
    }
  }
}

extension Inspection {
  /// A few lines for people.
  fileprivate var text: String {
    var lines = [
      "\(format), \(short(width)) × \(short(height)) px, \(frameCount) frames at \(short(frameRate)) fps, "
        + "\(short(durationMilliseconds)) ms",
      "\(sprites) sprites: \(vectorSprites) vector, \(bitmapSprites) bitmap",
    ]
    if !animations.isEmpty { lines.append("animations: " + animations.joined(separator: ", ")) }
    if !themes.isEmpty { lines.append("themes: " + themes.joined(separator: ", ")) }
    if !images.isEmpty { lines.append("\(images.count) images, \(decodedBytes) bytes decoded") }
    for image in images { lines.append("  \(image.key)  \(image.width) × \(image.height) px") }
    return lines.joined(separator: "\n")
  }

  private func short(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
  }
}
