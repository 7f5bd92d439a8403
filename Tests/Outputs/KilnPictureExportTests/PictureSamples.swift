import KilnDiagnostics
import KilnExporting
import KilnGeometry
import KilnPictureExport
import KilnPixels
import KilnTestSupport
import KilnTimeline

/// Timelines that formats with palettes and rectangles may store wrong.
enum PictureSamples {
  /// An opaque gradient of more than 256 colours, at rest, with a square that moves over it.
  static func gradient(width: Double = 48, height: Double = 40, frames: Int = 6) throws -> Timeline {
    try SampleTimelines.timeline(width: width, height: height, frames: frames) { builder in
      let stops = [
        Gradient.Stop(offset: 0, color: StraightColor(red: 0.9, green: 0.1, blue: 0.1)),
        Gradient.Stop(offset: 0.5, color: StraightColor(red: 0.1, green: 0.8, blue: 0.3)),
        Gradient.Stop(offset: 1, color: StraightColor(red: 0.2, green: 0.2, blue: 1)),
      ]
      let ground = try builder.intern([
        Shape(
          outline: .rect(Rect(x: 0, y: 0, width: width, height: height), cornerRadius: 0),
          fill: Fill(.gradient(Gradient(.linear(start: .zero, end: Point(width, height)), stops: stops))))
      ])
      let square = try builder.intern([SampleTimelines.square(7, .black)])
      builder.sprites = [
        Sprite(
          layers: ["Ground"], content: .vector,
          frames: Array(repeating: FrameState(opacity: 1, transform: .identity, shapes: ground), count: frames)),
        Sprite(
          layers: ["Square"], content: .vector,
          frames: (0..<frames).map {
            FrameState(opacity: 1, transform: .translation(Double($0) * 3, 9), shapes: square)
          }),
      ]
    }
  }

  /// Opaque black, half of which becomes a gradient of more than 256 colours later.
  static func lateGradient(frames: Int = 3) throws -> Timeline {
    try SampleTimelines.timeline(width: 48, height: 40, frames: frames) { builder in
      let black = try builder.intern([SampleTimelines.square(48, .black)])
      let stops = [
        Gradient.Stop(offset: 0, color: StraightColor(red: 0.9, green: 0.1, blue: 0.1)),
        Gradient.Stop(offset: 0.5, color: StraightColor(red: 0.1, green: 0.8, blue: 0.3)),
        Gradient.Stop(offset: 1, color: StraightColor(red: 0.2, green: 0.2, blue: 1)),
      ]
      let gradient = try builder.intern([
        Shape(
          outline: .rect(Rect(x: 0, y: 20, width: 48, height: 20), cornerRadius: 0),
          fill: Fill(.gradient(Gradient(.linear(start: Point(0, 20), end: Point(48, 40)), stops: stops))))
      ])
      builder.sprites = [
        Sprite(
          layers: ["Black"], content: .vector,
          frames: Array(repeating: FrameState(opacity: 1, transform: .identity, shapes: black), count: frames)),
        Sprite(
          layers: ["Gradient"], content: .vector,
          frames: (0..<frames).map {
            $0 == 0 ? .hidden : FrameState(opacity: 1, transform: .identity, shapes: gradient)
          }),
      ]
    }
  }

  /// A gradient whose colours wander, over the whole canvas.
  static func fade(frames: Int = 5) throws -> Timeline {
    try SampleTimelines.timeline(width: 30, height: 20, frames: frames) { builder in
      builder.sprites = try (0..<frames).map { frame in
        let shade = Double(frame) / Double(frames)
        let stops = [
          Gradient.Stop(offset: 0, color: StraightColor(red: shade, green: 0.1, blue: 1 - shade)),
          Gradient.Stop(offset: 1, color: StraightColor(red: 0.2, green: 1 - shade, blue: shade)),
        ]
        let ground = try builder.intern([
          Shape(
            outline: .rect(Rect(x: 0, y: 0, width: 30, height: 20), cornerRadius: 0),
            fill: Fill(.gradient(Gradient(.linear(start: .zero, end: Point(30, 20)), stops: stops))))
        ])
        return Sprite(
          layers: ["Ground"], content: .vector,
          frames: (0..<frames).map {
            $0 == frame ? FrameState(opacity: 1, transform: .identity, shapes: ground) : .hidden
          })
      }
    }
  }

  /// Frames that show nothing.
  static func blank(frames: Int = 20) throws -> Timeline { try SampleTimelines.timeline(frames: frames) { _ in } }

  /// One frame of one pixel, half transparent.
  static func pixel() throws -> Timeline {
    try SampleTimelines.timeline(width: 1, height: 1) { builder in
      let square = try builder.intern([
        SampleTimelines.square(1, StraightColor(red: 1, green: 0.5, blue: 0, alpha: 0.6))
      ])
      builder.sprites = [
        Sprite(
          layers: ["Pixel"], content: .vector,
          frames: [FrameState(opacity: 1, transform: .identity, shapes: square)])
      ]
    }
  }

  /// A square that stands still.
  static func still(frames: Int, frameRate: Double) throws -> Timeline {
    try SampleTimelines.timeline(frameRate: frameRate, frames: frames) { builder in
      let square = try builder.intern([SampleTimelines.square(9, .black, at: Point(5, 5))])
      builder.sprites = [
        Sprite(
          layers: ["Square"], content: .vector,
          frames: Array(repeating: FrameState(opacity: 1, transform: .identity, shapes: square), count: frames))
      ]
    }
  }
}

/// Exports with a log that nobody reads.
func exported<Exporter: AnimationExporter>(
  _ exporter: Exporter, _ timeline: Timeline, _ context: ExportContext = ExportContext()
) throws(Diagnostic) -> ExportedAnimation {
  var log = DiagnosticLog()
  return try exporter.export(timeline, in: context, log: &log)
}
