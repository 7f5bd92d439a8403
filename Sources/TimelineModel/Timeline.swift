public import Diagnostics
public import Geometry

/// A fully baked animation: what every importer makes and every exporter reads.
///
/// Everything is resolved. There are no keyframes, easings, parents, compositions, percents, degrees or expressions;
/// each sprite has exactly one state for each frame.
///
/// Guarantees, checked once by `TimelineBuilder`:
/// - `canvas` is finite and above zero, `frameRate` likewise, `frameCount` at least 1;
/// - every sprite, inside groups and mattes too, has `frameCount` states;
/// - every ID is in range; every number fits into a 32-bit float; opacity is 0…1;
/// - a state that draws nothing is `FrameState.hidden`;
/// - equal shape lists have equal IDs, and so have equal clips. So the same ID as in the frame before means that nothing
///   changed but transform and opacity.
public struct Timeline: Sendable, Hashable {
  /// Size of the canvas in pixels, y down. What lies outside is not shown.
  public let canvas: Size
  /// Frames per second.
  public let frameRate: Double
  /// Number of frames.
  public let frameCount: Int
  /// Pictures that sprites show.
  public let images: [ImageAsset]
  /// What vector sprites show, each list from back to front.
  public let shapeLists: [ShapeList]
  /// Outlines that cut sprites, to be filled with the non-zero rule.
  public let clips: [Path]
  /// What changes sprites' pictures.
  public let filterChains: [FilterChain]
  /// Everything drawn, from back to front.
  public let sprites: [Sprite]
  /// Sounds that play along.
  public let audioClips: [AudioClip]
  /// Named ranges of frames.
  public let markers: [Marker]
  /// Time of each frame in the source's frames; empty if there is no source.
  public let sourceTimes: [Double]

  /// Length in milliseconds.
  public var durationMilliseconds: Double { Double(frameCount) * 1000 / frameRate }

  /// The shapes of a list.
  public subscript(id: ShapeListID) -> ShapeList { shapeLists[id.index] }
  /// A clip's outline.
  public subscript(id: ClipID) -> Path { clips[id.index] }
  /// A filter chain.
  public subscript(id: FilterChainID) -> FilterChain { filterChains[id.index] }
  /// An image.
  public subscript(id: ImageID) -> ImageAsset { images[id.index] }

  /// The source's whole frames that some frames show; the frames themselves if there is no source.
  public func sourceFrames(_ frames: some Sequence<Int>) -> FrameRanges {
    Self.sourceFrames(frames, at: sourceTimes)
  }

  static func sourceFrames(_ frames: some Sequence<Int>, at times: [Double]) -> FrameRanges {
    FrameRanges(
      frames.map { frame in
        guard times.indices.contains(frame) else { return frame }
        // Times come from divisions, so one just short of a frame belongs to it.
        return Int(exactly: (times[frame] + 1e-6).rounded(.down)) ?? frame
      })
  }

  /// Calls `body` for every sprite, inside groups and mattes too, from back to front; a group comes before its children,
  /// a sprite before its matte.
  public func forEachSprite(_ body: (Sprite) -> Void) {
    func visit(_ sprites: [Sprite]) {
      for sprite in sprites {
        body(sprite)
        if let matte = sprite.matte { visit(matte.sprites) }
        if case .group(let children) = sprite.content { visit(children) }
      }
    }
    visit(sprites)
  }
}

/// A named moment or range of the timeline.
public struct Marker: Sendable, Hashable {
  /// What the designer called it.
  public var name: String
  /// First frame; in a timeline counted from 0.
  public var firstFrame: Double
  /// Length in frames; 0 for a moment.
  public var frameCount: Double

  /// A marker.
  public init(name: String, firstFrame: Double, frameCount: Double) {
    self.name = name
    self.firstFrame = firstFrame
    self.frameCount = frameCount
  }
}
