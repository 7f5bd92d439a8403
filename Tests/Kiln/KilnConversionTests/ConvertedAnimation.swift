import Foundation
import Kiln
import KilnDiagnostics
import KilnImages
import KilnPixels
import KilnTestSupport
import KilnTimeline

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
    } else if files.count == 1, let bytes = files.first(where: { $0.key.hasSuffix(".json") })?.value {
      try self.init(lottie: bytes)
    } else if let descriptor = files.first(where: { $0.key.hasSuffix(".json") })?.value {
      try self.init(atlas: AtlasFile(descriptor), files)
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

  /// The document.
  private init(lottie bytes: [UInt8]) throws {
    var log = DiagnosticLog()
    let source = try AnimationFile.open(bytes, log: &log)
    let timeline = try source.timeline(source.info.nativeSampling, log: &log)
    dump = try LottieDump(bytes).text + log.diagnostics.map { "\($0)\n" }.joined()
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
  private init(atlas: AtlasFile, _ files: [String: [UInt8]]) throws {
    let page = try ImageDecoder.decode(files[atlas.meta.image] ?? [], limits: Limits())
    var lines = ["atlas \(atlas.meta.image) \(page.width) × \(page.height) px"]
    var frames: [Pixmap] = []
    for (animation, names) in atlas.animations.sorted(by: { $0.key < $1.key }) {
      lines.append("animation \(animation), \(names.count) frames")
      for (name, frame, canvas) in atlas.shownFrames(of: animation, page: page) {
        let (from, to) = (frame.frame, frame.spriteSourceSize)
        lines.append(
          "\(name) \(from.w) × \(from.h) px at \(from.x) \(from.y), shown at \(to.x) \(to.y) of \(frame.sourceSize.w) × "
            + "\(frame.sourceSize.h) for \(frame.duration) ms")
        frames.append(canvas)
      }
    }
    dump = lines.joined(separator: "\n") + "\n"
    self.frames = frames
  }
}
