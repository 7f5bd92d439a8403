import KilnGeometry
import KilnPixels

extension Timeline {
  /// `dumpLines` as one text with a line end behind each.
  public var dump: String { dumpLines.map { $0 + "\n" }.joined() }

  /// A text representation of the whole timeline, with consecutive equal states merged. For tests, `inspect` and debugging.
  ///
  /// Numbers are rounded to three decimals, so that the text is the same on all platforms. Names stand in it as they are.
  public var dumpLines: [String] {
    var lines = [
      "timeline \(text(canvas.width)) × \(text(canvas.height)) px, \(text(frameRate)) fps, \(frameCount) frames"
    ]
    for marker in markers {
      lines.append("marker \"\(marker.name)\" at \(text(marker.firstFrame)) for \(text(marker.frameCount)) frames")
    }
    for clip in audioClips {
      lines.append(
        "audio \"\(clip.key)\" \(clip.bytes.count) bytes in frames \(clip.frames.lowerBound)…\(clip.frames.upperBound - 1), "
          + "from \(clip.startMilliseconds) of \(clip.totalMilliseconds) ms"
          + (clip.isPlain ? "" : ", speed \(text(clip.speed)), gain \(text(clip.gains.first ?? 1))"))
    }
    for (index, image) in images.enumerated() {
      lines.append("image \(index) \"\(image.name)\" \(image.format.rawValue) \(image.width) × \(image.height)")
    }
    for (index, list) in shapeLists.enumerated() {
      lines.append("shapes \(index)")
      for shape in list.shapes { lines.append("  " + shape.dump) }
    }
    for (index, clip) in clips.enumerated() { lines.append("clip \(index) \(clip.text(decimals: 3))") }
    for (index, chain) in filterChains.enumerated() { lines.append("filters \(index) \(chain.dump)") }
    for sprite in sprites { lines += sprite.dump(indent: "") }
    return lines
  }
}

extension Sprite {
  fileprivate func dump(indent: String) -> [String] {
    var line = indent + "sprite \"" + layers.joined(separator: " › ") + "\""
    switch content {
    case .image(let id): line += " image \(id.index)"
    case .vector: line += " vector"
    case .group: line += " group"
    }
    if blendMode != .normal { line += " \(blendMode.rawValue)" }
    if let replacementKey { line += " key \"\(replacementKey)\"" }
    var lines = [line]
    var first = 0
    while first < frames.count {
      var last = first
      let state = frames[first].dump
      while last + 1 < frames.count, frames[last + 1] == frames[last] || frames[last + 1].dump == state { last += 1 }
      lines.append("\(indent)  \(first)\(last > first ? "…\(last)" : "") \(state)")
      first = last + 1
    }
    if let matte {
      lines.append("\(indent)  matte \(matte.mode.rawValue)")
      lines += matte.sprites.flatMap { $0.dump(indent: indent + "    ") }
    }
    if case .group(let children) = content { lines += children.flatMap { $0.dump(indent: indent + "  ") } }
    return lines
  }
}

extension FrameState {
  fileprivate var dump: String {
    guard isVisible else { return "hidden" }
    var parts: [String] = []
    if opacity < 1 { parts.append("opacity \(text(opacity))") }
    if let shapes { parts.append("shapes \(shapes.index)") }
    if let filters { parts.append("filters \(filters.index)") }
    if let clip { parts.append("clip \(clip.index)") }
    parts.append(transform.dump)
    return parts.joined(separator: " ")
  }
}

extension FilterChain {
  fileprivate var dump: String {
    let place = [region.minX, region.minY, region.width, region.height].map(text).joined(separator: " ")
    return "\(filters.map(\.dump).joined(separator: ", ")) in \(place)"
  }
}

extension Filter {
  fileprivate var dump: String {
    switch self {
    case .blur(let deviation): "blur \(text(deviation.width)) \(text(deviation.height))"
    case .shadow(let shadow):
      "shadow \(shadow.color.dump) at \(text(shadow.offset.x)) \(text(shadow.offset.y)) blur \(text(shadow.deviation))"
        + (shadow.showsSource ? "" : " alone")
    case .fill(let color): "fill \(color.dump)"
    case .tint(let tint):
      "tint \(tint.black.dump) to \(tint.white.dump) by \(text(tint.amount))" + (tint.showsSource ? "" : " alone")
    case .tritone(let shadows, let midtones, let highlights):
      "tritone \(shadows.dump) \(midtones.dump) \(highlights.dump)"
    case .levels(let levels):
      "levels "
        + [levels.red, levels.green, levels.blue, levels.alpha, levels.composite].map(\.dump).joined(separator: " ")
    case .erode(let radius): "erode \(text(radius))"
    case .outline(let color, let radius): "outline \(color.dump) by \(text(radius))"
    }
  }
}

extension Filter.Levels.Curve {
  fileprivate var dump: String {
    "\(text(inputBlack))…\(text(inputWhite))^\(text(gamma))→\(text(outputBlack))…\(text(outputWhite))"
  }
}

extension Shape {
  fileprivate var dump: String {
    var parts: [String] = []
    switch outline {
    case .path(let path): parts.append("path \(path.text(decimals: 3))")
    case .rect(let rect, let cornerRadius):
      parts.append("rect \(text(rect.minX)) \(text(rect.minY)) \(text(rect.width)) \(text(rect.height))")
      if cornerRadius > 0 { parts.append("radius \(text(cornerRadius))") }
    case .ellipse(let center, let radii):
      parts.append("ellipse \(text(center.x)) \(text(center.y)) \(text(radii.width)) \(text(radii.height))")
    }
    if let fill { parts.append("fill \(fill.paint.dump)\(fill.rule == .evenOdd ? " evenOdd" : "")") }
    if let stroke { parts.append("stroke \(stroke.paint.dump) \(stroke.style.dump)") }
    if transform != .identity { parts.append(transform.dump) }
    return parts.joined(separator: " ")
  }
}

extension Paint {
  fileprivate var dump: String {
    switch self {
    case .solid(let color): color.dump
    case .gradient(let gradient): gradient.dump
    }
  }
}

extension Gradient {
  fileprivate var dump: String {
    let stops = stops.map { "\(text($0.offset)) \($0.color.dump)" }.joined(separator: ", ")
    switch geometry {
    case .linear(let start, let end):
      return "linear \(text(start.x)) \(text(start.y)) to \(text(end.x)) \(text(end.y)) (\(stops))"
    case .radial(let center, let radius, let focus):
      let place = "\(text(center.x)) \(text(center.y)) radius \(text(radius))"
      return "radial \(place) focus \(text(focus.x)) \(text(focus.y)) (\(stops))"
    }
  }
}

extension StraightColor {
  fileprivate var dump: String {
    let bytes = [red, green, blue].map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "#\(hex)\(alpha < 1 ? "@\(text(alpha))" : "")"
  }
}

extension StrokeStyle {
  fileprivate var dump: String {
    var parts = ["width \(text(width)) \(cap) \(join)"]
    if join == .miter { parts.append("limit \(text(miterLimit))") }
    if !dashes.isEmpty { parts.append("dashes \(dashes.map(text).joined(separator: ",")) phase \(text(dashPhase))") }
    return parts.joined(separator: " ")
  }
}

extension Affine {
  fileprivate var dump: String { "[\([a, b, c, d, tx, ty].map(text).joined(separator: " "))]" }
}

/// Rounded to three decimals, without a trailing `.0`.
private func text(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
}
