public import KilnDiagnostics
public import KilnGeometry

/// A fully baked animation: the result of every importer and the input of every exporter.
///
/// There are no keyframes, easings, parents, compositions, percentages, degrees or expressions; each sprite has exactly
/// one state for each frame.
///
/// Guarantees, checked once by `TimelineBuilder`:
/// - `canvas` and `frameRate` are finite and above zero, and `frameCount` is at least 1;
/// - every sprite, inside groups and mattes too, has `frameCount` states;
/// - every ID is in range; every number fits into a 32-bit float; opacity is in 0…1;
/// - a state that draws nothing is `FrameState.hidden`;
/// - equal shape lists have equal IDs, and so have equal clips: if a sprite's IDs are those of the frame before, nothing
///   but transform and opacity has changed.
public struct Timeline: Sendable, Hashable {
  /// Canvas size in pixels; y points down. Content outside of the canvas is clipped.
  public let canvas: Size
  /// Frame rate in frames per second.
  public let frameRate: Double
  /// Number of frames.
  public let frameCount: Int
  /// Images of sprites, by `ImageID`.
  public let images: [ImageAsset]
  /// Shape lists of vector sprites, by `ShapeListID`.
  public let shapeLists: [ShapeList]
  /// Clip paths of sprites, filled with the non-zero rule, by `ClipID`.
  public let clips: [Path]
  /// Filter chains of sprites, by `FilterChainID`.
  public let filterChains: [FilterChain]
  /// Top-level sprites, from back to front.
  public let sprites: [Sprite]
  /// Sounds that are played during the animation.
  public let audioClips: [AudioClip]
  /// Named ranges of frames.
  public let markers: [Marker]
  /// Sample time of each frame, in source frames; empty if there is no source.
  public let sourceTimes: [Double]

  /// Duration in milliseconds.
  public var durationMilliseconds: Double { Double(frameCount) * 1000 / frameRate }

  /// The shape list with an ID.
  public subscript(id: ShapeListID) -> ShapeList { shapeLists[id.index] }
  /// The clip path with an ID.
  public subscript(id: ClipID) -> Path { clips[id.index] }
  /// The filter chain with an ID.
  public subscript(id: FilterChainID) -> FilterChain { filterChains[id.index] }
  /// The image with an ID.
  public subscript(id: ImageID) -> ImageAsset { images[id.index] }

  /// The whole source frames that correspond to frames of the timeline; these frames themselves if there is no source.
  public func sourceFrames(_ frames: some Sequence<Int>) -> FrameRanges {
    Self.sourceFrames(frames, at: sourceTimes)
  }

  static func sourceFrames(_ frames: some Sequence<Int>, at times: [Double]) -> FrameRanges {
    FrameRanges(
      frames.map { frame in
        guard times.indices.contains(frame) else { return frame }
        // Sample times come from divisions, so that one just below a whole frame belongs to it.
        return Int(exactly: (times[frame] + 1e-6).rounded(.down)) ?? frame
      })
  }

  /// Whether there are letters on whole pixels, which are drawn up to half a pixel beside their place.
  public var hasAlignedLetters: Bool { shapeLists.contains(where: \.hasAlignedLetters) }

  /// Calls `body` with every sprite, inside groups and mattes too, from back to front. A group precedes its children, and
  /// a sprite its matte, which precedes the children.
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

/// A named time or range of frames.
public struct Marker: Sendable, Hashable {
  /// Name given by the designer.
  public var name: String
  /// Text of the file that the name is part of, by which some players find the marker; empty if it is not known.
  public var comment: String
  /// First frame; counted from 0 in a timeline, in source frames in an `AnimationInfo`.
  public var firstFrame: Double
  /// Number of frames; 0 for a single point in time.
  public var frameCount: Double

  /// A marker at a frame.
  public init(name: String, comment: String = "", firstFrame: Double, frameCount: Double) {
    self.name = name
    self.comment = comment
    self.firstFrame = firstFrame
    self.frameCount = frameCount
  }
}
