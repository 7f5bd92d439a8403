internal import KilnExporting
internal import KilnTimeline

/// The text format of libGDX and Spine: pages with a blank line between, each with its regions.
///
/// The frames of an animation have one name and an index, by which `findRegions` sorts them. Offsets count from the lower
/// left corner of the canvas.
enum LibGDXDescriptor {
  static func files(of layout: AtlasLayout) -> [NamedFile] {
    var text = ""
    let names = names(of: layout.animations)
    for (number, page) in layout.pages.enumerated() {
      if number > 0 { text += "\n" }
      text += "\(line(page.name))\nsize: \(page.width), \(page.height)\nformat: RGBA8888\n"
      text += "filter: Linear, Linear\nrepeat: none\n"
      if layout.isPremultiplied { text += "pma: true\n" }
      if layout.scale != 1 { text += "scale: \(layout.scaleText)\n" }
      for (animation, name) in zip(layout.animations, names) {
        for (index, frame) in animation.frames.enumerated() where frame.region.page == number {
          text += region(frame, of: animation, named: name, index: index)
        }
      }
    }
    return [NamedFile(name: layout.name + ".atlas", mediaType: "text/plain", bytes: Array(text.utf8))]
  }

  private static func region(
    _ frame: AtlasLayout.Frame, of animation: AtlasLayout.Animation, named name: String, index: Int
  ) -> String {
    let region = frame.region
    var text = "\(name)\n  bounds: \(region.x), \(region.y), \(region.width), \(region.height)\n"
    if frame.isTrimmed(of: animation) {
      let below = animation.height - frame.y - region.height
      text += "  offsets: \(frame.x), \(below), \(animation.width), \(animation.height)\n"
    }
    if region.isTurned { text += "  rotate: 90\n" }
    return text + "  index: \(index)\n"
  }

  /// Names of the animations: all distinct, even if two differ only in characters that a line cannot hold.
  private static func names(of animations: [AtlasLayout.Animation]) -> [String] {
    // Names that are written as they are take precedence.
    var used = Set(animations.map(\.name).filter { line($0) == $0 })
    return animations.map { animation in
      var name = line(animation.name)
      guard name != animation.name else { return name }
      while !used.insert(name).inserted { name += "_" }
      return name
    }
  }

  /// A name on a line of its own. A colon would make it an attribute, and readers cut spaces at its ends.
  private static func line(_ name: String) -> String {
    let characters = name.map { $0 == ":" || $0.isNewline ? "_" : $0 }
    let start = characters.prefix(while: \.isWhitespace).count
    let end = characters.reversed().prefix(while: \.isWhitespace).count
    return String(characters.enumerated().map { $0 < start || $0 >= characters.count - end ? "_" : $1 })
  }
}
