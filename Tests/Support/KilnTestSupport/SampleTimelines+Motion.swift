internal import KilnGeometry
public import KilnTimeline

extension SampleTimelines {
  /// Forty frames of everything that decides how a change is stored: an opaque square that moves and then jumps over an
  /// opaque ground with dots, a translucent disc that moves over nothing, frames without change, and blank ones.
  public static func varied(frameRate: Double = 25) throws -> Timeline {
    try timeline(width: 61, height: 45, frameRate: frameRate, frames: 40) { builder in
      let dots = [Point(13, 3), Point(15, 5), Point(17, 7), Point(14, 9)]
      let ground = try builder.intern(
        [square(30, StraightColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1))] + dots.map { square(1, .black, at: $0) })
      let box = try builder.intern([square(9, StraightColor(red: 1, green: 0.9, blue: 0, alpha: 1))])
      let disc = try builder.intern([
        Shape(
          outline: .ellipse(center: Point(0, 0), radii: Size(7.5, 6)),
          fill: Fill(.solid(StraightColor(red: 0, green: 0.7, blue: 0.3, alpha: 0.5))))
      ])
      func state(_ x: Double, _ y: Double, _ shapes: ShapeListID, isVisible: Bool) -> FrameState {
        isVisible ? FrameState(opacity: 1, transform: .translation(x, y), shapes: shapes) : .hidden
      }
      let frames = 0..<40
      builder.sprites = [
        Sprite(
          layers: ["Ground"], content: .vector,
          frames: frames.map { state(4, 4, ground, isVisible: (3..<35).contains($0)) }),
        Sprite(
          layers: ["Box"], content: .vector,
          frames: frames.map {
            state($0 < 20 ? Double($0) : $0.isMultiple(of: 2) ? 5 : 24, 6, box, isVisible: (5..<35).contains($0))
          }),
        Sprite(
          layers: ["Disc"], content: .vector,
          frames: frames.map { state(10 + Double(min($0, 15)) * 2.4, 37, disc, isVisible: $0 > 0 && $0 < 38) }),
      ]
    }
  }
}
