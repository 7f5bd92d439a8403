internal import KilnDiagnostics
internal import KilnExporting
internal import KilnTimeline

/// `frames.json` of a folder with numbered files: which file each frame shows, where on the canvas, and for how long.
enum FrameListDescriptor {
  private struct File: Encodable {
    var version = 1
    var scale: Double
    var premultiplied: Bool
    var animations: [Animation]
  }

  private struct Animation: Encodable {
    var name: String
    var width: Int
    var height: Int
    /// Frames per second.
    var frameRate: Double
    var frames: [Frame]
    var markers: [Marker]
  }

  private struct Frame: Encodable {
    var file: String
    var x: Int
    var y: Int
    /// Milliseconds.
    var duration: Int
    /// `x`, `y` or `xy` for a file that is shown mirrored.
    var flip: String?
  }

  private struct Marker: Encodable {
    var name: String
    var first: Int
    var last: Int
  }

  static func files(of layout: AtlasLayout) throws(Diagnostic) -> [NamedFile] {
    let animations = layout.animations.map { animation in
      let frames = animation.frames.map { frame in
        let flip = (frame.flip.horizontal ? "x" : "") + (frame.flip.vertical ? "y" : "")
        let file = layout.pages[frame.region.page].name.split(separator: "/").last.map(String.init) ?? ""
        return Frame(file: file, x: frame.x, y: frame.y, duration: frame.duration, flip: flip.isEmpty ? nil : flip)
      }
      let markers = animation.markers.compactMap { marker in
        marker.frames(of: frames.count).map { Marker(name: marker.name, first: $0.lowerBound, last: $0.upperBound) }
      }
      return Animation(
        name: animation.name, width: animation.width, height: animation.height, frameRate: animation.frameRate,
        frames: frames, markers: markers)
    }
    let file = File(scale: layout.scale, premultiplied: layout.isPremultiplied, animations: animations)
    return [try DescriptorJSON.file(file, named: layout.name + "/frames.json")]
  }
}
