internal import TimelineModel

/// The text format of libGDX and Spine: pages with a blank line between, each with its regions.
///
/// The frames of an animation have one name and an index, by which `findRegions` sorts them. Offsets count from the lower
/// left corner of the canvas.
enum LibGDXDescriptor {
  static func files(of layout: AtlasLayout) -> [NamedFile] {
    var text = ""
    for (number, page) in layout.pages.enumerated() {
      if number > 0 { text += "\n" }
      text += "\(line(page.name))\nsize: \(page.width), \(page.height)\nformat: RGBA8888\n"
      text += "filter: Linear, Linear\nrepeat: none\n"
      if layout.isPremultiplied { text += "pma: true\n" }
      if layout.scale != 1 { text += "scale: \(layout.scaleText)\n" }
      for animation in layout.animations {
        for (index, frame) in animation.frames.enumerated() where frame.region.page == number {
          text += region(frame, of: animation, index: index)
        }
      }
    }
    return [NamedFile(name: layout.name + ".atlas", mediaType: "text/plain", bytes: Array(text.utf8))]
  }

  private static func region(
    _ frame: AtlasLayout.Frame, of animation: AtlasLayout.Animation, index: Int
  ) -> String {
    let region = frame.region
    var text = "\(line(animation.name))\n  bounds: \(region.x), \(region.y), \(region.width), \(region.height)\n"
    if frame.isTrimmed(of: animation) {
      let below = animation.height - frame.y - region.height
      text += "  offsets: \(frame.x), \(below), \(animation.width), \(animation.height)\n"
    }
    if region.isTurned { text += "  rotate: 90\n" }
    return text + "  index: \(index)\n"
  }

  /// A name on a line of its own. A colon would make it an attribute.
  private static func line(_ name: String) -> String {
    String(name.map { $0 == ":" || $0.isNewline ? "_" : $0 })
  }
}
