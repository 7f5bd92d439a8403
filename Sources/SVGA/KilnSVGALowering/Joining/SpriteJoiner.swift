package import KilnDiagnostics
internal import KilnPixels
package import KilnSVGAFormat
package import KilnTimeline

/// Makes fewer sprites and shapes of a lowered timeline, with the same picture.
///
/// Players read a file into one object for each sprite and frame, visible or not, and set up the canvas anew for each sprite
/// and shape that they draw.
///
/// Sprites with a key, groups with their mattes, and what is translucent stay as they are. A sprite that stands for several
/// has the origin of the lowest.
package struct SpriteJoiner {
  /// Sprites times frames above which nothing is joined, because that would take too much memory.
  private static let maximumStateCount = 1 << 23

  private let timeline: Timeline
  private let capabilities: SVGACapabilities
  private let limits: Limits

  /// A joiner for a timeline that `SVGALowerer` has made for players with these capabilities.
  package init(_ timeline: Timeline, _ capabilities: SVGACapabilities, limits: Limits = Limits()) {
    self.timeline = timeline
    self.capabilities = capabilities
    self.limits = limits
  }

  /// The timeline with fewer sprites and shapes.
  package func joined(log: inout DiagnosticLog) -> Timeline {
    guard timeline.sprites.count * timeline.frameCount <= Self.maximumStateCount else { return timeline }
    do throws(Diagnostic) {
      var builder = try TimelineBuilder(editing: timeline, limits: limits)
      var sprites = try OffCanvasAreas.cropped(timeline.sprites, canvas: timeline.canvas, in: &builder)
      sprites = try OccludedShapes.removed(
        from: sprites, frameCount: timeline.frameCount, in: &builder)
      sprites = try PaintJoiner.joined(sprites, in: &builder)
      sprites = try MotionJoiner.joined(sprites, capabilities, in: &builder)
      // Shapes of several sprites lie in one list now.
      sprites = try PaintJoiner.joined(sprites, in: &builder)
      sprites = SlotJoiner.joined(sprites, frameCount: timeline.frameCount, in: builder)
      for _ in sprites { try builder.reserveSprite() }
      builder.sprites = sprites
      return builder.build(log: &log)
    } catch {
      // Lists that are joined count beside those that they are made of.
      return timeline
    }
  }
}

extension Sprite {
  /// Whether it may become a part of another sprite: apps do not name it, and nothing but its states says how it is drawn.
  var isJoinable: Bool { replacementKey == nil && matte == nil && blendMode == .normal && !isTextSlot }
}
