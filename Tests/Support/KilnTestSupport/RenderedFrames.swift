import KilnDiagnostics

public import KilnPixels
public import KilnTimeline
import KilnRendering

/// All frames of a timeline at its own size.
public func renderedFrames(_ timeline: Timeline) -> [Pixmap] {
  var log = DiagnosticLog()
  let fit = CanvasFit(canvas: timeline.canvas)
  var renderer = TimelineRenderer(timeline, images: DecodedImages(timeline, log: &log))
  return (0..<timeline.frameCount).map { frame in
    var pixmap = Pixmap(width: fit.width, height: fit.height)
    renderer.render(frame: frame, transform: fit.transform, into: &pixmap)
    return pixmap
  }
}
