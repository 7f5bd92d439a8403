internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline

/// TexturePacker's JSON hash: a file a page. The first names the others, as PixiJS reads it.
///
/// A frame is in the file of its page, and so is its name in the list of an animation's frames: readers look for the names
/// of a file's lists among the frames of that file.
enum TexturePackerDescriptor {
  private struct File: Encodable {
    var frames: [String: DescriptorFrame] = [:]
    var animations: [String: [String]] = [:]
    var meta: Meta
  }

  private struct Meta: Encodable {
    var app = "kiln"
    var version = "1.0"
    var image: String
    var format = "RGBA8888"
    var size: DescriptorExtent
    var scale: String
    /// File names of the other pages' descriptors.
    var related_multi_packs: [String]?
  }

  static func files(of layout: AtlasLayout) throws(Diagnostic) -> [NamedFile] {
    let names = layout.pages.indices.map { $0 == 0 ? layout.name + ".json" : "\(layout.name)-\($0).json" }
    var files = layout.pages.map { page in
      File(
        meta: Meta(
          image: page.name, size: DescriptorExtent(w: page.width, h: page.height), scale: layout.scaleText))
    }
    if files.count > 1 { files[0].meta.related_multi_packs = Array(names.dropFirst()) }
    for animation in layout.animations {
      for frame in animation.frames {
        let page = frame.region.page
        files[page].frames[frame.name] = DescriptorFrame(frame, of: animation, hasName: false)
        files[page].animations[animation.name, default: []].append(frame.name)
      }
    }
    var result: [NamedFile] = []
    for (name, file) in zip(names, files) { result.append(try DescriptorJSON.file(file, named: name)) }
    return result
  }
}
