internal import KilnDiagnostics
internal import KilnPixels
public import KilnTimeline

/// The sprites of an animation as a tree, as `kiln inspect --layers --json` says it.
public struct SpriteInspection: Encodable, Sendable {
  /// Key path, as options such as --hide take it.
  public var keyPath: String
  /// `image`, `vector` or `group`.
  public var type: String
  /// Frame in which it is first drawn, counted from 0; nil if it never is.
  public var firstFrame: Int?
  /// Frame in which it is last drawn.
  public var lastFrame: Int?
  /// Key by which apps replace its picture; nil if it has none.
  public var key: String?
  /// Blend mode; nil for normal.
  public var blendMode: String?
  /// Mode of its matte; nil if it has none.
  public var matte: String?
  /// Names of its filters in any frame, each once.
  public var filters: [String]
  /// Whether a path cuts it in a frame.
  public var isClipped: Bool
  /// Sprites of a group, the topmost first; empty for other types.
  public var children: [SpriteInspection]

  /// All top-level sprites of a timeline, the topmost first.
  public static func inspect(_ timeline: Timeline) -> [SpriteInspection] {
    timeline.sprites.reversed().map { SpriteInspection($0, timeline) }
  }

  private init(_ sprite: Sprite, _ timeline: Timeline) {
    keyPath = KeyPathPattern.text(sprite.layers)
    firstFrame = sprite.frames.firstIndex(where: \.isVisible)
    lastFrame = sprite.frames.lastIndex(where: \.isVisible)
    key = sprite.replacementKey
    blendMode = sprite.blendMode == .normal ? nil : sprite.blendMode.rawValue
    matte = sprite.matte?.mode.rawValue
    isClipped = sprite.frames.contains { $0.clip != nil }
    var names: [String] = []
    var last: FilterChainID?
    for state in sprite.frames where state.filters != last {
      last = state.filters
      for filter in last.map({ timeline[$0].filters }) ?? [] where !names.contains(filter.name) {
        names.append(filter.name)
      }
    }
    filters = names
    children = []
    switch sprite.content {
    case .image: type = "image"
    case .vector: type = "vector"
    case .group(let sprites):
      type = "group"
      children = sprites.reversed().map { SpriteInspection($0, timeline) }
    }
  }
}

/// A picture that apps can replace, as `kiln inspect --keys --json` says it.
public struct KeyInspection: Encodable, Sendable {
  /// Key by which an app replaces it.
  public var key: String
  /// Columns of the picture.
  public var width: Int
  /// Rows of the picture.
  public var height: Int
  /// Frame in which it is first seen, counted from 0; nil if it never is.
  public var firstFrame: Int?
  /// Number of sprites that show it.
  public var sprites: Int
  /// Key paths of these, each once.
  public var keyPaths: [String]

  /// All keys of a timeline in order of first use.
  public static func inspect(_ timeline: Timeline) -> [KeyInspection] {
    var keys: [KeyInspection] = []
    timeline.forEachSprite { sprite in
      guard let key = sprite.replacementKey, case .image(let id) = sprite.content else { return }
      let path = KeyPathPattern.text(sprite.layers)
      let first = sprite.frames.firstIndex(where: \.isVisible)
      guard let known = keys.firstIndex(where: { $0.key == key }) else {
        keys.append(
          KeyInspection(
            key: key, width: timeline[id].width, height: timeline[id].height, firstFrame: first, sprites: 1,
            keyPaths: [path]))
        return
      }
      keys[known].sprites += 1
      if !keys[known].keyPaths.contains(path) { keys[known].keyPaths.append(path) }
      keys[known].firstFrame = [keys[known].firstFrame, first].compactMap(\.self).min()
    }
    return keys
  }
}

extension Filter {
  fileprivate var name: String {
    switch self {
    case .blur: "blur"
    case .shadow: "shadow"
    case .fill: "fill"
    case .tint: "tint"
    case .tritone: "tritone"
    case .levels: "levels"
    case .erode: "erode"
    case .outline: "outline"
    }
  }
}
