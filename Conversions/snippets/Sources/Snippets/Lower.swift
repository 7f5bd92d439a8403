import Kiln
import KilnExporting
import KilnGeometry
import KilnPictureExport
import KilnTimeline

// snippet.profile
/// Features that the players of a new format draw, for the lowering and for the exporter's own check.
struct PlayerProfile: Sendable {
  /// Whether gradients are drawn.
  var drawsGradients = false

  /// Whether the players draw all shapes of a list.
  func draws(_ list: ShapeList) -> Bool {
    drawsGradients || list.shapes.allSatisfy { !Self.isGradient($0.fill?.paint) && !Self.isGradient($0.stroke?.paint) }
  }

  private static func isGradient(_ paint: Paint?) -> Bool {
    if case .gradient = paint { true } else { false }
  }
}
// snippet.end

// snippet.lowering
/// Rewrites a timeline so that players of a profile can draw it: shapes that they lack become pictures. Motion stays in the
/// transforms, so that shapes that only move are one picture.
struct ProfileLowering {
  let profile: PlayerProfile
  let limits: Limits

  func lowered(_ timeline: Timeline, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    var builder = try TimelineBuilder(editing: timeline, limits: limits)
    var pictures: [ShapeListID: (image: ImageID, area: Rect)] = [:]
    for sprite in timeline.sprites {
      let lists = Set(sprite.frames.compactMap(\.shapes)).filter { !profile.draws(timeline[$0]) }
      for id in lists.sorted(by: { $0.index < $1.index }) where pictures[id] == nil {
        pictures[id] = try picture(of: timeline[id], into: &builder, log: &log)
        log.add(.profileDrawn, "a gradient is drawn as a picture", at: sprite.path)
      }
      try builder.reserveSprite()
      builder.sprites.append(keeping(sprite) { $0.map { !lists.contains($0) } ?? true })
      for id in lists.sorted(by: { $0.index < $1.index }) {
        guard let (image, area) = pictures[id] else { continue }
        try builder.reserveSprite()
        builder.sprites.append(showing(image, at: area, in: keeping(sprite) { $0 == id }))
      }
    }
    return builder.build(log: &log)
  }

  /// The sprite in the frames whose shapes meet a condition, hidden in all others.
  private func keeping(_ sprite: Sprite, _ condition: (ShapeListID?) -> Bool) -> Sprite {
    var kept = sprite
    kept.frames.update { _, state in if !condition(state.shapes) { state = .hidden } }
    return kept
  }

  /// The sprite with a picture in the place of its shapes.
  private func showing(_ image: ImageID, at area: Rect, in sprite: Sprite) -> Sprite {
    var shown = sprite
    shown.content = .image(image)
    shown.frames.update { _, state in
      guard state.isVisible else { return }
      state.transform = state.transform * .translation(area.minX, area.minY)
      state.shapes = nil
    }
    return shown
  }

  /// Draws shapes at the size that they have in sprite space.
  private func picture(
    of list: ShapeList, into builder: inout TimelineBuilder, log: inout DiagnosticLog
  ) throws(Diagnostic) -> (ImageID, Rect) {
    let area = Rect(
      minX: list.bounds.minX.rounded(.down), minY: list.bounds.minY.rounded(.down),
      maxX: list.bounds.maxX.rounded(.up), maxY: list.bounds.maxY.rounded(.up))
    var one = try TimelineBuilder(
      canvas: Size(area.width, area.height), frameRate: 1, frameCount: 1, limits: limits)
    let state = FrameState(
      opacity: 1, transform: .translation(-area.minX, -area.minY), shapes: try one.intern(list.shapes))
    one.sprites = [Sprite(layers: ["Picture"], content: .vector, frames: [state])]
    var context = ExportContext(name: "picture")
    context.limits = limits
    let file = try FrameSequenceExporter().export(one.build(log: &log), in: context, log: &log).files[0]
    guard let asset = ImageAsset(name: "picture", bytes: file.bytes) else {
      throw Diagnostic(.internalError, "a picture that was just written cannot be read")
    }
    return (try builder.add(asset), area)
  }
}

extension Rule {
  /// Shapes that the players lack are a picture.
  static let profileDrawn = Rule(
    "profile.drawn", .note, .approximated, "Shapes that the players cannot draw are stored as a picture.",
    why: "A picture is less sharp than shapes if it is shown larger.", remedy: "Use plain colours in the layer.")
}
// snippet.end

func lower(_ samples: Samples) async throws {
  var log = DiagnosticLog()
  // snippet.lower
  let timeline = try planet(log: &log)
  let lowering = ProfileLowering(profile: PlayerProfile(), limits: Limits())
  let lowered = try lowering.lowered(timeline, log: &log)
  for finding in log.diagnostics { print(finding) }
  print(timeline.images.count, "→", lowered.images.count, "pictures")
  // snippet.end
  precondition(lowered.shapeLists.allSatisfy(PlayerProfile().draws), "the result is what the players draw")
  let picture = try APNGExporter().export(lowered, in: ExportContext(), log: &log).files[0]
  try samples.write(picture, as: "KilnExporting/lowered")
}
