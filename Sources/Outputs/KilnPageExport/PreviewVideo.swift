#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A video that the browser of a page decodes, and that the page composes of its areas.
public struct PreviewVideo: Sendable {
  /// A rectangle of a frame of the video, in its pixels.
  public struct Area: Sendable, Encodable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// A rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// A picture or text that apps put in.
  public struct Slot: Sendable, Encodable {
    var key: String
    /// `picture` or `text`.
    var kind: String
    var width: Int
    var height: Int

    /// - Parameter isText: Whether it is a text and no picture.
    public init(key: String, isText: Bool, width: Int, height: Int) {
      (self.key, kind, self.width, self.height) = (key, isText ? "text" : "picture", width, height)
    }
  }

  /// Bytes of the video file.
  public var file: [UInt8]
  /// `video/mp4` or `video/webm`.
  public var mediaType: String
  /// Columns of what is shown.
  public var width: Int
  /// Rows of what is shown.
  public var height: Int
  /// Frames per second.
  public var frameRate: Double
  /// Number of frames.
  public var frameCount: Int
  /// Area of the colours, multiplied by alpha where that has an area.
  public var color: Area
  /// Area of alpha; nil for a codec that has alpha, and for a video without.
  public var alpha: Area?
  /// Pictures and texts that apps put in.
  public var slots: [Slot] = []

  /// A video whose colours fill its frames.
  public init(
    file: [UInt8], mediaType: String, width: Int, height: Int, frameRate: Double, frameCount: Int
  ) {
    (self.file, self.mediaType, self.width, self.height) = (file, mediaType, width, height)
    (self.frameRate, self.frameCount) = (frameRate, frameCount)
    color = Area(x: 0, y: 0, width: width, height: height)
  }
}

extension PreviewVideo: Encodable {
  private enum CodingKeys: CodingKey { case type, data, width, height, frameRate, frameCount, color, alpha, slots }

  /// The video as the page reads it, the file in Base64.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(mediaType, forKey: .type)
    try object.encode(Data(file).base64EncodedString(), forKey: .data)
    try object.encode(width, forKey: .width)
    try object.encode(height, forKey: .height)
    try object.encode(frameRate, forKey: .frameRate)
    try object.encode(frameCount, forKey: .frameCount)
    try object.encode(color, forKey: .color)
    try object.encode(alpha, forKey: .alpha)
    try object.encode(slots, forKey: .slots)
  }
}
