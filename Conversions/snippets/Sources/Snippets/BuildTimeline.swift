import Kiln
import KilnTimelineJSON

// snippet.build
/// A planet with a moon: two sprites, one turn of the moon in two seconds.
func planet(log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
  var builder = try TimelineBuilder(canvas: Size(120, 120), frameRate: 30, frameCount: 60, limits: Limits())
  let planet = try builder.intern([
    Shape(
      outline: .ellipse(center: .zero, radii: Size(26, 26)),
      fill: Fill(
        .gradient(
          Gradient(
            .linear(start: Point(-20, -20), end: Point(20, 20)),
            stops: [
              Gradient.Stop(offset: 0, color: StraightColor(red: 1, green: 0.8, blue: 0.4)),
              Gradient.Stop(offset: 1, color: StraightColor(red: 0.8, green: 0.2, blue: 0.3)),
            ]))))
  ])
  let moon = try builder.intern([
    Shape(
      outline: .ellipse(center: Point(44, 0), radii: Size(8, 8)),
      fill: Fill(.solid(StraightColor(red: 0.3, green: 0.5, blue: 0.9))))
  ])
  let center = Affine.translation(60, 60)
  let still = FrameState(opacity: 1, transform: center, shapes: planet)
  let turning = (0..<60).map { frame in
    FrameState(opacity: 1, transform: center * .rotation(radians: Double(frame) * .pi / 30), shapes: moon)
  }
  for (name, frames) in [("Planet", Array(repeating: still, count: 60)), ("Moon", turning)] {
    try builder.reserveSprite()
    builder.sprites.append(Sprite(layers: [name], content: .vector, frames: frames))
  }
  return builder.build(log: &log)
}
// snippet.end

// snippet.walk
/// Prints what a player of a new format would draw in a frame.
func describe(_ sprites: [Sprite], of timeline: Timeline, frame: Int, parent: Affine = .identity) {
  for sprite in sprites {
    let state = sprite.frames[frame]
    guard state.isVisible else { continue }
    let toCanvas = parent * state.transform
    switch sprite.content {
    case .image(let id): print("image", timeline[id].name, toCanvas)
    case .vector: print("shapes", state.shapes.map { timeline[$0].shapes.count } ?? 0, toCanvas)
    case .group(let children): describe(children, of: timeline, frame: frame, parent: toCanvas)
    }
  }
}
// snippet.end

func buildTimeline(_ samples: Samples) async throws {
  var log = DiagnosticLog()
  let timeline = try planet(log: &log)
  describe(timeline.sprites, of: timeline, frame: 7)
  // snippet.export
  let context = ExportContext(name: "planet")
  let picture = try APNGExporter().export(timeline, in: context, log: &log).files[0]
  let file = try TimelineJSONExporter().export(timeline, in: context, log: &log).files[0]
  // snippet.end
  try samples.write(picture, as: "KilnTimeline/planet")
  // snippet.again
  let again = try await AnimationFile(file.bytes)
  print(again.info.format, try await again.timeline() == timeline)
  // snippet.end
  precondition(again.info.format == "timeline")
  // snippet.bake
  let badge = try await AnimationFile(path: samples.badge)
  let half = badge.info.sampling(of: 0..<30, frameRate: 15)
  let baked = try await badge.timeline(half)
  print(baked.frameCount, baked.sprites.count, baked.shapeLists.count)
  // snippet.end
}
