internal import KilnPageExport
internal import KilnPixels
internal import KilnVideo

extension PreviewVideo {
  /// A video for the page; nil for one that browsers do not decode.
  init?(_ video: StoredVideo) {
    guard video.format != "mov" else { return nil }
    let total = video.milliseconds.reduce(0, +)
    self.init(
      file: video.file, mediaType: "video/\(video.format)", width: video.width, height: video.height,
      frameRate: total > 0 ? Double(video.milliseconds.count) * 1000 / total : 1,
      frameCount: video.milliseconds.count)
    color =
      video.areas.map { Area($0.color) }
      ?? Area(x: 0, y: 0, width: video.videoWidth, height: video.videoHeight)
    alpha = video.areas?.alpha.map { Area($0) }
    slots = (video.configuration?.sources ?? []).map { source in
      Slot(key: source.tag, isText: source.kind == .text, width: source.width, height: source.height)
    }
  }
}

extension PreviewVideo.Area {
  fileprivate init(_ rect: PixelRect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }
}
