internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline

/// Aseprite's JSON array: a list of frames with durations, and tags with first and last frame.
///
/// Each animation has a tag, and each of its markers another.
enum AsepriteDescriptor {
  private struct File: Encodable {
    var frames: [DescriptorFrame]
    var meta: Meta
  }

  private struct Meta: Encodable {
    var app = "kiln"
    var version = "1.0"
    var image: String
    var format = "RGBA8888"
    var size: DescriptorExtent
    var scale: String
    var frameTags: [Tag]
  }

  private struct Tag: Encodable {
    var name: String
    var from: Int
    var to: Int
    var direction = "forward"
  }

  static func files(of layout: AtlasLayout) throws(Diagnostic) -> [NamedFile] {
    guard let page = layout.pages.first else { return [] }
    let frames = layout.animations.flatMap { animation in
      animation.frames.map { DescriptorFrame($0, of: animation, hasName: true) }
    }
    let file = File(
      frames: frames,
      meta: Meta(
        image: page.name, size: DescriptorExtent(w: page.width, h: page.height), scale: layout.scaleText,
        frameTags: tags(of: layout)))
    return [try DescriptorJSON.file(file, named: layout.name + ".json")]
  }

  private static func tags(of layout: AtlasLayout) -> [Tag] {
    var tags: [Tag] = []
    var first = 0
    for animation in layout.animations {
      let count = animation.frames.count
      tags.append(Tag(name: animation.name, from: first, to: first + count - 1))
      for marker in animation.markers {
        guard let frames = marker.frames(of: count) else { continue }
        tags.append(Tag(name: marker.name, from: first + frames.lowerBound, to: first + frames.upperBound))
      }
      first += count
    }
    return tags
  }
}
