public import KilnDiagnostics
internal import KilnImages
public import KilnPixels
package import KilnVideo

/// An animation that is stored as pictures: animated WebP, APNG, GIF, a sequence of image files, or an atlas.
public struct PictureAnimation: Sendable {
  private enum Storage: Sendable {
    /// One file with all frames.
    case file([UInt8])
    /// One image file for each frame.
    case sequence(@Sendable (Int) throws(Diagnostic) -> [UInt8])
    case atlas(PagedAtlas)
    case video(StoredVideo)
  }

  /// `webp`, `apng`, `png`, `gif`, `jpeg`, `frames`, `atlas`, `mp4`, `webm` or `mov`.
  public let format: String
  /// Canvas width in pixels.
  public let width: Int
  /// Canvas height in pixels.
  public let height: Int
  /// Number of frames.
  public let frameCount: Int
  /// Duration of each frame in milliseconds; nil if the files do not say.
  public let milliseconds: [Double]?
  private let storage: Storage
  private let limits: Limits

  /// Reads a file of one of the formats that `PictureFrames` decodes.
  ///
  /// - Throws: The errors of `PictureFrames`.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    let frames = try PictureFrames(bytes, limits: limits)
    format = frames.format.rawValue
    (width, height, frameCount) = (frames.width, frames.height, frames.milliseconds.count)
    milliseconds = frames.milliseconds
    storage = .file(bytes)
    self.limits = limits
  }

  /// A sequence of image files, all of the size of the first one.
  ///
  /// - Parameters:
  ///   - count: Number of files.
  ///   - load: The content of the file of a frame.
  /// - Throws: The errors of `load`, `input.unknownFormat` or `limit.exceeded`.
  public init(
    sequenceOf count: Int, limits: Limits = Limits(),
    load: @escaping @Sendable (Int) throws(Diagnostic) -> [UInt8]
  ) throws(Diagnostic) {
    guard count > 0 else {
      throw Diagnostic(.inputUnknownFormat, "the folder holds no pictures", advice: "name a folder of PNG files")
    }
    try limits.check(count, atMost: .frames, "the number of pictures")
    guard let header = ImageHeader(try load(0)), header.width > 0, header.height > 0 else {
      throw Diagnostic(.inputUnknownFormat, "the first file of the sequence is no PNG, JPEG or WebP image")
    }
    try limits.check(width: header.width, height: header.height, "the pictures")
    format = "frames"
    (width, height, frameCount, milliseconds) = (header.width, header.height, count, nil)
    storage = .sequence(load)
    self.limits = limits
  }

  /// An atlas with the files of its pages.
  ///
  /// - Parameter pages: The descriptor of each page and the page's file, at least one.
  /// - Throws: `input.unknownFormat`, `limit.exceeded`, or what decoding a page throws.
  public init(
    atlas pages: [(descriptor: AtlasSheet, file: [UInt8])], limits: Limits = Limits()
  ) throws(Diagnostic) {
    let atlas = try PagedAtlas(pages, limits: limits)
    let canvas = try atlas.picture(at: 0, limits: limits)
    format = "atlas"
    (width, height, frameCount) = (canvas.width, canvas.height, atlas.frames.count)
    let durations = atlas.frames.map(\.frame.milliseconds)
    milliseconds = durations.allSatisfy { $0 > 0 } ? durations : nil
    storage = .atlas(atlas)
    self.limits = limits
  }

  /// The frames of a video, which the program ffmpeg decodes.
  package init(_ video: StoredVideo, limits: Limits = Limits()) {
    format = video.format
    (width, height, frameCount) = (video.width, video.height, video.milliseconds.count)
    milliseconds = video.milliseconds
    storage = .video(video)
    self.limits = limits
  }

  /// The video; nil for all others.
  package var video: StoredVideo? {
    if case .video(let video) = storage { video } else { nil }
  }

  /// The file with the sound that is played with the frames; nil if there is none.
  var sound: [UInt8]? {
    guard case .video(let video) = storage, video.soundCount > 0 else { return nil }
    return video.file
  }

  /// Start of each frame in milliseconds from that of the first, and the end of the last one.
  ///
  /// - Parameter frameMilliseconds: Duration of each frame where the files do not say.
  public func starts(frameMilliseconds: Double) -> (starts: [Double], end: Double) {
    var end = 0.0
    var starts: [Double] = []
    for frame in 0..<frameCount {
      starts.append(end)
      end += milliseconds.map { $0[frame] } ?? frameMilliseconds
    }
    return (starts, end)
  }

  /// Reports colours that are not in sRGB. For a program that was built without what converts them.
  func reportColors(to log: inout DiagnosticLog) {
    switch storage {
    case .file(let bytes): ImageDecoder.reportLeftOutColors(of: bytes, log: &log)
    case .sequence(let load):
      // The frames of a sequence come from one program. A file that cannot be loaded is an error later.
      if let first = try? load(0) { ImageDecoder.reportLeftOutColors(of: first, log: &log) }
    case .atlas, .video: break
    }
  }

  /// A reader of the frames.
  ///
  /// - Throws: The errors of `PictureFrames`.
  public func reader() throws(Diagnostic) -> Reader { try Reader(self) }

  /// Decodes frames; in ascending order each is decoded once.
  public struct Reader {
    private let animation: PictureAnimation
    private var frames: PictureFrames?
    private var videoFrames: StoredVideoFrames?
    /// The frame that was decoded last.
    private var last: (index: Int, picture: Pixmap)?

    fileprivate init(_ animation: PictureAnimation) throws(Diagnostic) { self.animation = animation }

    /// The canvas with a frame.
    ///
    /// - Throws: `image.data.invalid`, `input.unknownFormat`, or what loading a file throws.
    public mutating func picture(at index: Int) throws(Diagnostic) -> Pixmap {
      if let last, last.index == index { return last.picture }
      let picture = try decoded(index)
      guard picture.width == animation.width, picture.height == animation.height else {
        throw Diagnostic(
          .inputUnknownFormat,
          "frame \(index) has \(picture.width) × \(picture.height) pixels, the first one \(animation.width) × "
            + "\(animation.height)")
      }
      last = (index, picture)
      return picture
    }

    private func frames(of bytes: [UInt8]) throws(Diagnostic) -> PictureFrames {
      if let frames { return frames }
      return try PictureFrames(bytes, limits: animation.limits)
    }

    private mutating func decoded(_ index: Int) throws(Diagnostic) -> Pixmap {
      switch animation.storage {
      case .sequence(let load):
        let file = try load(index)
        guard ImageFormat.sniff(file) != nil else {
          throw Diagnostic(.imageFormatUnknown, "frame \(index) is neither PNG, JPEG nor WebP")
        }
        return try ImageDecoder.decode(file, limits: animation.limits)
      case .atlas(let atlas): return try atlas.picture(at: index, limits: animation.limits)
      case .video(let video): return try decoded(index, of: video)
      case .file(let bytes):
        var frames = try frames(of: bytes)
        // A second reference would make each frame copy the canvas.
        self.frames = nil
        var position = last?.index ?? -1
        if position >= index {
          frames = try PictureFrames(bytes, limits: animation.limits)
          position = -1
        }
        var picture: Pixmap?
        while position < index {
          picture = try frames.next()
          position += 1
        }
        self.frames = frames
        guard let picture else {
          throw Diagnostic(.imageInvalid, "the file ends before frame \(index)")
        }
        return picture
      }
    }

    private mutating func decoded(_ index: Int, of video: StoredVideo) throws(Diagnostic) -> Pixmap {
      var position = last?.index ?? -1
      var frames: StoredVideoFrames
      if let videoFrames, position < index {
        frames = videoFrames
      } else {
        frames = try video.frames()
        position = -1
      }
      var picture: Pixmap?
      while position < index {
        picture = try frames.next()
        position += 1
      }
      videoFrames = frames
      guard let picture else { throw Diagnostic(.imageInvalid, "the video ends before frame \(index)") }
      return picture
    }
  }
}
