internal import KilnJSON
package import KilnPixels

/// What a VAP file says of itself: the content of its `vapc` box, and of the JSON file beside it, which the web player reads.
package struct VAPConfiguration: Sendable, Hashable {
  /// Areas of the frames.
  package var areas: VideoAreas
  /// Number of frames.
  package var frameCount: Int
  /// Frames per second.
  package var frameRate: Int
  /// Pictures and texts that apps put in; empty for none.
  package var sources: [VAPSource] = []
  /// Where they are shown; only frames in which there are some, ascending.
  package var frames: [VAPSourceFrame] = []

  package init(areas: VideoAreas, frameCount: Int, frameRate: Int) {
    (self.areas, self.frameCount, self.frameRate) = (areas, frameCount, frameRate)
  }

  /// The version of the layout that players ask for.
  private static let version = 2

  /// The box of the file.
  package var box: [UInt8] { MP4File.box("vapc", json) }

  /// The JSON, in UTF-8.
  package var json: [UInt8] {
    var text = #"{"info":{"v":\#(Self.version),"f":\#(frameCount),"w":\#(areas.color.width),"h":\#(areas.color.height)"#
    text += #","fps":\#(frameRate),"videoW":\#(areas.videoWidth),"videoH":\#(areas.videoHeight)"#
    text += #","aFrame":\#(Self.list(areas.alpha ?? .empty)),"rgbFrame":\#(Self.list(areas.color))"#
    text += #","isVapx":\#(sources.isEmpty ? 0 : 1),"orien":0}"#
    if !sources.isEmpty {
      text += #","src":["# + sources.map(\.json).joined(separator: ",") + "]"
      text += #","frame":["# + frames.map(\.json).joined(separator: ",") + "]"
    }
    return Array((text + "}").utf8)
  }

  static func list(_ rect: PixelRect) -> String { "[\(rect.minX),\(rect.minY),\(rect.width),\(rect.height)]" }
}

/// A picture or text that apps put into a VAP file.
package struct VAPSource: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable { case image = "img", text = "txt" }

  /// Number by which frames name it.
  package var identifier: Int
  package var kind: Kind
  /// Name by which apps know it.
  package var tag: String
  /// Size in pixels.
  package var width: Int
  package var height: Int
  /// Colour of a text, `#rrggbb`.
  package var color = "#000000"

  package init(identifier: Int, kind: Kind, tag: String, width: Int, height: Int) {
    (self.identifier, self.kind, self.tag) = (identifier, kind, tag)
    (self.width, self.height) = (width, height)
  }

  fileprivate var json: String {
    #"{"srcId":"\#(identifier)","srcType":"\#(kind.rawValue)","srcTag":\#(JSONText.quoted(tag))"#
      + #","loadType":"\#(kind == .image ? "net" : "local")","fitType":"fitXY","color":"\#(color)","style":"b""#
      + #","w":\#(width),"h":\#(height)}"#
  }
}

/// The pictures and texts of a frame of a VAP file.
package struct VAPSourceFrame: Sendable, Hashable {
  /// A picture or text in a frame.
  package struct Object: Sendable, Hashable {
    /// The source.
    package var source: Int
    /// Order of drawing; higher ones are in front.
    package var depth: Int
    /// Where it is shown, in pixels of what is shown.
    package var frame: PixelRect
    /// Where its mask is, in pixels of the video.
    package var mask: PixelRect

    package init(source: Int, depth: Int, frame: PixelRect, mask: PixelRect) {
      (self.source, self.depth, self.frame, self.mask) = (source, depth, frame, mask)
    }
  }

  /// Number of the frame.
  package var index: Int
  package var objects: [Object]

  package init(index: Int, objects: [Object]) { (self.index, self.objects) = (index, objects) }

  fileprivate var json: String {
    let list = objects.map {
      #"{"srcId":"\#($0.source)","z":\#($0.depth),"frame":\#(VAPConfiguration.list($0.frame))"#
        + #","mFrame":\#(VAPConfiguration.list($0.mask)),"mt":0}"#
    }
    return #"{"i":\#(index),"obj":["# + list.joined(separator: ",") + "]}"
  }
}
