internal import KilnGeometry
public import KilnTimeline

/// Memory that playing an animation takes, as `kiln inspect --memory` prints it.
public struct MemoryInspection: Encodable, Sendable {
  /// A picture in a player's memory.
  public struct Image: Encodable, Sendable {
    /// Key by which an app replaces it, or else its name.
    public var key: String
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Bytes of its file.
    public var bytes: Int
    /// Bytes decoded, 4 a pixel.
    public var decodedBytes: Int
    /// Frame in which it is first seen, counted from 0; nil if it never is.
    public var firstFrame: Int?
    /// Frame in which it is last seen.
    public var lastFrame: Int?
  }

  /// Version of the printed form.
  public var version = Inspection.formatVersion
  /// All pictures, those that take most first.
  public var images: [Image]
  /// Bytes of all decoded pictures: what players hold that decode everything at the start, as all SVGA players do.
  public var decodedBytes: Int
  /// Bytes of one canvas.
  public var canvasBytes: Int
  /// Bytes of the decoded pictures and the canvas: the peak of such a player.
  public var peakBytes: Int
  /// Maximum bytes of the pictures visible in one frame: the memory of a player that decodes pictures on demand.
  public var peakFrameBytes: Int
  /// Points of the paths that are drawn in each frame.
  public var pathPoints: [Int]

  /// Looks at all frames of a timeline.
  public init(_ timeline: Timeline) {
    let count = timeline.frameCount
    var frames = [(first: Int, last: Int)?](repeating: nil, count: timeline.images.count)
    var seen = [Set<Int>](repeating: [], count: count)
    var points = [Int](repeating: 0, count: count)
    let pointsOfLists = timeline.shapeLists.map { list in list.shapes.reduce(0) { $0 + $1.outline.path.points.count } }
    var names = timeline.images.map(\.name)
    timeline.forEachSprite { sprite in
      if case .image(let id) = sprite.content, let key = sprite.replacementKey { names[id.index] = key }
      for (frame, state) in sprite.frames.enumerated() where state.isVisible {
        if let list = state.shapes { points[frame] += pointsOfLists[list.index] }
        if let clip = state.clip { points[frame] += timeline[clip].points.count }
        guard case .image(let id) = sprite.content else { continue }
        seen[frame].insert(id.index)
        let known = frames[id.index]
        frames[id.index] = (min(known?.first ?? frame, frame), max(known?.last ?? frame, frame))
      }
    }
    images = timeline.images.enumerated().map { index, image in
      Image(
        key: names[index], width: image.width, height: image.height, bytes: image.bytes.count,
        decodedBytes: image.decodedBytes, firstFrame: frames[index]?.first, lastFrame: frames[index]?.last)
    }
    peakFrameBytes = seen.map { $0.reduce(0) { $0 + timeline.images[$1].decodedBytes } }.max() ?? 0
    images = images.enumerated().sorted {
      ($1.element.decodedBytes, $0.offset) < ($0.element.decodedBytes, $1.offset)
    }.map(\.element)
    decodedBytes = images.reduce(0) { $0 + $1.decodedBytes }
    canvasBytes = Int(timeline.canvas.width.rounded(.up)) * Int(timeline.canvas.height.rounded(.up)) * 4
    peakBytes = decodedBytes + canvasBytes
    pathPoints = points
  }
}
