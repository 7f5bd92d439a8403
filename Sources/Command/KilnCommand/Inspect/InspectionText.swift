internal import KilnDiagnostics
internal import Kiln
internal import KilnSVGALowering

// Text output of `kiln inspect`.

extension PictureInspection {
  /// A few lines.
  var lines: [String] {
    var lines = ["\(format), \(width) × \(height) px, \(frameCount) frame\(frameCount == 1 ? "" : "s")"]
    if durationMilliseconds > 0 {
      let lengths = frameMilliseconds.map { short($0) }
      let isEven = Set(lengths).count == 1
      lines[0] += ", \(short(durationMilliseconds)) ms, \(short(frameRate)) fps" + (isEven ? "" : " on average")
      if !isEven { lines.append("frames: \(lengths.joined(separator: " to ")) ms") }
    }
    if let loopCount, durationMilliseconds > 0 {
      lines.append(loopCount == 0 ? "plays for ever" : "plays \(loopCount) time\(loopCount == 1 ? "" : "s")")
    }
    if let losslessFrames { lines.append("\(losslessFrames) lossless, \(frameCount - losslessFrames) lossy") }
    if let regions { lines.append("\(regions) different regions") }
    if let video { lines += video.lines }
    lines.append("\(ByteCount(decodedBytes)) decoded")
    return lines
  }
}

extension VideoInspection {
  /// Tracks, areas and slots.
  fileprivate var lines: [String] {
    func text(_ area: Area) -> String { "\(area.width) × \(area.height) at \(area.x), \(area.y)" }
    let sound = soundTracks == 0 ? "no sound" : "\(soundTracks) sound track\(soundTracks == 1 ? "" : "s")"
    var lines = ["\(isVAP ? "VAP, " : "")\(codec), frames of \(videoWidth) × \(videoHeight) px, \(sound)"]
    if alpha == "codec" { lines.append("alpha in the codec") }
    if let alphaArea { lines.append("alpha: \(text(alphaArea))" + (colorArea.map { ", colours: \(text($0))" } ?? "")) }
    for slot in slots {
      let kind = slot.kind == "txt" ? "text" : "image"
      lines.append(
        "slot \(slot.tag.printable): \(kind) of \(slot.width) × \(slot.height) px in \(slot.frames) frames"
          + (slot.firstFrame.map { " from \($0) on" } ?? ""))
    }
    return lines
  }
}

/// Output of `--layers`.
struct SpriteList: Encodable {
  var version = Inspection.formatVersion
  var layers: [SpriteInspection]

