import Foundation
import KilnDiagnostics

public import KilnPixels

/// An atlas' descriptor, as its readers see it.
public struct AtlasFile: Decodable {
  /// A rectangle in whole pixels.
  public struct Rectangle: Decodable {
    /// Place and size.
    public var x, y, w, h: Int
  }

  /// A size in whole pixels.
  public struct Extent: Decodable {
    /// Columns and rows.
    public var w, h: Int
  }

  /// Where a frame is, and where it is shown.
  public struct Frame: Decodable {
    /// Where it is in the page.
    public var frame: Rectangle
    /// Where it is shown on the canvas.
    public var spriteSourceSize: Rectangle
    /// The canvas.
    public var sourceSize: Extent
    /// Milliseconds for which it is shown.
    public var duration: Int
  }

  /// What holds for the whole atlas.
  public struct Meta: Decodable {
    /// Name of the page.
    public var image: String
  }

  /// All frames, by name.
  public var frames: [String: Frame]
  /// Names of an animation's frames in order, by its name.
  public var animations: [String: [String]]
  /// What holds for the whole atlas.
  public var meta: Meta

  /// Reads a descriptor.
  public init(_ bytes: [UInt8]) throws { self = try JSONDecoder().decode(AtlasFile.self, from: Data(bytes)) }

  /// The frames of an animation on their canvas, of which `page` holds the pixels; names without a frame are left out.
  public func shownFrames(of animation: String, page: Pixmap) -> [(name: String, frame: Frame, pixmap: Pixmap)] {
    (animations[animation] ?? []).compactMap { name in
      guard let frame = frames[name] else { return nil }
      let (from, to) = (frame.frame, frame.spriteSourceSize)
      var canvas = Pixmap(width: frame.sourceSize.w, height: frame.sourceSize.h)
      let region = PixelRect(x: from.x, y: from.y, width: from.w, height: from.h)
      canvas.copy(page.cropped(to: region), x: to.x, y: to.y)
      return (name, frame, canvas)
    }
  }
}
