import KilnDiagnostics

public import KilnGeometry
public import KilnTimeline

/// Small timelines for tests, built by hand.
public enum SampleTimelines {
  /// A timeline to which `build` adds the sprites.
  public static func timeline(
    width: Double = 40, height: Double = 30, frameRate: Double = 20, frames: Int = 1,
    _ build: (inout TimelineBuilder) throws -> Void
  ) throws -> Timeline {
    var builder = try TimelineBuilder(
      canvas: Size(width, height), frameRate: frameRate, frameCount: frames, limits: Limits())
    try build(&builder)
    var log = DiagnosticLog()
    return builder.build(log: &log)
  }

  /// A translucent square that moves right, stands still, and is gone in the last frame, over a fixed disc.
  public static func movingSquare(frameRate: Double = 24) throws -> Timeline {
    try timeline(frameRate: frameRate, frames: 7) { builder in
      let disc = try builder.intern([
        Shape(outline: .ellipse(center: Point(20, 15), radii: Size(9.5, 7)), fill: Fill(.solid(.black)))
      ])
      let square = try builder.intern([Self.square(8, StraightColor(red: 1, green: 0.5, blue: 0, alpha: 0.6))])
      let still = FrameState(opacity: 1, transform: .identity, shapes: disc)
      let moving = [0.0, 3.25, 7, 7, 7, 20].map {
        FrameState(opacity: 1, transform: .translation($0, 4), shapes: square)
      }
      builder.sprites = [
        Sprite(layers: ["Disc"], content: .vector, frames: Array(repeating: still, count: 7)),
        Sprite(layers: ["Square"], content: .vector, frames: moving + [.hidden]),
      ]
    }
  }

  /// A filled square with a corner at the origin.
  public static func square(_ side: Double, _ color: StraightColor, at origin: Point = .zero) -> Shape {
    Shape(
      outline: .rect(Rect(x: origin.x, y: origin.y, width: side, height: side), cornerRadius: 0),
      fill: Fill(.solid(color)))
  }
}
