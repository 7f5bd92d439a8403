internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline

/// Cocos2d's property list, format 3: a file a page. Offsets are from centre to centre with y up.
enum CocosDescriptor {
  static func files(of layout: AtlasLayout) -> [NamedFile] {
    layout.pages.indices.map { page in
      let name = page == 0 ? layout.name : "\(layout.name)-\(page)"
      return NamedFile(
        name: name + ".plist", mediaType: "application/xml", bytes: Array(text(of: layout, page: page).utf8))
    }
  }

  private static func text(of layout: AtlasLayout, page number: Int) -> String {
    var frames = ""
    for animation in layout.animations {
      for frame in animation.frames where frame.region.page == number { frames += text(of: frame, of: animation) }
    }
    let page = layout.pages[number]
    let name = HTMLText.escaped(page.name)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      <key>frames</key>
      <dict>
      \(frames)</dict>
      <key>metadata</key>
      <dict>
      <key>format</key><integer>3</integer>
      <key>pixelFormat</key><string>RGBA8888</string>
      <key>premultiplyAlpha</key>\(bool(layout.isPremultiplied))
      <key>realTextureFileName</key><string>\(name)</string>
      <key>size</key><string>{\(page.width),\(page.height)}</string>
      <key>textureFileName</key><string>\(name)</string>
      </dict>
      </dict>
      </plist>

      """
  }

  private static func text(of frame: AtlasLayout.Frame, of animation: AtlasLayout.Animation) -> String {
    let region = frame.region
    let x = Double(frame.x) + Double(region.width - animation.width) / 2
    let y = Double(animation.height - region.height) / 2 - Double(frame.y)
    let size = "{\(region.width),\(region.height)}"
    return """
      <key>\(HTMLText.escaped(frame.name))</key>
      <dict>
      <key>aliases</key><array/>
      <key>spriteOffset</key><string>{\(AtlasLayout.text(of: x)),\(AtlasLayout.text(of: y))}</string>
      <key>spriteSize</key><string>\(size)</string>
      <key>spriteSourceSize</key><string>{\(animation.width),\(animation.height)}</string>
      <key>textureRect</key><string>{{\(region.x),\(region.y)},\(size)}</string>
      <key>textureRotated</key>\(bool(region.isTurned))
      </dict>

      """
  }

  private static func bool(_ value: Bool) -> String { value ? "<true/>" : "<false/>" }
}
