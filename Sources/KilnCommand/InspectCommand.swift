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
      kiln inspect icon.webp
      kiln inspect icon.json --timeline
      """,
    discussion: "Reads animations, and pictures: animated WebP and PNG, and an atlas by its page or its descriptor.")

  @OptionGroup var input: InputOptions

  @Flag(help: "Print the whole baked timeline as text.")
  var timeline = false

  @OptionGroup var printing: PrintingOptions

  func run() throws {
    var session = Session(input, printing)
    try session.run { session throws(Diagnostic) in
      let bytes = try session.read()
      if input.source.from == nil, let picture = try picture(bytes) {
        return CommandResult(json: picture, text: picture.text, isAnswer: true)
      }
      let source = try session.open(bytes)
      let (inspection, baked) = try Inspection.inspect(source, progress: session.progress, log: &session.log)
      return CommandResult(
        json: inspection, text: timeline ? String(baked.dump.dropLast()) : inspection.text, isAnswer: true)
    }
  }
}

extension InspectCommand {
  /// What is in a file of pictures; nil if the input is none. An atlas' page is described by the file beside it.
  private func picture(_ bytes: [UInt8]) throws(Diagnostic) -> PictureInspection? {
    let picture = try PictureInspection(bytes)
    guard picture?.format == "png", input.input != "-" else { return picture }
    let beside = Files.sibling(of: input.input, extension: "json")
    guard Files.exists(beside), let atlas = try? PictureInspection(Files.read(beside)) else { return picture }
    return atlas.format == "atlas" ? atlas : picture
  }
}

extension PictureInspection {
  /// A few lines for people.
  fileprivate var text: String {
    var lines = ["\(format), \(width) × \(height) px, \(frameCount) frame\(frameCount == 1 ? "" : "s")"]
    if durationMilliseconds > 0 {
      lines[0] += ", \(short(durationMilliseconds)) ms, \(short(frameRate)) fps on average"
      lines.append("frames: \(frameMilliseconds.map(short).joined(separator: " to ")) ms")
    }
    if let loopCount, durationMilliseconds > 0 {
      lines.append(loopCount == 0 ? "plays for ever" : "plays \(loopCount) time\(loopCount == 1 ? "" : "s")")
    }
    if let losslessFrames { lines.append("\(losslessFrames) lossless, \(frameCount - losslessFrames) lossy") }
    if let regions { lines.append("\(regions) different regions") }
    lines.append("\(decodedBytes) bytes decoded")
    return lines.joined(separator: "\n")
  }
}

/// A number with at most two decimals.
private func short(_ value: Double) -> String {
  let rounded = (value * 100).rounded() / 100
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
}

extension Inspection {
  /// A few lines for people.
  fileprivate var text: String {
    var lines = [
      "\(format), \(short(width)) × \(short(height)) px, \(frameCount) frames at \(short(frameRate)) fps, "
        + "\(short(durationMilliseconds)) ms",
      "\(sprites) sprite\(sprites == 1 ? "" : "s"): \(vectorSprites) vector, \(bitmapSprites) bitmap",
    ]
    if !animations.isEmpty { lines.append("animations: " + animations.joined(separator: ", ")) }
    if !themes.isEmpty { lines.append("themes: " + themes.joined(separator: ", ")) }
    if !images.isEmpty {
      lines.append("\(images.count) image\(images.count == 1 ? "" : "s"), \(decodedBytes) bytes decoded")
    }
    for image in images { lines.append("  \(image.key)  \(image.width) × \(image.height) px") }
    return lines.joined(separator: "\n")
  }
}