  var result: CommandResult {
    CommandResult(json: self, texts: lines(layers, indent: ""), isAnswer: true)
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

/// Output of `--keys`.
struct KeyList: Encodable {
  var version = Inspection.formatVersion
  var keys: [KeyInspection]

  var result: CommandResult {
    let lines = keys.map { key in
      "\(key.key)  \(key.width) × \(key.height) px, \(key.sprites) sprite\(key.sprites == 1 ? "" : "s")"
        + (key.firstFrame.map { ", first seen in frame \($0)" } ?? ", never seen") + "  "
        + key.keyPaths.joined(separator: ", ")
    }
    return CommandResult(json: self, texts: lines.isEmpty ? ["no pictures have keys"] : lines, isAnswer: true)
  }
}

/// Output of `--at`.
struct PlacementList: Encodable {
  var version = Inspection.formatVersion
  var layers: [PlacementInspection]

  var result: CommandResult {
    CommandResult(json: self, texts: layers.flatMap(lines), isAnswer: true)
  }

  private func lines(_ layer: PlacementInspection) -> [String] {
    var lines = [
      "\(layer.keyPath) in frame \(short(layer.frame))",
      "  position \(pair(layer.position)), anchor \(pair(layer.anchor)), "
        + "scale \(pair(layer.scale.map { $0 * 100 })) %, rotation \(short(layer.rotation))°, "
        + "opacity \(short(layer.opacity * 100)) %",
      "  layer to canvas: matrix(\(layer.matrix.map { short($0, 1e6) }.joined(separator: ", ")))",
    ]
    if let bounds = layer.bounds { lines.append("  bounds in the layer: \(text(bounds))") }
    if let rectangle = layer.rectangle { lines.append("  bounds on the canvas: \(text(rectangle))") }
    if !layer.corners.isEmpty {
      lines.append("  corners on the canvas: \(layer.corners.map(pair).joined(separator: "  "))")
    }
    if let point = layer.point {
      lines.append("  point \(pair(point.point)) of the layer is \(pair(point.onCanvas)) on the canvas")
      let inLayer = point.inLayer.map { "\(pair($0)) of the layer" } ?? "no point of the layer, which is squeezed flat"
      lines.append("  point \(pair(point.point)) on the canvas is \(inLayer)")
    }
    return lines
  }

  private func pair(_ numbers: [Double]) -> String { numbers.map { short($0, 1000) }.joined(separator: ",") }

  private func text(_ rectangle: PlacementInspection.Rectangle) -> String {
    "\(pair([rectangle.x, rectangle.y])), \(short(rectangle.width, 1000)) × \(short(rectangle.height, 1000))"
  }
}

/// Output of `--features`.
struct FeatureList: Encodable {
  var version = Inspection.formatVersion
  var features: [FeatureInspection]

  var result: CommandResult {
    let lines = features.flatMap { feature in
      ["\(feature.count) × \(feature.name)"]
        + ["no", "partial"].compactMap { answer in
          let players = feature.targets.filter { $0.value.hasPrefix(answer) }.map(\.key).sorted()
          return players.isEmpty ? nil : "    \(answer): \(players.joined(separator: ", "))"
        }
    }
    return CommandResult(
      json: self, texts: lines.isEmpty ? ["nothing that players differ in"] : lines, isAnswer: true)
  }
}

extension MemoryInspection {
  var result: CommandResult {
    var lines = images.map { image in
      "\(image.key)  \(image.width) × \(image.height) px, \(ByteCount(image.bytes)), \(ByteCount(image.decodedBytes)) decoded"
        + (image.firstFrame.map { ", frames \($0)…\(image.lastFrame ?? $0)" } ?? ", never seen")
    }
    lines.append(
      "\(ByteCount(decodedBytes)) of decoded pictures, which a phone holds while it plays; \(ByteCount(peakBytes)) with the "
        + "canvas, where a view draws into a bitmap of that size")
    if peakFrameBytes < decodedBytes {
      lines.append("\(ByteCount(peakFrameBytes)) of these pictures are seen in one frame at most")
    }
    let most = pathPoints.max() ?? 0
    let frame = pathPoints.firstIndex(of: most) ?? 0
    let mean = Double(pathPoints.reduce(0, +)) / Double(max(1, pathPoints.count))
    lines.append("\(most) points of paths in frame \(frame) at most, \(short(mean)) on average")
    return CommandResult(json: self, texts: lines, isAnswer: true)
  }
}

/// Output of `--cost`.
struct PlayerCostReport: Encodable {
  var version = Inspection.formatVersion
  var cost: PlayerCost

  private enum Member: String, CodingKey {
    case version
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(version, forKey: .version)
    try cost.encode(to: encoder)
  }

  var result: CommandResult {
    let layers = cost.layers
    var lines = layers.prefix(10).map { layer in
      "\(short(layer.milliseconds, 1000)) ms  \(short(100 * cost.share(of: layer), 1)) %  \(KeyPathPattern.names(layer.layer))"
    }
    if layers.count > 10 { lines.append("… and \(layers.count - 10) more layers") }
    let most = cost.frames.max() ?? 0
    let frame = cost.frames.firstIndex(of: most) ?? 0
    lines.append("\(short(cost.milliseconds)) ms a frame on average, \(short(most)) at most, in frame \(frame)")
    return CommandResult(json: self, texts: lines, isAnswer: true)
  }
}

/// A number rounded to a part of one, by default with at most two decimals.
private func short(_ value: Double, _ digits: Double = 100) -> String {
  let rounded = (value * digits).rounded() / digits
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
}

extension Inspection {
  /// A few lines.
  var lines: [String] {
    var lines = [
      "\(format), \(short(width)) × \(short(height)) px, \(frameCount) frames at \(short(frameRate)) fps, "
        + "\(short(durationMilliseconds)) ms",
      "\(sprites) sprite\(sprites == 1 ? "" : "s"): \(vectorSprites) vector, \(bitmapSprites) bitmap",
    ]
    if !animations.isEmpty { lines.append("animations: " + animations.joined(separator: ", ")) }
    if !themes.isEmpty { lines.append("themes: " + themes.joined(separator: ", ")) }
    if !slots.isEmpty { lines.append("slots: " + slots.joined(separator: ", ")) }
    if !fonts.isEmpty { lines.append("fonts: " + fonts.joined(separator: ", ")) }
    for marker in markers {
      lines.append(
        "marker \(marker.name)  frame \(short(marker.firstFrame))"
          + (marker.frameCount > 0 ? ", \(short(marker.frameCount)) frames" : ""))
    }
    for machine in stateMachines { lines += machine.lines }
    for sound in sounds {
      lines.append("sound \(sound.key)  \(ByteCount(sound.bytes)), frames \(sound.firstFrame)…\(sound.lastFrame)")
    }
    if !images.isEmpty {
      lines.append("\(images.count) image\(images.count == 1 ? "" : "s"), \(ByteCount(decodedBytes)) decoded")
    }
    for image in images { lines.append("  \(image.key)  \(image.width) × \(image.height) px") }
    return lines
  }
}
