import Diagnostics
import Foundation
import ImageCodecs
import Kiln
import Pixels
import TestSupport
import TimelineModel

/// A result read back: a text that says what is in it, never how it is compressed, and its frames.
struct ConvertedAnimation {
  /// For `expected/dump.txt`.
  let dump: String
  /// Every frame, whole.
  let frames: [Pixmap]

  /// Reads a conversion's files; nil if there is no animation among them.
  init?(_ files: [String: [UInt8]]) throws {
    if let bytes = files.first(where: { $0.key.hasSuffix(".svga") })?.value {
      try self.init(svga: bytes)
    } else if let bytes = files.first(where: { $0.key.hasSuffix(".webp") })?.value {
      try self.init(webp: bytes)
    } else if let descriptor = files.first(where: { $0.key.hasSuffix(".json") })?.value {
      try self.init(atlas: Atlas(descriptor), files)
    } else {
      return nil
    }
  }

  /// The timeline.
  private init(svga bytes: [UInt8]) throws {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(bytes, log: &log)
    let timeline = try source.timeline(source.info.nativeSampling, log: &log)
    dump = timeline.dump + log.diagnostics.map { "\($0)\n" }.joined()
    frames = renderedFrames(timeline)
  }

  /// When each frame is shown.
  private init(webp bytes: [UInt8]) throws {
    let reader = try AnimatedWebPReader(bytes, limits: Limits())
    let decoded = try reader.decodeFrames()
    let loops = reader.loopCount == 0 ? "for ever" : "\(reader.loopCount) times"
    var lines = ["webp \(reader.width) × \(reader.height) px, \(decoded.count) frames, plays \(loops)"]
    var start = 0
    for (index, frame) in decoded.enumerated() {
      lines.append("frame \(index) from \(start) to \(frame.endMilliseconds) ms")
      start = frame.endMilliseconds
    }
    dump = lines.joined(separator: "\n") + "\n"
    frames = decoded.map(\.pixmap)
  }

  /// Where each frame lies in the picture, and for how long it is shown.
  private init(atlas: Atlas, _ files: [String: [UInt8]]) throws {
    let page = try ImageDecoder.decode(files[atlas.meta.image] ?? [], limits: Limits())
    var lines = ["atlas \(atlas.meta.image) \(page.width) × \(page.height) px"]
    var frames: [Pixmap] = []
    for (animation, names) in atlas.animations.sorted(by: { $0.key < $1.key }) {
      lines.append("animation \(animation), \(names.count) frames")
      for name in names {
        guard let frame = atlas.frames[name] else { continue }
        let (from, to) = (frame.frame, frame.spriteSourceSize)
        lines.append(
          "\(name) \(from.w) × \(from.h) px at \(from.x) \(from.y), shown at \(to.x) \(to.y) of \(frame.sourceSize.w) × "
            + "\(frame.sourceSize.h) for \(frame.duration) ms")
        var canvas = Pixmap(width: frame.sourceSize.w, height: frame.sourceSize.h)
        let region = PixelRect(x: from.x, y: from.y, width: from.w, height: from.h)
        canvas.copy(page.cropped(to: region), x: to.x, y: to.y)
        frames.append(canvas)
      }
    }
    dump = lines.joined(separator: "\n") + "\n"
    self.frames = frames
  }
}

/// An atlas' descriptor, as its readers see it.
private struct Atlas: Decodable {
  struct Rectangle: Decodable { var x, y, w, h: Int }
  struct Extent: Decodable { var w, h: Int }

  struct Frame: Decodable {
    var frame: Rectangle
    var spriteSourceSize: Rectangle
    var sourceSize: Extent
    var duration: Int
  }

  struct Meta: Decodable { var image: String }

  var frames: [String: Frame]
  var animations: [String: [String]]
  var meta: Meta

  init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(Atlas.self, from: Data(bytes)) }
}
