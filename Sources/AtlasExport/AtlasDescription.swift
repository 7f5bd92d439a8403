internal import Diagnostics
internal import Pixels
internal import TimelineModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The descriptor: TexturePacker's JSON hash, with each frame's duration as Aseprite writes it and the frames' order as
/// PixiJS reads it.
struct AtlasDescription: Encodable {
  struct Rectangle: Encodable {
    var x: Int
    var y: Int
    var w: Int
    var h: Int
  }

  struct Extent: Encodable {
    var w: Int
    var h: Int
  }

  struct Frame: Encodable {
    var frame: Rectangle
    var rotated = false
    var trimmed: Bool
    var spriteSourceSize: Rectangle
    var sourceSize: Extent
    var duration: Int
  }

  struct Meta: Encodable {
    var app = "kiln"
    var version = "1.0"
    var image: String
    var format = "RGBA8888"
    var size: Extent
    /// Size of the frames relative to the source's, by which readers divide to show them at the source's size.
    var scale: String
  }

  var frames: [String: Frame] = [:]
  var animations: [String: [String]] = [:]
  var meta: Meta

  /// - Parameters:
  ///   - frameName: What frames are called: `<frameName>_0000.png`.
  ///   - pageName: File name of the page.
  ///   - scale: Size of the frames relative to the source's; nil if there is no such number.
  init(
    frameName: String, pageName: String, scale: Double?, timeline: Timeline, frames trimmed: TrimmedFrames,
    places: [RectanglePacker.Place], pageWidth: Int, pageHeight: Int
  ) {
    meta = Meta(
      image: pageName, size: Extent(w: pageWidth, h: pageHeight), scale: Self.text(of: scale ?? 1))
    var names: [String] = []
    // Wide enough that names sort as frames do.
    let digits = max(4, String(max(0, trimmed.frames.count - 1)).count)
    for (index, source) in trimmed.frames.enumerated() {
      let number = String(index)
      let name =
        frameName + "_" + String(repeating: "0", count: digits - number.count) + number + ".png"
      let region = trimmed.regions[source.region]
      let place = places[source.region]
      names.append(name)
      frames[name] = Frame(
        frame: Rectangle(x: place.x, y: place.y, w: region.width, h: region.height),
        trimmed: region.width != trimmed.width || region.height != trimmed.height,
        spriteSourceSize: Rectangle(x: source.x, y: source.y, w: region.width, h: region.height),
        sourceSize: Extent(w: trimmed.width, h: trimmed.height), duration: timeline.milliseconds(ofFrame: index))
    }
    animations[frameName] = names
  }

  /// A number as TexturePacker writes it, with at most six decimals.
  private static func text(of number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    return Int(exactly: rounded).map(String.init) ?? String(rounded)
  }

  /// The JSON text, with sorted keys, so that the same atlas always gives the same bytes.
  func json() throws(Diagnostic) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      throw Diagnostic(.internalError, "the atlas' descriptor cannot be encoded: \(error)")
    }
  }
}
