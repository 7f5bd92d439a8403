internal import KilnExporting
internal import KilnTimeline

/// A style sheet: an element with the class of an animation's name plays it.
///
/// A strip of frames that last equally long is moved in `steps()`. Otherwise there is a keyframe wherever the picture
/// changes; pages are backgrounds of which all but one are moved out of sight.
enum StyleSheetDescriptor {
  static func files(of layout: AtlasLayout) -> [NamedFile] {
    var used: Set<String> = []
    var text = ""
    for animation in layout.animations {
      var name = identifier(animation.name)
      while !used.insert(name).inserted { name += "_" }
      text += rules(for: animation, named: name, layout)
    }
    return [NamedFile(name: layout.name + ".css", mediaType: "text/css", bytes: Array(text.utf8))]
  }

  /// Whether frames in a row, each at the same place of the canvas, can be moved in equal steps.
  private static func stepWidth(of frames: [AtlasLayout.Frame]) -> Int? {
    guard frames.count > 1, let first = frames.first else { return nil }
    let step = frames[1].region.x - first.region.x
    let isStrip = frames.enumerated().allSatisfy { index, frame in
      frame.flip == .none && frame.region.page == 0 && frame.region.y == first.region.y
        && frame.region.x == first.region.x + index * step && abs(frame.duration - first.duration) <= 1
    }
    return isStrip && step > 0 ? step : nil
  }

  private static func rules(
    for animation: AtlasLayout.Animation, named name: String, _ layout: AtlasLayout
  ) -> String {
    guard let first = animation.frames.first else { return "" }
    func length(_ pixels: Int) -> String { AtlasLayout.text(of: Double(pixels) / layout.scale) + "px" }
    let pages = layout.pages.map { "url(\"\(escaped($0.name))\")" }.joined(separator: ", ")
    let sizes = layout.pages.map { "\(length($0.width)) \(length($0.height))" }.joined(separator: ", ")
    let total = animation.frames.reduce(0) { $0 + $1.duration }
    let step = stepWidth(of: animation.frames)
    let timing = step == nil ? "step-end" : "steps(\(animation.frames.count))"
    func position(_ region: AtlasPages.Region, movedBy step: Int = 0) -> String {
      layout.pages.indices.map { page in
        page == region.page ? "\(length(-region.x - step)) \(length(-region.y))" : "\(length(-100_000)) 0px"
      }.joined(separator: ", ")
    }
    var text = """
      .\(name) {
        position: relative;
        width: \(length(animation.width));
        height: \(length(animation.height));
      }
      .\(name)::before {
        content: "";
        position: absolute;
        left: \(length(first.x));
        top: \(length(first.y));
        width: \(length(first.region.width));
        height: \(length(first.region.height));
        background-image: \(pages);
        background-size: \(sizes);
        background-position: \(position(first.region));
        background-repeat: no-repeat;
        animation: \(name) \(total)ms \(timing) infinite;
      }
      @keyframes \(name) {

      """
    if let step {
      text += "  to { background-position: \(position(first.region, movedBy: step * animation.frames.count)); }\n"
    } else {
      text += keyframes(of: animation.frames, total: total) { position($0) }
    }
    return text + "}\n"
  }

  private static func keyframes(
    of frames: [AtlasLayout.Frame], total: Int, position: (AtlasPages.Region) -> String
  ) -> String {
    var text = ""
    var start = 0
    for (index, frame) in frames.enumerated() {
      let isNew = index == 0 || frame.region != frames[index - 1].region || frame.flip != frames[index - 1].flip
      if isNew {
        let share = AtlasLayout.text(of: Double(start) * 100 / Double(max(1, total)))
        let flip = "scale(\(frame.flip.horizontal ? -1 : 1), \(frame.flip.vertical ? -1 : 1))"
        text += "  \(share)% { background-position: \(position(frame.region)); transform: \(flip); }\n"
      }
      start += frame.duration
    }
    return text
  }

  /// A name that can be a class.
  private static func identifier(_ name: String) -> String {
    let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == "-" ? $0 : "-" }
    let text = String(letters)
    return text.first.map { $0.isNumber || $0 == "-" } ?? true ? "_" + text : text
  }

  private static func escaped(_ name: String) -> String {
    name.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0.isNewline ? " " : String($0) }.joined()
  }
}
