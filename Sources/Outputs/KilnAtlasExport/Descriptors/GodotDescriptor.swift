internal import KilnExporting
internal import KilnTimeline

/// A SpriteFrames resource of Godot 4 with an AtlasTexture for each region. Pages are found beside the resource.
enum GodotDescriptor {
  /// Content of an AtlasTexture.
  private struct Texture: Hashable {
    var region: AtlasPages.Region
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  static func files(of layout: AtlasLayout) -> [NamedFile] {
    var numbers: [Texture: Int] = [:]
    var textures = ""
    var animations: [String] = []
    for animation in layout.animations {
      var frames: [String] = []
      for frame in animation.frames {
        let texture = Texture(
          region: frame.region, x: frame.x, y: frame.y, width: animation.width, height: animation.height)
        let number = numbers[texture] ?? numbers.count
        if numbers.updateValue(number, forKey: texture) == nil { textures += text(of: texture, number) }
        // In units of the animation's own frame time.
        let duration = AtlasLayout.text(of: Double(frame.duration) * animation.frameRate / 1000)
        frames.append("{\n\"duration\": \(duration),\n\"texture\": SubResource(\"frame_\(number)\")\n}")
      }
      animations.append(
        "{\n\"frames\": [\(frames.joined(separator: ", "))],\n\"loop\": true,\n"
          + "\"name\": &\(quoted(animation.name)),\n\"speed\": \(AtlasLayout.text(of: animation.frameRate))\n}")
    }
    var text = "[gd_resource type=\"SpriteFrames\" load_steps=\(layout.pages.count + numbers.count + 1) format=3]\n\n"
    for (number, page) in layout.pages.enumerated() {
      text += "[ext_resource type=\"Texture2D\" path=\(quoted(page.name)) id=\"page_\(number)\"]\n"
    }
    text += "\n" + textures + "[resource]\nanimations = [\(animations.joined(separator: ", "))]\n"
    return [NamedFile(name: layout.name + ".tres", mediaType: "text/plain", bytes: Array(text.utf8))]
  }

  private static func text(of texture: Texture, _ number: Int) -> String {
    let region = texture.region
    let (right, below) = (texture.width - region.width, texture.height - region.height)
    return """
      [sub_resource type="AtlasTexture" id="frame_\(number)"]
      atlas = ExtResource("page_\(region.page)")
      region = Rect2(\(region.x), \(region.y), \(region.width), \(region.height))
      margin = Rect2(\(texture.x), \(texture.y), \(right), \(below))


      """
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0.isNewline ? " " : String($0) }.joined() + "\""
  }
}
