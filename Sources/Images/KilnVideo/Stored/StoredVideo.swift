package import KilnDiagnostics
package import KilnPixels
internal import KilnPrograms

/// A video file whose frames can be decoded.
package struct StoredVideo: Sendable {
  /// `mp4`, `mov` or `webm`.
  package let format: String
  /// Columns of what is shown.
  package let width: Int
  /// Rows of what is shown.
  package let height: Int
  /// Duration of each frame in milliseconds.
  package let milliseconds: [Double]
  /// Areas of the frames; nil for a codec with alpha, and for a video without.
  package let areas: VideoAreas?
  /// Columns of a frame of the video.
  package let videoWidth: Int
  /// Rows of a frame of the video.
  package let videoHeight: Int
  /// Whether the codec has alpha.
  package let hasAlphaChannel: Bool
  /// Name of the codec in the file.
  package let codec: String
  /// Number of sound tracks.
  package let soundCount: Int
  /// What a VAP file says of itself; nil for other videos.
  package let configuration: VAPConfiguration?
  /// The file.
  package var file: [UInt8] { bytes }
  /// Types of the boxes of an MP4 file that stand in no other, in order.
  package let boxes: [String]
  private let bytes: [UInt8]
  private let limits: Limits
  private let container: VideoDecoder.Container

  /// Whether bytes begin like a video file.
  package static func recognizes(_ bytes: [UInt8]) -> Bool { MP4File.recognizes(bytes) || VideoTrack.isWebM(bytes) }

  /// Reads what a file says of its frames. Nothing is decoded.
  ///
  /// - Parameters:
  ///   - placement: Place of the alpha channel in frames of an MP4 file without a box that says it.
  ///   - shown: Columns and rows of what is shown, without those that were added at the right and the bottom; nil for all.
  /// - Throws: `video.malformed`, or `limit.exceeded`.
  package init(
    _ bytes: [UInt8], alpha placement: AlphaPlacement = .none, shown: (width: Int, height: Int)? = nil, limits: Limits
  ) throws(Diagnostic) {
    let track: VideoTrack
    if VideoTrack.isWebM(bytes) {
      track = try VideoTrack(webM: bytes, limits: limits)
      (format, container, configuration, boxes) = ("webm", .webm, nil, [])
    } else {
      let file = try MP4File(bytes)
      track = try VideoTrack(file, limits: limits)
      (container, boxes) = (.mp4, file.boxes.map(\.type.printable))
      format = file.box("ftyp").map { file.bytes[$0.content].starts(with: "qt  ".utf8) } ?? false ? "mov" : "mp4"
      configuration = try file.box("vapc").map { box throws(Diagnostic) in
        try VAPConfiguration(json: Array(bytes[box.content]), limits: limits)
      }
    }
    (videoWidth, videoHeight, hasAlphaChannel) = (track.width, track.height, track.hasAlpha)
    (codec, soundCount, milliseconds) = (track.codec, track.soundCount, track.durations)
    try limits.check(width: videoWidth, height: videoHeight, "the video")
    areas = try configuration?.checkedAreas(videoWidth, videoHeight) ?? Self.areas(track, placement)
    let (columns, rows) = areas.map { ($0.color.width, $0.color.height) } ?? (track.width, track.height)
    (width, height) = (max(1, min(columns, shown?.width ?? columns)), max(1, min(rows, shown?.height ?? rows)))
    self.bytes = bytes
    self.limits = limits
  }

  /// Areas of halves of equal size.
  private static func areas(_ track: VideoTrack, _ placement: AlphaPlacement) -> VideoAreas? {
    switch placement {
    case .vap, .none: nil
    case .left, .right: VideoAreas(width: track.width / 2, height: track.height, alpha: placement)
    case .top, .bottom: VideoAreas(width: track.width, height: track.height / 2, alpha: placement)
    }
  }

  /// The frames as bytes, areas beside each other, from the first one on.
  ///
  /// - Throws: `limit.exceeded` if no program may decode it; `program.missing`, `program.old`, `program.failed`,
  ///   `output.diskFull`.
  package func rawFrames(
    isWanted: @escaping () throws(Diagnostic) -> Void = {}
  ) throws(Diagnostic) -> VideoDecoder {
    try limits.check(
      bytes.count, atMost: .programBytes, "the number of bytes of a video that ffmpeg decodes",
      advice: "convert it to animated WebP, APNG or GIF")
    return try VideoDecoder(
      try FFmpeg(), try ScratchFile(bytes), container, width: videoWidth, height: videoHeight,
      hasAlpha: hasAlphaChannel, isWanted: isWanted)
  }

  /// The frames, from the first one on.
  ///
  /// - Throws: `program.missing`, `program.old`, `program.failed`, `output.diskFull`.
  package func frames(
    isWanted: @escaping () throws(Diagnostic) -> Void = {}
  ) throws(Diagnostic) -> StoredVideoFrames {
    StoredVideoFrames(try rawFrames(isWanted: isWanted), self)
  }
}

/// Decoder of the frames of a stored video, in order.
package struct StoredVideoFrames {
  private let decoder: VideoDecoder
  private let video: StoredVideo
  private var separator: FrameSeparator

  fileprivate init(_ decoder: VideoDecoder, _ video: StoredVideo) {
    (self.decoder, self.video) = (decoder, video)
    separator = FrameSeparator(
      video.areas
        ?? VideoAreas(
          videoWidth: video.videoWidth, videoHeight: video.videoHeight,
          color: PixelRect(x: 0, y: 0, width: video.videoWidth, height: video.videoHeight), alpha: nil))
  }

  /// The picture of the next frame; nil after the last one.
  ///
  /// - Throws: As `VideoDecoder.next`; `video.malformed` for a file that cannot be decoded.
  package mutating func next() throws(Diagnostic) -> Pixmap? {
    guard let bytes = try decoded() else { return nil }
    let picture =
      video.hasAlphaChannel
      ? Pixmap(width: video.videoWidth, height: video.videoHeight, straightRGBA: bytes) : separator.picture(of: bytes)
    guard picture.width > video.width || picture.height > video.height else { return picture }
    return picture.cropped(to: PixelRect(x: 0, y: 0, width: video.width, height: video.height))
  }

  private func decoded() throws(Diagnostic) -> [UInt8]? {
    do throws(Diagnostic) {
      return try decoder.next()
    } catch {
      guard error.rule == .programFailed, !decoder.wasEndedFromOutside else { throw error }
      throw Diagnostic(
        .videoMalformed, "the video cannot be decoded; \(error.message)", advice: "write the file anew")
    }
  }
}
