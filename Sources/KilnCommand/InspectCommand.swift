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
      kiln inspect icon.json --layers
      kiln inspect icon.json --keys --json
      kiln inspect icon.json --timeline
      """,
    discussion: "Reads animations, and pictures: animated WebP and PNG, and an atlas by its page or its descriptor.")

  @OptionGroup var input: InputOptions

  @Flag(help: "Print the whole baked timeline as text.")
  var timeline = false

  @Flag(help: "Print every sprite as a tree, the topmost first, with the key path by which options name it.")
  var layers = false

  @Flag(help: "Print the pictures that apps can replace.")
  var keys = false

  @OptionGroup var printing: PrintingOptions

  func validate() throws {
    guard [timeline, layers, keys].count(where: \.self) <= 1 else {
      throw ValidationError("Of --timeline, --layers and --keys only one can be printed.")
    }
  }

  func run() throws {
    var session = Session(input, printing)
    try session.run { session throws(Diagnostic) in
      let bytes = try session.read()
      if input.source.from == nil, let picture = try picture(bytes) {
        return CommandResult(json: picture, text: picture.text, isAnswer: true)
      }
      let source = try session.open(bytes)
      let (inspection, baked) = try Inspection.inspect(source, progress: session.progress, log: &session.log)
      if layers { return SpriteList(layers: SpriteInspection.inspect(baked)).result }
      if keys { return KeyList(keys: KeyInspection.inspect(baked)).result }
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

/// What `--layers` prints.
private struct SpriteList: Encodable {
  /// Grows when members change their meaning or go.
  var version = 1
  var layers: [SpriteInspection]

  var result: CommandResult {
    CommandResult(json: self, text: lines(layers, indent: "").joined(separator: "\n"), isAnswer: true)
  }

  private func lines(_ sprites: [SpriteInspection], indent: String) -> [String] {
    sprites.flatMap { sprite in [indent + text(sprite)] + lines(sprite.children, indent: indent + "  ") }
  }

  private func text(_ sprite: SpriteInspection) -> String {
    var parts = [sprite.type]
    if let first = sprite.firstFrame, let last = sprite.lastFrame { parts.append("frames \(first)…\(last)") }
    if let key = sprite.key { parts.append("key \(key)") }
    if let mode = sprite.blendMode { parts.append(mode) }
    if let matte = sprite.matte { parts.append("matte \(matte)") }
    if sprite.isClipped { parts.append("clipped") }
    return ([sprite.keyPath, parts.joined(separator: ", ")] + [sprite.filters.joined(separator: ", ")])
      .filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

/// What `--keys` prints.
private struct KeyList: Encodable {
  /// Grows when members change their meaning or go.
  var version = 1
  var keys: [KeyInspection]

  var result: CommandResult {
    let lines = keys.map { key in
      "\(key.key)  \(key.width) × \(key.height) px, \(key.sprites) sprite\(key.sprites == 1 ? "" : "s")"
        + (key.firstFrame.map { ", first seen in frame \($0)" } ?? ", never seen") + "  "
        + key.keyPaths.joined(separator: ", ")
    }
    return CommandResult(
      json: self, text: lines.isEmpty ? "no pictures have keys" : lines.joined(separator: "\n"), isAnswer: true)
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
