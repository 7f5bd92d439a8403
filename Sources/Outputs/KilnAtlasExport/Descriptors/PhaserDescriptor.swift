internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline

/// Phaser 3's multiatlas: one JSON with a list of pages, each with the list of its frames.
enum PhaserDescriptor {
  private struct File: Encodable {
    var textures: [Texture]
    var meta = Meta()
  }

  private struct Texture: Encodable {
    var image: String
    var format = "RGBA8888"
    var size: DescriptorExtent
    var scale: Double
    var frames: [DescriptorFrame] = []
  }

  private struct Meta: Encodable {
    var app = "kiln"
    var version = "1.0"
  }

  static func files(of layout: AtlasLayout) throws(Diagnostic) -> [NamedFile] {
    var textures = layout.pages.map { page in
      Texture(image: page.name, size: DescriptorExtent(w: page.width, h: page.height), scale: layout.scale)
    }
    for animation in layout.animations {
      for frame in animation.frames {
        textures[frame.region.page].frames.append(DescriptorFrame(frame, of: animation, hasName: true))
      }
    }
    return [try DescriptorJSON.file(File(textures: textures), named: layout.name + ".json")]
  }
}
