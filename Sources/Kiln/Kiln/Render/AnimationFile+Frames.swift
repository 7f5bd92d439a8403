public import KilnDiagnostics
public import KilnPixels
public import KilnTimeline

extension AnimationFile {
  /// A frame as a picture, with premultiplied colours.
  ///
  /// - Parameters:
  ///   - time: In frames of the file, fractions allowed; nil for the first one.
  ///   - width: Columns; nil keeps the canvas' aspect.
  ///   - height: Rows, likewise.
  ///   - background: Colour behind everything; nil for none.
  /// - Throws: `limit.exceeded`; errors of the source; `work.cancelled`, `work.refused`.
  public func frame(
    at time: Double? = nil, width: Int? = nil, height: Int? = nil, background: StraightColor? = nil
  ) async throws(Diagnostic) -> Pixmap {
    let pictures = try await frames(
      at: [time ?? info.firstFrame], width: width, height: height, background: background)
    guard let picture = pictures.first else { throw Diagnostic(.internalError, "no frame was drawn") }
    return picture
  }

  /// Frames as pictures, with premultiplied colours. All are held in memory at the same time: 4 bytes a pixel.
  ///
  /// - Parameter times: In frames of the file, fractions allowed.
  /// - Throws: `limit.exceeded`; errors of the source; `work.cancelled`, `work.refused`.
  public func frames(
    at times: [Double], width: Int? = nil, height: Int? = nil, background: StraightColor? = nil
  ) async throws(Diagnostic) -> [Pixmap] {
    try await work { progress, log throws(Diagnostic) in
      let rendering = try FrameRendering(
        source, times: times, width: width, height: height, background: background, limits: options.limits,
        progress: progress, log: &log)
      var pictures: [Pixmap] = []
      try options.limits.check(
        rendering.width * rendering.height * 4 * times.count, atMost: .workingBytes, "the number of bytes of all frames"
      )
      try rendering.draw(threads: 1, progress: progress) { _, picture in pictures.append(picture) }
      return pictures
    }
  }
}
